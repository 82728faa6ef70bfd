/** Groups ordered by a figure: «qual município tem mais», «qual secretaria gastou menos». */

import { datesBetween } from '#contract/table-plan.ts';
import { wordsOf } from '../../../../../language/words.ts';
import type { Item } from '../../chunk/items.ts';
import { addMeasure, isMoneyNoun, isRate, stuffColumns } from '../../measures/add-measure.ts';
import { sumInMoney } from '../../measures/sums.ts';
import { amountSaid } from '../../numbers/amount-said.ts';
import {
  baseOf,
  candidates,
  chainAt,
  columnNamed,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  namesOf,
  preferred,
  type Reading,
} from '../../reading.ts';
import { onlyOne } from '../../words/only-one.ts';
import { rootsMeet } from '../../words/roots.ts';
import { columnsOfVerb } from '../../words/thesaurus.ts';
import { isParticiple, SPENDING } from '../../words/verbs.ts';
import { priceOfGroups } from '../prices-of-groups.ts';

export function groupsInOrder(reading: Reading, index: number, direction: 'asc' | 'desc'): void {
  const chain = numericAfter(reading, index);
  consume(reading, 'most', reading.items[index]);
  averageTime(reading, reading.items[index + 1]);
  if (
    (readPaying(reading, index, chain) || !measureOfRootVerb(reading, index)) &&
    !measureOfSpending(reading, index, chain)
  ) {
    const next = reading.items[index + 1];
    consumeFrequent(reading, index + 1);
    if (isKeyword(next, 'expensive', 'cheap', 'recent', 'old')) consume(reading, 'most', next);
    if (isKeyword(next, 'expensive', 'cheap') && !chain) priceOfGroups(reading, index);
    measureOfNoun(reading, index, chain);
    if (next?.kind === 'rows') consume(reading, 'rows', next);
  }
  reading.plan.order.push({ by: 'measure', index: 0, column: null, direction });
}

/** «responde mais rápido», «mais demorado»: the only column of how long a thing takes, on average. */
function averageTime(reading: Reading, next: Item | undefined): void {
  if (!next || !/^(?:rapid|agil|agei|lent|demorad)/.test(formOf(reading, next))) return;
  const only = onlyOne(columnsOfKind(reading, 'number'), ({ name }) =>
    /\b(?:dias?|minutos?|min|horas?|tempo|prazo|espera|duracao|demora|atraso)\b/.test(
      namesOf(reading, name).replaceAll('_', ' '),
    ),
  );
  if (!only) return;
  consume(reading, 'most', next);
  reading.plan.measures = [];
  addMeasure(reading, 'average', only.name);
}

/** «pagou mais multa»: the amount that is named after the verb, which is then no word for the «valor pago». */
function readPaying(reading: Reading, index: number, chain: ReturnType<typeof chainAt>): boolean {
  const verb = reading.items[index - 1];
  const isOfMoney = chain?.columns.every((name) => columnNamed(reading, name)?.kind === 'money') === true;
  if (!verb || !isOfMoney || !SPENDING.test(formOf(reading, verb))) return false;
  reading.items[index - 1] = { kind: 'word', isFunction: true, from: verb.from, to: verb.to };
  return true;
}

/** «consumiu mais água»: the verb says which column is compared. */
function measureOfRootVerb(reading: Reading, index: number): boolean {
  const { plan } = reading;
  const done = rootVerb(reading, index);
  if (!done) return false;
  const next = reading.items[index + (done.verb === reading.items[index + 1] ? 2 : 1)];
  consume(reading, 'most', done.verb, next?.kind === 'column' ? next : undefined);
  plan.measures = plan.measures.filter(({ column }) => column !== null);
  if (plan.measures.length === 0)
    addMeasure(reading, isRate(columnNamed(reading, done.column)) ? 'average' : 'sum', done.column);
  return true;
}

/** «gastou mais», «custa menos»: the verb asks for an amount, unless a column is named beside it. */
function measureOfSpending(reading: Reading, index: number, chain: ReturnType<typeof chainAt>): boolean {
  const verb = reading.items
    .slice(Math.max(0, index - 2), index + 2)
    .find((each) => SPENDING.test(formOf(reading, each)) || isVerbOfColumn(reading, each));
  if (verb && chain) consume(reading, 'most', verb);
  return verb !== undefined && !chain && spend(reading, verb);
}

