/** Rows ordered by a column: «a compra mais recente», «o mais caro», «o aluno mais velho». */

import type { Measure } from '#contract/table-plan.ts';
import { fold, wordsOf } from '../../../../../language/words.ts';
import type { Item } from '../../chunk/items.ts';
import { addMeasure } from '../../measures/add-measure.ts';
import { isOverMonths, measuredBefore, pricesForBuyers } from '../../measures/measured-column.ts';
import { isParticipleAlone } from '../../measures/sums.ts';
import { amountSaid } from '../../numbers/amount-said.ts';
import {
  columnNamed,
  columnsOfKind,
  consume,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isUsed,
  itemsBefore,
  preferred,
  type Reading,
} from '../../reading.ts';
import { PERSON } from '../../words/common-words.ts';
import { onlyOne } from '../../words/only-one.ts';
import { rootsMeet } from '../../words/roots.ts';
import type { TableColumn } from '../../words/table-column.ts';
import { isParticiple } from '../../words/verbs.ts';
import { dateColumn, rankedDay, rankedVerb } from '../group-keys.ts';
import { isPlural } from '../group-subject.ts';
import { isQualityWord, numericAfter, numericOf } from './group-superlatives.ts';
import { guessedOrder } from './guessed-order.ts';

/** «a compra mais recente», «as 3 maiores», «o mais caro», «os mais bem pagos»: rows by a column. */
export function rowsInOrder(reading: Reading, index: number, direction: 'asc' | 'desc'): void {
  const { plan } = reading;
  const [item, next] = reading.items.slice(index, index + 2);
  const found = orderColumn(reading, index);
  if (!item || !found || isQuality(reading, index) || isFrequent(reading, index) || isVague(reading, index))
    return;
  const end: Measure = { fn: direction === 'asc' ? 'minimum' : 'maximum', column: found.column };
  if (isFigureOf(reading, index, found.column)) {
    consume(reading, 'extreme', item, next, ...found.items);
    addMeasure(reading, end.fn, end.column);
    return;
  }
  if (isFigureOfOne(reading, index, found.column)) {
    consume(reading, 'extreme', item, next, ...found.items);
    plan.measures = [end];
    return;
  }
  consume(
    reading,
    'order',
    item,
    ...found.items,
    rankedDay(reading, index) ? rankedVerb(reading, index) : undefined,
  );
  if (isPartOfOrder(reading, index, found.items)) consume(reading, 'order', next);
  plan.order.push({ by: 'column', index: 0, column: found.column, direction });
  reading.wantsRows = true;
  if (plan.limit === null && isSingularNoun(reading, index)) plan.limit = 1;
}

/** «as mais longas em km», «o mais caro»: the word after the superlative says of what it is one. */
function isPartOfOrder(reading: Reading, index: number, named: Item[]): boolean {
  const [item, next] = reading.items.slice(index, index + 2);
  return (
    (named.length > 0 && isQualityWord(formOf(reading, next))) ||
    (isKeyword(item, 'more', 'fewer') && isKeyword(next, 'expensive', 'cheap', 'recent', 'old', 'well'))
  );
}

/** «a idade do paciente mais novo» asks for the age alone. */
function isFigureOf(reading: Reading, index: number, name: string): boolean {
  if (ageColumn(reading, index) !== name) return false;
  const at = reading.items.findIndex(
    (item, place) => place < index && item.kind === 'column' && item.columns.includes(name),
  );
  const isOf = /^d[aeo]s?$/.test(formAt(reading, at + 1));
  if (at < 0 || !isOf || isUsed(reading, reading.items[at] as Item)) return false;
  consume(reading, 'extreme', reading.items[at]);
  return true;
}

/** «a viagem mais longa durou quantas horas?»: the figure of the first row, and not the sum of all. */
const isFigureOfOne = (reading: Reading, index: number, name: string): boolean => {
  const measure = onlyOne(reading.plan.measures);
  return measure?.fn === 'sum' && measure.column === name && isSingularNoun(reading, index);
};

/** «alunos com frequência baixa»: nothing says from where on. */
const isVague = (reading: Reading, index: number): boolean =>
  isKeyword(reading.items[index], 'expensive', 'cheap') &&
  !isKeyword(reading.items[index - 1], 'more', 'fewer') &&
  !/^(?:o|a|os|as)$/.test(formAt(reading, index - 1));

/** «as infrações mais comuns» are groups, and the table has no column of them. */
const isFrequent = (reading: Reading, index: number): boolean =>
  isKeyword(reading.items[index], 'more', 'fewer') &&
  /^(?:usad|utilizad|frequent|comu|recorrent|popular|repetid)/.test(formAt(reading, index + 1));

/** «quantas colmeias antigas»: a count has no order, and nothing says from which age on they are meant. */
const isQuality = (reading: Reading, index: number): boolean =>
  isKeyword(reading.items[index], 'recent', 'old') &&
  reading.items.some((item) => isKeyword(item, 'how_many')) &&
  !isKeyword(reading.items[index - 1], 'more') &&
  reading.items[index - 1]?.kind !== 'number';

