/** Sums: «quanto gastamos», «valor total», «total em dinheiro», and a numeric column that is named alone. */

import { MEASURES_MAX, type Measure } from '#contract/table-plan.ts';
import { baseForm } from '../../../../language/word-forms.ts';
import type { Item } from '../chunk/items.ts';
import { amountInUnit } from '../numbers/amount-said.ts';
import {
  baseOf,
  candidates,
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isKeyword,
  isNumeric,
  isTakenBy,
  isUsed,
  preferred,
  type Reading,
} from '../reading.ts';
import { onlyOne } from '../words/only-one.ts';
import type { TableColumn } from '../words/table-column.ts';
import { isParticiple } from '../words/verbs.ts';
import { addMeasure, isPriceOfOne, isRate } from './add-measure.ts';
import { columnBefore, only } from './measured-column.ts';
import { isWith } from './shares.ts';

/** «valor estimado por trimestre», «compare o valor de 2024 e 2025»: a numeric column alone asks for its sum. */
export function readBareColumns(reading: Reading): void {
  const { plan, items } = reading;
  if (
    reading.wantsRows ||
    items.some(
      (item) => isKeyword(item, 'how_many', 'number_of', 'list') && !isTakenBy(reading, item, 'instead'),
    )
  )
    return;
  if (plan.measures.some(({ fn, column }) => fn !== 'count' || column !== null)) return;
  for (let at = 0; at < reading.items.length; at += 1) {
    const chain = chainAt(reading, at, isNumeric);
    const column = chain && preferred(reading, chain.columns);
    if (!chain || !column) continue;
    if (!isFreeFigure(reading, chain.items)) {
      // «que não têm tempo de espera anotado»: the second word of the column is no figure either.
      if (isLacked(reading, chain.items[0])) at = chain.to - 1;
      continue;
    }
    consume(reading, 'figure of a column', ...chain.items);
    // «qual cidade doou menos? (em quantidade de itens)»: the figure that is named orders the groups, and not their count.
    if (plan.order[0]?.by === 'measure' && plan.measures.length === 1) plan.measures = [];
    addBareMeasure(reading, columnNamed(reading, column));
    return;
  }
}

/**
 * «horas planejadas e horas realizadas», «número de ordens, horas e custo», «quantos e qual o valor?»: after a figure, the
 * columns that a comma or «e» joins to it are figures too.
 */
export function readFurtherFigures(reading: Reading): void {
  const { plan } = reading;
  if (plan.measures.length === 0 || reading.wantsRows || plan.share || plan.having.length > 0) return;
  for (const index of reading.items.keys())
    if (plan.measures.length < MEASURES_MAX) readFurtherFigure(reading, index);
}

function readFurtherFigure(reading: Reading, index: number): void {
  const chain = chainAt(reading, index, isNumeric);
  if (!chain || reading.items[index]?.kind !== 'column' || !isFreeFigure(reading, chain.items)) return;
  const isBefore = isKeyword(reading.items[chain.to], 'and') && isFigure(reading, chain.to + 1);
  const column = isBefore || isJoinedToFigure(reading, index) ? preferred(reading, chain.columns) : null;
  if (!column) return;
  consume(reading, 'figure of a column', ...chain.items);
  const last = reading.plan.measures.at(-1)?.fn;
  if (last === 'average' || last === 'median') addMeasure(reading, last, column);
  else addBareMeasure(reading, columnNamed(reading, column));
}

/** Whether «e» or a comma stands right before, and before that the end of a figure. */
function isJoinedToFigure(reading: Reading, index: number): boolean {
  let at = index - 1;
  const isComma = (place: number) =>
    (reading.words[reading.items[place]?.from ?? 0]?.before ?? '').includes(',');
  let isJoined = isComma(index);
  for (; at >= 0 && !isJoined; at -= 1) {
    const item = reading.items[at];
    if (!item) return false;
    if (isKeyword(item, 'and')) isJoined = true;
    else if (isComma(at)) return isFigure(reading, at - 1);
    else if (
      !/^(?:o|a|os|as|qual|quais|de|do|da|dos|das)$/.test(formOf(reading, item)) &&
      !isKeyword(item, 'total')
    )
      return false;
  }
  return isJoined && isFigure(reading, at);
}

