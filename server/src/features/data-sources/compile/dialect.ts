/** The expressions of a statement that database servers write differently. All others are written once, in `cells.ts`. */
import type { Bucket } from '#contract/table-plan.ts';
import type { ContentColumn } from '../../../adapters/content/columns.ts';

/** Binds a value; `words` are shown in its place to somebody who asks how a figure was made. */
export type Bind = (value: unknown, words?: unknown) => string;

/** The groups in which a figure is counted. */
export type Groups = {
  /** Empty for all rows together. */
  keys: string[];
  /** The name of an expression that is computed for each row before the rows are put into groups. */
  window: (expression: string) => string;
};

/** Exact: the mean of the lower and the upper middle value, without floating point. */
export type Median = { name: string; number: string; places: number };

export type Dialect = {
  /** Only for names that the database itself returned. */
  quote: (name: string) => string;
  selectList: (columns: ContentColumn[], alias: string) => string;
  /** The types of casts. */
  types: { text: string; integer: string; numeric: string };
  /** A value as text that is compared letter by letter; `type` is PostgreSQL's name for its type. */
  text: (expression: string, type?: string) => string;
  /** A text in lower case without accents. */
  fold: (text: string) => string;
  /** Whether a text matches a pattern, which is an expression: a literal without backslashes, or a bound value. */
  matches: (text: string, pattern: string) => string;
  /** The beginning of a word and the end of a text in patterns. */
  pattern: { wordStart: string; end: string };
  /** Whether a value as text matches a pattern of `prefix-patterns.ts`, whatever its case. */
  mentions: (expression: string, bind: Bind, pattern: string) => string;
  /** A text without the signs that match a pattern. */
  without: (text: string, pattern: string) => string;
  /** The first part of a text that matches a pattern without groups; null where none does. */
  found: (text: string, pattern: string) => string;
  /** The nth of the parts that a slash separates. */
  part: (text: string, place: number) => string;
  /** Whether an expression equals one of the bound values. */
  isOneOf: (expression: string, values: string[], bind: Bind, type: 'text' | 'numeric') => string;
  /** Equal texts have equal hashes, which are short: long texts are counted within the memory of a connection. */
  hash: (text: string) => string;
  /** An exact number; `type` is PostgreSQL's name for its type. */
  number: (expression: string, type: string) => string;
  /** The number of a text that holds its digits, a sign and a decimal point. */
  readNumber: (text: string) => string;
  /** A number without the zeros that reckoning has put behind it. */
  withoutZeros: (number: string) => string;
  /** The largest power of ten that is not above a number, which is above zero. */
  powerOfTen: (number: string) => string;
  /** A value as the text of a figure. `isPadded`: reading or casting has put zeros behind the number. */
  figureText: (value: string, isPadded: boolean) => string;
  /** The day of a date or a time. */
  day: (expression: string) => string;
  /** The number of days from one day to another. */
  daysBetween: (from: string, to: string) => string;
  /** The hours from one moment to another, with two places. */
  hoursBetween: (from: string, to: string) => string;
  /** The minutes of a moment since midnight. */
  minutesOfDay: (moment: string) => string;
  /** Null for a day that its month does not have. */
  dayOfParts: (year: string, month: string, day: string) => string;
  buckets: Record<Exclude<Bucket, 'band'>, (day: string) => string>;
  /** Selects medians under their names: of all rows, where `d` is null, and of each group `h.d` where there are groups. */
  medians: (medians: Median[], rows: string, hasGroups: boolean) => string;
  /** The commonest of the spellings in a group, with the number of rows of each. */
  commonest: (spelling: string, rows: string, groups: Groups) => string;
  /** The function that makes an object of names and values. */
  jsonObject: string;
  /** Written where a stage of a statement may not be merged with the next one. */
  stage: { unmerged: string; materialized: string };
};