function orderColumn(reading: Reading, index: number): { column: string; items: Item[] } | null {
  const item = reading.items[index];
  const next = reading.items[index + 1];
  if (isKeyword(item, 'recent', 'old') || isKeyword(next, 'recent', 'old')) return timeColumn(reading, index);
  const isComparative = isKeyword(item, 'more', 'fewer');
  if (isComparative && isWellPaid(reading, index)) return usual(reading, reading.items[index + 2]);
  const chain = numericAfter(reading, index);
  const column = chain && preferred(reading, chain.columns);
  if (chain && column && !isParticipleAlone(reading, chain.items)) return { column, items: chain.items };
  if (isComparative) return comparedColumn(reading, index);
  if (!isKeyword(item, 'largest', 'smallest', 'expensive', 'cheap')) return null;
  if (!isKeyword(item, 'largest', 'smallest')) return usual(reading);
  const said = amountSaid(reading, index);
  const guessed = said ? null : guessedOrder(reading, index);
  return guessed === 'refused' ? null : (said ?? guessed ?? usual(reading));
}

/** «mais bem pagos». */
const isWellPaid = (reading: Reading, index: number): boolean =>
  formAt(reading, index + 1) === 'bem' && formAt(reading, index + 2).startsWith('pag');

/** «custa mais», «mais pesados», «mais caros»: the verb before or the adjective after says what is compared. */
function comparedColumn(reading: Reading, index: number): { column: string; items: Item[] } | null {
  const [before, next] = [reading.items[index - 1], reading.items[index + 1]];
  const height = /^(?:alt|baix)[oa]s?$/.test(formOf(reading, next)) ? heightColumn(reading) : null;
  if (height && next) return { column: height, items: [next] };
  const verb = numericOf(reading, before);
  if (verb && before) return { column: verb, items: [before] };
  const quality = next ? columnOfQuality(reading, next) : null;
  if (quality && next) {
    sayOtherOrder(reading, quality);
    return { column: quality, items: [next, ...namedBeside(reading, index, quality)] };
  }
  return isKeyword(next, 'expensive', 'cheap') ? (priceOfPiece(reading) ?? usual(reading)) : null;
}

/** «a mais pesada» of a table with two weights: the rows are in the order of one of them. */
function sayOtherOrder(reading: Reading, taken: string): void {
  const { eitherColumn } = reading;
  if (eitherColumn?.taken !== taken) return;
  const [label, other] = [taken, eitherColumn.other].map((name) => labelOf(reading, name));
  reading.remarks.push(`A ordem é por ${label}; a tabela tem também ${other}.`);
}

/** «o produto mais caro» of a table whose usual amount is that of a year. */
function priceOfPiece(reading: Reading): { column: string; items: Item[] } | null {
  const [price] = isOverMonths(reading) ? pricesForBuyers(reading) : [];
  return price ? { column: price.name, items: [] } : null;
}

/** «a árvore mais alta»: the word is one for amounts too, and where a table has a height, that is meant. */
function heightColumn(reading: Reading): string | null {
  const only = onlyOne(columnsOfKind(reading, 'number'), ({ label }) => /^altura\b/.test(fold(label)));
  return only?.name ?? null;
}

/** Adjectives whose noun has another root. */
const QUALITIES: [RegExp, RegExp][] = [
  [
    /^(?:rapid|agil|agei|ligeir|lent|veloz|curt)[oaei]*s?$/,
    /duracao|tempo|espera|demora|\bdias\b|minutos|horas/,
  ],
  [/^(?:demorad|long)[oa]s?$/, /duracao|tempo|espera|demora|prazo|\bdias\b|extensao|comprimento/],
  [/^(?:extens|compri?d)[oa]s?$/, /extensao|comprimento/],
  [/^populos[oa]s?$/, /populacao|habitantes/],
  [/^(?:lotad|chei)[oa]s?$/, /lotacao|ocupacao|passageiros|publico|\bocupad/],
  [/^(?:pesad[oa]s?|leves?|magr[oa]s?|gord[oa]s?)$/, /\bpeso|toneladas/],
  [/^distantes?$/, /distancia|\bkm\b|quilomet/],
  [/^gross[oa]s?$/, /diametro|espessura/],
  [/^larg[oa]s?$/, /largura/],
  [/^(?:pro)?fund[oa]s?$/, /profundidade/],
  [/^(?:quente|fri[oa])s?$/, /temperatura/],
  [/^chuvos[oa]s?$/, /chuva|precipitacao/],
];

