/** Conditions of a plan as expressions in which every value is bound. */
import type { Condition } from '#contract/table-plan.ts';
import { addDays, monthsPeriod, type Period, yearPeriod } from '../../../language/values/calendar.ts';
import { fold } from '../../../language/words.ts';
import { spellingsOf, WORD_START } from './accents.ts';
import {
  dayOf,
  elementsOf,
  foldedText,
  foldedTextOf,
  isFilled,
  isNumber,
  isWordsForNumber,
  momentsOf,
  numberOf,
  plainText,
  rawText,
  type TableCell,
} from './cells.ts';
import type { Bind, Dialect } from './dialect.ts';

/** The notation of the server, and where values are bound. */
export type Notation = { sql: Dialect; bind: Bind };

/** One condition of each clause holds, over rows that the statement calls `q`. */
export function clausesSql(cells: TableCell[], clauses: Condition[][], notation: Notation): string {
  const known = new Map(cells.map((cell) => [cell.name, cell]));
  const parts = clauses.map((conditions) => {
    const ways = conditions.map((condition) => {
      const cell = known.get(condition.column);
      if (!cell) throw new Error(`the table has no column ${condition.column}`);
      return conditionSql(cell, condition, notation);
    });
    return `(${ways.length > 1 ? ways.map((way) => `(${way})`).join(' OR ') : ways[0]})`;
  });
  return parts.join(' AND ') || 'true';
}

export const conditionsSql = (cells: TableCell[], conditions: Condition[], notation: Notation): string =>
  clausesSql(
    cells,
    conditions.map((condition) => [condition]),
    notation,
  );

function conditionSql(cell: TableCell, condition: Condition, notation: Notation): string {
  const { op } = condition;
  if (op === 'empty') return `NOT (${isFilled(notation.sql, cell)})`;
  if (op === 'filled') return isFilled(notation.sql, cell);
  if (cell.kind === 'date') return dayCondition(cell, condition, notation);
  return isNumber(cell) && !asksForWords(cell, condition)
    ? numberCondition(cell, condition, notation)
    : textCondition(cell, condition, notation);
}

/** «com valor a combinar»: the text of cells that hold words where the others hold numbers. */
export const asksForWords = ({ reads }: TableCell, { op, values }: Condition): boolean =>
  (reads === 'number' || reads === 'duration') &&
  (op === 'in' || op === 'not_in') &&
  values.length > 0 &&
  values.every(isWordsForNumber);

function textCondition(cell: TableCell, { op, values }: Condition, notation: Notation): string {
  const { sql, bind } = notation;
  const asked = values.map((value) => fold(value).trim());
  if (cell.type.endsWith('[]') && (op === 'in' || op === 'not_in'))
    return `${op === 'in' ? '' : 'NOT '}EXISTS (SELECT FROM unnest(${elementsOf(sql, cell)}) AS e
      WHERE ${sql.isOneOf(foldedTextOf(sql, 'e'), asked, bind, 'text')})`;
  const found = (search: TextSearch) =>
    foundText(cell, { search, asked, words: values.join(', ') }, notation);
  if (op === 'in' || op === 'starts_with' || op === 'contains') return found(op);
  // «não são do Hiperdia»: what has no value is not of that value either.
  if (op === 'not_in') return `NOT coalesce(${found('in')}, false)`;
  if (op === 'not_contains') return `NOT coalesce(${found('contains')}, false)`;
  return `${plainText(sql, cell)} ${op === 'between' ? '=' : op} ${bind(values[0] ?? '')}`;
}

type TextSearch = 'in' | 'starts_with' | 'contains';

/** `asked`: folded. */
type SoughtText = { search: TextSearch; asked: string[]; words: string };

function foundText(cell: TableCell, { search, asked, words }: SoughtText, notation: Notation): string {
  const { sql, bind } = notation;
  const pattern = patternOf(search, asked, sql);
  if (pattern === null) return foldedCondition(cell, search, asked, notation);
  // A blank text has no word, as an empty one has none.
  return sql.matches(search === 'contains' ? rawText(sql, cell) : plainText(sql, cell), bind(pattern, words));
}

/** Longer patterns take more than they save. */
const PATTERN_LETTERS = 100;

