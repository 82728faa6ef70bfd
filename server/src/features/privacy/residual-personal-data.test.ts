/** The columns that are looked through after an erasure; the erasure itself is tested in erase.test.ts. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { findPerson, type Person } from './person.ts';
import { findResidualData } from './residual-personal-data.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

async function nobodyAnyMore(): Promise<Person> {
  const { db } = testServer.context;
  const { id } = await testServer.user();
  const person = await findPerson(db, id);
  if (!person) throw new Error('nobody');
  await db.execute(sql`delete from users where id = ${id}`);
  return person;
}

test('R-MNY-17 a record that was replaced by one with the number of a person is no trace of them', async () => {
  const { db } = testServer.context;
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const gone = await nobodyAnyMore();
  await db.execute(sql`
    insert into messages (user_id, session_id, question, status, model, replaced_by)
    values (${ana.id}, ${id}, 'Oi?', 'done', 'gpt-5', ${gone.id})`);
  expect(await findResidualData(db, gone)).toEqual([]);
});

test('R-MNY-17 the reference of a person is found in a column of any name, and in large tables in those that say so', async () => {
  const { db } = testServer.context;
  const gone = await nobodyAnyMore();
  await db.execute(sql`create table forgotten (id int, token uuid)`);
  await db.execute(sql`alter table messages add column asker_reference uuid`);
  try {
    await db.execute(sql`insert into forgotten values (1, ${gone.reference}::uuid)`);
    await db.execute(
      sql`update messages set asker_reference = ${gone.reference}::uuid where id = (select max(id) from messages)`,
    );
    expect(await findResidualData(db, gone)).toEqual([
      { table: 'public.forgotten', column: 'token', of: 'reference', rows: 1 },
      { table: 'public.messages', column: 'asker_reference', of: 'reference', rows: 1 },
    ]);
  } finally {
    await db.execute(sql`drop table forgotten`);
    await db.execute(sql`alter table messages drop column asker_reference`);
  }
});

/** An installation has few of their rows, however many people use it; uploads are there until they are confirmed. */
const SMALL = ['counters', 'exchange_rates', 'model_comparisons', 'model_prices', 'sheet_uploads'];

test('erasing a person reads no growing table from beginning to end: every column that names one has an index', async () => {
  const { rows } = await testServer.context.db.execute<{ column: string }>(sql`
    select c.relname || '.' || a.attname as column from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname <> all(${sql.param(SMALL)}::text[])
      and (t.typname = 'int4' and a.attname ~ '((^|_)user_id|_by)$' or exists (
        select from pg_constraint k where k.contype = 'f' and k.conrelid = c.oid
          and k.confrelid = 'public.users'::regclass and a.attnum = any(k.conkey)))
      and not exists (
        select from pg_index i where i.indrelid = c.oid and i.indisvalid and i.indkey[0] = a.attnum
          and coalesce(pg_get_expr(i.indpred, i.indrelid), '') in ('', '(' || a.attname || ' IS NOT NULL)'))
    order by 1`);
  expect(rows.map(({ column }) => column)).toEqual([]);
});
