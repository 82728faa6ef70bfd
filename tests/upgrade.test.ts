/** A database and a backup of release 1.0 come up with this program. */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setAside } from '../server/src/backup/catalog.ts';
import { readCopy } from '../server/src/backup/copy-reader.ts';
import { restore } from '../server/src/backup/restore.ts';
import type { DatabaseAddress } from '../server/src/db/client.ts';
import { copyIn } from '../server/src/db/copy.ts';
import { appliedMigrations, knownMigrations, type Migration, migrate } from '../server/src/db/migrate.ts';
import { verifyChain } from '../server/src/features/audit/chain.ts';
import { configureSealingKeys, parseSealingKeys } from '../server/src/features/audit/sealing-keys.ts';
import { createEmptyDatabase, dropEmptyDatabases, withClient } from '../server/test/test-databases.ts';

const fixture = (name: string) => fileURLToPath(new URL(`./fixtures/release-1.0/${name}`, import.meta.url));
const BACKUP = fixture('backup.prosa');

let known: string[];
beforeAll(() => {
  configureSealingKeys(parseSealingKeys('a sealing key for tests only, of more than 32 bytes'));
  known = knownMigrations().map(({ hash }) => hash);
});
afterAll(dropEmptyDatabases);

test('a database filled by release 1.0 is brought up to date, with every row and an intact audit log', async () => {
  const address = await filledByRelease1();
  await migrate(address);
  await withClient(address, async (client) => {
    expect((await appliedMigrations(client)).map(({ hash }) => hash)).toEqual(known);
    const { rows } = await client.query('select name from user_groups order by id');
    expect(rows.map(({ name }) => name)).toEqual(['Free', 'Plus', 'Pro', 'Compras']);
    expect((await client.query('select count(*)::int n from messages')).rows).toEqual([{ n: 3 }]);
    expect(await verifyChain(drizzle(client))).toMatchObject({ intact: true });
  });
  // A second start finds nothing to do.
  await migrate(address);
});

test('a backup of release 1.0 is restored and brought up to date', async () => {
  const address = await createEmptyDatabase();
  expect(await restore(address, BACKUP, { unsealed: true })).toMatchObject({ tables: 41, rows: 2_291 });
  await withClient(address, async (client) => {
    expect((await appliedMigrations(client)).map(({ hash }) => hash)).toEqual(known);
  });
});

test('release 1.0 and the initial migration make the same schema', async () => {
  const [before, after] = [await createEmptyDatabase(), await createEmptyDatabase()];
  await withClient(before, async (client) => {
    await client.query(await readFile(fixture('schema.sql'), 'utf8'));
  });
  const initial = new URL('../server/src/db/migrations/0000_initial.sql', import.meta.url);
  await withClient(after, async (client) => client.query(await readFile(initial, 'utf8')));
  expect(await withClient(after, schemaOf)).toEqual(await withClient(before, schemaOf));
});

test('a database that is older than release 1.0 is refused with a sentence, and left as it is', async () => {
  const address = await createEmptyDatabase();
  await withClient(address, (client) =>
    note(client, [{ hash: 'a migration of a development build', created_at: 1 }]),
  );
  await expect(migrate(address)).rejects.toThrow('Este banco de dados é de uma versão anterior à 1.0.');
  await withClient(address, async (client) => {
    expect(await appliedMigrations(client)).toHaveLength(1);
  });
});

/** The schema of release 1.0 with the rows of its backup. */
async function filledByRelease1(): Promise<DatabaseAddress> {
  const address = await createEmptyDatabase();
  await withClient(address, async (client) => {
    await client.query(await readFile(fixture('schema.sql'), 'utf8'));
    const restoreConstraints = await setAside(client);
    const { head } = await readCopy(
      BACKUP,
      { keys: [], allowUnsealed: true },
      {
        async table({ table, columns }, rows) {
          const list = columns.map((column) => `"${column}"`).join(', ');
          await copyIn(client, `copy public."${table}" (${list}) from stdin`, rows);
        },
      },
    );
    for (const statement of restoreConstraints) await client.query(statement);
    await note(client, head.migrations);
  });
  return address;
}

async function note(client: pg.Client, migrations: Migration[]): Promise<void> {
  await client.query(`create schema if not exists drizzle;
    create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`);
  for (const { hash, created_at } of migrations)
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      hash,
      created_at,
    ]);
}

/** Columns, indexes, constraints, functions, triggers and storage options, one line each. */
async function schemaOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select concat_ws(' ', 'column', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
      pg_get_expr(d.adbin, d.adrelid), a.attgenerated, a.attidentity, a.attstorage) line
    from pg_attribute a join pg_class c on c.oid = a.attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    union all select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      and prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select concat_ws(' ', relname, reloptions::text) from pg_class where relnamespace = 'public'::regnamespace
    union all select concat_ws(' ', 'extension', extname) from pg_extension
    order by line`);
  return rows.map(({ line }) => line);
}
