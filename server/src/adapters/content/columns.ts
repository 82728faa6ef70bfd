/** The columns of a base query and the expressions that read them as JSON values of limited size. */
import pg from 'pg';

export type ContentColumn = {
  name: string;
  /** PostgreSQL's name, such as "numeric(14,2)". */
  type: string;
};

/** Longer cells are cut, because a single one could fill the memory. */
export const CELL_MAX_LENGTH = 100_000;

/** Only for names that the database itself returned. */
export const quoteIdentifier = (name: string) => pg.escapeIdentifier(name);

/** Names that occur twice, and placeholder names of unnamed columns. */
export function unusableNames(columns: ContentColumn[]): string[] {
  const seen = new Set<string>();
  const unusable = new Set<string>();
  for (const { name } of columns) {
    if (seen.has(name) || name === '?column?' || name === '') unusable.add(name);
    seen.add(name);
  }
  return [...unusable];
}

/** The column that a name means: the exact match, else the first that differs only in case. */
export function findColumn(columns: ContentColumn[], name: string): ContentColumn | undefined {
  const folded = name.toLowerCase();
  return (
    columns.find((column) => column.name === name) ??
    columns.find((column) => column.name.toLowerCase() === folded)
  );
}

/** The select list that returns each column of the table `alias` under its own name, as JSON can hold it. */
export const selectList = (columns: ContentColumn[], alias: string): string =>
  columns.map((column) => selectExpression(column, alias)).join(', ');

function selectExpression(column: ContentColumn, alias: string): string {
  const name = quoteIdentifier(column.name);
  return `${readable(`${alias}.${name}`, kindOf(column.type))} AS ${name}`;
}

type Kind = 'plain' | 'exact' | 'time' | 'instant' | 'bytes' | 'json' | 'text';

function readable(cell: string, kind: Kind): string {
  const cut = (text: string) => `left(${text}, ${CELL_MAX_LENGTH + 1})`;
  if (kind === 'plain') return cell;
  if (kind === 'exact') return `${cell}::text`;
  if (kind === 'time') return `to_char(${cell}, 'YYYY-MM-DD"T"HH24:MI:SS')`;
  if (kind === 'instant') return `to_char(${cell} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  if (kind === 'bytes') return `'[binário ' || octet_length(${cell}) || ' bytes]'`;
  if (kind === 'json') return cut(`to_jsonb(${cell})::text`);
  return cut(`${cell}::text`);
}

function kindOf(type: string): Kind {
  if (/^(smallint|integer|boolean|real|double precision)$/.test(type)) return 'plain';
  if (type === 'bytea') return 'bytes';
  if (/^jsonb?$/.test(type) || type.endsWith('[]')) return 'json';
  if (/^timestamp.* with time zone$/.test(type)) return 'instant';
  if (type.startsWith('timestamp')) return 'time';
  if (/^(bigint|numeric|money|date|time|interval|uuid|oid)/.test(type)) return 'exact';
  return 'text';
}

/** Parses JSON cells that were not cut; other cells stay text. */
export function parsed(column: ContentColumn, value: unknown): unknown {
  if (typeof value !== 'string' || kindOf(column.type) !== 'json' || value.length > CELL_MAX_LENGTH)
    return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

export const isNumeric = ({ type }: ContentColumn) =>
  /^(smallint|integer|bigint|numeric|real|double precision|money)/.test(type);

export const isTemporal = ({ type }: ContentColumn) => /^(date|timestamp)/.test(type);
