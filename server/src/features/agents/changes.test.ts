import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agents, group_agents } from '../../db/tables/agents.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const sections = (wishes: Record<string, string> = {}) => ({
  identity: '',
  goal: '',
  response_style: '',
  constraints: '',
  custom_instructions: '',
  ...wishes,
});
const one = async (id: number) => (await admin.get(`/agents/${id}`)).body.data;

describe('a new agent', () => {
  test('R-AGT-11 R-AGT-12 R-AGT-37 is a draft on claude-4-sonnet at 0.5, guided and secured, in no group', async () => {
    const { status, body } = await admin.post('/agents', { name: '  Ajuda  ' });
    expect([status, body.success]).toEqual([201, true]);
    expect(body.data).toMatchObject({
      name: 'Ajuda',
      description: null,
      deploy_status: false,
      model: 'claude-4-sonnet',
      temperature: 0.5,
      use_guided_prompt: true,
      use_security_prompt: true,
      prompt_sections: sections(),
      custom_prompt: null,
      tags: [],
      messages_count: 0,
      user_groups_count: 0,
      users_count: 0,
      created_at: testServer.context.clock.now().toISOString(),
      version_id: expect.any(Number),
    });
    expect(await one(body.data.id)).toEqual(body.data);
  });

  test('R-AGT-38 takes what is said of it', async () => {
    const wishes = {
      name: 'Ajuda',
      description: 'Explica.',
      use_guided_prompt: false,
      use_security_prompt: false,
      model: 'gpt-5',
      temperature: 0,
    };
    expect((await admin.post('/agents', wishes)).body.data).toMatchObject(wishes);
    const bare = { name: 'Ajuda', model: null, temperature: null };
    expect((await admin.post('/agents', bare)).body.data).toMatchObject(bare);
  });

  test.each([
    [{}, 'Informe o nome do agente.'],
    [{ name: '   ' }, 'Informe o nome do agente.'],
    [{ name: '\0' }, 'Informe o nome do agente.'],
    [{ name: 7 }, 'Informe o nome do agente.'],
    [{ name: 'x'.repeat(201) }, 'O nome deve ter no máximo 200 caracteres.'],
    [{ name: 'x', description: 'x'.repeat(2_001) }, 'A descrição deve ter no máximo 2.000 caracteres.'],
    [{ name: 'x', temperature: 1.5 }, 'A temperatura deve estar entre 0 e 1.'],
    [{ name: 'x', temperature: -0.1 }, 'A temperatura deve estar entre 0 e 1.'],
    [{ name: 'x', temperature: 'quente' }, 'A temperatura deve estar entre 0 e 1.'],
  ])('R-AGT-22 is refused as %j', async (wishes, detail) => {
    const { status, body } = await admin.post('/agents', wishes);
    expect([status, body.detail, body.errors.length]).toEqual([422, detail, 1]);
  });

  test('holds whatever letters a person can type', async () => {
    const { body } = await admin.post('/agents', { name: 'a\0b 😀', description: 'meia \ud800 letra' });
    expect(body.data).toMatchObject({ name: 'ab 😀', description: 'meia  letra' });
  });

  test('asked for again under the same key is one agent', async () => {
    const headers = { 'idempotency-key': 'um-agente' };
    const first = await admin.post('/agents', { name: 'Uma vez' }, { headers });
    const again = await admin.post('/agents', { name: 'Uma vez' }, { headers });
    expect([again.status, again.body.data]).toEqual([201, first.body.data]);
    expect((await admin.get('/agents', { query: { search: 'Uma vez' } })).body.metadata.total).toBe(1);
    const other = await admin.post('/agents', { name: 'Outra' }, { headers });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_mismatch']);
  });
});

describe('R-AGT-39 changing an agent', () => {
  test('takes every field, and leaves what is not said', async () => {
    const { id } = await buildAgent(testServer.context, { name: 'Antes', deploy_status: true });
    const change = {
      name: 'Depois',
      description: 'Nova.',
      use_guided_prompt: true,
      use_security_prompt: false,
      model: 'gemini-2.0-flash',
      temperature: 0.3,
      prompt_sections: sections({ goal: 'Ajudar.' }),
      custom_prompt: 'Seja breve.',
    };
    testServer.clock.advance(1_000);
    const { status, body } = await admin.put(`/agents/${id}`, change);
    expect([status, body.data.updated_at]).toEqual([200, testServer.context.clock.now().toISOString()]);
    expect(body.data).toMatchObject({ ...change, deploy_status: true });
    for (const [key, value] of Object.entries({ name: 'De novo', description: null, model: null })) {
      const before = await one(id);
      expect((await admin.put(`/agents/${id}`, { [key]: value })).status).toBe(200);
      expect(await one(id)).toMatchObject({ ...before, [key]: value, version_id: expect.any(Number) });
    }
  });

  test('R-AGT-27 without a custom prompt keeps the stored one; null clears it', async () => {
    const { id } = await buildAgent(testServer.context, {
      use_guided_prompt: false,
      custom_prompt: 'Seja breve.',
    });
    await admin.put(`/agents/${id}`, { use_guided_prompt: true, prompt_sections: sections({ goal: 'x' }) });
    expect(await one(id)).toMatchObject({ use_guided_prompt: true, custom_prompt: 'Seja breve.' });
    await admin.put(`/agents/${id}`, { use_guided_prompt: false });
    expect((await one(id)).custom_prompt).toBe('Seja breve.');
    await admin.put(`/agents/${id}`, { custom_prompt: null });
    expect((await one(id)).custom_prompt).toBeNull();
  });

  test('R-MOD-12 a model that is not in the catalogue is refused, wherever it is said', async () => {
    const { id } = await buildAgent(testServer.context, { model: 'gpt-5' });
    const { body: file } = await admin.get(`/agents/${id}/export`);
    for (const model of ['x', 'gpt-5 ', 'GPT-5', ''])
      for (const reply of [
        await admin.put(`/agents/${id}`, { model }),
        await admin.post('/agents', { name: 'x', model }),
        await admin.post('/agents/import', { ...file, model }),
      ])
        expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
          422,
          'unknown_model',
          'Este modelo não existe no catálogo.',
        ]);
    expect((await one(id)).model).toBe('gpt-5');
    for (const { id: model } of testServer.context.models.catalogue)
      expect((await admin.put(`/agents/${id}`, { model })).body.data.model).toBe(model);
  });

  test.each([
    [{ name: ' ' }, 'Informe o nome do agente.'],
    [{ temperature: 1.1 }, 'A temperatura deve estar entre 0 e 1.'],
    [
      { prompt_sections: { identity: 'x'.repeat(20_001) } },
      'Cada seção deve ter no máximo 20.000 caracteres.',
    ],
    [{ custom_prompt: 'x'.repeat(20_001) }, 'O prompt deve ter no máximo 20.000 caracteres.'],
  ])('is refused as %j', async (change, detail) => {
    const { id } = await buildAgent(testServer.context);
    const before = await one(id);
    const { status, body } = await admin.put(`/agents/${id}`, change);
    expect([status, body.detail]).toEqual([422, detail]);
    expect(await one(id)).toEqual(before);
  });
});

