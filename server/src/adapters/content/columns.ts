/** The columns of a base query and the expressions that read them as JSON values of limited size. */
import pg from 'pg';

export type ContentColumn = {
  name: string;
  /** PostgreSQL's name, such as "numeric(14,2)", whatever the server. */
  type: string;
};

/** Longer cells are cut, because a single one could fill the memory. */
export const CELL_MAX_LENGTH = 100_000;

/** As many characters as a whole result may have: a row of very many columns has shorter cells. */
const ROW_MAX_LENGTH = 5 * 1024 * 1024;

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
export function selectList(columns: ContentColumn[], alias: string): string {
  const length = cellLengthMax(columns);
  return columns
    .map(({ name, type }) => {
      const quoted = quoteIdentifier(name);
      return `${readable(`${alias}.${quoted}`, cellKindOf(type), length)} AS ${quoted}`;
    })
    .join(', ');
}

/** As many characters of a cell as are read, and one more, which tells that it was cut. */
export const cellLengthMax = (columns: ContentColumn[]): number =>
  Math.min(CELL_MAX_LENGTH, Math.floor(ROW_MAX_LENGTH / columns.length)) + 1;

/** How a cell is read as a JSON value. */
export type CellKind = 'plain' | 'exact' | 'time' | 'instant' | 'bytes' | 'json' | 'text';

function readable(cell: string, kind: CellKind, length: number): string {
  const cut = (text: string) => `left(${text}, ${length})`;
  if (kind === 'plain') return cell;
  if (kind === 'exact') return `${cell}::text`;
  if (kind === 'time') return `to_char(${cell}, 'YYYY-MM-DD"T"HH24:MI:SS')`;
  if (kind === 'instant') return `to_char(${cell} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  if (kind === 'bytes') return `'[binário ' || octet_length(${cell}) || ' bytes]'`;
  if (kind === 'json') return cut(`to_jsonb(${cell})::text`);
  return cut(`${cell}::text`);
}

export function cellKindOf(type: string): CellKind {
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
  if (typeof value !== 'string' || cellKindOf(column.type) !== 'json' || value.length > CELL_MAX_LENGTH)
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
