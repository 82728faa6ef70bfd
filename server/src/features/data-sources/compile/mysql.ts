/** The expressions of MySQL 8 and MariaDB. */
import {
  mysqlSelectList,
  mysqlText,
  quoteMysqlName,
  withDay,
} from '../../../adapters/content/mysql/columns.ts';
import { ACCENTED, PLAIN } from './accents.ts';
import type { Dialect, Median } from './dialect.ts';

/** No collation of both servers folds as PostgreSQL's statements do, and neither server has `translate`. */
const SMALL_LETTERS = Array.from(ACCENTED, (letter, place) => [letter, PLAIN[place]] as const).filter(
  ([letter]) => letter === letter.toLowerCase(),
);

const WORD_START = '(?<![\\p{L}\\p{N}_])';

/** A cast that fits every number that is read from a text. */
const READ_NUMBER = 'DECIMAL(46,6)';

const isFloat = (type: string): boolean => type === 'real' || type === 'double precision';

/** Empty cells stand last and are not counted. */
function mediansSql(medians: Median[], rows: string, group: string | null): string {
  const of = group ? `PARTITION BY ${group} ` : '';
  const placed = medians.flatMap(({ name, number }) => [
    `${number} AS ${name}`,
    `ROW_NUMBER() OVER (${of}ORDER BY (${number}) IS NULL, ${number}) AS ${name}_at`,
    `COUNT(${number}) OVER (${of.trim()}) AS ${name}_count`,
  ]);
  const middles = medians.map(({ name, places }) => {
    const isMiddle = `v.${name}_at IN ((v.${name}_count + 1) DIV 2, (v.${name}_count + 2) DIV 2)`;
    return `ROUND(AVG(CASE WHEN ${isMiddle} THEN v.${name} END), ${places}) AS ${name}`;
  });
  const columns = [`${group ?? 'NULL'} AS d`, ...placed].join(', ');
  return `SELECT ${[group ? 'v.d' : 'NULL AS d', ...middles].join(', ')}
    FROM (SELECT ${columns} FROM ${rows}) AS v${group ? ' GROUP BY v.d' : ''}`;
}

export const mysql: Dialect = {
  quote: quoteMysqlName,
  selectList: mysqlSelectList,
  types: { text: 'CHAR', integer: 'SIGNED', numeric: 'DECIMAL(65,30)' },
  // Booleans are numbers there, and are shown as PostgreSQL shows its own.
  text: (expression, type) =>
    mysqlText(
      type === 'boolean'
        ? `CASE WHEN ${expression} THEN 'true' WHEN NOT ${expression} THEN 'false' END`
        : expression,
    ),
  fold: (text) =>
    SMALL_LETTERS.reduce(
      (inner, [letter, plain]) => `REPLACE(${inner}, '${letter}', '${plain}')`,
      `LOWER(${text})`,
    ),
  matches: (text, pattern) => `${text} REGEXP ${pattern}`,
  // A dollar sign would also match before a final line break.
  pattern: { wordStart: WORD_START, end: '\\z' },
  mentions: (expression, bind, pattern) =>
    `LOWER(${mysqlText(expression)}) REGEXP ${bind(pattern.replaceAll('\\m', WORD_START))}`,
  without: (text, pattern) => `REGEXP_REPLACE(${text}, '${pattern}', '')`,
  found: (text, pattern) => `NULLIF(REGEXP_SUBSTR(${text}, '${pattern}'), '')`,
  part: (text, place) => `SUBSTRING_INDEX(SUBSTRING_INDEX(${text}, '/', ${place}), '/', -1)`,
  isOneOf(expression, values, bind, type) {
    const one = (value: string) => (type === 'text' ? bind(value) : `CAST(${bind(value)} AS DECIMAL(65,30))`);
    return `${expression} IN (${values.map(one).join(', ') || 'NULL'})`;
  },
  hash: (text) => `MD5(${text})`,
  number: (expression, type) => (isFloat(type) ? `CAST(${expression} AS DECIMAL(65,15))` : expression),
  readNumber: (text) => `CAST(${text} AS ${READ_NUMBER})`,
  // They are taken from the text of the figure.
  withoutZeros: (number) => number,
  powerOfTen: (number) => `CAST(POWER(10, FLOOR(LOG10(${number}))) AS DECIMAL(65,30))`,
  figureText: (value, isPadded) =>
    isPadded
      ? `TRIM(TRAILING '.' FROM TRIM(TRAILING '0' FROM CAST(${value} AS CHAR)))`
      : `CAST(${value} AS CHAR)`,
  day: (expression) => withDay(expression, `CAST(${expression} AS DATE)`),
  daysBetween: (from, to) => `DATEDIFF(${to}, ${from})`,
  hoursBetween: (from, to) => `ROUND(TIMESTAMPDIFF(SECOND, ${from}, ${to}) / 3600, 2)`,
  minutesOfDay: (moment) => `(HOUR(${moment}) * 60 + MINUTE(${moment}))`,
  dayOfParts: (year, month, day) => `CAST(CONCAT(${year}, '-', ${month}, '-', ${day}) AS DATE)`,
  buckets: {
    year: (day) => `DATE_FORMAT(${day}, '%Y')`,
    semester: (day) => `CONCAT(DATE_FORMAT(${day}, '%Y'), '-S', IF(MONTH(${day}) <= 6, '1', '2'))`,
    quarter: (day) => `CONCAT(DATE_FORMAT(${day}, '%Y'), '-T', QUARTER(${day}))`,
    month: (day) => `DATE_FORMAT(${day}, '%Y-%m')`,
    week: (day) => `DATE_FORMAT(${day}, '%x-W%v')`,
    weekday: (day) => `CAST(WEEKDAY(${day}) + 1 AS CHAR)`,
    day: (day) => `DATE_FORMAT(${day}, '%Y-%m-%d')`,
  },
  medians(medians, rows, hasGroups) {
    const ofAll = mediansSql(medians, rows, null);
    return hasGroups ? `${mediansSql(medians, rows, 'h.d')} UNION ALL ${ofAll}` : ofAll;
  },
  // The smallest text of those that begin with how many rows a spelling lacks.
  commonest(spelling, rows, { keys, window }) {
    const count = window(`SUM(${rows}) OVER (PARTITION BY ${[...keys, spelling].join(', ')})`);
    return `SUBSTRING(MIN(CONCAT(LPAD(CAST(9999999999 - ${count} AS CHAR), 10, '0'), ${spelling})), 11)`;
  },
  jsonObject: 'JSON_OBJECT',
  stage: { unmerged: '', materialized: '' },
};
