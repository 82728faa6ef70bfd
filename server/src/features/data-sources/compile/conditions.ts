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
  type TableCell,
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
  const folded = foldedText(cell);
  const asked = values.map((value) => fold(value).trim());
  if (cell.type.endsWith('[]') && (op === 'in' || op === 'not_in'))
    return `${op === 'in' ? '' : 'NOT '}EXISTS (SELECT FROM unnest(${elementsOf(cell)}) AS e
      WHERE ${foldedTextOf('e')} = ANY(${bind(asked)}::text[]))`;
  if (op === 'in') return `${folded} = ANY(${bind(asked)}::text[])`;
  if (op === 'not_in') return `${folded} <> ALL(${bind(asked)}::text[])`;
  if (op === 'starts_with')
    return `${folded} LIKE ANY(${bind(asked.map((value) => `${escaped(value)}%`))}::text[])`;
  if (op === 'contains') return containsSql(folded, asked, bind);
  if (op === 'not_contains') return `NOT coalesce(${containsSql(folded, asked, bind)}, false)`;
  return `${plainText(cell)} ${op === 'between' ? '=' : op} ${bind(values[0] ?? '')}`;
}

/** PostgreSQL refuses longer patterns as too complex. */
const WORD_LENGTH_MAX = 200;

function containsSql(folded: string, texts: string[], bind: Bind): string {
  const long = texts.filter(({ length }) => length > WORD_LENGTH_MAX);
  const words = `${folded} ~ ANY(${bind(texts.filter((text) => !long.includes(text)).map(wordStart))}::text[])`;
  if (long.length === 0) return words;
  return `(${words} OR ${folded} LIKE ANY(${bind(long.map((text) => `%${escaped(text)}%`))}::text[]))`;
}

/** A text is looked for from the beginning of a word on: «mina» is not in «iluminação». */
const wordStart = (text: string): string =>
  `${/^[\p{L}\p{N}]/u.test(text) ? '\\m' : ''}${text.replace(/[\\^$.|?*+()[\]{}]/g, (sign) => `\\${sign}`)}`;

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
