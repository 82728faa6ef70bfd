/** Messages in several parts are one table to everybody who asks, reads and erases. */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../test/builders.ts';
import { brokenInvariants } from '../../test/invariants.ts';
import { type Script, scripted, scriptedModels } from '../../test/providers/scripted-model.ts';
import { withClient } from '../../test/test-databases.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../test/test-server.ts';
import { databaseCode } from '../db/client.ts';
import { addPart, moveIds, partsOf } from '../db/partitions.ts';
import { messages, token_entries } from '../db/tables/chat.ts';
import { lockWatermark, moveWatermark } from '../features/stats/rollup-watermark.ts';
import { keepPartitions } from './partitions.ts';

const script: Script = ['Sim, jabuticaba.'];
let testServer: TestServer;
beforeEach(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(script)) });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
  await testServer.close();
});

const monthsOf = async () => (await partsOf(testServer.context.db)).map(({ month }) => month);

/** As if the months went by, each with one record at least. */
async function begin(month: string, cut_at = 1): Promise<void> {
  testServer.clock.set(new Date(`${month}-15T12:00:00Z`));
  await keepPartitions(testServer.context, cut_at);
  testServer.clock.set(TEST_NOW);
}

async function talking() {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const as = testServer.as(ana);
  const read = async () =>
    (await as.get(`/chat/sessions/${id}/messages`)).body.data.map(
      ({ question }: { question: string }) => question,
    );
  return { ana, as, id, read, agent };
}

