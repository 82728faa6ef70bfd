import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import {
  type OtherProcess,
  openOtherProcess,
  readAll,
  saved,
} from '../../../../test/process/other-process.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { agents } from '../../../db/tables/agents.ts';
import { chat_sessions, messages, token_entries } from '../../../db/tables/chat.ts';
import { countTokens } from '../../../language/tokens.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let other: OtherProcess;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  other = await openOtherProcess(testServer.context, testServer.address);
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await other.close();
  await testServer.close();
});

/** How many statements in this database wait for somebody's lock. */
async function blocked(db: TestServer['context']['db']): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int count from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
  );
  return rows[0]?.count ?? 0;
}

describe('opening a conversation', () => {
  test('R-CHAT-50 R-CHAT-36 R-CHAT-37 with an agent that one may use', async () => {
    const ana = await testServer.user();
    const agent = await buildAgent(testServer.context, { name: 'Ajuda' });
    const { status, body } = await testServer.as(ana).post(`/chat/create-session?agent_id=${agent.id}`);
    expect([status, body.data]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        agent_id: agent.id,
        agent_name: 'Ajuda',
        chat_title: 'Novo chat',
        created_at: testServer.context.clock.now().toISOString(),
        expires_at: null,
        messages_count: 0,
        is_test: false,
        pinned: false,
        can_send: true,
        files: 'no',
        files_days: null,
        validity: false,
      },
    ]);
    expect((await testServer.as(ana).get(`/chat/sessions/${body.data.id}`)).body.data).toEqual({
      ...body.data,
      processing: expect.objectContaining({ is_masked: false }),
    });
  });

  test('without an agent, to choose one later', async () => {
    const ana = await testServer.user();
    const { status, body } = await testServer.as(ana).post('/chat/create-session');
    expect([status, body.data.agent_id, body.data.can_send]).toEqual([201, null, false]);
  });

  test('R-CHAT-50 R-CHAT-14 is refused with a draft, with an agent of other groups and with none', async () => {
    const as = testServer.as(await testServer.user());
    const draft = await buildAgent(testServer.context, { deploy_status: false });
    const foreign = await buildAgent(testServer.context, { groups: [2] });
    for (const { id } of [draft, foreign]) {
      const { status, body } = await as.post(`/chat/create-session?agent_id=${id}`);
      expect([status, body.code]).toEqual([403, 'agent_unavailable']);
    }
    expect((await as.post('/chat/create-session?agent_id=1999999999')).body.code).toBe('agent_not_found');
    for (const agent_id of ['x', '-1', '0', '99999999999'])
      expect((await as.post(`/chat/create-session?agent_id=${agent_id}`)).body.code).toBe('agent_not_found');
  });
});

describe('the list of conversations', () => {
  test('R-CHAT-51 has twenty, newest first, and the rest on request', async () => {
    const ana = await testServer.user();
    const at = testServer.context.clock.now().getTime();
    for (let number = 0; number < 25; number += 1)
      await buildSession(testServer.context, {
        user_id: ana.id,
        agent_id: null,
        chat_title: `c${number}`,
        created_at: new Date(at - number * 1_000),
      });
    await buildSession(testServer.context, { user_id: ana.id, agent_id: null, is_test: true });
    await buildSession(testServer.context, { user_id: (await testServer.user()).id, agent_id: null });
    const first = await testServer.as(ana).get('/chat/sessions');
    const titles = (reply: typeof first) =>
      reply.body.data.map(({ chat_title }: { chat_title: string }) => chat_title);
    expect(titles(first)).toEqual(Array.from({ length: 20 }, (_, number) => `c${number}`));
    expect(first.body.metadata).toEqual({ total: 25, has_more: true });
    const rest = await testServer.as(ana).get('/chat/sessions', { query: { offset: '20' } });
    expect(titles(rest)).toEqual(['c20', 'c21', 'c22', 'c23', 'c24']);
    expect(rest.body.metadata).toEqual({ total: 25, has_more: false });
    const beyond = await testServer.as(ana).get('/chat/sessions', { query: { offset: '90' } });
    expect([beyond.status, beyond.body.data, beyond.body.metadata]).toEqual([
      200,
      [],
      { total: 25, has_more: false },
    ]);
    for (const query of ['limit=0', 'limit=x', 'offset=-1'])
      expect((await testServer.as(ana).get(`/chat/sessions?${query}`)).status).toBe(422);
  });

  test('R-TEST-13 tells test conversations and agents apart', async () => {
    const admin = await testServer.user({ role: 'admin' });
    const [one, two] = [
      await buildAgent(testServer.context, { deploy_status: false }),
      await buildAgent(testServer.context),
    ];
    for (const [agent_id, is_test] of [
      [one.id, true],
      [one.id, true],
      [two.id, true],
      [two.id, false],
    ] as const)
      await buildSession(testServer.context, { user_id: admin.id, agent_id, is_test });
    const listed = async (query: Record<string, string>) =>
      (await testServer.as(admin).get('/chat/sessions', { query })).body.data as {
        agent_id: number;
        can_send: boolean;
      }[];
    expect(await listed({})).toMatchObject([{ agent_id: two.id }]);
    expect(await listed({ is_test: 'true' })).toHaveLength(3);
    expect(await listed({ is_test: 'true', agent_id: String(one.id) })).toMatchObject([
      { agent_id: one.id, can_send: true },
      { agent_id: one.id, can_send: true },
    ]);
  });

  test('keeps the name of an agent that was deleted', async () => {
    const ana = await testServer.user();
    const agent = await buildAgent(testServer.context, { name: 'Ajuda' });
    const { body } = await testServer.as(ana).post(`/chat/create-session?agent_id=${agent.id}`);
    await testServer.context.db.update(agents).set({ name: 'Ajuda nova' }).where(eq(agents.id, agent.id));
    const listed = async () => (await testServer.as(ana).get('/chat/sessions')).body.data;
    expect(await listed()).toMatchObject([{ agent_name: 'Ajuda nova', can_send: true }]);
    await testServer.context.db.delete(agents).where(eq(agents.id, agent.id));
    expect(await listed()).toMatchObject([{ id: body.data.id, agent_name: 'Ajuda', can_send: false }]);
  });
});