const FIGURES =
  /^(?:count|sum|average|median|total|rows|figure of a column|sum of a column|distinct values|maximum|minimum)$/;

const isFigure = (reading: Reading, at: number): boolean => {
  const item = reading.items[at];
  return item !== undefined && FIGURES.test(reading.used.get(item) ?? '');
};

/** The payroll adds up, although what one person earns is averaged elsewhere. */
function addBareMeasure(reading: Reading, column: TableColumn | undefined): void {
  const before = reading.before?.measures.length === 1 ? reading.before.measures[0] : undefined;
  // «e o condomínio?» after an average is an average too.
  if (column && before?.column && !reading.before?.rows) addMeasure(reading, before.fn, column.name);
  else if (column)
    addMeasure(
      reading,
      isPriceOfOne(column) || (isRate(column) && column.kind === 'number') ? 'average' : 'sum',
      column.name,
    );
}

/** Whether no other rule has taken the words of a column, and they are neither a value nor a condition of a share. */
const isFreeFigure = (reading: Reading, items: Item[]): boolean =>
  !items.some((item) => isUsed(reading, item) || (reading.plan.share && isWith(reading, item))) &&
  !isHadByRows(reading, items[0]) &&
  !isLacked(reading, items[0]) &&
  !isParticipleAlone(reading, items) &&
  items.some((item) => item.kind !== 'value');

/** «obras com aditivo», «quem está com multa»: what the rows have, and no figure. */
const isHadByRows = (reading: Reading, item: Item | undefined): boolean => {
  const at = item ? reading.items.indexOf(item) : -1;
  const isHaving =
    reading.items[at - 2]?.kind === 'rows' || /^(?:esta|estao|ficou|ficaram)$/.test(formAt(reading, at - 2));
  return formAt(reading, at - 1) === 'com' && isHaving;
};

/** «saca» of the column «preço da saca»: a word of its name that does not say what it holds. */
export function isQualifier(reading: Reading, { from }: Item, name: string): boolean {
  const base = reading.words[from]?.base ?? '';
  const words = baseForm(columnNamed(reading, name)?.label ?? '').split(' ');
  return reading.lexicon.heads.get(name) !== base && words.includes(base);
}

/** «internados em 2025» of the column «dias internado»: what was done to the rows, and no figure. */
export function isParticipleAlone(reading: Reading, items: Item[]): boolean {
  const only = onlyOne(items);
  if (!only || !isParticiple(formOf(reading, only))) return false;
  const base = baseOf(reading, only);
  const isQualifier = candidates(only).every(
    (name) =>
      reading.lexicon.heads.get(name) !== base &&
      baseForm(columnNamed(reading, name)?.label ?? '')
        .split(' ')
        .includes(base),
  );
  return isQualifier && !/^[oa]s?$/.test(formAt(reading, reading.items.indexOf(only) - 1));
}

/** «empréstimos sem idade», «que não têm valor»: the column is a condition. */
function isLacked(reading: Reading, item: Item | undefined): boolean {
  let at = item ? reading.items.indexOf(item) : -1;
  // «que não têm cobrança de esgoto»
  if (/^d[eoa]s?$/.test(formAt(reading, at - 1)) && reading.items[at - 2]?.kind === 'word') at -= 2;
  const [before, lead] = [reading.items[at - 1], reading.items[at - 2]];
  const isHad = /^(?:tem|teve|tiveram|possuem|possui|ha|consta|informam)$/.test(formOf(reading, before));
  return isKeyword(before, 'without') || (isHad && isKeyword(lead, 'not'));
}

/** «valor total», «total de propostas», «ao todo», «total geral». */
export function readTotal(reading: Reading, index: number): void {
  consume(reading, 'total', reading.items[index]);
  if (isAdverb(reading, index)) return;
  const { measures } = reading.plan;
  const inUnit = measures.length === 0 ? amountInUnit(reading, index) : null;
  const after = chainAt(reading, skipLink(reading, index + 1), isNumeric);
  const isOwn = after?.items.every((each) => each.kind === 'column' && !isUsed(reading, each)) === true;
  const isOfOther = !isOwn && measures.some(({ fn, column }) => fn !== 'count' || column !== null);
  if (!inUnit && isOfOther) return;
  const amount = inUnit ?? freeAmount(reading, index, after);
  if (amount) {
    consume(reading, 'sum', ...amount.items);
    addMeasure(reading, 'sum', amount.column);
    return;
  }
  if (measures.length > 0 || sumInMoney(reading, index) || sumSpent(reading, index)) return;
  totalOfNoun(reading, index);
}

