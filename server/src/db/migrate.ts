/** Brings the schema up to date, one process at a time, each migration once. */
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DatabaseAddress } from './client.ts';

/** Any fixed number: two processes that start together queue up on it. */
const MIGRATION_LOCK = 7_301_884;
const folder = fileURLToPath(new URL('./migrations', import.meta.url));

export async function migrate(address: DatabaseAddress): Promise<void> {
  const client = new pg.Client({ ...address, application_name: 'prosa-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await runMigrations(drizzle(client), { migrationsFolder: folder });
  } finally {
    // The lock ends with the connection, also when the process dies here.
    await client.end();
  }
}
