/** One read-only transaction of MySQL or MariaDB over one base query. */
import { type Connection, type FieldPacket, escape as quoted } from 'mysql2';
import { TIME_ZONE } from '../../../env.ts';
import { parsed, unusableNames } from '../columns.ts';
import type { Person } from '../placeholders.ts';
import {
  type ContentRow,
  type ContentSession,
  RESULT_MAX_BYTES,
  requireUsableNames,
  sizeOf,
  tooLarge,
} from '../read-only-session.ts';
import { contentColumn } from './columns.ts';
import { inOrder } from './statement-text.ts';

export type ServerKind = { version: string; is_mariadb: boolean };

/** «-03:00», for servers into which nobody has loaded the names of time zones. */
const OFFSET =
  new Intl.DateTimeFormat('en', { timeZone: TIME_ZONE, timeZoneName: 'longOffset' })
    .formatToParts(new Date())
    .find(({ type }) => type === 'timeZoneName')
    ?.value.replace('GMT', '') || '+00:00';

/**
 * The settings of a session of compiled statements: the lexer's rules, quotients long enough to be rounded once, and the
 * time zone in which an instant is of a day.
 */
const SETTINGS = [
  "sql_mode = 'NO_ENGINE_SUBSTITUTION'",
  'div_precision_increment = 20',
  `time_zone = IF(CONVERT_TZ('2026-01-01', '+00:00', ${quoted(TIME_ZONE)}) IS NULL, ${quoted(OFFSET)}, ${quoted(TIME_ZONE)})`,
];

export async function beginReadOnly(
  connection: Connection,
  { is_mariadb }: ServerKind,
  statement_timeout_ms: number,
): Promise<void> {
  const limit = is_mariadb
    ? `max_statement_time = ${statement_timeout_ms / 1_000}`
    : `max_execution_time = ${Math.ceil(statement_timeout_ms)}`;
  await run(connection, 'SET NAMES utf8mb4');
  await run(connection, `SET ${[...SETTINGS, limit].map((setting) => `SESSION ${setting}`).join(', ')}`);
  await run(connection, 'START TRANSACTION READ ONLY');
}

export async function mysqlSession(
  connection: Connection,
  { query, person }: { query: string; person: Person | null },
): Promise<ContentSession> {
  const base = `(\n${query}\n) AS b`;
  const ask = (statement: string, values: unknown[]) =>
    bounded(connection, inOrder(statement, values, person));
  const { fields } = await ask(`SELECT * FROM ${base} LIMIT 0`, []);
  const columns = fields.map(contentColumn);
  requireUsableNames(unusableNames(columns));
  const known = new Map(columns.map((column) => [column.name, column]));
  return {
    server: 'mysql',
    columns,
    base,
    rows: async (statement, values = []) => {
      const { rows } = await ask(statement, values);
      return rows.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => {
            const column = known.get(name);
            if (column?.type === 'boolean') return [name, asBoolean(value)];
            return [name, column ? parsed(column, value) : value];
          }),
        ),
      );
    },
  };
}

/** The servers' booleans are numbers and bits. */
function asBoolean(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.some((byte) => byte !== 0);
  return typeof value === 'number' ? value !== 0 : value;
}

type Rows = { rows: ContentRow[]; fields: FieldPacket[] };

/** One statement through the protocol of prepared statements. Its connection is destroyed where it gives too much. */
function bounded(connection: Connection, { sql, values }: { sql: string; values: unknown[] }): Promise<Rows> {
  return new Promise((resolve, reject) => {
    const rows: ContentRow[] = [];
    let fields: FieldPacket[] = [];
    let bytes = 0;
    const command = connection.execute({ sql, values: values as never });
    command.on('fields', (found: FieldPacket[]) => {
      fields = found;
    });
    command.on('result', (row: ContentRow) => {
      bytes += sizeOf(row);
      if (bytes > RESULT_MAX_BYTES) {
        connection.destroy();
        reject(tooLarge());
      } else rows.push(row);
    });
    command.on('error', reject);
    command.on('end', () => resolve({ rows, fields }));
  });
}

/** One statement without values. */
export function run(connection: Connection, sql: string): Promise<ContentRow[]> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error ? reject(error) : resolve(rows as ContentRow[])));
  });
}
