/** The reserves, the effort and the rules on personal data of an agent: stored, versioned, audited, copied, restored. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_MODEL_RULES } from '#contract/agent-configuration.ts';
import { buildAgent, buildVersions } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agent_versions } from '../../db/tables/agents.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { parseEnv } from '../../env.ts';
import { requireChain } from '../models/model-chain.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const RULES = {
  fallback_models: ['gpt-6-luna', 'claude-haiku-5-5'],
  reasoning_effort: 'medium',
  personal_data: 'mask',
  personal_data_kinds: ['cpf', 'email'],
  residency_max: 'brasil',
  refuse_unchecked_numbers: true,
  files: 'with_sources',
};
/** The same without the place, which forbids the models that are there. */
const { residency_max: _, ...ANYWHERE } = RULES;

const rulesOf = async (id: number) => {
  const { data } = (await admin.get(`/agents/${id}`)).body;
  return Object.fromEntries(Object.keys(DEFAULT_MODEL_RULES).map((rule) => [rule, data[rule]]));
};
const versionsOf = (agent_id: number) =>
  testServer.context.db
    .select()
    .from(agent_versions)
    .where(eq(agent_versions.agent_id, agent_id))
    .orderBy(agent_versions.id);

describe('the model rules of an agent', () => {
  test('have their defaults in a new agent, and an absent one is not changed', async () => {
    const { id } = (await admin.post('/agents', { name: 'Ajuda' })).body.data;
    expect(await rulesOf(id)).toEqual(DEFAULT_MODEL_RULES);
    expect((await admin.put(`/agents/${id}`, ANYWHERE)).status).toBe(200);
    await admin.put(`/agents/${id}`, { name: 'Outro' });
    expect(await rulesOf(id)).toEqual({ ...ANYWHERE, residency_max: 'exterior' });
    await admin.put(`/agents/${id}`, { ...DEFAULT_MODEL_RULES });
    expect(await rulesOf(id)).toEqual(DEFAULT_MODEL_RULES);
  });

  test('name each reserve and each kind once', async () => {
    const { id } = await buildAgent(testServer.context);
    await admin.put(`/agents/${id}`, {
      fallback_models: ['gpt-6-luna', 'claude-haiku-5-5', 'gpt-6-luna'],
      personal_data_kinds: ['email', 'cpf', 'email'],
    });
    expect(await rulesOf(id)).toMatchObject({
      fallback_models: ['gpt-6-luna', 'claude-haiku-5-5'],
      personal_data_kinds: ['cpf', 'email'],
    });
  });

  test.each([
    [{ fallback_models: ['gpt-99'] }, 'unknown_model'],
    [{ fallback_models: ['gpt-5', 'gpt-4o', 'gpt-5-mini', 'gpt-5-nano'] }, 'validation'],
    [{ fallback_models: 'gpt-5' }, 'validation'],
    [{ reasoning_effort: 'enorme' }, 'validation'],
    [{ personal_data: 'esconder' }, 'validation'],
    [{ personal_data_kinds: ['rg'] }, 'validation'],
    [{ residency_max: 'lua' }, 'validation'],
    [{ files: 'alguns' }, 'validation'],
    [{ residency_max: null }, 'validation'],
  ])('refuse %j', async (change, code) => {
    const { id } = await buildAgent(testServer.context);
    const { status, body } = await admin.put(`/agents/${id}`, change);
    expect([status, body.code]).toEqual([422, code]);
    if (code === 'validation') expect(body.errors[0].message).toMatch(/^Escolha /);
  });

  test('R-MDL-28 make a version when one is set, and none while all have their defaults', async () => {
    const { id } = (await admin.post('/agents', { name: 'Ajuda' })).body.data;
    await admin.put(`/agents/${id}`, { ...DEFAULT_MODEL_RULES });
    const [first] = await versionsOf(id);
    expect(Object.keys(first?.configuration ?? {}).sort()).toEqual([
      'custom_prompt',
      'data_sources',
      'knowledge_bases',
      'model',
      'prompt_sections',
      'temperature',
      'use_guided_prompt',
      'use_security_prompt',
    ]);
    for (const [rule, value] of Object.entries(ANYWHERE)) {
      await admin.put(`/agents/${id}`, { ...DEFAULT_MODEL_RULES, [rule]: value });
      const newest = (await versionsOf(id)).at(-1);
      expect(newest?.configuration).toEqual({ ...first?.configuration, [rule]: value });
    }
    expect(await versionsOf(id)).toHaveLength(1 + Object.keys(ANYWHERE).length);
    await admin.put(`/agents/${id}`, { ...DEFAULT_MODEL_RULES });
    expect((await admin.get(`/agents/${id}`)).body.data.version_id).toBe(first?.id);
  });

  test('come back with a version, and are taken away by one from before they were set', async () => {
    const { id } = (await admin.post('/agents', { name: 'Ajuda' })).body.data;
    await admin.put(`/agents/${id}`, ANYWHERE);
    const [without, given] = await versionsOf(id);
    const restore = (version?: number) => admin.post(`/agents/${id}/versions/${version}/restore`);
    expect((await restore(without?.id)).status).toBe(200);
    expect(await rulesOf(id)).toEqual(DEFAULT_MODEL_RULES);
    expect((await restore(given?.id)).status).toBe(200);
    expect(await rulesOf(id)).toMatchObject(ANYWHERE);
  });

  test('stand in the audit trail', async () => {
    const { id } = await buildAgent(testServer.context);
    await admin.put(`/agents/${id}`, { fallback_models: ['gpt-6-luna'], reasoning_effort: 'high' });
    const [entry] = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.object_id, id));
    expect([entry?.action, entry?.before, entry?.after]).toEqual([
      'agent.updated',
      { fallback_models: [], reasoning_effort: null },
      { fallback_models: ['gpt-6-luna'], reasoning_effort: 'high' },
    ]);
  });

  test('go with a copy and with a file, where those that are not set do not stand', async () => {
    const { id } = await buildAgent(testServer.context, { rules: ANYWHERE as object });
    const copy = (await admin.post(`/agents/${id}/duplicate`)).body.data;
    expect(await rulesOf(copy.id)).toEqual(await rulesOf(id));
    const file = (await admin.get(`/agents/${id}/export`)).body;
    expect(file).toMatchObject({ format_version: 1, ...ANYWHERE });
    expect(file).not.toHaveProperty('residency_max');
    const imported = (await admin.post('/agents/import', file)).body.data;
    expect(imported).toMatchObject({ missing: [], left_out: [] });
    expect(await rulesOf(imported.agent.id)).toEqual(await rulesOf(id));
  });

  test('are imported without the reserves that this installation does not know, which are named', async () => {
    const { id } = await buildAgent(testServer.context);
    const file = (await admin.get(`/agents/${id}/export`)).body;
    const given = { ...file, fallback_models: ['gpt-99', 'gpt-6-luna'] };
    const { status, body } = await admin.post('/agents/import', given);
    expect([status, body.data.left_out]).toEqual([201, ['gpt-99']]);
    expect((await rulesOf(body.data.agent.id)).fallback_models).toEqual(['gpt-6-luna']);
    // A file that is older than the rules has none of them.
    const old = (await admin.post('/agents/import', file)).body.data.agent;
    expect(await rulesOf(old.id)).toEqual(DEFAULT_MODEL_RULES);
  });
});