describe('R-CHAT-53 deleting a conversation', () => {
  const conversation = async () => {
    const ana = await testServer.user();
    const agent = await buildAgent(testServer.context);
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    return { ana, id, as: testServer.as(ana) };
  };

  test('empties it for good; its dates and its tokens stay', async () => {
    script = ['Segredo', { end: { input: 4, output: 6 } }];
    const { ana, id, as } = await conversation();
    await as.ask(id, 'Pergunta secreta');
    expect(await as.delete(`/chat/sessions/${id}`)).toMatchObject({
      status: 200,
      body: { success: true, data: null },
    });
    const replies = [
      await as.get(`/chat/sessions/${id}`),
      await as.get(`/chat/sessions/${id}/messages`),
      await as.get(`/chat/sessions/${id}/stream`),
      await as.ask(id, 'Oi?'),
      await as.post(`/chat/sessions/${id}/stop`),
      await as.delete(`/chat/sessions/${id}`),
    ];
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await as.get('/chat/sessions')).body.data).toEqual([]);
    const [session] = await testServer.context.db
      .select()
      .from(chat_sessions)
      .where(eq(chat_sessions.id, id));
    expect(session).toMatchObject({ chat_title: '', messages_count: 1, erased_at: expect.any(Date) });
    expect(
      await testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, ana.id)),
    ).toHaveLength(1);
    expect((await as.get('/users/me')).body.data.token_used).toBe(10);
  });

  test.each(['here', 'in another process'])(
    'ends an answer that is being written %s; what came is charged',
    async (where) => {
      const waits = hold();
      script = ['Bom', ' dia', waits, ' tarde demais'];
      const { ana, id, as } = await conversation();
      const reader = where === 'here' ? as.ask(id, 'Oi?') : readAll(other.ask(ana.id, id, 'Oi?'));
      await waits.reached;
      const follower = as.get(`/chat/sessions/${id}/stream`);
      await saved(testServer.context, ana.id, 'Bom dia');
      expect((await as.delete(`/chat/sessions/${id}`)).status).toBe(200);
      waits.release();
      expect((await reader).events.at(-1)).toMatchObject({ done: true, status: 'stopped' });
      expect((await follower).status === 404 || (await follower).text.includes('"done":true')).toBe(true);
      const [message] = await testServer.context.db
        .select()
        .from(messages)
        .where(eq(messages.user_id, ana.id));
      expect(message).toMatchObject({ question: '', answer: '', status: 'stopped' });
      expect(
        await testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, ana.id)),
      ).toMatchObject([{ estimated: true }]);
    },
  );

  test('charges every word that its reader received, also those that come while it is under way', async () => {
    const waits = hold();
    script = ['Bom dia', waits, ' e boa noite a todos os que ainda estão lendo isto'];
    const { ana, id, as } = await conversation();
    const reading = as.ask(id, 'Oi?');
    await waits.reached;
    const { db } = testServer.context;
    const mine = eq(messages.user_id, ana.id);
    let deleting: ReturnType<typeof as.delete> | undefined;
    // The transaction that ends the answer waits here, and has counted its words already.
    await db.transaction(async (tx) => {
      await tx.select({ id: messages.id }).from(messages).where(mine).for('update');
      deleting = as.delete(`/chat/sessions/${id}`);
      await expect.poll(() => blocked(db)).toBeGreaterThan(0);
      waits.release();
    });
    expect((await deleting)?.status).toBe(200);
    const told = await countTokens((await reading).answer);
    const entries = await db.select().from(token_entries).where(eq(token_entries.user_id, ana.id));
    expect(entries.map(({ output_tokens }) => output_tokens)).toEqual([told]);
  });

  test('and asking in it at the same moment leaves nothing behind', async () => {
    script = ['Bom dia'];
    for (let round = 0; round < 10; round += 1) {
      const { ana, id, as } = await conversation();
      const [asked, deleted] = await Promise.all([as.ask(id, 'Oi?'), as.delete(`/chat/sessions/${id}`)]);
      expect(deleted.status).toBe(200);
      expect([200, 404]).toContain(asked.status);
      const rows = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
      expect(
        rows.every(({ question, answer, status }) => !question && !answer && status !== 'streaming'),
      ).toBe(true);
    }
  });
});
