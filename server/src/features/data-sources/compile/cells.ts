/** Column expressions of the compiled statement: exact numbers, days, folded text, and guarded readings of text cells. */
import type { Bucket, ColumnKind } from '#contract/table-plan.ts';
import { quoteIdentifier } from '../../../adapters/content/columns.ts';

export type TableCell = {
  name: string;
  /** PostgreSQL's name, such as «numeric(14,2)». */
  type: string;
  kind: ColumnKind;
  /** The column is text that holds numbers or days; cells that do not fit count as empty. */
  reads: 'number' | 'date' | null;
};

const ACCENTED = 'áàâãäéèêëíìîïóòôõöúùûüçñÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑ';
const PLAIN = 'aaaaaeeeeiiiiooooouuuucnAAAAAEEEEIIIIOOOOOUUUUCN';

const raw = ({ name }: TableCell): string => `q.${quoteIdentifier(name)}`;

export const rawText = (cell: TableCell): string => `${raw(cell)}::text`;

export const isNumber = ({ kind }: TableCell): boolean => kind === 'number' || kind === 'money';

/** A column of few values, which are words. */
export const isOfWords = ({ kind }: TableCell): boolean => kind === 'category' || kind === 'boolean';

/**
 * Text without case, accents and outer blanks; null where nothing is left. Accents go first: under the locale C
 * `lower` knows the letters of ASCII only.
 */
export const foldedText = (cell: TableCell): string => foldedTextOf(raw(cell));

export const foldedTextOf = (text: string): string =>
  `nullif(lower(translate(btrim(${text}::text), '${ACCENTED}', '${PLAIN}')), '')`;

/**
 * A pattern of all spellings that fold to a text: asking for it costs a tenth of folding. Null for a letter whose capital
 * some locales do not know.
 */
export function spellingsOf(folded: string): string | null {
  const signs = Array.from(folded, (sign) => {
    if (/[a-z]/.test(sign)) return `[${sign}${sign.toUpperCase()}${accented(sign)}]`;
    if (sign.toUpperCase() !== sign) return null;
    return sign.replace(/[\\^$.|?*+()[\]{}]/, String.raw`\$&`);
  });
  return signs.includes(null) ? null : signs.join('');
}

const accented = (letter: string): string =>
  Array.from(ACCENTED)
    .filter((_, place) => PLAIN[place]?.toLowerCase() === letter)
    .join('');

/** The beginning of a text or of a word in it; not every locale counts letters with accents among those of words. */
export const WORD_START = String.raw`(?:^|[^\w${ACCENTED}])`;

/** The elements of an array. */
export const elementsOf = (cell: TableCell): string => `${raw(cell)}::text[]`;

export const plainText = (cell: TableCell): string => `nullif(btrim(${raw(cell)}::text), '')`;

/** «R$ 1.234,56», «1.234,56», «1234.56»; anything else is null. */
const NUMBER_TEXT = String.raw`^\s*(?:R\$\s*)?-?\d{1,15}(?:\.\d{3})*(?:,\d{1,6})?\s*%?\s*$`;
const PLAIN_NUMBER_TEXT = String.raw`^\s*-?\d{1,15}\.\d{1,2}\s*$`;
const DAY_TEXT = String.raw`^\s*(0?[1-9]|[12]\d|3[01])/(0?[1-9]|1[0-2])/[12]\d{3}(?!\d)`;
const ISO_TEXT = String.raw`^\s*[12]\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(?!\d)`;

/** The usual ones of NUMBER_TEXT, after «R$ »: a bounded repetition takes twice as long. */
const USUAL_NUMBER = String.raw`^-?[0-9]+(?:\.[0-9]{3})*(?:,[0-9]{1,6})?$`;
/** As many signs hold no more digits than NUMBER_TEXT lets a number have. */
const USUAL_LENGTH = 15;

export function numberOf(cell: TableCell): string {
  const text = `${raw(cell)}::text`;
  if (cell.reads !== 'number') return `${raw(cell)}::numeric`;
  const amount = `CASE WHEN ${text} LIKE 'R$ %' THEN substr(${text}, 4) ELSE ${text} END`;
  const decimal = (written: string) => `replace(replace(${written}, '.', ''), ',', '.')::numeric`;
  return `CASE WHEN octet_length(${text}) <= ${USUAL_LENGTH} AND ${amount} ~ '${USUAL_NUMBER}' THEN ${decimal(amount)}
      WHEN ${text} ~ '${PLAIN_NUMBER_TEXT}' THEN btrim(${text})::numeric
      WHEN ${text} ~ '${NUMBER_TEXT}' THEN ${decimal(`regexp_replace(${text}, '[^0-9,.-]', '', 'g')`)} END`;
}

export function dayOf(cell: TableCell): string {
  if (cell.reads !== 'date') return `${raw(cell)}::date`;
  const text = `btrim(${raw(cell)}::text)`;
  const part = (place: number) => `left(split_part(${text}, '/', ${place}), 4)`;
  const iso = existingDay(`left(${text}, 4)`, `substr(${text}, 6, 2)`, `substr(${text}, 9, 2)`);
  const brazilian = existingDay(part(3), part(2), part(1));
  return `CASE WHEN ${text} ~ '${ISO_TEXT}' THEN ${iso} WHEN ${text} ~ '${DAY_TEXT}' THEN ${brazilian} END`;
}

/** Null for a day that its month does not have, such as 31 February: a failed cast would end the whole statement. */
function existingDay(year: string, month: string, day: string): string {
  const first = `make_date(${year}::int, ${month}::int, 1)`;
  const last = `extract(day FROM ${first} + interval '1 month' - interval '1 day')`;
  return `CASE WHEN ${day}::int <= ${last} THEN make_date(${year}::int, ${month}::int, ${day}::int) END`;
}

/** Whether a cell has something: text of blanks has nothing, and neither has text that is not what its column holds. */
export function isFilled(cell: TableCell): string {
  if (cell.kind === 'number' || cell.kind === 'money') return `${numberOf(cell)} IS NOT NULL`;
  if (cell.kind === 'date') return `${dayOf(cell)} IS NOT NULL`;
  return `${plainText(cell)} IS NOT NULL`;
}

const BUCKETS: Record<Exclude<Bucket, 'band'>, (day: string) => string> = {
  year: (day) => `to_char(${day}, 'YYYY')`,
  semester: (day) =>
    `to_char(${day}, 'YYYY') || '-S' || CASE WHEN extract(month FROM ${day}) <= 6 THEN '1' ELSE '2' END`,
  quarter: (day) => `to_char(${day}, 'YYYY"-T"Q')`,
  month: (day) => `to_char(${day}, 'YYYY-MM')`,
  week: (day) => `to_char(${day}, 'IYYY"-W"IW')`,
  weekday: (day) => `to_char(${day}, 'ID')`,
  day: (day) => `to_char(${day}, 'YYYY-MM-DD')`,
};

/** The value by which rows are put into groups. */
export function keyOf(cell: TableCell, bucket: Bucket | null): string {
  if (bucket && bucket !== 'band' && cell.kind === 'date') return BUCKETS[bucket](dayOf(cell));
  if (cell.kind === 'date') return BUCKETS.day(dayOf(cell));
  if (cell.kind === 'number' || cell.kind === 'money') return `(${numberOf(cell)})::text`;
  return foldedText(cell);
}