describe('where the models of an agent may process (attack 14)', () => {
  let local: TestServer;
  let boss: ReturnType<TestServer['as']>;
  beforeAll(async () => {
    const casa = { provider: 'compatible', provider_model: 'casa', base_url: 'http://127.0.0.1:9/v1' };
    const env = parseEnv({
      NODE_ENV: 'test',
      OPENAI_API_KEY: 'k',
      OPENAI_BASE_URL: 'http://127.0.0.1:9',
      MODEL_OVERRIDES: JSON.stringify({ casa }),
    });
    local = await startTestServer({ env });
    boss = local.as(await local.user({ role: 'admin' }));
  });
  afterAll(() => local.close());

  const refused = (name: string) => ({
    status: 422,
    body: { code: 'residency_refused', detail: `Esta regra não permite o modelo ${name}.` },
  });

  test.each([
    ['the model', { model: 'gpt-6-luna', residency_max: 'local' }, 'GPT-6 Luna'],
    ['a reserve', { fallback_models: ['gpt-6-luna'], residency_max: 'brasil' }, 'GPT-6 Luna'],
  ])('%s is refused by its name', async (_, change, name) => {
    const { id } = await buildAgent(local.context, { model: 'casa' });
    expect(await boss.put(`/agents/${id}`, change)).toMatchObject(refused(name));
  });

  test('a model of this installation is allowed, and everything is where the agent says nothing', async () => {
    const { id } = await buildAgent(local.context, { model: 'casa' });
    expect((await boss.put(`/agents/${id}`, { residency_max: 'local' })).status).toBe(200);
    // A retired model counts by what runs in its place: here the default, which is of this installation.
    expect((await boss.put(`/agents/${id}`, { model: null })).status).toBe(200);
    expect((await boss.put(`/agents/${id}`, { model: 'casa' })).status).toBe(200);
    // The rule was broken by nothing that this change says.
    expect((await boss.put(`/agents/${id}`, { name: 'Outro' })).status).toBe(200);
    expect(await boss.put(`/agents/${id}`, { model: 'gpt-6-luna' })).toMatchObject(refused('GPT-6 Luna'));
    const wide = { model: 'gpt-6-luna', residency_max: 'exterior' };
    expect((await boss.put(`/agents/${id}`, wide)).status).toBe(200);
  });

  test('a version is not restored that names another place than its rule, and an import leaves reserves out', async () => {
    const { id } = await buildAgent(local.context, { model: 'casa' });
    await buildVersions(local.context, id, [{ fallback_models: ['gpt-6-luna'], residency_max: 'local' }]);
    const [version] = (await boss.get(`/agents/${id}/versions`)).body.data;
    expect(await boss.post(`/agents/${id}/versions/${version.id}/restore`)).toMatchObject(
      refused('GPT-6 Luna'),
    );
    const file = (await boss.get(`/agents/${id}/export`)).body;
    const { status, body } = await boss.post('/agents/import', file);
    expect([status, body.data.left_out, body.data.agent.fallback_models]).toEqual([201, ['gpt-6-luna'], []]);
    expect(await boss.post('/agents/import', { ...file, model: 'gpt-6-luna' })).toMatchObject(
      refused('GPT-6 Luna'),
    );
  });

  test('a question goes to no model beyond it, not even to a reserve of the installation', async () => {
    const { models } = local.context;
    models.setup?.configure({ reserves: ['gpt-6-luna'] });
    const agent = { model: 'casa', fallback_models: [], residency_max: 'local' } as const;
    const { links } = await requireChain(models, { ...agent, fallback_models: [] });
    expect(links.map(({ entry }) => entry.id)).toEqual(['casa']);
    await expect(
      requireChain(models, { ...agent, model: 'gpt-6-luna', fallback_models: [] }),
    ).rejects.toMatchObject({ code: 'model_gone' });
  });
});