/** «os 4 mais pesados» of the column «peso»: the only number whose name has the root of the adjective. */
export function columnOfQuality(reading: Reading, item: Item): string | null {
  const form = formOf(reading, item);
  const other = QUALITIES.find(([adjective]) => adjective.test(form))?.[1];
  if (item.kind !== 'word' || (form.length < QUALITY_LETTERS && !other)) return null;
  const found = columnsOfKind(reading, 'number', 'money').filter(({ name, label }) => {
    const names = fold(`${name.replaceAll('_', ' ')} ${label}`);
    return other
      ? other.test(names)
      : names
          .split(' ')
          // «os mais pedidos» are groups, although there is a «quantidade pedida».
          .some(
            (word) =>
              word.length >= 5 && rootsMeet(form, word) && !(isParticiple(form) && isParticiple(word)),
          );
  });
  const [only, another] = found;
  if (!only || !another || !other) return only && !another ? only.name : null;
  return (
    saidApart(reading, found) ??
    preferred(
      reading,
      found.map(({ name }) => name),
    )
  );
}

/** «a mais pesada (bruto)»: of two weights the only one of which a word of its own is said. */
function saidApart(reading: Reading, columns: TableColumn[]): string | null {
  const forms = new Set(reading.words.map(({ form }) => form));
  const said = columns.filter((column) => {
    const others = columns.filter((one) => one !== column).flatMap(({ label }) => wordsOf(label));
    return wordsOf(column.label).some((word) => forms.has(word) && !others.includes(word));
  });
  return said.length === 1 ? (said[0]?.name ?? null) : null;
}

const labelOf = (reading: Reading, name: string): string =>
  (columnNamed(reading, name)?.label ?? name).toLowerCase();

/** «em peso líquido», «(bruto)» after the adjective: the words of its column. */
const namedBeside = (reading: Reading, index: number, name: string): Item[] =>
  reading.items
    .slice(index + 2)
    .filter((item) => item.kind === 'column' && item.columns.includes(name) && !isUsed(reading, item));

const QUALITY_LETTERS = 5;

function timeColumn(reading: Reading, index: number): { column: string; items: Item[] } | null {
  const item = reading.items[index];
  const isNew = isKeyword(item, 'recent') && !formOf(reading, item).startsWith('ultim');
  if (isNew && !isKeyword(reading.items[index - 1], 'more')) return null;
  const column =
    rankedDay(reading, index) ??
    ageColumn(reading, index) ??
    birthColumn(reading, index) ??
    dateColumn(reading);
  return column ? { column, items: [] } : null;
}

/** «o aluno mais velho», «a servidora mais nova»: by the day of birth, where the table has it. */
export function birthColumn(reading: Reading, index: number): string | null {
  const isAge = reading.items
    .slice(index, index + 2)
    .some((item) => /^(velh|nov|jove)/.test(formOf(reading, item)));
  const born = columnsOfKind(reading, 'date').find(({ name, label }) =>
    /nasc|birth/.test(fold(`${name} ${label}`)),
  );
  return isAge ? (born?.name ?? null) : null;
}

/** «o paciente mais novo», and not «a consulta mais nova». */
const isOfPerson = (reading: Reading, index: number): boolean =>
  itemsBefore(reading, index, 3).some((item) => PERSON.test(formOf(reading, item)));

/** «o paciente mais velho»: by the age, where the table has it. */
export function ageColumn(reading: Reading, index: number): string | null {
  const isAge = reading.items
    .slice(index, index + 2)
    .some(
      (item) =>
        /^(?:velh|jove)/.test(formOf(reading, item)) ||
        (/^nov[oa]s?$/.test(formOf(reading, item)) && isOfPerson(reading, index)),
    );
  const age = columnsOfKind(reading, 'number').find(({ name, label }) =>
    /idade|\bage\b/.test(fold(`${name} ${label}`)),
  );
  return isAge ? (age?.name ?? null) : null;
}

export function usual(
  reading: Reading,
  ...items: (Item | undefined)[]
): { column: string; items: Item[] } | null {
  const numeric = columnsOfKind(reading, 'money', 'number');
  const column =
    measuredBefore(reading) ??
    reading.lexicon.table.money_column ??
    (numeric.length === 1 ? numeric[0]?.name : undefined);
  return column ? { column, items: items.filter((item) => item !== undefined) } : null;
}

/** «a maior compra», «o chamado mais caro»: one row. */
function isSingularNoun(reading: Reading, index: number): boolean {
  const forms = [index - 1, index - 2, index, index + 1].map((at) => formAt(reading, at));
  // «o último a chegar»
  if (/^ultim[oa]$/.test(forms[2] ?? '') && forms[3] === 'a') return true;
  if (/s$/.test(forms[2] ?? '') && forms[2] !== 'mais' && forms[2] !== 'menos') return false;
  const noun = reading.items
    .slice(0, index + 3)
    .find(
      (item) =>
        item.kind === 'rows' ||
        item.kind === 'value' ||
        item.kind === 'column' ||
        (item.kind === 'word' && !isFiller(reading, item)),
    );
  if (noun) return !isPlural(reading, noun);
  const adjective = reading.items[index + 1];
  // «qual é a maior?»
  if (/^[oa]$/.test(forms[0] ?? '') && isKeyword(reading.items[index], 'largest', 'smallest'))
    return reading.words.some(({ form }) => form === 'qual');
  return isKeyword(adjective, 'expensive', 'cheap', 'recent', 'old') && !/s$/.test(forms[3] ?? '');
}