test('R-ENG-11 a month has its records in a part of its own, and a conversation is read, searched and erased over all of them', async () => {
  const { ana, as, id, read } = await talking();
  await as.ask(id, 'Primeira?');
  await begin('2031-01');
  await as.ask(id, 'Segunda?');
  await as.ask(id, 'Terceira?');
  await begin('2031-03');
  await as.ask(id, 'Quarta?');
  expect(await monthsOf()).toEqual([null, '2031-01', '2031-03']);
  const { db } = testServer.context;
  const { rows } = await db.execute<{ part: string; count: number }>(
    sql`select tableoid::regclass::text as part, count(*)::int as count from messages group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { part: 'messages_2031_01', count: 2 },
    { part: 'messages_2031_03', count: 1 },
    { part: 'messages_first', count: 1 },
  ]);
  expect(await read()).toEqual(['Primeira?', 'Segunda?', 'Terceira?', 'Quarta?']);
  expect((await as.get('/chat/search', { query: { q: 'jabuticaba' } })).body.data).toHaveLength(4);
  expect((await as.delete(`/chat/sessions/${id}`)).status).toBe(200);
  const kept = await db.select().from(messages).where(eq(messages.user_id, ana.id));
  expect(kept.map(({ question, answer }) => question + answer)).toEqual(['', '', '', '']);
});

test('R-ENG-12 a conversation has one running answer, also where its records are in two parts', async () => {
  const { ana, as, id } = await talking();
  await as.ask(id, 'Primeira?');
  const { db } = testServer.context;
  const [first] = await db.select().from(messages);
  if (!first) throw new Error('no record');
  await begin('2031-01');
  const running = {
    user_id: ana.id,
    session_id: id,
    question: 'Segunda?',
    status: 'streaming',
    model: first.model,
  } as const;
  await db.insert(messages).values(running);
  const again = db.update(messages).set({ status: 'streaming' }).where(eq(messages.id, first.id));
  const error = await again.then(
    () => null,
    (reason) => reason,
  );
  expect(databaseCode(error)).toBe('23505');
  await db.delete(messages).where(eq(messages.status, 'streaming'));
  await db.update(messages).set({ status: 'streaming' }).where(eq(messages.id, first.id));
  await expect(db.insert(messages).values(running)).rejects.toThrow();
  await db.update(messages).set({ status: 'done' }).where(eq(messages.id, first.id));
});

test('R-ENG-13 small months are not cut off, nor is one twice; without the job ids go on where they are', async () => {
  const { as, id, read } = await talking();
  await as.ask(id, 'Primeira?');
  await begin('2031-01', 2);
  expect(await monthsOf()).toEqual([null]);
  await begin('2031-02');
  await begin('2031-02');
  expect(await monthsOf()).toEqual([null, '2031-02']);
  // Nothing was asked since.
  await begin('2031-03');
  await as.ask(id, 'Segunda?');
  // The clock was set back.
  await keepPartitions(testServer.context, 1);
  expect(await monthsOf()).toEqual([null, '2031-02']);
  await as.ask(id, 'Terceira?');
  expect(await read()).toEqual(['Primeira?', 'Segunda?', 'Terceira?']);
});

test('R-ENG-13 where the job ended half-way the next one goes on, and ids are never given twice', async () => {
  const { as, id, read } = await talking();
  await as.ask(id, 'Primeira?');
  const { db } = testServer.context;
  await addPart(db, '2031-01');
  await as.ask(id, 'Segunda?');
  await begin('2031-01', 1_000);
  await as.ask(id, 'Terceira?');
  await Promise.all([moveIds(db, '2031-01'), moveIds(db, '2031-01')]);
  await as.ask(id, 'Quarta?');
  expect(await monthsOf()).toEqual([null, '2031-01']);
  const ids = (await db.select({ id: messages.id }).from(messages).orderBy(messages.id)).map(
    ({ id: one }) => one,
  );
  expect(ids.slice(2)).toEqual([372 * 2 ** 32, 372 * 2 ** 32 + 1]);
  expect(await read()).toEqual(['Primeira?', 'Segunda?', 'Terceira?', 'Quarta?']);
});

test('R-ENG-15 a month is dropped when the conversations of all its records are erased, never the last, never without the setting', async () => {
  const { as, id } = await talking();
  const other = await talking();
  await as.ask(id, 'Primeira?');
  await other.as.ask(other.id, 'De outra pessoa?');
  await begin('2031-01');
  await as.ask(id, 'Segunda?');
  await begin('2031-02');
  await other.as.delete(`/chat/sessions/${other.id}`);
  const { db } = testServer.context;
  const now = new Date('2033-01-01T00:00:00Z');
  const later = { ...testServer.context, clock: { now: () => now } };
  await db.transaction(async (tx) => {
    await lockWatermark(tx);
    await moveWatermark(tx, now, now);
  });
  await keepPartitions(later, 1_000);
  expect(await monthsOf()).toEqual([null, '2031-01', '2031-02']);
  const boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  expect((await boss.put('/admin/interface', { keep_months: 12 })).status).toBe(200);
  await keepPartitions(later, 1_000);
  // The first conversation has records in both.
  expect(await monthsOf()).toEqual([null, '2031-01', '2031-02']);
  await as.delete(`/chat/sessions/${id}`);
  await keepPartitions(testServer.context, 1_000);
  expect(await monthsOf()).toEqual([null, '2031-01', '2031-02']);
  await keepPartitions(later, 1_000);
  expect(await monthsOf()).toEqual(['2031-02']);
  expect(await db.select().from(messages)).toEqual([]);
  expect(await db.$count(token_entries)).toBe(3);
});

test('R-ENG-15 a detachment that was broken off is finished, and so is a part that was detached and not dropped', async () => {
  const { as, id } = await talking();
  await as.ask(id, 'Primeira?');
  await begin('2031-01');
  await begin('2031-01');
  const { db } = testServer.context;
  await as.delete(`/chat/sessions/${id}`);
  const reader = await testServer.context.db.transaction(async (tx) => {
    await tx.execute(sql`select from messages`);
    await withClient(testServer.address, async (client) => {
      await client.query("set statement_timeout = '300ms'");
      const detach = 'alter table messages detach partition messages_first concurrently';
      await expect(client.query(detach)).rejects.toThrow('statement timeout');
    });
    return 'read to its end';
  });
  expect(reader).toBe('read to its end');
  expect((await partsOf(db)).map(({ isPending }) => isPending)).toEqual([true, false]);
  await keepPartitions(testServer.context, 1_000);
  expect(await monthsOf()).toEqual(['2031-01']);
  await db.execute(sql`create table messages_2030_12 ()`);
  await keepPartitions(testServer.context, 1_000);
  const { rows } = await db.execute(
    sql`select from pg_class where relname in ('messages_first', 'messages_2030_12')`,
  );
  expect(rows).toEqual([]);
});
