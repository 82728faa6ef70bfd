/** Column expressions of the compiled statement: exact numbers, days, folded text, and guarded readings of text cells. */
import {
  type Bucket,
  type ColumnKind,
  columnsOfPlan,
  datesBetween,
  momentOf,
  numbersCompared,
  type Plan,
} from '#contract/table-plan.ts';
import {
  CLOCK_DURATION,
  CLOCK_PARTS,
  DAYS_PART,
  NAMED_DURATION,
  NAMED_PARTS,
  UNIT_LETTERS,
} from '../../../language/values/durations.ts';
import { FROM_UNIT, QUANTITY_TEXT } from '../../../language/values/units.ts';
import type { Dialect } from './dialect.ts';

export type TableCell = {
  name: string;
  /** PostgreSQL's name, such as «numeric(14,2)», whatever the server. */
  type: string;
  kind: ColumnKind;
  /** The column is text that holds numbers, durations or days; cells that do not fit count as empty. */
  reads: 'number' | 'duration' | 'date' | null;
  /** The number is that of the days or hours between two columns, or a number of the first less one of the second. */
  between?: { from: TableCell; to: TableCell; unit?: 'days' | 'hours' };
  /** The number is that of the minutes since midnight of this column. */
  moment?: TableCell;
};

const raw = (sql: Dialect, { name, between, moment }: TableCell): string => {
  if (moment) return sql.minutesOfDay(raw(sql, moment));
  if (!between) return `q.${sql.quote(name)}`;
  const { from, to, unit } = between;
  if (unit === 'hours') return sql.hoursBetween(raw(sql, from), raw(sql, to));
  return from.kind === 'date'
    ? sql.daysBetween(dayOf(sql, from), dayOf(sql, to))
    : lessOf(sql, numberOf(sql, from), numberOf(sql, to), from.reads !== null || to.reads !== null);
};

const hasTimes = ({ kind, type, reads }: TableCell): boolean =>
  kind === 'date' && reads === null && /^timestamp/.test(type);

/** The two moments between which days are reckoned, where both have a time of the day: one may be later on the same day. */
export function momentsOf(sql: Dialect, { between }: TableCell): { from: string; to: string } | null {
  if (!between || between.unit === 'hours' || !hasTimes(between.from) || !hasTimes(between.to)) return null;
  return { from: raw(sql, between.from), to: raw(sql, between.to) };
}

/** Texts hold numbers with more places and with fewer: «5» and «5,00» less the same are one number. */
const lessOf = (sql: Dialect, one: string, other: string, isOfTexts: boolean): string => {
  const less = `((${one}) - (${other}))`;
  return isOfTexts ? sql.withoutZeros(less) : less;
};

/** With a number for each two dates or numbers that the plan reckons with. A column of that very name comes first. */
export function withReckoned(cells: TableCell[], plan: Plan): TableCell[] {
  const known = new Map(cells.map((cell) => [cell.name, cell]));
  const made = [...columnsOfPlan(plan)].flatMap((name): TableCell[] => {
    const moment = known.has(name) ? undefined : known.get(momentOf(name) ?? '');
    if (moment)
      return hasTimes(moment) ? [{ name, type: 'integer', kind: 'number', reads: null, moment }] : [];
    const dates = datesBetween(name);
    const pair = known.has(name) ? null : (dates ?? numbersCompared(name));
    const [from, to] = [known.get(pair?.from ?? ''), known.get(pair?.to ?? '')];
    if (!from || !to) return [];
    if (dates?.unit === 'hours')
      return hasTimes(from) && hasTimes(to)
        ? [{ name, type: 'numeric', kind: 'number', reads: null, between: { from, to, unit: 'hours' } }]
        : [];
    if (dates)
      return from.kind === 'date' && to.kind === 'date'
        ? [{ name, type: 'integer', kind: 'number', reads: null, between: { from, to } }]
        : [];
    if (!isNumber(from) || !isNumber(to)) return [];
    const kind = from.kind === 'money' && to.kind === 'money' ? 'money' : 'number';
    return [{ name, type: 'numeric', kind, reads: null, between: { from, to } }];
  });
  return made.length > 0 ? [...cells, ...made] : cells;
}

/** Whether values are read from texts. */
export const readsText = ({ reads, between }: TableCell): boolean =>
  reads !== null || (between !== undefined && (between.from.reads ?? between.to.reads) !== null);

