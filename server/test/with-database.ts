/** A migrated database for one measurement: in the server of DATABASE_URL when it is set, else in one of its own. */
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type DatabaseAddress, type OpenDatabase, openDatabase } from '../src/db/client.ts';
import { ensureDatabase, startEmbedded } from '../src/db/embedded.ts';
import { migrate } from '../src/db/migrate.ts';

/** Filling a large table takes longer than a call may. */
type DatabaseOptions = { patience_ms?: number };

/** Gone again when `measure` ends, however it ends. */
export async function withDatabase<T>(
  measure: (database: OpenDatabase) => Promise<T>,
  options: DatabaseOptions = {},
): Promise<T> {
  const url = process.env.DATABASE_URL;
  return url ? inServer(url, measure, options) : inEmbedded(measure, options);
}

async function inEmbedded<T>(
  measure: (database: OpenDatabase) => Promise<T>,
  options: DatabaseOptions,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'prosa-bench-'));
  try {
    const embedded = await startEmbedded({ folder: join(folder, 'postgres'), durable: false });
    try {
      await ensureDatabase(embedded, 'bench');
      return await inDatabase(embedded.address('bench'), measure, options);
    } finally {
      await embedded.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function inServer<T>(
  url: string,
  measure: (database: OpenDatabase) => Promise<T>,
  options: DatabaseOptions,
): Promise<T> {
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const address = new URL(url);
  address.pathname = `/${name}`;
  await onServer(url, `create database ${name} template template0 encoding 'UTF8'`);
  try {
    return await inDatabase({ connectionString: address.href }, measure, options);
  } finally {
    await onServer(url, `drop database ${name}`);
  }
}

async function inDatabase<T>(
  address: DatabaseAddress,
  measure: (database: OpenDatabase) => Promise<T>,
  options: DatabaseOptions,
): Promise<T> {
  await migrate(address);
  const database = openDatabase(address, { max: 4, ...options });
  try {
    return await measure(database);
  } finally {
    await database.close();
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
