/** Writes a consistent snapshot of the database to a file, while the server runs. */
import type pg from 'pg';
import type { DatabaseAddress } from '../db/client.ts';
import { copyOut } from '../db/copy.ts';
import { appliedMigrations } from '../db/migrate.ts';
import { StartRefused } from '../env.ts';
import {
  type SealingKey,
  type SealingKeys,
  sealingKey,
  sealingKeys,
} from '../features/audit/sealing-keys.ts';
import { version } from '../version.ts';
import { copyTarget, quoted, sequencesOf, type Table, tablesOf } from './catalog.ts';
import { withPatience } from './connect.ts';
import { openCopyWriter } from './copy-writer.ts';
import { figuresOf } from './figures.ts';
import { END_OF_ROWS, type End, FIRST_LINE, type Head, sealOf } from './format.ts';
import { promisedJobs } from './promised-jobs.ts';

const NEWLINE = 10;

export type Copied = { tables: number; rows: number; bytes: number };

export async function backup(
  address: DatabaseAddress,
  file: string,
  keys: SealingKeys = sealingKeys(),
): Promise<Copied> {
  return withPatience(address, 'prosa-backup', async (client) => {
    const writer = await openCopyWriter(file);
    try {
      const copied = await write(client, writer, sealingKey(keys));
      await writer.finish();
      return copied;
    } catch (error) {
      await writer.abandon();
      throw error;
    }
  });
}

type Writer = Pick<Awaited<ReturnType<typeof openCopyWriter>>, 'line' | 'bytes' | 'hash'>;

async function write(client: pg.Client, { line, bytes, hash }: Writer, key: SealingKey): Promise<Copied> {
  // REPEATABLE READ: every statement sees the snapshot of the first one.
  await client.query('begin isolation level repeatable read read only');
  const { head, tables } = await holdStill(client);
  let size = 0;
  const put = async (piece: Buffer) => {
    size += piece.length;
    await bytes(piece);
  };
  await line(FIRST_LINE);
  await line(JSON.stringify(head));
  const rows: Record<string, number> = {};
  for (const table of tables) {
    await line(JSON.stringify(table));
    let count = 0;
    for await (const piece of copyOut(client, `copy ${copyTarget(table)} to stdout`)) {
      count += linesIn(piece);
      await put(piece);
    }
    rows[table.table] = count;
    await line(END_OF_ROWS);
  }
  const whole = { end: { rows, figures: await figuresOf(client) }, sha256: hash() };
  await line(JSON.stringify({ ...whole, seal: sealOf(key, whole) } satisfies End));
  await client.query('commit');
  return {
    tables: tables.length,
    rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
    bytes: size,
  };
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
      jobs: await promisedJobs(client),
    },
  };
}

function linesIn(piece: Buffer): number {
  let count = 0;
  for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
