/** The columns of a MySQL or MariaDB query, under the names that PostgreSQL has for their types, and how they are read. */
import type { FieldPacket } from 'mysql2';
import { type CellKind, type ContentColumn, cellKindOf, cellLengthMax, isTemporal } from '../columns.ts';

export const quoteMysqlName = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** Numbers of the protocol's column types. */
const TYPES: Record<number, string> = {
  1: 'smallint',
  2: 'smallint',
  3: 'integer',
  4: 'real',
  5: 'double precision',
  7: 'timestamp with time zone',
  8: 'bigint',
  9: 'integer',
  10: 'date',
  11: 'time',
  12: 'timestamp without time zone',
  13: 'smallint',
  245: 'json',
  255: 'bytea',
};
/** Types that hold what the unsigned ones hold. */
const WIDER: Record<string, string> = { integer: 'bigint', bigint: 'numeric(20,0)' };
const TINY = 1;
const BIT = 16;
const DECIMALS = [0, 246];
const BINARY_CHARSET = 63;
const UNSIGNED_FLAG = 32;

type Field = Pick<FieldPacket, 'name'> & {
  columnType?: number | undefined;
  columnLength?: number | undefined;
  characterSet?: number | undefined;
  decimals?: number | undefined;
  flags?: number | string[] | undefined;
};

export const contentColumn = (field: Field): ContentColumn => ({ name: field.name, type: typeOf(field) });

function typeOf(field: Field): string {
  const { columnType = 0, columnLength = 0, characterSet } = field;
  if (columnType === TINY && columnLength === 1) return 'boolean';
  if (columnType === BIT) return columnLength === 1 ? 'boolean' : 'bytea';
  if (DECIMALS.includes(columnType)) return decimalType(field);
  const known = TYPES[columnType];
  if (known && isUnsigned(field)) return WIDER[known] ?? known;
  return known ?? (characterSet === BINARY_CHARSET ? 'bytea' : 'text');
}

const isUnsigned = ({ flags }: Field): boolean => Boolean(Number(flags) & UNSIGNED_FLAG);

/** The length counts the sign and the point. */
function decimalType(field: Field): string {
  const { columnLength = 0, decimals = 0 } = field;
  const signs = (decimals > 0 ? 1 : 0) + (isUnsigned(field) ? 0 : 1);
  return `numeric(${Math.max(1, columnLength - signs)},${decimals})`;
}

/** Text that is compared letter by letter, whatever the collation of the column. */
export const mysqlText = (expression: string): string =>
  `CONVERT(${expression} USING utf8mb4) COLLATE utf8mb4_bin`;

export function mysqlSelectList(columns: ContentColumn[], alias: string): string {
  const length = cellLengthMax(columns);
  return columns
    .map(({ name, type }) => {
      const quoted = quoteMysqlName(name);
      const cell = `${alias}.${quoted}`;
      const read = readable(cell, cellKindOf(type), length);
      return `${isTemporal({ name, type }) ? withDay(cell, read) : read} AS ${quoted}`;
    })
    .join(', ');
}

/** A value of a date or a time; null where its day has no year, month or day: the servers hold such as 0000-00-00. */
export const withDay = (cell: string, value: string): string =>
  `CASE WHEN YEAR(${cell}) * MONTH(${cell}) * DAYOFMONTH(${cell}) > 0 THEN ${value} END`;

function readable(cell: string, kind: CellKind, length: number): string {
  if (kind === 'plain') return cell;
  if (kind === 'exact') return `CAST(${cell} AS CHAR)`;
  if (kind === 'time') return `DATE_FORMAT(${cell}, '%Y-%m-%dT%H:%i:%s')`;
  if (kind === 'instant')
    return `DATE_FORMAT(CONVERT_TZ(${cell}, @@session.time_zone, '+00:00'), '%Y-%m-%dT%H:%i:%sZ')`;
  if (kind === 'bytes') return `CONCAT('[binário ', OCTET_LENGTH(${cell}), ' bytes]')`;
  return `LEFT(${mysqlText(cell)}, ${length})`;
}
