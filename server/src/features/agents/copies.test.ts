import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentChange } from '#contract/agents.ts';
import { buildAgent, buildDataSource } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agent_checks, agents, group_agents } from '../../db/tables/agents.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { nameOfCopy } from './copies.ts';
import { auditValues } from './store.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const checks = [
  { question: 'Quanto custa?', expectation: { kind: 'contains' as const, value: '625' } },
  { question: 'Quem ganha?', expectation: { kind: 'refuses' as const, value: null } },
  { question: 'E a senha?', expectation: { kind: 'cites' as const, value: 'manual.md' } },
];

/** An agent with tags, groups, bases, sources and checks. */
async function fullAgent() {
  const bases = [
    await createKnowledgeBase(testServer.context.db, { name: 'Regras' }),
    await createKnowledgeBase(testServer.context.db, { name: 'Avisos' }),
  ];
  const source = await buildDataSource(testServer.context, { name: 'Contratos' });
  return buildAgent(testServer.context, {
    name: 'Ajuda',
    description: 'Explica.',
    groups: [1, 2],
    tags: ['zelo', 'Água'],
    model: 'gpt-5',
    temperature: 0.3,
    use_guided_prompt: false,
    use_security_prompt: false,
    prompt_sections: { identity: 'Você é a Ana.', constraints: 'Sem política.' },
    custom_prompt: 'Seja breve.',
    knowledge_bases: bases.map(({ id }) => id),
    data_sources: [source.id],
    checks,
  });
}

/** Another value than a new agent has for everything that can be chosen of one: a new field is missing here until it is added. */
const CHOSEN = {
  description: 'Explica.',
  use_guided_prompt: false,
  use_security_prompt: false,
  model: 'gpt-5',
  temperature: 0.3,
  prompt_sections: {
    identity: 'Você é a Ana.',
    goal: '',
    response_style: '',
    constraints: '',
    custom_instructions: '',
  },
  custom_prompt: 'Seja breve.',
  fallback_models: ['gpt-5-mini'],
  reasoning_effort: 'high',
  personal_data: 'mask',
  personal_data_kinds: ['cpf'],
  residency_max: 'brasil',
  refuse_unchecked_numbers: true,
  files: 'with_sources',
  openers: ['Qual é o prazo?'],
  scope_note: 'Prazos.',
  suggestions: 'off',
  temporary_mode: 'never',
} satisfies Required<Omit<AgentChange, 'name' | keyof typeof CARE>>;
/** The care for an agent stays with it: no file and no copy has it. */
const CARE = { nightly_checks: true, owner_user_id: null, deploy_gate: 'warn' as const };

const exported = async (id: number) => (await admin.get(`/agents/${id}/export`)).body;

test('everything that was chosen of an agent stands in its file, its copy and the audit', async () => {
  const { db } = testServer.context;
  const { id } = await buildAgent(testServer.context);
  const [agent] = await db
    .update(agents)
    .set({ ...CHOSEN, ...CARE })
    .where(eq(agents.id, id))
    .returning();
  expect(await exported(id)).toMatchObject(CHOSEN);
  expect((await admin.post(`/agents/${id}/duplicate`)).body.data).toMatchObject(CHOSEN);
  const audited = Object.keys(agent ? auditValues(agent) : {}).map((field) => field.split('.')[0]);
  const { owner_user_id: _, ...care } = CARE;
  expect(audited).toEqual(
    expect.arrayContaining(['name', 'has_owner', ...Object.keys({ ...CHOSEN, ...care })]),
  );
});

