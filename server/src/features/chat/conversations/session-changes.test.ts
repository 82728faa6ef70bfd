import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';

let script: Script = ['Sim'];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

async function conversation() {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  return { ana, agent, id, as: testServer.as(ana) };
}

describe('renaming a conversation', () => {
  test('gives it the typed title, as one line without what cannot be stored', async () => {
    const { id, as } = await conversation();
    for (const [typed, title] of [
      ['  Férias  ', 'Férias'],
      ['a\0b \ud800c', 'ab c'],
      ['duas\nlinhas\te um tab', 'duas linhas e um tab'],
      ['🙂'.repeat(100), '🙂'.repeat(100)],
    ]) {
      const { status, body } = await as.patch(`/chat/sessions/${id}`, { chat_title: typed });
      expect([status, body.data.chat_title]).toEqual([200, title]);
      expect(body.data).not.toHaveProperty('processing');
      expect((await as.get(`/chat/sessions/${id}`)).body.data).toMatchObject(body.data);
    }
  });

  test('refuses a title of which nothing is left, one that is too long and a call that changes nothing', async () => {
    const { id, as } = await conversation();
    for (const [change, detail] of [
      [{ chat_title: '' }, 'O título não pode estar vazio.'],
      [{ chat_title: ' \0 \ud800 ' }, 'O título não pode estar vazio.'],
      [{ chat_title: 'x'.repeat(201) }, 'O título deve ter no máximo 200 caracteres.'],
      [{}, 'Informe o título ou a fixação.'],
      [{ chat_title: 7 }, 'O título não pode estar vazio.'],
    ] as const) {
      const { status, body } = await as.patch(`/chat/sessions/${id}`, change);
      expect([status, body.detail]).toEqual([422, detail]);
    }
    expect((await as.get(`/chat/sessions/${id}`)).body.data.chat_title).toBe('Novo chat');
  });

  test('stands: no question gives it another title', async () => {
    const { id, as } = await conversation();
    await as.patch(`/chat/sessions/${id}`, { chat_title: 'Meu nome' });
    await as.ask(id, 'Primeira pergunta?');
    expect((await as.get(`/chat/sessions/${id}`)).body.data.chat_title).toBe('Meu nome');
    await as.patch(`/chat/sessions/${id}`, { chat_title: 'Novo chat' });
    await as.ask(id, 'Segunda pergunta?');
    expect((await as.get(`/chat/sessions/${id}`)).body.data.chat_title).toBe('Novo chat');
  });
});

describe('pinning a conversation', () => {
  test('R-CHAT-51 puts it above the others, newest first among its like, on every page', async () => {
    const ana = await testServer.user();
    const as = testServer.as(ana);
    const at = testServer.context.clock.now().getTime();
    const ids: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const created_at = new Date(at - number * 1_000);
      const session = { user_id: ana.id, agent_id: null, chat_title: `c${number}`, created_at };
      ids.push((await buildSession(testServer.context, session)).id);
    }
    for (const number of [4, 2]) {
      const { body } = await as.patch(`/chat/sessions/${ids[number]}`, { pinned: true });
      expect(body.data).toMatchObject({ pinned: true, chat_title: `c${number}` });
    }
    const titles = async (query: Record<string, string>) =>
      (await as.get('/chat/sessions', { query })).body.data.map(
        (session: { chat_title: string }) => session.chat_title,
      );
    expect(await titles({})).toEqual(['c2', 'c4', 'c0', 'c1', 'c3', 'c5']);
    expect(await titles({ limit: '3', offset: '1' })).toEqual(['c4', 'c0', 'c1']);
    await as.patch(`/chat/sessions/${ids[2]}`, { pinned: false });
    expect(await titles({})).toEqual(['c4', 'c0', 'c1', 'c2', 'c3', 'c5']);
  });
});

test('R-CHAT-57 nobody renames or pins somebody else’s conversation, an erased one or none', async () => {
  const { id, as } = await conversation();
  const stranger = testServer.as(await testServer.user({ role: 'superadmin' }));
  const gone = await conversation();
  await gone.as.delete(`/chat/sessions/${gone.id}`);
  const replies = [
    await stranger.patch(`/chat/sessions/${id}`, { chat_title: 'Meu' }),
    await stranger.patch(`/chat/sessions/${id}`, { pinned: true }),
    await gone.as.patch(`/chat/sessions/${gone.id}`, { chat_title: 'De volta' }),
    await as.patch('/chat/sessions/1', { pinned: true }),
  ];
  for (const { status, body } of replies) expect([status, body.code]).toEqual([404, 'session_not_found']);
  expect((await as.get(`/chat/sessions/${id}`)).body.data).toMatchObject({
    chat_title: 'Novo chat',
    pinned: false,
  });
});

