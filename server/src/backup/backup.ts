/** Writes a consistent snapshot of the database to a file, while the server runs. */

import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import type { DatabaseAddress } from '../db/client.ts';
import { copyOut } from '../db/copy.ts';
import { appliedMigrations } from '../db/migrate.ts';
import { partsOf } from '../db/partitions.ts';
import { StartRefused } from '../env.ts';
import {
  type SealingKey,
  type SealingKeys,
  sealingKey,
  sealingKeys,
} from '../features/audit/sealing-keys.ts';
import { version } from '../version.ts';
import { copySource, quoted, sequencesOf, type Table, tablesOf } from './catalog.ts';
import { withPatience } from './connect.ts';
import { openCopyWriter } from './copy-writer.ts';
import { figuresOf } from './figures.ts';
import {
  countedName,
  END_OF_ROWS,
  type End,
  FIRST_LINE,
  type Head,
  sealOf,
  type TableLine,
} from './format.ts';
import { promisedJobs } from './promised-jobs.ts';
import { type SheetStorage, sheetTablesOf, sheetTarget, withSheets } from './sheets.ts';

const NEWLINE = 10;

export type Copied = { tables: number; rows: number; bytes: number };

export async function backup(
  address: DatabaseAddress,
  file: string,
  { keys = sealingKeys(), sheets = null }: { keys?: SealingKeys; sheets?: SheetStorage | null } = {},
): Promise<Copied> {
  return withPatience(address, 'prosa-backup', async (client) => {
    const writer = await openCopyWriter(file);
    try {
      const copied = await write(client, writer, { key: sealingKey(keys), sheets });
      await writer.finish();
      return copied;
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  });
}

type Writer = Pick<Awaited<ReturnType<typeof openCopyWriter>>, 'line' | 'bytes' | 'hash'>;

type Source = { key: SealingKey; sheets: SheetStorage | null };

async function write(client: pg.Client, writer: Writer, { key, sheets }: Source): Promise<Copied> {
  const { line, hash } = writer;
  // REPEATABLE READ: every statement sees the snapshot of the first one.
  await client.query('begin isolation level repeatable read read only');
  // The same rows in the same order each time.
  await client.query('set local max_parallel_workers_per_gather = 0');
  const { head, tables } = await holdStill(client);
  await line(FIRST_LINE);
  await line(JSON.stringify(head));
  const copied = { rows: {} as Record<string, number>, bytes: 0 };
  for (const { has_parts, ...table } of tables)
    await writeTable(client, writer, { table, target: copySource({ ...table, has_parts }) }, copied);
  if (sheets)
    await withSheets(sheets, async (content) => {
      for (const table of await sheetTablesOf(client, content))
        await writeTable(content, writer, { table, target: sheetTarget(table) }, copied);
    });
  const { rows } = copied;
  const whole = { end: { rows, figures: await figuresOf(client) }, sha256: hash() };
  await line(JSON.stringify({ ...whole, seal: sealOf(key, whole) } satisfies End));
  await client.query('commit');
  return {
    tables: Object.keys(rows).length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    bytes: copied.bytes,
  };
}

async function writeTable(
  client: pg.Client,
  { line, bytes }: Writer,
  { table, target }: { table: TableLine; target: string },
  copied: { rows: Record<string, number>; bytes: number },
): Promise<void> {
  await line(JSON.stringify(table));
  let count = 0;
  for await (const piece of copyOut(client, `copy ${target} to stdout`)) {
    count += linesIn(piece);
    copied.bytes += piece.length;
    await bytes(piece);
  }
  copied.rows[countedName(table)] = count;
  await line(END_OF_ROWS);
}

/** Locks the tables against schema changes until the end; only a migration waits. */
async function holdStill(client: pg.Client): Promise<{ head: Head; tables: Table[] }> {
  const migrations = await appliedMigrations(client);
  if (!migrations.length)
    throw new StartRefused('Não há nada para copiar: este banco de dados ainda não é do Prosa.');
  const tables = await tablesOf(client);
  await client.query(
    `lock table ${tables.map(({ table }) => `public.${quoted(table)}`).join(', ')} in access share mode`,
  );
  const { rows } = await client.query<{ postgres: number }>(
    "select current_setting('server_version_num')::int postgres",
  );
  return {
    tables,
    head: {
      version,
      created_at: new Date().toISOString(),
      postgres: rows[0]?.postgres ?? 0,
      migrations,
      sequences: await sequencesOf(client),
      months: (await partsOf(drizzle(client))).flatMap(({ month }) => month ?? []),
      jobs: await promisedJobs(client),
    },
  };
}

function linesIn(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