describe('an agent as a file', () => {
  test('says everything that makes it, by name', async () => {
    const { id } = await fullAgent();
    expect(await exported(id)).toEqual({
      format: 'prosa-agent',
      format_version: 1,
      name: 'Ajuda',
      description: 'Explica.',
      model: 'gpt-5',
      temperature: 0.3,
      use_guided_prompt: false,
      use_security_prompt: false,
      prompt_sections: {
        identity: 'Você é a Ana.',
        goal: '',
        response_style: '',
        constraints: 'Sem política.',
        custom_instructions: '',
      },
      custom_prompt: 'Seja breve.',
      tags: ['zelo', 'Água'],
      knowledge_bases: ['Avisos', 'Regras'],
      data_sources: ['Contratos'],
      checks,
    });
  });

  test('makes a draft of which the same file is made', async () => {
    const { id } = await fullAgent();
    const file = await exported(id);
    const { status, body } = await admin.post('/agents/import', file);
    expect([status, body.data.missing]).toEqual([201, []]);
    const { agent } = body.data;
    expect(agent).toMatchObject({ name: 'Ajuda', deploy_status: false, user_groups_count: 0 });
    expect(agent.id).not.toBe(id);
    expect(agent.version_id).toEqual(expect.any(Number));
    expect(await exported(agent.id)).toEqual(file);
    const bare = await exported(
      (await admin.post('/agents', { name: 'Nu', model: null, temperature: null })).body.data.id,
    );
    expect(await exported((await admin.post('/agents/import', bare)).body.data.agent.id)).toEqual(bare);
  });

  test('in an installation that lacks some of it creates the tags and names the rest', async () => {
    const file = {
      ...(await exported((await fullAgent()).id)),
      tags: ['  zélo ', 'inédita', 'INÉDITA'],
      knowledge_bases: ['Avisos', 'Não há'],
      data_sources: ['Nem esta'],
    };
    const { body } = await admin.post('/agents/import', file);
    expect(body.data.missing).toEqual(['Não há', 'Nem esta']);
    expect(body.data.agent.tags.map(({ name }: { name: string }) => name)).toEqual(['INÉDITA', 'zelo']);
    const bases = (await admin.get(`/agents/${body.data.agent.id}/knowledge-bases`)).body.data;
    expect(bases.map(({ name }: { name: string }) => name)).toEqual(['Avisos']);
  });

  test('with two bases of one name means both when it says it twice', async () => {
    for (const _ of [1, 2]) await createKnowledgeBase(testServer.context.db, { name: 'Gêmeas' });
    const agent = (await admin.post('/agents', { name: 'x' })).body.data;
    const file = await exported(agent.id);
    const linked = async (knowledge_bases: string[]) => {
      const { body } = await admin.post('/agents/import', { ...file, knowledge_bases });
      const bases = (await admin.get(`/agents/${body.data.agent.id}/knowledge-bases`)).body.data;
      return [bases.length, body.data.missing];
    };
    expect(await linked(['Gêmeas'])).toEqual([1, []]);
    expect(await linked(['Gêmeas', 'Gêmeas'])).toEqual([2, []]);
    expect(await linked(['Gêmeas', 'Gêmeas', 'Gêmeas'])).toEqual([2, ['Gêmeas']]);
  });

  test.each([
    [{ format: 'outra-coisa' }],
    [{ format_version: 2 }],
    [{ name: ' ' }],
    [{ temperature: 7 }],
    [{ tags: ['x'.repeat(51)] }],
    [{ checks: [{ question: 'x', expectation: { kind: 'dances' } }] }],
    [{ prompt_sections: 'x' }],
  ])('that is none is refused: %j', async (wrong) => {
    const file = { ...(await exported((await admin.post('/agents', { name: 'x' })).body.data.id)), ...wrong };
    const total = async () => (await admin.get('/agents')).body.metadata.total;
    const before = await total();
    const { status, body } = await admin.post('/agents/import', file);
    expect([status, typeof body.detail, await total()]).toEqual([422, 'string', before]);
  });

  test('holds letters that a database cannot, without them', async () => {
    const file = {
      ...(await exported((await admin.post('/agents', { name: 'x' })).body.data.id)),
      custom_prompt: 'a\0b\ud800c',
      tags: ['\0', 'boa\0'],
      checks: [{ question: 'q\0', expectation: { kind: 'contains', value: 'v\0' } }],
    };
    const { status, body } = await admin.post('/agents/import', file);
    expect([status, body.data.agent.custom_prompt]).toEqual([201, 'abc']);
    expect(await exported(body.data.agent.id)).toMatchObject({
      tags: ['boa'],
      checks: [{ question: 'q', expectation: { kind: 'contains', value: 'v' } }],
    });
  });
});

describe('a second agent like the first', () => {
  test('is a draft with the same settings, tags, links and checks, and no group', async () => {
    const { id } = await fullAgent();
    const { status, body } = await admin.post(`/agents/${id}/duplicate`);
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'Ajuda (cópia)', deploy_status: false, user_groups_count: 0 });
    expect(await exported(body.data.id)).toEqual({ ...(await exported(id)), name: 'Ajuda (cópia)' });
    const { db } = testServer.context;
    expect(await db.select().from(agent_checks).where(eq(agent_checks.agent_id, body.data.id))).toHaveLength(
      3,
    );
    expect(await db.select().from(group_agents).where(eq(group_agents.agent_id, body.data.id))).toEqual([]);
    expect(await db.select().from(agent_checks).where(eq(agent_checks.agent_id, id))).toHaveLength(3);
  });

  test('is named as a copy within the longest name', () => {
    expect(nameOfCopy('x'.repeat(200))).toBe(`${'x'.repeat(192)} (cópia)`);
    expect(nameOfCopy(`${'x'.repeat(191)}😀x`)).toBe(`${'x'.repeat(191)} (cópia)`);
    expect(nameOfCopy('Ajuda')).toBe('Ajuda (cópia)');
  });
});
