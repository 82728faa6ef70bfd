import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { chat_sessions } from '../../db/tables/chat.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const guidance = {
  openers: ['Qual é o prazo de recurso?', 'Quem pode pedir férias?'],
  scope_note: 'Pergunte sobre férias, prazos e recursos.',
  suggestions: 'off',
};

test('R-FST-07 openers, scope note and suggestions are shown to readers and make no new version', async () => {
  const agent = await buildAgent(testServer.context);
  const before = (await admin.get(`/agents/${agent.id}`)).body.data;
  expect(before).toMatchObject({ openers: [], scope_note: null, suggestions: 'sources' });
  await admin.get(`/agents/${agent.id}/versions`);
  const { version_id } = (await admin.get(`/agents/${agent.id}`)).body.data;
  const { status, body } = await admin.put(`/agents/${agent.id}`, guidance);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ ...guidance, version_id });
  const reader = testServer.as(await testServer.user());
  const { openers, scope_note } = guidance;
  expect((await reader.get(`/agents/${agent.id}`)).body.data).toMatchObject({ openers, scope_note });
  const listed = (await reader.get('/agents/available')).body.data;
  expect(listed.find(({ id }: { id: number }) => id === agent.id)).toMatchObject({ openers, scope_note });
  expect((await reader.get(`/agents/${agent.id}`)).body.data).not.toHaveProperty('suggestions');
});

test('openers travel with the file and the duplicate of an agent, and each change stands in the audit', async () => {
  const agent = await buildAgent(testServer.context, { name: 'Com exemplos' });
  await admin.put(`/agents/${agent.id}`, guidance);
  const file = (await admin.get(`/agents/${agent.id}/export`)).body;
  expect(file).toMatchObject(guidance);
  const imported = (await admin.post('/agents/import', file)).body.data.agent;
  expect(imported).toMatchObject(guidance);
  expect((await admin.post(`/agents/${agent.id}/duplicate`)).body.data).toMatchObject(guidance);
  const { openers: _, scope_note: __, suggestions: ___, ...older } = file;
  expect((await admin.post('/agents/import', older)).body.data.agent).toMatchObject({
    openers: [],
    scope_note: null,
    suggestions: 'sources',
  });
  const superadmin = testServer.as(await testServer.user({ role: 'superadmin' }));
  const audit = (await superadmin.get('/admin/audit')).body.data;
  const entry = audit.find(
    ({ action, object_id }: { action: string; object_id: number }) =>
      action === 'agent.updated' && object_id === agent.id,
  );
  expect(entry.after).toMatchObject({
    openers: guidance.openers.join(' · '),
    scope_note: guidance.scope_note,
  });
});

test('an opener that is empty, too long, repeated or one too many is refused, and nothing is saved', async () => {
  const agent = await buildAgent(testServer.context);
  for (const openers of [
    [''],
    ['   '],
    ['\u202E\u200B'],
    ['x'.repeat(201)],
    ['Qual é o prazo?', 'QUAL E O PRAZO?'],
    Array.from({ length: 7 }, (_, place) => `Pergunta ${place}?`),
  ]) {
    const { status, body } = await admin.put(`/agents/${agent.id}`, { openers, name: 'Outro' });
    expect(status, JSON.stringify(openers)).toBe(422);
    expect(body.errors[0].field).toMatch(/^openers/);
  }
  expect((await admin.put(`/agents/${agent.id}`, { scope_note: 'x'.repeat(301) })).status).toBe(422);
  expect((await admin.get(`/agents/${agent.id}`)).body.data).toMatchObject({
    name: agent.name,
    openers: [],
    scope_note: null,
  });
});

test('openers and scope note are one line of text without signs that turn its direction', async () => {
  const agent = await buildAgent(testServer.context);
  const { body } = await admin.put(`/agents/${agent.id}`, {
    openers: [' **Qual**\n é o\u202E prazo?\0 '],
    scope_note: '<b>Prazos</b>\u200F',
  });
  expect(body.data).toMatchObject({ openers: ['**Qual** é o prazo?'], scope_note: '<b>Prazos</b>' });
  expect((await admin.put(`/agents/${agent.id}`, { scope_note: '' })).body.data.scope_note).toBeNull();
});

test('R-FST-02 a new conversation begins with the agent asked last, then those asked most, then by name', async () => {
  const user_group_id = 3;
  const made: { id: number }[] = [];
  for (const name of ['Água', 'Bens', 'Compras', 'Diárias'])
    made.push(await buildAgent(testServer.context, { name, groups: [user_group_id] }));
  await buildAgent(testServer.context, { name: 'Alheio', groups: [2] });
  const user = await testServer.user({ user_group_id });
  const namesAt = async (path: string): Promise<string[]> =>
    (await testServer.as(user).get(path)).body.data.map(({ name }: { name: string }) => name);
  const names = () => namesAt('/agents/start');
  expect(await names()).toEqual(['Água', 'Bens', 'Compras', 'Diárias']);
  const day = 86_400_000;
  const asked = async (place: number, messages_count: number, days: number) => {
    const at = new Date(TEST_NOW.getTime() - days * day);
    const agent_id = made[place]?.id as number;
    const { id } = await buildSession(testServer.context, { user_id: user.id, agent_id, created_at: at });
    await testServer.context.db
      .update(chat_sessions)
      .set({ messages_count, updated_at: at })
      .where(eq(chat_sessions.id, id));
  };
  await asked(1, 9, 5);
  await asked(2, 1, 1);
  await asked(3, 40, 120);
  expect(await names()).toEqual(['Compras', 'Bens', 'Água', 'Diárias']);
  // The chooser shows them as the cards do, page by page and when something is sought.
  expect(await namesAt('/agents/available?order=own')).toEqual(await names());
  expect(await namesAt('/agents/available?order=own&skip=1&limit=2')).toEqual(['Bens', 'Água']);
  expect(await namesAt('/agents/available?order=own&search=a')).toEqual(['Compras', 'Água', 'Diárias']);
  expect(await namesAt('/agents/available')).toEqual(['Diárias', 'Compras', 'Bens', 'Água']);
});