export const rawText = (sql: Dialect, cell: TableCell): string => sql.text(raw(sql, cell), cell.type);

/** «a combinar», «cortesia»: what a cell says in the place of a number. */
export const isWordsForNumber = (value: string): boolean => /\p{L}{3}/u.test(value);

export const isNumber = ({ kind }: TableCell): boolean => kind === 'number' || kind === 'money';

/** A column of few values, which are words. */
export const isOfWords = ({ kind }: TableCell): boolean => kind === 'category' || kind === 'boolean';

/** How many rows fulfil a condition. */
export const countIf = (condition: string): string => `count(CASE WHEN ${condition} THEN 1 END)`;

/** Text without case, accents and outer blanks; null where nothing is left. */
export const foldedText = (sql: Dialect, cell: TableCell): string => foldedTextOf(sql, rawText(sql, cell));

export const foldedTextOf = (sql: Dialect, text: string): string =>
  `nullif(${sql.fold(`trim(${text})`)}, '')`;

/** The elements of an array, which PostgreSQL alone has. */
export const elementsOf = (sql: Dialect, cell: TableCell): string => `${raw(sql, cell)}::text[]`;

export const plainText = (sql: Dialect, cell: TableCell): string => `nullif(trim(${rawText(sql, cell)}), '')`;

/** «R$ 1.234,56», «1.234,56», «1234.56»; anything else but a number with its unit is null. Without backslashes, which MySQL reads in literals. */
const NUMBER_TEXT =
  '^[[:space:]]*(R[$][[:space:]]*)?-?[0-9]{1,15}([.][0-9]{3}){0,8}(,[0-9]{1,6})?[[:space:]]*%?[[:space:]]*$';
const PLAIN_NUMBER_TEXT = '^[[:space:]]*-?[0-9]{1,15}[.][0-9]{1,2}[[:space:]]*$';
const DAY_TEXT = '^[[:space:]]*(0?[1-9]|[12][0-9]|3[01])/(0?[1-9]|1[0-2])/[12][0-9]{3}(?![0-9])';
const ISO_TEXT = '^[[:space:]]*[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])(?![0-9])';

/** Those of NUMBER_TEXT that are usual after «R$ »: a bounded repetition takes PostgreSQL twice as long. */
const USUAL_NUMBER = '^-?[0-9]+([.][0-9]{3})*(,[0-9]{1,6})?$';
/** As many signs hold no more digits than NUMBER_TEXT lets a number have. */
const USUAL_LENGTH = 15;

export function numberOf(sql: Dialect, cell: TableCell): string {
  if (cell.reads === 'duration') return minutesOf(sql, rawText(sql, cell));
  if (cell.reads !== 'number') return sql.number(raw(sql, cell), cell.type);
  const text = rawText(sql, cell);
  const amount = `CASE WHEN ${text} LIKE 'R$ %' THEN substr(${text}, 4) ELSE ${text} END`;
  const isUsual = `octet_length(${text}) <= ${USUAL_LENGTH} AND ${sql.matches(amount, `'${USUAL_NUMBER}'`)}`;
  const digits = `replace(${sql.without(text, '[^0-9,-]')}, ',', '.')`;
  return `CASE WHEN ${isUsual} THEN ${sql.readNumber(`replace(replace(${amount}, '.', ''), ',', '.')`)}
      WHEN ${sql.matches(text, `'${PLAIN_NUMBER_TEXT}'`)} THEN ${sql.readNumber(`trim(${text})`)}
      WHEN ${sql.matches(text, `'${NUMBER_TEXT}'`)} THEN ${sql.readNumber(digits)}
      WHEN ${sql.matches(text, `'${QUANTITY_TEXT}'`)} THEN ${quantityOf(sql, text)} END`;
}

/** The number before a unit: «2,7 kg», «1.250 km», «2.7 kg». */
function quantityOf(sql: Dialect, text: string): string {
  const number = `trim(${sql.without(text, FROM_UNIT)})`;
  const isPlain = sql.matches(number, `'${PLAIN_NUMBER_TEXT}'`);
  return `CASE WHEN ${isPlain} THEN ${sql.readNumber(number)}
      ELSE ${sql.readNumber(`replace(replace(${number}, '.', ''), ',', '.')`)} END`;
}

