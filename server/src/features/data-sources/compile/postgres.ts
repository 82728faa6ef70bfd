/** The expressions of PostgreSQL. */
import { quoteIdentifier, selectList } from '../../../adapters/content/columns.ts';
import { ACCENTED, PLAIN } from './accents.ts';
import type { Dialect } from './dialect.ts';

export const postgres: Dialect = {
  quote: quoteIdentifier,
  selectList,
  types: { text: 'text', integer: 'bigint', numeric: 'numeric' },
  text: (expression) => `${expression}::text`,
  // Accents go first: under the locale C `lower` knows the letters of ASCII only.
  fold: (text) => `lower(translate(${text}, '${ACCENTED}', '${PLAIN}'))`,
  matches: (text, pattern) => `${text} ~ ${pattern}`,
  pattern: { wordStart: '\\m', end: '$' },
  mentions: (expression, bind, pattern) => `${expression}::text ~* ${bind(pattern)}`,
  without: (text, pattern) => `regexp_replace(${text}, '${pattern}', '', 'g')`,
  found: (text, pattern) => `substring(${text} FROM '${pattern}')`,
  part: (text, place) => `split_part(${text}, '/', ${place})`,
  isOneOf: (expression, values, bind, type) => `${expression} = ANY(${bind(values)}::${type}[])`,
  hash: (text) => `hashtextextended(${text}, 0)`,
  number: (expression) => `${expression}::numeric`,
  readNumber: (text) => `${text}::numeric`,
  withoutZeros: (number) => `trim_scale(${number})`,
  powerOfTen: (number) => `power(10::numeric, floor(log(${number})))`,
  figureText: (value) => `(${value})::text`,
  day: (expression) => `${expression}::date`,
  daysBetween: (from, to) => `((${to}) - (${from}))`,
  hoursBetween: (from, to) => `round((extract(epoch FROM (${to}) - (${from})) / 3600)::numeric, 2)`,
  minutesOfDay: (moment) => `(extract(hour FROM ${moment}) * 60 + extract(minute FROM ${moment}))::integer`,
  // A failed cast would end the whole statement.
  dayOfParts: (year, month, day) => {
    const first = `make_date(${year}::int, ${month}::int, 1)`;
    const last = `extract(day FROM ${first} + interval '1 month' - interval '1 day')`;
    return `CASE WHEN ${day}::int <= ${last} THEN make_date(${year}::int, ${month}::int, ${day}::int) END`;
  },
  buckets: {
    year: (day) => `to_char(${day}, 'YYYY')`,
    semester: (day) =>
      `to_char(${day}, 'YYYY') || '-S' || CASE WHEN extract(month FROM ${day}) <= 6 THEN '1' ELSE '2' END`,
    quarter: (day) => `to_char(${day}, 'YYYY"-T"Q')`,
    month: (day) => `to_char(${day}, 'YYYY-MM')`,
    week: (day) => `to_char(${day}, 'IYYY"-W"IW')`,
    weekday: (day) => `to_char(${day}, 'ID')`,
    day: (day) => `to_char(${day}, 'YYYY-MM-DD')`,
  },
  // The share that is a trifle more than a half finds the upper value, so that one sorting finds both.
  medians(medians, rows, hasGroups) {
    const columns = medians.map(({ name, number, places }) => {
      const middle = (share: string) => `percentile_disc(${share}) WITHIN GROUP (ORDER BY ${number})`;
      return `round((${middle('0.5')} + ${middle('0.500000000001')}) / 2, ${places}) AS ${name}`;
    });
    const key = hasGroups ? 'h.d' : 'CAST(NULL AS bigint) AS d';
    return `SELECT ${[key, ...columns].join(', ')} FROM ${rows}${hasGroups ? ' GROUP BY GROUPING SETS ((h.d), ())' : ''}`;
  },
  commonest(spelling, rows, { keys, window }) {
    const count = window(`sum(${rows}) OVER (PARTITION BY ${[...keys, spelling].join(', ')})`);
    return `(array_agg(${spelling} ORDER BY ${count} DESC, ${spelling}))[1]`;
  },
  jsonObject: 'jsonb_build_object',
  stage: { unmerged: ' OFFSET 0', materialized: 'MATERIALIZED ' },
};
