import { afterAll, expect, test } from 'vitest';
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
