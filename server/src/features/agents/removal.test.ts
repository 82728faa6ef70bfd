import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildDataSource, buildSession } from '../../../test/builders.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { saved } from '../../../test/process/other-process.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import {
  agent_checks,
  agent_data_sources,
  agent_knowledge_bases,
  agent_tags,
  agent_versions,
  group_agents,
} from '../../db/tables/agents.ts';
import { answer_parts, chat_sessions, messages, token_entries } from '../../db/tables/chat.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';

let script: Script = ['Sim.'];
let testServer: TestServer;
let ana: Awaited<ReturnType<TestServer['user']>>;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer({
    models: scriptedModels(scripted((call) => (typeof script === 'function' ? script(call) : script))),
  });
  ana = await testServer.user({ role: 'admin' });
  admin = testServer.as(ana);
});
afterEach(async () => {
  script = ['Sim.'];
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

describe('R-AGT-37 deleting an agent', () => {
  test('takes everything that is its own; its versions stay and explain its answers', async () => {
    const base = await createKnowledgeBase(testServer.context.db, { name: 'Regras' });
    const source = await buildDataSource(testServer.context);
    const { id } = await buildAgent(testServer.context, {
      tags: ['um'],
      groups: [1, 2],
      knowledge_bases: [base.id],
      data_sources: [source.id],
      checks: [{ question: 'x', expectation: { kind: 'refuses', value: null } }],
    });
    const other = await buildAgent(testServer.context, { tags: ['um'], knowledge_bases: [base.id] });
    await admin.get(`/agents/${id}/versions`);
    expect(await admin.delete(`/agents/${id}`)).toMatchObject({
      status: 200,
      body: { success: true, data: null },
    });
    expect((await admin.get(`/agents/${id}`)).status).toBe(404);
    expect((await admin.delete(`/agents/${id}`)).body.code).toBe('agent_not_found');
    for (const table of [agent_tags, group_agents, agent_knowledge_bases, agent_data_sources, agent_checks]) {
      const rows: { agent_id: number }[] = await testServer.context.db.select().from(table);
      expect(rows.filter(({ agent_id }) => agent_id === id)).toEqual([]);
    }
    expect(
      await testServer.context.db.select().from(agent_versions).where(eq(agent_versions.agent_id, id)),
    ).toHaveLength(1);
    expect((await admin.get(`/agents/${other.id}/knowledge-bases`)).body.data).toHaveLength(1);
    expect((await admin.get(`/agents/${other.id}`)).body.data.tags).toHaveLength(1);
  });

  test('leaves conversations readable under its last name; asking in them is refused', async () => {
    const agent = await buildAgent(testServer.context, { name: 'Antes' });
    const user = await testServer.user();
    const as = testServer.as(user);
    const session = (await as.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
    await as.ask(session.id, 'Oi?');
    await admin.put(`/agents/${agent.id}`, { name: 'No fim' });
    expect((await admin.delete(`/agents/${agent.id}`)).status).toBe(200);
    expect((await as.get(`/chat/sessions/${session.id}`)).body.data).toMatchObject({
      agent_id: null,
      agent_name: 'No fim',
      can_send: false,
      messages_count: 1,
    });
    expect((await as.get(`/chat/sessions/${session.id}/messages`)).body.data).toMatchObject([
      { question: 'Oi?', answer: 'Sim.' },
    ]);
    const { status, body } = await as.ask(session.id, 'E agora?');
    expect([status, body.detail]).toEqual([403, 'Este agente não está mais disponível para você.']);
  });

  test('erases test conversations with it, of every tester', async () => {
    const agent = await buildAgent(testServer.context);
    const other = await buildAgent(testServer.context);
    const bia = await testServer.user({ role: 'superadmin' });
    for (const { id: user_id, token } of [ana, bia]) {
      const session = await buildSession(testServer.context, { user_id, agent_id: agent.id, is_test: true });
      await testServer.as({ token }).ask(session.id, 'Segredo?');
    }
    const kept = await buildSession(testServer.context, {
      user_id: bia.id,
      agent_id: other.id,
      is_test: true,
    });
    await admin.delete(`/agents/${agent.id}`);
    for (const tester of [ana, bia]) {
      const tests = (await testServer.as(tester).get('/chat/sessions?is_test=true')).body.data;
      expect(tests.map(({ id }: { id: string }) => id)).toEqual(tester === bia ? [kept.id] : []);
      const rows = await testServer.context.db.select().from(messages).where(eq(messages.user_id, tester.id));
      expect(rows.map(({ question, answer, status }) => [question, answer, status])).toEqual([
        ['', '', 'done'],
      ]);
      expect(
        await testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, tester.id)),
      ).toMatchObject([{ charged: 0 }]);
    }
  });

  test('ends a test that is being answered; what came is in the ledger, uncharged', async () => {
    const waits = hold();
    script = ['Bom', ' dia', waits, ' tarde demais'];
    const carla = await testServer.user({ role: 'admin' });
    const agent = await buildAgent(testServer.context);
    const session = await buildSession(testServer.context, {
      user_id: carla.id,
      agent_id: agent.id,
      is_test: true,
    });
    const reader = testServer.as(carla).ask(session.id, 'Segredo?');
    await waits.reached;
    await saved(testServer.context, carla.id, 'Bom dia');
    expect((await admin.delete(`/agents/${agent.id}`)).status).toBe(200);
    waits.release();
    expect((await reader).events.at(-1)).toMatchObject({ done: true, status: 'stopped' });
    const [message] = await testServer.context.db
      .select()
      .from(messages)
      .where(eq(messages.user_id, carla.id));
    expect(message).toMatchObject({ question: '', answer: '', status: 'stopped', sources: [] });
    expect(await testServer.context.db.select().from(answer_parts)).toEqual([]);
    expect(
      await testServer.context.db.select().from(token_entries).where(eq(token_entries.user_id, carla.id)),
    ).toMatchObject([{ charged: 0, estimated: true, output_tokens: 2, agent_id: agent.id }]);
    const [row] = await testServer.context.db
      .select()
      .from(chat_sessions)
      .where(eq(chat_sessions.id, session.id));
    expect(row).toMatchObject({ agent_id: null, chat_title: '', erased_at: expect.any(Date) });
  });
});