/** The minutes of a text such as «1h30», «45 min», «2 dias» or «01:45»; null for any other. */
function minutesOf(sql: Dialect, text: string): string {
  const bare = bareText(text);
  const timed = (pattern: string, letter: string, reckoned: string) => {
    const number = sql.readNumber(`replace(${sql.found(bare, pattern)}, ',', '.')`);
    // A pattern costs ten times as much as a letter.
    return `CASE WHEN ${bare} LIKE '%${letter}%' THEN coalesce(${number}, 0)${reckoned} ELSE 0 END`;
  };
  const days = timed(DAYS_PART, 'd', ' * 1440');
  const { hours, minutes, seconds } = NAMED_PARTS;
  const named = [days, timed(hours, 'h', ' * 60'), timed(minutes, '', ''), timed(seconds, 's', ' / 60')];
  const clock = [
    days,
    timed(CLOCK_PARTS.hours, ':', ' * 60'),
    timed(CLOCK_PARTS.minutes, ':', ''),
    timed(CLOCK_PARTS.seconds, ':%:', ' / 60'),
  ];
  return `CASE WHEN ${isNamedDuration(sql, bare)} THEN ${sql.withoutZeros(named.join(' + '))}
      WHEN ${isClockDuration(sql, bare)} THEN ${sql.withoutZeros(clock.join(' + '))} END`;
}

/** In small letters, without blanks. */
export const bareText = (text: string): string => `replace(lower(${text}), ' ', '')`;

const isNamedDuration = (sql: Dialect, bare: string): string =>
  `(${UNIT_LETTERS.map((letters) => `${bare} LIKE '%${letters}%'`).join(' OR ')}) AND ${sql.matches(bare, `'${NAMED_DURATION}'`)}`;

const isClockDuration = (sql: Dialect, bare: string): string =>
  `${bare} <> '' AND ${sql.matches(bare, `'${CLOCK_DURATION}'`)}`;

export const isDuration = (sql: Dialect, bare: string): string =>
  `(${isNamedDuration(sql, bare)}) OR (${isClockDuration(sql, bare)})`;

/** The number of a cell, or a figure with as many places, as text. */
export const numberText = (sql: Dialect, cell: TableCell, number: string): string =>
  sql.figureText(
    number,
    (readsText(cell) && cell.between?.from.kind !== 'date') ||
      cell.type === 'real' ||
      cell.type === 'double precision',
  );

export function dayOf(sql: Dialect, cell: TableCell): string {
  if (cell.reads !== 'date') return sql.day(raw(sql, cell));
  const text = `trim(${rawText(sql, cell)})`;
  const part = (place: number) => `left(${sql.part(text, place)}, 4)`;
  const iso = sql.dayOfParts(`left(${text}, 4)`, `substr(${text}, 6, 2)`, `substr(${text}, 9, 2)`);
  const brazilian = sql.dayOfParts(part(3), part(2), part(1));
  return `CASE WHEN ${sql.matches(text, `'${ISO_TEXT}'`)} THEN ${iso}
      WHEN ${sql.matches(text, `'${DAY_TEXT}'`)} THEN ${brazilian} END`;
}

/** Whether a cell has something: text of blanks has nothing, and neither has text that is not what its column holds. */
export function isFilled(sql: Dialect, cell: TableCell): string {
  if (isNumber(cell)) return `${numberOf(sql, cell)} IS NOT NULL`;
  if (cell.kind === 'date') return `${dayOf(sql, cell)} IS NOT NULL`;
  return `${plainText(sql, cell)} IS NOT NULL`;
}

/** The value by which rows are put into groups. */
export function keyOf(sql: Dialect, cell: TableCell, bucket: Bucket | null): string {
  if (cell.kind === 'date')
    return sql.buckets[bucket && bucket !== 'band' ? bucket : 'day'](dayOf(sql, cell));
  return isNumber(cell) ? numberText(sql, cell, numberOf(sql, cell)) : foldedText(sql, cell);
}

/** The value by which rows stand in order. */
export function sortKey(sql: Dialect, cell: TableCell): string {
  if (isNumber(cell)) return numberOf(sql, cell);
  if (cell.kind !== 'date') return foldedText(sql, cell);
  return cell.reads ? dayOf(sql, cell) : raw(sql, cell);
}

/** Empty values stand last where `nullsLast`, and first otherwise. */
export const sorted = (value: string, direction: 'asc' | 'desc', nullsLast = true): string =>
  `(${value}) IS NULL${nullsLast ? '' : ' DESC'}, ${value} ${direction}`;
