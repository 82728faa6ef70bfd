/** The numeric column that a word for a figure is about: «média do valor estimado», «preço médio do litro». */

import { baseForm } from '../../../../language/word-forms.ts';
import { fold, wordsOf } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  columnsOfKind,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isTakenBy,
  itemsBefore,
  preferred,
  type Reading,
} from '../reading.ts';
import { monthsIn } from '../words/lexicon.ts';
import { onlyOne } from '../words/only-one.ts';
import { rootsMeet } from '../words/roots.ts';
import type { TableColumn } from '../words/table-column.ts';

/** The numeric column that a word for a figure belongs to: the nearest after it, else the nearest before. */
export function columnNear(reading: Reading, index: number): { column: string; items: Item[] } | null {
  // «custo médio dos pacientes»: the adjective belongs to the noun before it, whatever comes after.
  if (/^(medi[oa]s?|median[oa]s?)$/.test(formAt(reading, index)) && isNoun(reading, index - 1)) {
    const own = columnAround(reading, index) ?? columnBefore(reading, index);
    if (own) return own;
  }
  return columnAround(reading, index) ?? columnAfter(reading, index) ?? columnBefore(reading, index);
}

const isNoun = (reading: Reading, at: number): boolean =>
  candidates(reading.items[at]).some((name) => isNumeric(columnNamed(reading, name)));

function columnAround(reading: Reading, index: number): { column: string; items: Item[] } | null {
  // «preço médio do litro»: the words on both sides are one name.
  const around = chainAt(reading, index - 1, isNumeric);
  const whole = around && around.to > index + 1 && around.items.length > 1 ? around : null;
  const column = whole && preferred(reading, whole.columns);
  return whole && column ? { column, items: whole.items } : null;
}

export function columnAfter(reading: Reading, index: number): { column: string; items: Item[] } | null {
  for (let at = index + 1; at < reading.items.length && at <= index + 6; at += 1) {
    const chain = chainAt(reading, at, isNumeric);
    const column = chain && preferred(reading, chain.columns);
    if (chain && column) return { column, items: chain.items };
    if (!isBetween(reading, index, at)) break;
  }
  return null;
}

/** Whether an item may stand between the word for a figure and its column. */
function isBetween(reading: Reading, index: number, at: number): boolean {
  const item = reading.items[at];
  if (!item) return false;
  return (
    isFiller(reading, item) ||
    item.kind === 'rows' ||
    isKeyword(item, 'total', 'sum', 'which', 'how_many') ||
    // «a soma e a média do valor pago»
    (isKeyword(item, 'and') && isNextFigure(reading, at)) ||
    (isKeyword(item, 'average', 'median') && at > index + 1) ||
    // «gasta em média mais horas»
    (isKeyword(item, 'more', 'fewer') && reading.items[at + 1]?.kind === 'column') ||
    formOf(reading, item) === 'geral' ||
    isTakenBy(reading, item, 'corrected')
  );
}

/** «e a média», after another figure of the same column. */
const isNextFigure = (reading: Reading, at: number): boolean =>
  reading.items
    .slice(at + 1, at + 3)
    .some((item) => isKeyword(item, 'average', 'median', 'sum') && reading.items[at - 1]?.kind === 'keyword');

export function columnBefore(reading: Reading, index: number): { column: string; items: Item[] } | null {
  for (let at = index - 1; at >= 0 && at >= index - 3; at -= 1) {
    const item = reading.items[at];
    if (!item) break;
    let start = at;
    while (start > 0 && (chainAt(reading, start - 1, isNumeric)?.to ?? 0) > at) start -= 1;
    const chain = chainAt(reading, start, isNumeric);
    const column = chain && chain.to > at ? preferred(reading, chain.columns) : null;
    if (chain && column) return { column, items: chain.items };
    if (!isFiller(reading, item) && !isKeyword(item, 'total', 'average')) break;
  }
  return null;
}

/** «e a mediana?», «e o mais caro?» after «aluguel médio» are about the rent. */
export const measuredBefore = (reading: Reading): string | null =>
  reading.before?.measures.find(({ column }) => isNumeric(columnNamed(reading, column ?? '')))?.column ??
  null;

/** «qual equipe atrasa mais em média» of «minutos de atraso»: the verb says what is averaged, else nothing is. */
export function columnOfVerb(reading: Reading, index: number): string | null {
  for (const item of itemsBefore(reading, index, VERB_REACH).toReversed()) {
    const form = formOf(reading, item);
    if (
      item.kind === 'rows' ||
      item.kind === 'keyword' ||
      form.length < VERB_LETTERS ||
      item.to > item.from + 1
    )
      continue;
    const only = onlyOne(columnsOfKind(reading, 'number', 'money'), ({ label }) =>
      wordsOf(label).some((word) => word.length >= VERB_LETTERS && rootsMeet(form, word)),
    );
    if (only) return only.name;
  }
  return null;
}

const VERB_REACH = 4;
const VERB_LETTERS = 5;

/** The only numeric column, or the usual money column. */
export function only(reading: Reading): string | null {
  const before = measuredBefore(reading);
  if (before) return before;
  const numeric = columnsOfKind(reading, 'number', 'money');
  return numeric.length === 1 ? (numeric[0]?.name ?? null) : reading.lexicon.table.money_column;
}

/** «quanto custou o livro»: a fine, a discount or interest is the price of nothing, unless it is said or the rows are such. */
export function isNoCost(reading: Reading, name: string): boolean {
  const noun = baseForm(NO_COST.exec(fold(columnNamed(reading, name)?.label ?? ''))?.[1] ?? '');
  const isAsked = reading.words.some(({ form }) => /^(?:cust|gast|compr)/.test(form));
  const isSaid = reading.lexicon.rows.has(noun) || reading.words.some(({ base }) => base === noun);
  return noun !== '' && isAsked && !isSaid && !measuredBefore(reading);
}

const NO_COST = /^(?:valor (?:d[eoa]s? )?)?(multas?|juros|descontos?|abatimentos?|estornos?|gorjetas?)\b/;

/** «o valor máximo e o mínimo»: the column of the figure before. */
export function lastMeasured(reading: Reading): { column: string; items: Item[] } | null {
  const column = reading.plan.measures.at(-1)?.column;
  return column ? { column, items: [] } : null;
}

/** The price for who buys a piece, then the other one; empty where the table has no price, or several for buyers. */
export function pricesForBuyers(reading: Reading): TableColumn[] {
  const prices = columnsOfKind(reading, 'money').filter(({ label }) => /^preco\b/.test(fold(label)));
  const sale = prices.find(({ label }) => /\bvenda\b/.test(fold(label)));
  if (!sale) return prices.length === 1 ? prices : [];
  return [sale, ...prices.filter(({ name }) => name !== sale.name)];
}

/** «faturamento 12 meses»: the usual amount is of a year, and none of a piece. */
export const isOverMonths = ({ lexicon: { table } }: Reading): boolean =>
  monthsIn(table.columns.find(({ name }) => name === table.money_column)?.label ?? '') !== undefined;