/** «mais propostas» of a column with that name, else the number of rows. */
function measureOfNoun(reading: Reading, index: number, chain: ReturnType<typeof chainAt>): void {
  const noun = reading.items[index + 1];
  const column = chain && preferred(reading, chain.columns);
  if (sumMoney(reading, noun)) return;
  if (column) {
    measureOfColumn(reading, index, { column, items: chain.items });
    return;
  }
  if (isNamedRow(reading, noun)) consume(reading, 'rows', noun);
  const { measures } = reading.plan;
  const said =
    measures.length > 0 ? null : (amountSaid(reading, index, /^em$/) ?? handedOver(reading, index));
  if (said) {
    consume(reading, 'most', ...said.items);
    addMeasure(reading, isRate(columnNamed(reading, said.column)) ? 'average' : 'sum', said.column);
  } else if (measures.length === 0 && !sumInMoney(reading, index)) addMeasure(reading, 'count', null);
}

/** «mais dinheiro», «mais despesa» */
function sumMoney(reading: Reading, noun: Item | undefined): boolean {
  const { money_column } = reading.lexicon.table;
  const isMoney = noun?.kind === 'rows' || formOf(reading, noun) === 'dinheiro';
  if (!isMoney || !isMoneyNoun(formOf(reading, noun)) || !money_column) return false;
  consume(reading, 'most', noun);
  reading.plan.measures = [];
  addMeasure(reading, 'sum', money_column);
  return true;
}

function measureOfColumn(
  reading: Reading,
  index: number,
  { column, items }: { column: string; items: Item[] },
): void {
  const { plan } = reading;
  consume(reading, 'most', ...items);
  if (plan.measures.some((measure) => measure.column === column)) return;
  plan.measures = plan.measures.filter(({ fn, column: none }) => !(fn === 'count' && none === null));
  const isAverage = isNearAverage(reading, index) || isRate(columnNamed(reading, column));
  addMeasure(reading, isAverage ? 'average' : 'sum', column);
}

/** Verbs whose object is weighed or measured. Folded. */
export const HANDED_OVER =
  /^(?:entreg|receb|colh|produz|forne|consum|carreg|descarreg|transport|embarc|coletou|coletar)\p{L}+$|^(?:entrou|entraram|saiu|sairam|chegou|chegaram|levou|levaram)$/u;

/** «qual produtor entregou mais milho»: the stuff is weighed, and its deliveries are not counted. */
export function handedOver(reading: Reading, index: number): { column: string; items: Item[] } | null {
  const [verb, stuff] = [reading.items[index - 1], reading.items[index + 1]];
  const isHanded = HANDED_OVER.test(formOf(reading, verb));
  const [column, other] = stuffColumns(reading);
  if (!isHanded || stuff?.kind !== 'value' || verb?.kind !== 'word' || !column) return null;
  if (other) reading.eitherColumn = { taken: column.name, other: other.name };
  return { column: column.name, items: [verb] };
}

/** «as cidades com mais atletas» of a table with the name of one in each row. */
const isNamedRow = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'column' &&
  /s$/.test(formOf(reading, item)) &&
  item.columns.some(
    (name) =>
      name === reading.lexicon.table.main_column &&
      (columnNamed(reading, name)?.repeats !== true || reading.lexicon.rows.has(baseOf(reading, item))),
  );

/** «custa mais»: the verb asks for a numeric column. */
const isVerbOfColumn = (reading: Reading, item: Item): boolean =>
  columnsOfVerb(formOf(reading, item)).length > 0 &&
  candidates(item).some((name) => isNumeric(columnNamed(reading, name)));

/** «consumiu mais água» with a column «consumo»: the verb says which column, sooner than its object. */
export function rootVerb(reading: Reading, index: number): { column: string; verb: Item } | null {
  for (const item of [reading.items[index - 1], reading.items[index + 1]]) {
    const form = formOf(reading, item);
    const days = candidates(item).find((name) => datesBetween(name));
    if (item && days) return { column: days, verb: item };
    if (item?.kind !== 'word' || item.isFunction || form.length < 4) continue;
    // «os mais multados» of a table of «multas» are those with most of them.
    if (isParticiple(form) && sharesRows(reading, form)) continue;
    const isBefore = item === reading.items[index - 1];
    // «quem interna mais» is about no «dias internado», of which the participle only says of what.
    const column = columnsOfKind(reading, 'number', 'money').find(({ label }) =>
      wordsOf(label).some(
        (word, place) =>
          (form.length >= 5 && word.length >= 5
            ? rootsMeet(form, word)
            : isBefore && sharesStart(form, word)) && !(place > 0 && isParticiple(word)),
      ),
    );
    if (column) return { column: column.name, verb: item };
  }
  return null;
}