/** The column after the word for the total, or before it, that no rule has taken. */
function freeAmount(
  reading: Reading,
  index: number,
  after: ReturnType<typeof chainAt>,
): { column: string; items: Item[] } | null {
  const column = after && preferred(reading, after.columns);
  const near = after ? column && { column, items: after.items } : columnBefore(reading, index);
  return near && !near.items.some((each) => isUsed(reading, each)) ? near : null;
}

function totalOfNoun(reading: Reading, index: number): void {
  const link = formAt(reading, index + 1);
  const noun = reading.items[skipLink(reading, index + 1)];
  const isOf = /^(?:de|do|da|dos|das)$/.test(link);
  if (noun?.kind !== 'rows' && noun?.kind !== 'value' && !(noun?.kind === 'word' && isOf)) return;
  if (noun.kind === 'rows') consume(reading, 'rows', noun);
  addTotalOf(reading, noun, link);
}

/**
 * «total de reservas» is how many there are, «total das contas» what they add up to, and «total do Exterior» may be both:
 * where either is meant, the other is offered beside it.
 */
function addTotalOf(reading: Reading, noun: Item, link: string): void {
  const { money_column } = reading.lexicon.table;
  const count: Measure = { fn: 'count', column: null };
  const isAll = /^d[oa]s?$/.test(link);
  const isOfMoney = noun.kind === 'rows' && OF_MONEY.test(formOf(reading, noun));
  const isEither = money_column !== null && isAll && (isOfMoney || noun.kind === 'value');
  const sum: Measure = { fn: 'sum', column: money_column };
  const [taken, other] = isEither && isOfMoney ? [sum, count] : [count, sum];
  addMeasure(reading, taken.fn, taken.column);
  if (isEither) reading.eitherFigures.push({ taken, other });
}

/** Papers and deeds that stand for an amount. */
const OF_MONEY =
  /^(?:contas|faturas|boletos|notas|despesas|gastos|pagamentos|receitas|recebimentos|dividas|debitos|parcelas|mensalidades|cobrancas|empenhos|repasses|recibos|duplicatas|contas|compras|vendas)$/;

/** «que mais consomem água no total»: the superlative has its own amount, and what stands before «no total» is none. */
const isAdverb = (reading: Reading, index: number): boolean =>
  /^(?:no|ao|em)$/.test(formAt(reading, index - 1)) &&
  !/^(?:de|do|da|dos|das)$/.test(formAt(reading, index + 1)) &&
  reading.items.slice(0, index).some((each) => isKeyword(each, 'more', 'fewer'));

/** «total investido em saúde», «total arrecadado». */
function sumSpent(reading: Reading, index: number): boolean {
  const item = reading.items[index + 1];
  const column = only(reading);
  const form = formOf(reading, item);
  if (item?.kind !== 'word' || !column || !isParticiple(form) || !SPENT.test(form)) return false;
  consume(reading, 'sum', item);
  addMeasure(reading, 'sum', column);
  return true;
}

const SPENT =
  /^(?:gast|pag|investid|arrecadad|recebid|faturad|vendid|repassad|aplicad|desembolsad|movimentad)/;

/** «total em dinheiro», «quem mais doou em reais»: the usual amount. */
export function sumInMoney(reading: Reading, from: number): boolean {
  const column = reading.lexicon.table.money_column;
  const said = reading.items.findIndex(
    (item, at) =>
      at > from && /^(dinheiro|reais)$/.test(formOf(reading, item)) && formAt(reading, at - 1) === 'em',
  );
  if (!column || said < 0) return false;
  const item = reading.items[said];
  if (item?.kind === 'word') consume(reading, 'sum', item);
  addMeasure(reading, 'sum', column);
  return true;
}

const skipLink = (reading: Reading, at: number): number =>
  /^(de|do|da|dos|das)$/.test(formAt(reading, at)) ? at + 1 : at;
