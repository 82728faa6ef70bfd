/** Conditions of a plan as expressions in which every value is bound. */
import type { Condition } from '#contract/table-plan.ts';
import { addDays, monthsPeriod, type Period, yearPeriod } from '../../../language/values/calendar.ts';
import { fold } from '../../../language/words.ts';
import {
  dayOf,
  elementsOf,
  foldedText,
  foldedTextOf,
  isFilled,
  numberOf,
  plainText,
  rawText,
  spellingsOf,
  type TableCell,
  WORD_START,
} from './cells.ts';

export type Bind = (value: unknown) => string;

/** All conditions, over rows that the statement calls `q`. */
export function conditionsSql(cells: TableCell[], conditions: Condition[], bind: Bind): string {
  const known = new Map(cells.map((cell) => [cell.name, cell]));
  const parts = conditions.map((condition) => {
    const cell = known.get(condition.column);
    if (!cell) throw new Error(`the table has no column ${condition.column}`);
    return `(${conditionSql(cell, condition, bind)})`;
  });
  return parts.join(' AND ') || 'true';
}

function conditionSql(cell: TableCell, condition: Condition, bind: Bind): string {
  const { op } = condition;
  if (op === 'empty') return `NOT (${isFilled(cell)})`;
  if (op === 'filled') return isFilled(cell);
  if (cell.kind === 'date') return dayCondition(cell, condition, bind);
  if (cell.kind === 'number' || cell.kind === 'money') return numberCondition(cell, condition, bind);
  return textCondition(cell, condition, bind);
}

function textCondition(cell: TableCell, { op, values }: Condition, bind: Bind): string {
  const asked = values.map((value) => fold(value).trim());
  if (cell.type.endsWith('[]') && (op === 'in' || op === 'not_in'))
    return `${op === 'in' ? '' : 'NOT '}EXISTS (SELECT FROM unnest(${elementsOf(cell)}) AS e
      WHERE ${foldedTextOf('e')} = ANY(${bind(asked)}::text[]))`;
  if (op === 'in' || op === 'starts_with' || op === 'contains') return foundText(cell, op, asked, bind);
  if (op === 'not_in') return `NOT (${foundText(cell, 'in', asked, bind)})`;
  if (op === 'not_contains') return `NOT coalesce(${foundText(cell, 'contains', asked, bind)}, false)`;
  return `${plainText(cell)} ${op === 'between' ? '=' : op} ${bind(values[0] ?? '')}`;
}

type TextSearch = 'in' | 'starts_with' | 'contains';

function foundText(cell: TableCell, op: TextSearch, asked: string[], bind: Bind): string {
  const pattern = patternOf(op, asked);
  if (pattern === null) return foldedCondition(cell, op, asked, bind);
  // A blank text has no word, as an empty one has none.
  return `${op === 'contains' ? rawText(cell) : plainText(cell)} ~ ${bind(pattern)}`;
}

/** Longer patterns take more than they save. */
const PATTERN_LETTERS = 100;

/** A text is looked for from the beginning of a word on: «mina» is not in «iluminação». Null where only folding finds it. */
function patternOf(op: TextSearch, asked: string[]): string | null {
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
  return `^(?:${spellings.join('|')})${op === 'starts_with' ? '' : '$'}`;
}

function foldedCondition(cell: TableCell, op: TextSearch, asked: string[], bind: Bind): string {
  const folded = foldedText(cell);
  if (op === 'in') return `${folded} = ANY(${bind(asked)}::text[])`;
  if (op === 'starts_with')
    return `${folded} LIKE ANY(${bind(asked.map((value) => `${escaped(value)}%`))}::text[])`;
  return containsSql(folded, asked, bind);
}

/** PostgreSQL refuses longer patterns as too complex. */
const WORD_LENGTH_MAX = 200;

function containsSql(folded: string, texts: string[], bind: Bind): string {
  const long = texts.filter(({ length }) => length > WORD_LENGTH_MAX);
  const words = `${folded} ~ ANY(${bind(texts.filter((text) => !long.includes(text)).map(wordStart))}::text[])`;
  if (long.length === 0) return words;
  return `(${words} OR ${folded} LIKE ANY(${bind(long.map((text) => `%${escaped(text)}%`))}::text[]))`;
}

const beginsWord = (text = ''): boolean => /^[\p{L}\p{N}]/u.test(text);

const wordStart = (text: string): string =>
  `${beginsWord(text) ? '\\m' : ''}${text.replace(/[\\^$.|?*+()[\]{}]/g, (sign) => `\\${sign}`)}`;

const escaped = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

function numberCondition(cell: TableCell, { op, values }: Condition, bind: Bind): string {
  const number = numberOf(cell);
  const [first = '0', second = first] = values;
  const one = (value: string) => `${bind(value)}::numeric`;
  if (op === 'between') return `${number} BETWEEN ${one(first)} AND ${one(second)}`;
  if (op === 'in') return `${number} = ANY(${bind(values)}::numeric[])`;
  if (op === 'not_in') return `${number} <> ALL(${bind(values)}::numeric[])`;
  return `${number} ${op} ${one(first)}`;
}

function dayCondition(cell: TableCell, { op, values }: Condition, bind: Bind): string {
  const day = dayOf(cell);
  const [first = '', second = first] = values;
  const one = (value: string) => `${bind(value)}::date`;
  const within = ({ first: from, last }: Period) =>
    `${day} >= ${one(from)} AND ${day} < ${one(addDays(last, 1))}`;
  if (op === 'between') return within({ first, last: second });
  if (op === 'in' || op === 'not_in') {
    const any = values.map((key) => `(${within(periodOf(key))})`).join(' OR ');
    return op === 'in' ? `(${any})` : `NOT (${any})`;
  }
  if (op === '<' || op === '>=') return `${day} ${op} ${one(first)}`;
  return op === '>' ? `${day} >= ${one(addDays(first, 1))}` : `${day} < ${one(addDays(first, 1))}`;
}

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