/** «os 4 maiores consumidores», «o maior fornecedor»: those who have most of what they are called after, or of the usual amount. */
export function amountOfAgents(reading: Reading, index: number, name: string): string | null {
  const [item, noun] = [reading.items[index], reading.items[index + 1]];
  const column = columnNamed(reading, name);
  const isSeveral = column?.kind === 'category' || column?.repeats === true;
  if (!isKeyword(item, 'largest', 'smallest') || !candidates(noun).includes(name) || !isSeveral) return null;
  const form = formOf(reading, noun);
  if (!/(?:dor|tor|sor|dora|tora|sora)(?:es|as)?$|^clientes?$/.test(form) || /^set/.test(form)) return null;
  const own = columnsOfKind(reading, 'number', 'money').filter(({ label }) =>
    wordsOf(label).some((word) => word.length >= 5 && rootsMeet(form, word)),
  );
  return own.length === 1 ? (own[0]?.name ?? null) : reading.lexicon.table.money_column;
}

const sharesRows = ({ lexicon }: Reading, form: string): boolean =>
  wordsOf(lexicon.table.rows_word.one).some(
    (word) => word.length >= 5 && form.length >= 5 && rootsMeet(form, word),
  );

/** «pesa» and «peso»: a verb and a noun of four letters differ in the last one alone. */
const sharesStart = (form: string, word: string): boolean =>
  word.length === 4 && form.startsWith(word.slice(0, 3)) && /^...(?:a|e|am|em|ou|eu|aram|eram)$/.test(form);

/** The column that the superlative is about: «mais propostas», «mais gastou com peças», «mais caras em mão de obra». */
export function numericAfter(reading: Reading, index: number): ReturnType<typeof chainAt> {
  for (let at = index + 1; at <= index + 3; at += 1) {
    const chain = chainAt(reading, at, isNumeric);
    if (chain) return reading.items[at]?.kind === 'column' ? chain : null;
    const item = reading.items[at];
    const isPassed =
      isKeyword(item, 'expensive', 'cheap') ||
      SPENDING.test(formOf(reading, item)) ||
      /^(com|em|no|na|nos|nas|de)$/.test(formOf(reading, item)) ||
      // «as mais longas em km»
      (/^(?:em|por)$/.test(formAt(reading, at + 1)) && isQualityWord(formOf(reading, item)));
    if (!isPassed) return null;
  }
  return null;
}

export const isQualityWord = (form: string): boolean =>
  /^(?:long|extens|comprid|demorad|pesad|distant|rapid|lent)/.test(form);

/** The numeric column that a word names, the usual one of several. */
export const numericOf = (reading: Reading, item: Item | undefined): string | null =>
  preferred(
    reading,
    candidates(item).filter((name) => isNumeric(columnNamed(reading, name))),
  );

/** Money that has changed hands; «entrou» and «caiu» are said of it too. */
const MOVED =
  /^(?:receb|pag|desembols|embols|liquid|quit|arrecad|gast)|^(?:entr|ca)(?:ou|aram|a|am|iu|iram)$/;

/** «a empresa que mais recebeu»: what was paid, and not what was agreed on. */
export function movedMoney(reading: Reading, verb: Item): string | undefined {
  if (!MOVED.test(formOf(reading, verb))) return undefined;
  const only = onlyOne(columnsOfKind(reading, 'money'), ({ name }) =>
    /\b(?:pag[oa]|recebid[oa])\b/.test(namesOf(reading, name).replaceAll('_', ' ')),
  );
  return only?.name;
}

/** «qual secretaria gastou mais»: the sum of the usual money column; of what people earn, the average. */
export function spend(reading: Reading, verb: Item): boolean {
  const column = numericOf(reading, verb) ?? movedMoney(reading, verb) ?? reading.lexicon.table.money_column;
  if (!column) return false;
  consume(reading, 'most', verb);
  const { plan } = reading;
  plan.measures = plan.measures.filter((measure) => measure.column !== null);
  if (plan.measures.length === 0)
    addMeasure(reading, isRate(columnNamed(reading, column)) ? 'average' : 'sum', column);
  return true;
}

/** «mais usada», «mais frequente», «mais comum»: by the number of rows. */
function consumeFrequent(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (item && isFrequentWord(formOf(reading, item))) consume(reading, 'most', item);
}

/** By the number of rows. */
export const isFrequentWord = (form: string): boolean =>
  /^(usad|utilizad|frequent|comu|recorrent|popular|presente|numeros|citad|procurad|demandad|repetid|contratad|adotad|escolhid|lid[oa]|vendid|pedid|emprestad|comprad|solicitad)/.test(
    form,
  );

/** «menos propostas em média». */
export function isNearAverage(reading: Reading, index: number): boolean {
  return reading.items.slice(index).some((item) => isKeyword(item, 'average'));
}
