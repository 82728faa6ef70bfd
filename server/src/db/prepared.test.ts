import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { type OpenDatabase, openDatabase, type Queryable } from './client.ts';
import { executePrepared, prepared } from './prepared.ts';

let database: OpenDatabase;
beforeEach(() => {
  // One connection, so that a name is either prepared on it or not.
  database = openDatabase({ ...inject('database'), database: 'postgres' }, { max: 1 });
});
afterEach(() => database.close());

const twice = prepared((db) =>
  db.select({ twice: sql<number>`${sql.placeholder('n')}::int * 2` }).from(sql`(select) once`),
);
const twiceOf = async (db: Queryable, n: number) => (await twice(db, { n }))[0]?.twice;
const thriceOf = async (db: Queryable, n: number) =>
  (await executePrepared<{ thrice: number }>(db, sql`select ${n}::int * 3 thrice`))[0]?.thrice;

async function namesOf({ db }: OpenDatabase): Promise<number> {
  const { rows } = await db.execute(sql`select from pg_prepared_statements where name <> ''`);
  return rows.length;
}

describe('a prepared statement', () => {
  test('is known to its connection after the first time, and takes new values each time', async () => {
    const { db } = database;
    expect([await twiceOf(db, 2), await twiceOf(db, 21)]).toEqual([4, 42]);
    expect(await namesOf(database)).toBe(1);
    expect([await thriceOf(db, 2), await thriceOf(db, 14)]).toEqual([6, 42]);
    expect(await namesOf(database)).toBe(2);
  });

  test('goes on without names where a connection has lost them, as behind a pooler that knows none', async () => {
    const { db } = database;
    for (const of of [twiceOf, thriceOf]) {
      const before = await of(db, 7);
      await db.execute(sql`deallocate all`);
      expect(await of(db, 7)).toBe(before);
    }
    expect(await namesOf(database)).toBe(0);
  });

  test('has no name in a transaction, which could not go on after it was refused', async () => {
    const { db } = database;
    await db.transaction(async (tx) => {
      expect([await twiceOf(tx, 5), await thriceOf(tx, 5)]).toEqual([10, 15]);
    });
    expect(await namesOf(database)).toBe(0);
  });

  test('that is wrong is refused as any other, and its name is not held against the connection', async () => {
    const { db } = database;
    await expect(executePrepared(db, sql`select 1 / ${0}::int`)).rejects.toThrow();
    expect(await twiceOf(db, 1)).toBe(2);
    expect(await namesOf(database)).toBeGreaterThan(0);
  });
});
