/** Finds what is said of the rows and stands in no part of the plan («foram vendidos» of a table that knows no sales), and bounds that lost one side or their unit. */
import type { Item } from '../chunk/items.ts';
import { isOfMoney } from '../measures/how-much.ts';
import {
  columnNamed,
  formAt,
  formOf,
  isFiller,
  isKeyword,
  isNumeric,
  isTakenBy,
  itemsBefore,
  namesOf,
  type Reading,
} from '../reading.ts';
import { isHarmless } from '../words/common-words.ts';
import { COMES_ABOUT, isDoneToAny } from '../words/deeds.ts';
import { rootsMeet, sharesRoot } from '../words/roots.ts';
import { isVerbOf } from '../words/rows/themes.ts';
import { isParticiple } from '../words/verbs.ts';

/** A participle that a copula makes the predicate of the rows, with nothing after it but a period. */
export function isPredicateLost(reading: Reading, item: Item): boolean {
  const form = formOf(reading, item);
  if (item.kind !== 'word' || !isTakenBy(reading, item, 'verb between') || !isParticiple(form)) return false;
  if (isHarmless(form) || isOfTable(reading, form)) return false;
  const index = reading.items.indexOf(item);
  if (isEachTime(reading, index, form)) return false;
  const isFigure = reading.plan.measures.some(({ column }) => column !== null);
  return isFigure ? isLostOfAmount(reading, index, form) : isLostOfRows(reading, index, form);
}

/** «quantas vezes o berço B-402 foi usado»: each row is one time. */
const isEachTime = (reading: Reading, index: number, form: string): boolean =>
  isDoneToAny(form) &&
  reading.items.some((item, at) => isKeyword(item, 'how_many') && formAt(reading, at + 1) === 'vezes') &&
  itemsBefore(reading, index, 2).some(({ kind }) => kind === 'value') &&
  isLastSaid(reading, index);

/** «total das multas canceladas em 2025»: what is added up are those alone. */
const isLostOfAmount = (reading: Reading, index: number, form: string): boolean =>
  /^(?:rows|column)$/.test(reading.items[index - 1]?.kind ?? '') &&
  !isOfMoney(form) &&
  !COMES_ABOUT.test(form) &&
  isLastSaid(reading, index);

/** «quantas fêmeas foram castradas na Vila Nova?»: a place after it does not make it known. */
function isLostOfRows(reading: Reading, index: number, form: string): boolean {
  const isOfAny = COMES_ABOUT.test(form);
  const isLast = isLastSaid(reading, index);
  if (isPassive(reading, index)) return isLast || !(isOfAny || isOfMoney(form));
  return reading.items[index - 1]?.kind === 'rows' && !isOfAny && isLast;
}

/** Nothing but a period follows. */
function isLastSaid(reading: Reading, index: number): boolean {
  const next = reading.items.slice(index + 1).find((each) => !isFiller(reading, each));
  return next === undefined || next.kind === 'period';
}

const isPassive = (reading: Reading, index: number): boolean =>
  itemsBefore(reading, index, 2).some((each) =>
    /^(?:foi|foram|sido|sera|serao|sao|esta|estao|estavam|eram)$/.test(formOf(reading, each)),
  );

/** Whether it is done to all rows of the table, by its name, its description or the name of a planned column. */
export const isOfTable = ({ lexicon, plan }: Reading, form: string): boolean =>
  isVerbOf(form, lexicon.row_verbs) ||
  [...lexicon.rows, ...lexicon.mentioned, ...lexicon.described].some(
    (word) => word.length >= 5 && rootsMeet(form, word),
  ) ||
  lexicon.table.columns.some(
    (column) => plan.filters.some(({ column: name }) => name === column.name) && sharesRoot(form, column),
  );

/** «a Escola Central consome mais que a Lobato?»: a side that is only a word to look for is not compared. */
export function isSideLost(reading: Reading, item: Item): boolean {
  if (!isKeyword(item, 'more', 'fewer') || reading.texts.length === 0 || !reading.plan.rows) return false;
  const index = reading.items.indexOf(item);
  const isThan = reading.items.slice(index + 1, index + 5).some((each) => formOf(reading, each) === 'que');
  return isThan && reading.plan.order.length > 0;
}

/** «procedentes ou com multa»: the two sides of «ou» are values of one condition, or the answer is another. */
export function isChoiceLost(reading: Reading, item: Item): boolean {
  if (!isKeyword(item, 'or') || reading.used.has(item) || reading.plan.group_by.length > 0) return false;
  const at = reading.items.indexOf(item);
  const places = reading.filterItems.map((items) => items.map((each) => reading.items.indexOf(each)));
  const isWithin = places.some((own) => own.some((place) => place < at) && own.some((place) => place > at));
  // A question that ends with «ou não» asks for nothing more.
  const isOpen = reading.items
    .slice(at + 1)
    .every((each) => isFiller(reading, each) || isKeyword(each, 'not'));
  return !isWithin && !isOpen;
}

/** «entre um e dois» of a plan with one bound alone. */
export const isRangeLost = (reading: Reading, item: Item): boolean =>
  item.kind === 'comparison' &&
  item.phrase.op === 'between' &&
  reading.items.some((each) => each.kind === 'number' && isTakenBy(reading, each, 'number')) &&
  !reading.plan.filters.some(({ values }) => values.length > 1 && values[0] !== values[1]) &&
  reading.plan.having.length === 0;

const TIMES: [said: RegExp, held: RegExp][] = [
  [/^anos?$/, /\banos?\b/],
  [/^mes(?:es)?$/, /\bmes(?:es)?\b/],
  [/^dias?$/, /\bdias?\b/],
  [/^horas?$/, /\b(?:horas?|hrs?)\b/],
  [/^min(?:utos?)?$/, /\bmin(?:utos?)?\b/],
];

/** «dois anos» as two of a column in months. */
export function isUnitLost(reading: Reading, item: Item): boolean {
  if (item.kind !== 'number') return false;
  const form = formAt(reading, reading.items.indexOf(item) + 1);
  const unit = TIMES.find(([said]) => said.test(form));
  if (!unit) return false;
  return reading.plan.filters.some(({ column, values }, place) => {
    const names = namesOf(reading, column).replaceAll('_', ' ');
    const isOther = !unit[1].test(names) && TIMES.some(([, held]) => held.test(names));
    return (
      isOther &&
      isNumeric(columnNamed(reading, column)) &&
      reading.filterItems[place]?.includes(item) === true &&
      values.includes(item.number.value)
    );
  });
}
