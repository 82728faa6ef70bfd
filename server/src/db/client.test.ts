import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { isDatabaseAway, type OpenDatabase, openDatabase } from './client.ts';

let database: OpenDatabase;
beforeAll(() => {
  database = openDatabase({ ...inject('database'), database: 'postgres' }, { max: 1 });
});
afterAll(() => database.close());

const errorOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => null).catch((error) => error);

test('R-ENG-03 a server that takes no writes counts as away, as one that becomes the primary; a refused statement does not', async () => {
  const { db } = database;
  const readOnly = db.transaction((tx) => tx.execute(sql`create table never ()`), {
    accessMode: 'read only',
  });
  const nowhere = openDatabase({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' });
  const outcomes = [
    await errorOf(readOnly),
    await errorOf(nowhere.db.execute(sql`select 1`)),
    await errorOf(db.execute(sql`select 1 / 0`)),
    await errorOf(db.execute(sql`select from no_such_table`)),
  ];
  expect(outcomes.map(isDatabaseAway)).toEqual([true, true, false, false]);
  await nowhere.close();
});