describe('R-AGT-16 deploying', () => {
  const deploy = (id: number, body = {}) => admin.post(`/agents/${id}/deploy`, body);

  test('turns a draft into a deployed agent and back, and tells the agent', async () => {
    const { id } = await buildAgent(testServer.context, { deploy_status: false });
    for (const expected of [true, false, true]) {
      const { status, body } = await deploy(id);
      expect([status, body.data.deploy_status]).toEqual([200, expected]);
      expect(await one(id)).toEqual(body.data);
    }
  });

  test('needs no body at all', async () => {
    const { id } = await buildAgent(testServer.context, { deploy_status: false });
    const { status, body } = await admin.post(`/agents/${id}/deploy`);
    expect([status, body.data?.deploy_status]).toEqual([200, true]);
  });

  test('to a wished state may be clicked twice', async () => {
    const { id } = await buildAgent(testServer.context, { deploy_status: false });
    testServer.clock.advance(1_000);
    const first = await deploy(id, { deploy_status: true });
    testServer.clock.advance(1_000);
    expect((await deploy(id, { deploy_status: true })).body.data).toEqual(first.body.data);
    expect((await deploy(id, { deploy_status: false })).body.data.deploy_status).toBe(false);
    expect((await deploy(id, { deploy_status: 'talvez' })).status).toBe(422);
  });

  test('many times at once turns it as many times round', async () => {
    const { id } = await buildAgent(testServer.context, { deploy_status: false });
    const replies = await Promise.all(Array.from({ length: 9 }, () => deploy(id)));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect((await one(id)).deploy_status).toBe(true);
  });

  test('R-AGT-43 decides whether people are offered the agent', async () => {
    const { id } = await buildAgent(testServer.context, { deploy_status: false, name: 'Aos poucos' });
    const ana = testServer.as(await testServer.user());
    const offered = async () =>
      (await ana.get('/agents/available', { query: { search: 'Aos poucos' } })).body.metadata.total;
    expect(await offered()).toBe(0);
    await deploy(id);
    expect(await offered()).toBe(1);
    const { body } = await ana.post(`/chat/create-session?agent_id=${id}`);
    await deploy(id);
    expect(await offered()).toBe(0);
    expect((await ana.ask(body.data.id, 'Oi?')).body.code).toBe('agent_unavailable');
  });
});

describe('R-AGT-37 an agent that is not there', () => {
  test.each(['1999999999', '0', '-1', 'x', '99999999999', '%00'])('as %s is not found', async (id) => {
    for (const reply of [
      await admin.get(`/agents/${id}`),
      await admin.put(`/agents/${id}`, { name: 'x' }),
      await admin.delete(`/agents/${id}`),
      await admin.post(`/agents/${id}/deploy`, {}),
      await admin.get(`/agents/${id}/versions`),
      await admin.post(`/agents/${id}/versions/1/restore`),
      await admin.post(`/agents/${id}/duplicate`),
      await admin.get(`/agents/${id}/export`),
      await admin.get(`/agents/${id}/knowledge-bases`),
      await admin.get(`/agents/${id}/data-sources`),
    ])
      expect([reply.status, reply.body.code, reply.body.detail]).toEqual([
        404,
        'agent_not_found',
        'Agente não encontrado',
      ]);
  });
});

test('R-AGT-46 calls that change agents are for administrators, also where others may use the agent', async () => {
  const agent = await buildAgent(testServer.context, { groups: [1], tags: ['minha'] });
  for (const role of ['user', 'user_td'] as const) {
    const as = testServer.as(await testServer.user({ role }));
    const path = `/agents/${agent.id}`;
    for (const reply of [
      await as.post('/agents', { name: 'x' }),
      await as.put(path, { name: 'x' }),
      await as.post(`${path}/deploy`),
      await as.delete(path),
      await as.get('/agents'),
      await as.get(`${path}/versions`),
      await as.get(`${path}/export`),
      await as.post(`${path}/duplicate`),
      await as.post('/agents/import', {}),
      await as.post('/agents/compile-prompt', {}),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
  }
  const [row] = await testServer.context.db.select().from(agents).where(eq(agents.id, agent.id));
  expect(row).toEqual(agent);
  expect(
    await testServer.context.db.select().from(group_agents).where(eq(group_agents.agent_id, agent.id)),
  ).toHaveLength(1);
});
