/** Brings the schema up to date, one process at a time, each migration once. */
import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';
import { StartRefused } from '../env.ts';
import { type DatabaseAddress, databaseCode, reasonOf, withConnection } from './client.ts';

/** Any fixed number: two processes that start together queue up on it. */
const MIGRATION_LOCK = 7_301_884;
const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/**
 * Release 1.0 had seventeen migrations. `0000_initial` makes the same schema in one (docs/decisions/0041), so a database
 * or a backup that ends with the last of them has that one applied.
 */
const RELEASE_1_0 = {
  migrations: 17,
  last_hash: '0387f42d7b9bc5fee7c4fabfd38352718f641269bcd0fb32f27e10e4b65eeb43',
};

/** A migration as the database notes it: the hash of its file, and when it was written. */
export type Migration = { hash: string; created_at: number };

export async function migrate(address: DatabaseAddress): Promise<void> {
  // The lock ends with the connection, also when the process dies here.
  const withLock = async (client: pg.Client) => {
    // A limit that the server or the role has for requests would cut a long migration, and the wait for another process.
    await client.query('set statement_timeout = 0');
    await lockMigrations(client);
    await adoptRelease1(client);
    await refuseNewer(client);
    await runMigrations(drizzle(client), { migrationsFolder: folder }).catch(explainRefusal);
  };
  await withConnection(address, withLock, { application_name: 'prosa-migrate' });
}

/** The two refusals of a database that was just made: its role does not own it, or a package of the server is missing. */
function explainRefusal(cause: unknown): never {
  const code = databaseCode(cause);
  if (code === '42501')
    throw new StartRefused(
      `O papel de DATABASE_URL não pode criar tabelas e extensões nesse banco (${reasonOf(cause)}). Torne-o dono do banco: alter database NOME owner to PAPEL;`,
      { cause },
    );
  if (code === '0A000' || code === '58P01')
    throw new StartRefused(
      `Falta uma extensão no servidor do banco de dados (${reasonOf(cause)}). Instale nele o pacote postgresql-contrib da sua versão: o Prosa precisa de unaccent, pg_trgm e btree_gin.`,
      { cause },
    );
  throw cause;
}

/** The holder alone may change the schema, until its connection ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

/** Replaces the migrations of release 1.0 in the journal of the database by the one that makes the same schema. */
async function adoptRelease1(client: pg.Client): Promise<void> {
  const applied = await appliedMigrations(client);
  const [initial] = knownMigrations();
  if (!initial || applied.length === 0 || applied[0]?.hash === initial.hash) return;
  if (countApplied(applied) !== 1)
    throw new StartRefused(
      'Este banco de dados é de uma versão anterior à 1.0. Atualize-o antes com o Prosa 1.0; nada foi alterado.',
    );
  await client.query('begin');
  await client.query('delete from drizzle.__drizzle_migrations');
  await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    initial.hash,
    initial.created_at,
  ]);
  await client.query('commit');
}

/**
 * A schema that a newer program has made has columns that this one does not fill, and lacks others: it would fail at one
 * call or another, long after its start.
 */
async function refuseNewer(client: pg.Client): Promise<void> {
  const newest = (await appliedMigrations(client)).at(-1);
  const known = knownMigrations().at(-1);
  if (newest && known && newest.created_at > known.created_at)
    throw new StartRefused(
      'Este banco de dados já foi atualizado por uma versão mais nova do Prosa. Inicie a versão nova, ou restaure com esta a cópia de segurança que ela fez (docs/operations.md, «Upgrade»); nada foi alterado.',
    );
}

/**
 * How many of the known migrations these are, from the first on; the seventeen of release 1.0 count as the initial one.
 * Null when they are of another or a newer program.
 */
export function countApplied(applied: Migration[]): number | null {
  const known = knownMigrations();
  if (applied.length === RELEASE_1_0.migrations && applied.at(-1)?.hash === RELEASE_1_0.last_hash) return 1;
  return applied.every(({ hash }, index) => hash === known[index]?.hash) ? applied.length : null;
}

/** The migrations in the journal of the database; none when it is empty. */
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
