import { and, eq, sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import type { Transaction } from '../../../db/client.ts';
import { rate_limits } from '../../../db/tables/accounts.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import { idempotency_keys } from '../../../db/tables/idempotency.ts';
import { users } from '../../../db/tables/people.ts';

let script: Script = ['Sim'];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterEach(async () => {
  script = ['Sim'];
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

async function conversation() {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  return { ana, id, as: testServer.as(ana) };
}

const under = (key: string) => ({ headers: { 'idempotency-key': key } });

const waiting = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Sends a question that is decided on what is there, and changes it before the question can be entered. */
async function changedMeanwhile<T>(send: () => Promise<T>, change: (tx: Transaction) => Promise<unknown>) {
  let reply: Promise<T> | undefined;
  await testServer.context.db.transaction(async (tx) => {
    await change(tx);
    reply = send();
    // It has read, and waits for us.
    await expect
      .poll(async () => (await testServer.context.db.execute(waiting)).rows.length)
      .toBeGreaterThan(0);
  });
  return reply as Promise<T>;
}

const written = async (user_id: number) => {
  const { db } = testServer.context;
  const [person] = await db.select().from(users).where(eq(users.id, user_id));
  return {
    questions: (await db.select().from(messages).where(eq(messages.user_id, user_id))).length,
    keys: (await db.select().from(idempotency_keys).where(eq(idempotency_keys.user_id, user_id))).length,
    held: person?.token_reserved,
  };
};
const turnsOf = async (user_id: number) => {
  const isAsk = eq(rate_limits.key, `ask:${user_id}`);
  const rows = await testServer.context.db
    .select({ count: rate_limits.count })
    .from(rate_limits)
    .where(isAsk);
  return rows[0]?.count ?? 0;
};

describe('a question', () => {
  test('is with the model after three turns with the database: who asks, what is there, what is asked', async () => {
    const { id, as } = await conversation();
    await as.ask(id, 'Primeira?', under('antes'));
    const pool = (testServer.context.db as unknown as { $client: pg.Pool }).$client;
    let turns = 0;
    const count = () => {
      turns += 1;
    };
    const waits = hold();
    script = [waits, 'Sim'];
    pool.on('acquire', count);
    const reply = as.ask(id, 'Segunda?', under('depois'));
    await waits.reached;
    pool.off('acquire', count);
    waits.release();
    expect((await reply).status).toBe(200);
    expect(turns).toBe(3);
  });

  test('of whom the rights are just being taken from is refused, and nothing of it is written', async () => {
    const { ana, id, as } = await conversation();
    const { status, body } = await changedMeanwhile(
      () => as.ask(id, 'Oi?', under('k')),
      (tx) => tx.update(users).set({ active: false }).where(eq(users.id, ana.id)),
    );
    expect([status, body.code]).toEqual([401, 'account_ended']);
    expect(await written(ana.id)).toEqual({ questions: 0, keys: 0, held: 0 });
  });

  test('whose last tokens are just being spent is refused', async () => {
    const { ana, id, as } = await conversation();
    const { status, body } = await changedMeanwhile(
      () => as.ask(id, 'Oi?', under('k')),
      (tx) => tx.update(users).set({ token_limit: 0 }).where(eq(users.id, ana.id)),
    );
    expect([status, body.code]).toEqual([402, 'token_limit']);
    expect(await written(ana.id)).toEqual({ questions: 0, keys: 0, held: 0 });
    await testServer.context.db.update(users).set({ token_limit: 1_000 }).where(eq(users.id, ana.id));
  });

  test('in a conversation that is just being erased is not found, and holds no tokens', async () => {
    const { ana, id, as } = await conversation();
    const isIt = and(eq(chat_sessions.user_id, ana.id), eq(chat_sessions.id, id));
    const { status, body } = await changedMeanwhile(
      () => as.ask(id, 'Oi?', under('k')),
      (tx) => tx.update(chat_sessions).set({ chat_title: '', erased_at: new Date() }).where(isIt),
    );
    expect([status, body.code]).toEqual([404, 'session_not_found']);
    expect(await written(ana.id)).toEqual({ questions: 0, keys: 0, held: 0 });
  });

  test('in a conversation that is just being named leaves it its name', async () => {
    const { ana, id, as } = await conversation();
    const isIt = and(eq(chat_sessions.user_id, ana.id), eq(chat_sessions.id, id));
    const { status } = await changedMeanwhile(
      () => as.ask(id, 'Oi?', under('k')),
      (tx) => tx.update(chat_sessions).set({ chat_title: 'Férias' }).where(isIt),
    );
    expect(status).toBe(200);
    const { body } = await as.get(`/chat/sessions/${id}`);
    expect(body.data).toMatchObject({ chat_title: 'Férias', messages_count: 1 });
    expect(await turnsOf(ana.id)).toBe(1);
  });

  test('that meets another change of its person is decided anew, and counts as one', async () => {
    const { ana, id, as } = await conversation();
    const { status } = await changedMeanwhile(
      () => as.ask(id, 'Oi?', under('k')),
      (tx) => tx.update(users).set({ name: 'Ana' }).where(eq(users.id, ana.id)),
    );
    expect(status).toBe(200);
    expect(await written(ana.id)).toEqual({ questions: 1, keys: 1, held: 0 });
    expect(await turnsOf(ana.id)).toBe(1);
  });

  test('that is refused counts towards the twenty of a minute all the same', async () => {
    const { ana, id, as } = await conversation();
    await testServer.context.db.update(users).set({ token_limit: 0 }).where(eq(users.id, ana.id));
    expect((await as.ask(id, 'Oi?')).status).toBe(402);
    expect((await as.ask(id, 'Oi?')).status).toBe(402);
    expect(await turnsOf(ana.id)).toBe(2);
    await testServer.context.db.update(users).set({ token_limit: 1_000 }).where(eq(users.id, ana.id));
  });

  test('is refused when another call is just taking its key', async () => {
    const { ana, id, as } = await conversation();
    const taken = {
      user_id: ana.id,
      key: 'k',
      request_hash: Buffer.from('another call'),
      status: 201,
      answer: {},
      created_at: testServer.context.clock.now(),
    };
    const { status, body } = await changedMeanwhile(
      () => as.ask(id, 'Oi?', under('k')),
      (tx) => tx.insert(idempotency_keys).values(taken),
    );
    expect([status, body.code]).toEqual([422, 'idempotency_mismatch']);
    expect(await written(ana.id)).toEqual({ questions: 0, keys: 1, held: 0 });
  });
});
