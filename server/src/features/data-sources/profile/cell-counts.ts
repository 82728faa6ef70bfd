/** Counts of the cells of a column, by which its kind is guessed. */
import { type ContentColumn, isNumeric, isTemporal } from '../../../adapters/content/columns.ts';
import type { ContentRow } from '../../../adapters/content/read-only-session.ts';
import { TIME_OF_DAY } from '../../../language/values/durations.ts';
import { BEFORE_UNIT, QUANTITY_TEXT, unitShown } from '../../../language/values/units.ts';
import { bareText, countIf, isDuration, plainText, type TableCell } from '../compile/cells.ts';
import type { Dialect } from '../compile/dialect.ts';
import type { CellCounts } from './column-kinds.ts';

/** Without backslashes, which one server writes twice. */
const NUMBER_TEXT =
  '^[[:space:]]*(R[$][[:space:]]*)?-?[0-9]{1,3}([.]?[0-9]{3})*([.,][0-9]{1,6})?[[:space:]]*%?[[:space:]]*$';
const AMOUNT_TEXT = '^[[:space:]]*R[$]';
/** «01310», «12345678901»: digits that are no amount. */
const CODE_TEXT = '^[[:space:]]*(0[0-9]|[0-9]{8,}[[:space:]]*$)';
const DAY_TEXT = '^[[:space:]]*([0-9]{1,2}/[0-9]{1,2}/[0-9]{4}|[0-9]{4}-[0-9]{2}-[0-9]{2})';

const plainCell = ({ name, type }: ContentColumn): TableCell => ({ name, type, kind: 'text', reads: null });

export function countsOf(sql: Dialect, column: ContentColumn, place: number): string[] {
  const text = plainText(sql, plainCell(column));
  const isText = !isNumeric(column) && !isTemporal(column) && column.type !== 'boolean';
  const matching = (pattern: string) => (isText ? countIf(sql.matches(text, `'${pattern}'`)) : '0');
  return [
    `count(${text}) AS f${place}`,
    `count(DISTINCT ${sql.hash(text)}) AS d${place}`,
    `coalesce(avg(char_length(${text})), 0) AS l${place}`,
    `${matching(NUMBER_TEXT)} AS n${place}`,
    `${matching(CODE_TEXT)} AS c${place}`,
    `${matching(AMOUNT_TEXT)} AS m${place}`,
    `${matching(DAY_TEXT)} AS t${place}`,
    ...unitsOf(sql, text, { isText, place }),
    ...durationsOf(sql, text, { isText, place }),
  ];
}

/** How many cells hold a number with a unit, and the first and the last of those units: they are one where both are the same. */
function unitsOf(
  sql: Dialect,
  text: string,
  { isText, place }: { isText: boolean; place: number },
): string[] {
  if (!isText) return [];
  const isQuantity = sql.matches(text, `'${QUANTITY_TEXT}'`);
  const unit = `CASE WHEN ${isQuantity} THEN ${sql.fold(sql.without(text, BEFORE_UNIT))} END`;
  return [
    `${countIf(isQuantity)} AS q${place}`,
    `${sql.text(`min(${unit})`)} AS u${place}`,
    `${sql.text(`max(${unit})`)} AS v${place}`,
  ];
}

/** How many cells hold a duration, and how many of those may be a time of the day. */
function durationsOf(
  sql: Dialect,
  text: string,
  { isText, place }: { isText: boolean; place: number },
): string[] {
  if (!isText) return [];
  const bare = bareText(text);
  return [
    `${countIf(isDuration(sql, bare))} AS r${place}`,
    `${countIf(sql.matches(bare, `'${TIME_OF_DAY}'`))} AS k${place}`,
  ];
}

export function countsAt(counts: ContentRow, place: number): Omit<CellCounts, 'rows'> {
  const number = (key: string) => Number(counts[`${key}${place}`] ?? 0);
  return {
    filled: number('f'),
    distinct: number('d'),
    letters: number('l'),
    numbers: number('n'),
    codes: number('c'),
    amounts: number('m'),
    days: number('t'),
    quantities: number('q'),
    durations: number('r'),
    times: number('k'),
    unit: sameUnit(textOf(counts[`u${place}`]), textOf(counts[`v${place}`])),
  };
}

const sameUnit = (first: string | null, last: string | null): string | null => {
  const unit = first === null ? null : unitShown(first.trim());
  return unit !== null && last !== null && unit === unitShown(last.trim()) ? unit : null;
};

export const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