describe('a test conversation', () => {
  test('R-TEST-14 R-TEST-19 is opened by administrators, with a draft and with an agent of no group too', async () => {
    const draft = await buildAgent(testServer.context, {
      name: 'Rascunho',
      deploy_status: false,
      groups: [],
    });
    for (const role of ['admin', 'superadmin'] as const) {
      const as = testServer.as(await testServer.user({ role }));
      const { status, body } = await as.post(`/chat/create-session?agent_id=${draft.id}&is_test=true`);
      expect([status, body.data]).toEqual([
        201,
        {
          id: expect.any(String),
          agent_id: draft.id,
          agent_name: 'Rascunho',
          chat_title: 'Novo chat',
          created_at: testServer.context.clock.now().toISOString(),
          expires_at: null,
          messages_count: 0,
          is_test: true,
          pinned: false,
          can_send: true,
          files: 'no',
          files_days: null,
          validity: false,
        },
      ]);
      expect((await as.post(`/chat/create-session?agent_id=${draft.id}`)).body.code).toBe(
        'agent_unavailable',
      );
      const missing = await as.post('/chat/create-session?agent_id=1999999999&is_test=true');
      expect([missing.status, missing.body.code]).toEqual([404, 'agent_not_found']);
    }
    for (const role of ['user', 'user_td'] as const) {
      const as = testServer.as(await testServer.user({ role }));
      const available = await buildAgent(testServer.context);
      const { status, body } = await as.post(`/chat/create-session?agent_id=${available.id}&is_test=true`);
      expect([status, body.code]).toEqual([403, 'forbidden']);
    }
  });

  test('with the same key is one conversation, and not the one that is no test', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const agent = await buildAgent(testServer.context);
    const headers = { 'idempotency-key': 'uma-vez' };
    const open = (is_test: boolean) =>
      admin.post(`/chat/create-session?agent_id=${agent.id}&is_test=${is_test}`, undefined, { headers });
    const [first, second] = [await open(true), await open(true)];
    expect(second.body.data).toEqual(first.body.data);
    expect((await open(false)).body.code).toBe('idempotency_mismatch');
  });

  test('R-TEST-13 R-TEST-15 R-TEST-16 is listed, read and deleted by itself: never beside real ones, never counted', async () => {
    const user = await testServer.user({ role: 'admin' });
    const admin = testServer.as(user);
    const [agent, other] = [await buildAgent(testServer.context), await buildAgent(testServer.context)];
    const open = async (id: number) =>
      (await admin.post(`/chat/create-session?agent_id=${id}&is_test=true`)).body.data.id as string;
    const [id] = [await open(agent.id), await open(other.id)];
    const before = (await admin.get('/admin/stats/users?time_range=all')).body.data;
    script = ['Sim', { end: { input: 70, output: 30 } }];
    const { events, text } = await admin.ask(id, 'Funciona?');
    expect(text.startsWith('data: {')).toBe(true);
    expect((await admin.get('/admin/stats/users?time_range=all')).body.data).toEqual(before);
    expect((await admin.get('/users/me')).body.data.token_used).toBe(0);
    const ids = async (query: Record<string, string>) =>
      (await admin.get('/chat/sessions', { query })).body.data.map((session: { id: string }) => session.id);
    expect(await ids({})).toEqual([]);
    expect(await ids({ is_test: 'true' })).toHaveLength(2);
    expect(await ids({ is_test: 'true', agent_id: String(agent.id) })).toEqual([id]);
    const { body } = await admin.get(`/chat/sessions/${id}/messages`);
    expect(body.data).toMatchObject([
      { id: events.at(-1)?.message_id, question: 'Funciona?', answer: 'Sim' },
    ]);
    expect((await admin.delete(`/chat/sessions/${id}`)).status).toBe(200);
    expect(await ids({ is_test: 'true', agent_id: String(agent.id) })).toEqual([]);
  });

  test('R-TEST-17 answers in lines that begin with «data: » and hold content and done', async () => {
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const agent = await buildAgent(testServer.context, { deploy_status: false });
    const { body } = await admin.post(`/chat/create-session?agent_id=${agent.id}&is_test=true`);
    script = ['Bom', ' dia'];
    const { text } = await admin.ask(body.data.id, 'Oi?');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith(':'));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) {
      expect(line.startsWith('data: ')).toBe(true);
      expect(JSON.parse(line.slice(6))).toMatchObject({
        content: expect.any(String),
        done: expect.any(Boolean),
      });
    }
  });
});
