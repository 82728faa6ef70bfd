import { afterAll, expect, inject, test } from 'vitest';
import {
  createEmptyDatabase,
  dropEmptyDatabases,
  onTestDatabaseServer,
  withClient,
} from '../../test/test-databases.ts';
import { appliedMigrations, knownMigrations, lockMigrations, migrate } from './migrate.ts';

afterAll(dropEmptyDatabases);

test('R-ENG-01 migrations wait for another process longer than the server or the role lets a statement take', async () => {
  const address = await createEmptyDatabase();
  const { database } = address as { database: string };
  await onTestDatabaseServer(`alter database ${database} set statement_timeout = '200ms'`);
  const migrating = await withClient(address, async (other) => {
    await lockMigrations(other);
    const waiting = migrate(address);
    waiting.catch(() => {});
    const hasWaitedTooLong = async () => {
      const { rows } = await onTestDatabaseServer(
        `select from pg_stat_activity where datname = '${database}' and wait_event_type = 'Lock'
          and now() - query_start > interval '400 ms'`,
      );
      return rows.length;
    };
    await expect.poll(hasWaitedTooLong).toBe(1);
    return { waiting };
  });
  await migrating.waiting;
  await onTestDatabaseServer(`alter database ${database} reset statement_timeout`);
  expect(await withClient(address, appliedMigrations)).toHaveLength(knownMigrations().length);
});

test('R-ENG-19 a database that a newer release has migrated is refused with what to do, and stays as it was', async () => {
  const address = await createEmptyDatabase();
  await migrate(address);
  const before = await withClient(address, appliedMigrations);
  await withClient(address, (client) =>
    client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
      'of a release that is not written yet',
      (before.at(-1)?.created_at ?? 0) + 1,
    ]),
  );
  await expect(migrate(address)).rejects.toThrow(/versão mais nova do Prosa.*cópia de segurança/);
  expect(await withClient(address, appliedMigrations)).toHaveLength(before.length + 1);
});

test('R-ENG-19 a role that may not make tables in its database is refused with what to do', async () => {
  const { database } = (await createEmptyDatabase()) as { database: string };
  const role = `${database}_alheio`;
  await onTestDatabaseServer(`create role ${role} login`);
  try {
    const { host, port } = inject('database') as { host: string; port: number };
    await expect(migrate({ host, port, user: role, database })).rejects.toThrow(
      /não pode criar tabelas e extensões nesse banco.*alter database NOME owner to PAPEL/,
    );
  } finally {
    await onTestDatabaseServer(`drop role ${role}`);
  }
});
