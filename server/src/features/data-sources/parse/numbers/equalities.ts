/** Numbers without a comparison: «7 propostas», «nota 5», «nenhuma proposta». */

import { fold } from '../../../../language/words.ts';
import type { Item } from '../chunk/items.ts';
import { addFilter } from '../filters.ts';
import {
  candidates,
  chainAt,
  columnNamed,
  consume,
  formAt,
  formOf,
  isGroupable,
  isKeyword,
  isNumeric,
  isUsed,
  preferred,
  type Reading,
} from '../reading.ts';
import { monthsIn } from '../words/lexicon.ts';
import { isFiniteVerb } from '../words/verbs.ts';
import { chainStart } from './column-chains.ts';
import { consumeUnit, unitColumn } from './units.ts';

/** «nenhuma proposta», «uma única proposta», «apenas um lance». */
export function readWordForFew(reading: Reading, index: number): void {
  const item = reading.items[index];
  const form = formOf(reading, item);
  const isNone = /^nenhum[as]?$|^zero$/.test(form);
  const isOne = /^uma?$/.test(form);
  if (!item || isUsed(reading, item) || (!isNone && !isOne)) return;
  const at =
    /^(so|unic[oa])$/.test(formAt(reading, index + 1)) || isKeyword(reading.items[index + 1], 'distinct')
      ? index + 2
      : index + 1;
  const chain = chainAt(reading, at, (column) => column?.kind === 'number');
  const column = chain && preferred(reading, chain.columns);
  if (!chain || !column) return;
  const value = isNone ? '0' : '1';
  consume(reading, 'number', item, ...reading.items.slice(index + 1, at), ...chain.items);
  addFilter(reading, { column, op: 'between', values: [value, value] }, item);
}

/** «nota 9 ou 10»: the second of two numbers. */
function otherNumber(reading: Reading, index: number): { value: string; items: Item[] } | null {
  const [link, next] = [reading.items[index + 1], reading.items[index + 2]];
  const isPair = isKeyword(link, 'or') && next?.kind === 'number' && !isUsed(reading, next);
  return link && isPair && next.number.unit === null
    ? { value: next.number.value, items: [link, next] }
    : null;
}

/** «segundo bimestre», «3ª série» of a column with just that name. */
const isStep = (reading: Reading, item: Item | undefined): boolean =>
  item?.kind === 'column' &&
  item.columns.some((name) => {
    const column = columnNamed(reading, name);
    return column?.kind === 'number' && fold(column.label) === formOf(reading, item);
  });

/** «12 meses» of the «faturamento 12 meses» is what the column is over, and no number in it. */
const isOfName = (reading: Reading, index: number): boolean => {
  const item = reading.items[index];
  return (
    item?.kind === 'number' &&
    formAt(reading, index + 1) === 'meses' &&
    reading.lexicon.table.columns.some(({ label }) => monthsIn(label) === item.number.value)
  );
};

/** «7 propostas», «com nota 5», «carga horária de 40 horas», but not «os 5 municípios». */
export function readEquality(reading: Reading, index: number): void {
  const item = reading.items[index];
  if (item?.kind !== 'number' || isUsed(reading, item)) return;
  if (item.number.isOrdinal && !isStep(reading, reading.items[index + 1])) return;
  if (item.number.unit === 'percent' || isOfName(reading, index)) return;
  const found = equalColumns(reading, index);
  const column = found && preferred(reading, found.columns);
  if (!found || !column) return;
  consume(reading, 'number', item, ...found.items);
  consumeUnit(reading, index);
  const other = otherNumber(reading, index);
  if (other) {
    consume(reading, 'number', ...other.items);
    addFilter(reading, { column, op: 'in', values: [item.number.value, other.value] }, item);
  } else addFilter(reading, { column, op: 'between', values: [item.number.value, item.number.value] }, item);
}

/** The columns that a number is about: named before it, named after it, or counted in its unit. */
function equalColumns(reading: Reading, index: number): { columns: string[]; items: Item[] } | null {
  const item = reading.items[index];
  const before = isTopWord(reading, index) ? null : equalBefore(reading, index);
  if (before) return before;
  const isStepped = item?.kind === 'number' && item.number.isOrdinal;
  // «o carro 1009 rodou»: the verb has a subject, and is no amount of so many.
  const isSubject = isFiniteVerb(formAt(reading, index + 1));
  const after =
    isSubject || (isTopNumber(reading, index) && !isStepped) ? null : chainAt(reading, index + 1, isNumeric);
  return after ?? unitColumn(reading, index);
}

const isTopWord = (reading: Reading, index: number): boolean => isKeyword(reading.items[index - 1], 'top');

/** «as 3 maiores», «os 5 municípios», «3 primeiras». */
function isTopNumber(reading: Reading, index: number): boolean {
  const next = reading.items[index + 1];
  const isArticle = /^(o|a|os|as)$/.test(formAt(reading, index - 1));
  return (
    isArticle ||
    isTopWord(reading, index) ||
    isKeyword(next, 'largest', 'smallest', 'more', 'fewer', 'recent', 'old', 'expensive', 'cheap') ||
    candidates(next).some((name) => isGroupable(columnNamed(reading, name)))
  );
}

function equalBefore(reading: Reading, index: number): { columns: string[]; items: Item[] } | null {
  for (let at = index - 1; at >= 0 && at >= index - 3; at -= 1) {
    const item = reading.items[at];
    if (!item) return null;
    if (/^(de|igual|e|foi|com)$/.test(formOf(reading, item)) && item.kind === 'word') continue;
    const chain = chainAt(reading, chainStart(reading, at), isNumeric);
    return chain && chain.to > at ? chain : null;
  }
  return null;
}
