/** Brings the schema up to date, one process at a time, each migration once. */
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DatabaseAddress } from './client.ts';

/** Any fixed number: two processes that start together queue up on it. */
const MIGRATION_LOCK = 7_301_884;
const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** A migration as the database notes it: the hash of its file, and when it was written. */
export type Migration = { hash: string; created_at: number };

export async function migrate(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...address, application_name: 'prosa-migrate' });
  await client.connect();
  try {
    await lockMigrations(client);
    await runMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    // The lock ends with the connection, also when the process dies here.
    await client.end();
  }
}

/** Whoever holds it is alone in changing the schema, until the connection ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

/** Those that the database has; none when it is empty. */
export async function appliedMigrations(client: pg.Client): Promise<Migration[]> {
  const { rows } = await client.query<{ known: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null known",
  );
  if (!rows[0]?.known) return [];
  const applied = await client.query<{ hash: string; created_at: string }>(
    'select hash, created_at from drizzle.__drizzle_migrations order by created_at',
  );
  return applied.rows.map(({ hash, created_at }) => ({ hash, created_at: Number(created_at) }));
}

export const knownMigrations = (): Migration[] =>
  readMigrationFiles({ migrationsFolder: folder }).map(({ hash, folderMillis }) => ({
    hash,
    created_at: folderMillis,
  }));

/** Within the caller's transaction, and noted as the migrator would: some of those there are, from the first on. */
export async function applyMigrations(client: pg.Client, from: number, to: number): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  const files = readMigrationFiles({ migrationsFolder: folder });
  for (const { sql, hash, folderMillis } of files.slice(from, to)) {
    for (const statement of sql) await client.query(statement);
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
}