/** A text is looked for from the beginning of a word on: «mina» is not in «iluminação». Null where only folding finds it. */
function patternOf(op: TextSearch, asked: string[], { pattern }: Dialect): string | null {
  const spellings = asked.map(spellingsOf);
  if (
    !asked.length ||
    asked.includes('') ||
    spellings.includes(null) ||
    asked.join('').length > PATTERN_LETTERS
  )
    return null;
  if (op === 'contains')
    return spellings.map((one, place) => `${beginsWord(asked[place]) ? WORD_START : ''}${one}`).join('|');
  return `^(?:${spellings.join('|')})${op === 'starts_with' ? '' : pattern.end}`;
}

function foldedCondition(cell: TableCell, op: TextSearch, asked: string[], { sql, bind }: Notation): string {
  const folded = foldedText(sql, cell);
  if (op === 'in') return sql.isOneOf(folded, asked, bind, 'text');
  const isLike = (pattern: string, words: string) => `${folded} LIKE ${bind(pattern, words)}`;
  const found = asked.map((text) => {
    if (op === 'starts_with') return isLike(`${escaped(text)}%`, text);
    if (text.length > WORD_LENGTH_MAX) return isLike(`%${escaped(text)}%`, text);
    return sql.matches(
      folded,
      bind(`${beginsWord(text) ? sql.pattern.wordStart : ''}${asPattern(text)}`, text),
    );
  });
  return `(${found.join(' OR ') || 'false'})`;
}

/** PostgreSQL refuses longer patterns as too complex. */
const WORD_LENGTH_MAX = 200;

const beginsWord = (text = ''): boolean => /^[\p{L}\p{N}]/u.test(text);

const asPattern = (text: string): string => text.replace(/[\\^$.|?*+()[\]{}]/g, (sign) => `\\${sign}`);

const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

function numberCondition(cell: TableCell, { op, values }: Condition, { sql, bind }: Notation): string {
  // «fechados depois do prazo»: an hour late is late.
  const moments = values[0] === '0' && (op === '>' || op === '<=') ? momentsOf(sql, cell) : null;
  if (moments) return `${moments.to} ${op} ${moments.from}`;
  const number = numberOf(sql, cell);
  const [first = '0', second = first] = values;
  const one = (value: string) => `CAST(${bind(value)} AS ${sql.types.numeric})`;
  if (op === 'between') return `${number} BETWEEN ${one(first)} AND ${one(second)}`;
  if (op === 'in' || op === 'not_in')
    return `${op === 'in' ? '' : 'NOT '}(${sql.isOneOf(number, values, bind, 'numeric')})`;
  return `${number} ${op} ${one(first)}`;
}

function dayCondition(cell: TableCell, { op, values }: Condition, { sql, bind }: Notation): string {
  const day = dayOf(sql, cell);
  const [first = '', second = first] = values;
  const one = (value: string) => `CAST(${bind(value)} AS date)`;
  const within = ({ first: from, last }: Period) =>
    `${day} >= ${one(from)} AND ${day} < ${one(addDays(last, 1))}`;
  if (op === 'between') return within({ first, last: second });
  if (op === 'in' || op === 'not_in') {
    const onWeekday = (key: string) => `${sql.buckets.weekday(day)} = ${bind(key)}`;
    const any = values
      .map((key) => (isWeekday(key) ? `(${onWeekday(key)})` : `(${within(periodOf(key))})`))
      .join(' OR ');
    return op === 'in' ? `(${any})` : `NOT (${any})`;
  }
  if (op === '<' || op === '>=') return `${day} ${op} ${one(first)}`;
  return op === '>' ? `${day} >= ${one(addDays(first, 1))}` : `${day} < ${one(addDays(first, 1))}`;
}

/** The key of a day of the week, as groups by it have: `1` (Monday) to `7`. */
export const isWeekday = (key: string): boolean => /^[1-7]$/.test(key);

/** The days of a key: `2025`, `2025-S1`, `2025-T1`, `2025-03`, a day, or two days with a slash between. */
export function periodOf(key: string): Period {
  const [first = key, last] = key.split('/');
  if (last) return { first, last };
  const year = Number(key.slice(0, 4));
  if (/^\d{4}$/.test(key)) return yearPeriod(year);
  const part = Number(key.slice(6));
  if (/-S\d$/.test(key)) return monthsPeriod(year, part * 6 - 5, 6);
  if (/-T\d$/.test(key)) return monthsPeriod(year, part * 3 - 2, 3);
  if (/^\d{4}-\d\d$/.test(key)) return monthsPeriod(year, Number(key.slice(5)), 1);
  return { first: key, last: key };
}
