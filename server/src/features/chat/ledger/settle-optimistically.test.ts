/** The two ways in which an answer ends leave the same behind. */
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { answer_parts, messages, token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';
import { grantCredit } from '../../users/tokens/credits.ts';
import { type Ending, settle } from './settle.ts';
import { settleOptimistically } from './settle-optimistically.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

const ENDING: Ending = {
  status: 'done',
  error_code: null,
  answer: 'Em até dez dias [1].',
  seq: 3,
  sources: [{ index: 1, kind: 'link', title: 'Regras', snippet: '', url: 'https://exemplo.com.br' }],
  filters: [],
  charge: { input: 120, output: 30, cached: 20, estimated: false },
  steps: [
    { purpose: 'step', model: 'gpt-4o', usage: { input: 10, output: 5 }, estimated: true },
  ] as Ending['steps'] & object,
};

/** An answer that is being written, and has its first part stored. */
async function running(person: Partial<typeof users.$inferInsert> = {}) {
  const { context } = testServer;
  const { id: user_id } = await testServer.user();
  await context.db
    .update(users)
    .set({ token_reserved: 500, ...person })
    .where(eq(users.id, user_id));
  const agent = await buildAgent(context);
  const { id: session_id } = await buildSession(context, { user_id, agent_id: agent.id });
  const [message] = await context.db
    .insert(messages)
    .values({
      user_id,
      session_id,
      question: 'Em quantos dias?',
      status: 'streaming',
      model: 'claude-4-sonnet',
      seq: 2,
      reserved_tokens: 500,
      created_at: context.clock.now(),
    })
    .returning();
  if (!message) throw new Error('no record was inserted');
  await context.db
    .insert(answer_parts)
    .values({ user_id, message_id: message.id, seq: 2, content: 'Em até' });
  return { user_id, id: message.id };
}

const options = () => ({ now: testServer.context.clock.now(), models: testServer.context.models });

/** The record, the entries and the parts are returned without the ids that differ between two answers. */
async function leftOf({ user_id, id }: { user_id: number; id: number }) {
  const { db } = testServer.context;
  const [record] = await db
    .select()
    .from(messages)
    .where(and(eq(messages.user_id, user_id), eq(messages.id, id)));
  const entries = await db
    .select()
    .from(token_entries)
    .where(eq(token_entries.user_id, user_id))
    .orderBy(token_entries.call, token_entries.purpose);
  const [person] = await db.select().from(users).where(eq(users.id, user_id));
  const parts = await db.select().from(answer_parts).where(eq(answer_parts.user_id, user_id));
  const named = { id: 0, user_id: 0, session_id: '', message_id: 0, agent_id: 0 };
  return {
    record: { ...record, ...named },
    entries: entries.map((entry) => ({ ...entry, ...named })),
    person: { used: person?.token_used, reserved: person?.token_reserved, credited: person?.token_credited },
    parts,
  };
}

test('an answer that ends in one statement leaves what a transaction leaves', async () => {
  const { context } = testServer;
  const [quick, locked] = [await running(), await running()];
  const returned = await settleOptimistically(context.db, quick, ENDING, options());
  const expected = await context.db.transaction((tx) =>
    settle(tx, locked, ENDING, { ...options(), queue: context.queue }),
  );
  expect(await leftOf(quick)).toEqual(await leftOf(locked));
  expect(returned).toEqual({
    ...expected,
    id: quick.id,
    user_id: quick.user_id,
    session_id: returned?.session_id,
  });
  const { entries, parts, person } = await leftOf(quick);
  expect(entries).toHaveLength(2);
  expect(parts).toEqual([]);
  expect(person).toEqual({ used: 165, reserved: 0, credited: 0 });
});

test('an answer that has ended is not ended again, and is charged once', async () => {
  const { db } = testServer.context;
  const key = await running();
  const ends = await Promise.all(
    Array.from({ length: 5 }, () => settleOptimistically(db, key, ENDING, options())),
  );
  expect(ends.filter(Boolean)).toHaveLength(1);
  expect((await leftOf(key)).entries).toHaveLength(2);
  expect(await settleOptimistically(db, key, ENDING, options())).toBeUndefined();
});

test('a part that is saved meanwhile is taken away with the others: the transaction ends the answer', async () => {
  const { db } = testServer.context;
  const key = await running();
  const saved = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  // Another process saves the next part, and its transaction stays open while the answer ends.
  const saving = db.transaction(async (tx) => {
    await tx.update(messages).set({ seq: 3 }).where(eq(messages.id, key.id));
    await tx
      .insert(answer_parts)
      .values({ user_id: key.user_id, message_id: key.id, seq: 3, content: ' dez' });
    begun.resolve();
    await saved.promise;
  });
  await begun.promise;
  const end = settleOptimistically(db, key, ENDING, options());
  await waitingForLock();
  saved.resolve();
  await saving;
  expect(await end).toBeUndefined();
  await db.transaction((tx) => settle(tx, key, ENDING, { ...options(), queue: testServer.context.queue }));
  expect((await leftOf(key)).parts).toEqual([]);
});

/** Resolves once a statement waits for the lock of another one. */
async function waitingForLock(): Promise<void> {
  const { db } = testServer.context;
  for (;;) {
    const { rows } = await db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if (rows.length) return;
  }
}

const DAY_MS = 86_400_000;

test.each([
  ['credits pay a part', { token_limit: 100 }, 1_000],
  ['a level of the allowance is reached', { token_limit: 180 }, 0],
  ['a new cycle has begun', { token_cycle_start: new Date('2026-01-10T03:00:00Z') }, 0],
])('where %s, nothing is written and the transaction decides', async (_, person, credit) => {
  const { db, clock } = testServer.context;
  const key = await running(person);
  const expires_at = new Date(clock.now().getTime() + 30 * DAY_MS);
  const bought = { user_id: key.user_id, purchase_id: randomUUID(), tokens: credit, expires_at };
  if (credit) await db.transaction((tx) => grantCredit(tx, bought, clock.now()));
  const before = await leftOf(key);
  expect(await settleOptimistically(db, key, ENDING, options())).toBeUndefined();
  expect(await leftOf(key)).toEqual(before);
  await db.transaction((tx) => settle(tx, key, ENDING, { ...options(), queue: testServer.context.queue }));
});
