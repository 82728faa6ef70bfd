/** Reads what the columns of a base query hold: kinds, values, and cells that are text but hold numbers or days. */
import type { ColumnKind } from '#contract/table-plan.ts';
import type { ComputedColumn, ComputedProfile } from '#contract/table-profile.ts';
import {
  type ContentColumn,
  isNumeric,
  isTemporal,
  quoteIdentifier,
} from '../../../adapters/content/columns.ts';
import type { ContentRow, ContentSession } from '../../../adapters/content/read-only-session.ts';
import { isIdentifierName, isMoneyName, labelOf, unitOf } from './labels.ts';

const ROWS_MAX = 200_000;
const CATEGORY_VALUES = 200;
const CATEGORY_LETTERS = 60;
const FEW_ROWS = 40;
const COLUMNS_MAX = 100;

const NUMBER_TEXT = String.raw`^\s*(R\$\s*)?-?\d{1,3}(\.?\d{3})*(,\d{1,6})?\s*%?\s*$`;
const MONEY_TEXT = String.raw`^\s*R\$`;
const DAY_TEXT = String.raw`^\s*(\d{1,2}/\d{1,2}/\d{4}|\d{4}-\d{2}-\d{2})`;

export type Known = { mapped: Map<string, string[]>; main_column: string };

export async function computeProfile(session: ContentSession, known: Known): Promise<ComputedProfile> {
  const asked = session.columns.slice(0, COLUMNS_MAX);
  const [facts = {}] = await session.rows(factsStatement(session, asked));
  const rows = Number(facts.__rows ?? 0);
  const columns: ComputedColumn[] = [];
  for (const [place, column] of asked.entries()) {
    const fact = factOf(facts, place);
    const { kind, reads } = kindOf(column, { ...fact, rows }, known);
    columns.push({
      name: column.name,
      type: column.type,
      kind,
      reads,
      label: labelOf(column.name),
      unit: unitOf(column.name, kind),
      rows,
      filled: fact.filled,
      distinct: fact.distinct,
      minimum: fact.minimum,
      maximum: fact.maximum,
      values: await valuesOf(session, column, kind, known),
      misfits: [],
    });
  }
  return { columns, rows, sampled: rows >= ROWS_MAX };
}

/** One pass over the rows for all columns. */
function factsStatement(session: ContentSession, columns: ContentColumn[]): string {
  const facts = columns.flatMap((column, place) => {
    const cell = `s.${quoteIdentifier(column.name)}`;
    const text = `nullif(btrim(${cell}::text), '')`;
    const isText = !isNumeric(column) && !isTemporal(column) && column.type !== 'boolean';
    const matching = (pattern: string) => (isText ? `count(*) FILTER (WHERE ${text} ~ '${pattern}')` : '0');
    return [
      `count(${text}) AS f${place}`,
      `count(DISTINCT ${text}) AS d${place}`,
      `coalesce(avg(length(${text})), 0)::float AS l${place}`,
      `left(min(${isText ? text : cell}${isText ? '' : '::text'})::text, 200) AS a${place}`,
      `left(max(${isText ? text : cell}${isText ? '' : '::text'})::text, 200) AS z${place}`,
      `${matching(NUMBER_TEXT)} AS n${place}`,
      `${matching(MONEY_TEXT)} AS m${place}`,
      `${matching(DAY_TEXT)} AS t${place}`,
    ];
  });
  return `WITH s AS (SELECT * FROM ${session.base} LIMIT ${ROWS_MAX}) SELECT count(*) AS __rows, ${facts.join(', ')} FROM s`;
}

type Fact = {
  filled: number;
  distinct: number;
  letters: number;
  minimum: string | null;
  maximum: string | null;
  numbers: number;
  money: number;
  days: number;
};

function factOf(facts: ContentRow, place: number): Fact {
  const number = (key: string) => Number(facts[`${key}${place}`] ?? 0);
  const text = (key: string) =>
    typeof facts[`${key}${place}`] === 'string' ? String(facts[`${key}${place}`]) : null;
  return {
    filled: number('f'),
    distinct: number('d'),
    letters: number('l'),
    minimum: text('a'),
    maximum: text('z'),
    numbers: number('n'),
    money: number('m'),
    days: number('t'),
  };
}

type Kind = Pick<ComputedColumn, 'kind' | 'reads'>;

/** In this order: mapped, type of the column, money and identifier by name and values, few values, text. */
function kindOf(column: ContentColumn, fact: Fact & { rows: number }, { mapped, main_column }: Known): Kind {
  const isMain = column.name.toLowerCase() === main_column.toLowerCase();
  if (mapped.has(column.name) && !isMain) return { kind: 'category', reads: null };
  if (column.type === 'boolean') return { kind: 'boolean', reads: null };
  if (isTemporal(column)) return { kind: 'date', reads: null };
  if (isNumeric(column)) return { kind: numericKind(column, fact), reads: null };
  if (fact.filled > 0 && fact.days * 2 > fact.filled) return { kind: 'date', reads: 'date' };
  if (fact.filled > 0 && fact.money * 2 > fact.filled) return { kind: 'money', reads: 'number' };
  const isCode = isIdentifierName(column.name);
  if (fact.filled > 0 && fact.numbers * 10 > fact.filled * 9 && !isCode)
    return { kind: isMoneyName(column.name) ? 'money' : 'number', reads: 'number' };
  if (isCode && fact.distinct * 10 > fact.filled * 9) return { kind: 'identifier', reads: null };
  return { kind: !isMain && hasFewValues(fact) ? 'category' : 'text', reads: null };
}

function numericKind(column: ContentColumn, { distinct, filled }: Fact): ColumnKind {
  if (column.type === 'money' || isMoneyName(column.name)) return 'money';
  const isKey = isIdentifierName(column.name) && distinct * 10 > filled * 9;
  return isKey ? 'identifier' : 'number';
}

function hasFewValues({ distinct, filled, letters, rows }: Fact & { rows: number }): boolean {
  if (distinct === 0 || distinct > CATEGORY_VALUES || letters > CATEGORY_LETTERS) return false;
  return rows < FEW_ROWS || distinct * 2 <= filled;
}

async function valuesOf(
  session: ContentSession,
  column: ContentColumn,
  kind: ColumnKind,
  { mapped }: Known,
): Promise<ComputedColumn['values']> {
  const given = mapped.get(column.name);
  if (given) return given.map((value) => ({ value, count: 0 }));
  if (kind === 'boolean')
    return [
      { value: 'true', count: 0 },
      { value: 'false', count: 0 },
    ];
  if (kind !== 'category') return [];
  const text = `nullif(btrim(s.${quoteIdentifier(column.name)}::text), '')`;
  const rows = await session.rows(
    `WITH s AS (SELECT * FROM ${session.base} LIMIT ${ROWS_MAX})
    SELECT ${text} AS value, count(*)::int AS count FROM s WHERE ${text} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT $1`,
    [CATEGORY_VALUES],
  );
  return rows.map(({ value, count }) => ({ value: String(value), count: Number(count) }));
}
