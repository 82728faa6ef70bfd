import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildDataSource, buildVersions } from '../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agent_versions } from '../../db/tables/agents.ts';
import { messages } from '../../db/tables/chat.ts';
import { data_sources } from '../../db/tables/data-sources.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { hashOf } from './versions.ts';

let testServer: TestServer;
let ana: Awaited<ReturnType<TestServer['user']>>;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(['Sim.'])) });
  ana = await testServer.user({ role: 'admin', name: 'Ana' });
  admin = testServer.as(ana);
});
afterAll(() => testServer.close());

type Version = {
  id: number;
  hash: string;
  is_current: boolean;
  answers_count: number;
  created_by: { id: number; name: string } | null;
  created_at: string;
  configuration: Record<string, unknown>;
};
const versionsOf = async (id: number): Promise<Version[]> =>
  (await admin.get(`/agents/${id}/versions`)).body.data;
const newAgent = async (wishes = {}): Promise<number> =>
  (await admin.post('/agents', { name: 'x', ...wishes })).body.data.id;
const put = (id: number, change: object) => admin.put(`/agents/${id}`, change);

describe('what an agent has been', () => {
  test('is listed newest first, with its author and the present one marked', async () => {
    const id = await newAgent({ temperature: 0.5 });
    testServer.clock.advance(60_000);
    await put(id, { temperature: 0.6 });
    const [second, first] = await versionsOf(id);
    expect(first).toMatchObject({
      is_current: false,
      answers_count: 0,
      created_by: { id: ana.id, name: 'Ana' },
      configuration: { temperature: 0.5, model: 'claude-4-sonnet', knowledge_bases: [], data_sources: [] },
    });
    expect(second).toMatchObject({
      is_current: true,
      created_at: testServer.context.clock.now().toISOString(),
      configuration: { temperature: 0.6 },
    });
    expect(second?.hash).toMatch(/^[0-9a-f]{64}$/);
    expect((await admin.get(`/agents/${id}`)).body.data.version_id).toBe(second?.id);
  });

  test('gains a version with everything that shapes answers, and with nothing else', async () => {
    const base = await createKnowledgeBase(testServer.context.db, { name: 'Regras' });
    const source = await buildDataSource(testServer.context, { name: 'Contratos' });
    const id = await newAgent();
    const tag = (await admin.post('/agents/tags', { name: `t${id}` })).body.data;
    const changes: [string, () => Promise<unknown>, number][] = [
      ['name', () => put(id, { name: 'Outro', description: 'Outra.' }), 0],
      ['deploy', () => admin.post(`/agents/${id}/deploy`, {}), 0],
      ['tag', () => admin.post(`/agents/${id}/tags/${tag.id}`), 0],
      ['the same again', () => put(id, { temperature: 0.5 }), 0],
      ['model', () => put(id, { model: 'gpt-5' }), 1],
      ['temperature', () => put(id, { temperature: 0.1 }), 1],
      ['guided', () => put(id, { use_guided_prompt: false }), 1],
      ['security', () => put(id, { use_security_prompt: false }), 1],
      ['custom prompt', () => put(id, { custom_prompt: 'Seja breve.' }), 1],
      ['section', () => put(id, { prompt_sections: { goal: 'Ajudar.' } }), 1],
      ['base', () => admin.post(`/agents/${id}/knowledge-bases/${base.id}`), 1],
      ['base again', () => admin.post(`/agents/${id}/knowledge-bases/${base.id}`), 0],
      ['source', () => admin.post(`/data-sources/${source.id}/agents/${id}`), 1],
      ['source away', () => admin.delete(`/data-sources/${source.id}/agents/${id}`), 0],
    ];
    let kept = 1;
    for (const [what, change, more] of changes) {
      await change();
      kept += more;
      const versions = await testServer.context.db
        .select()
        .from(agent_versions)
        .where(eq(agent_versions.agent_id, id));
      expect([what, versions.length]).toEqual([what, kept]);
      expect(versions.some((version) => version.hash === hashOf(version.configuration))).toBe(true);
    }
    // Taking the source away led back to what had been: that version is the present one again.
    const current = (await versionsOf(id)).filter(({ is_current }) => is_current);
    expect(current).toMatchObject([
      { configuration: { knowledge_bases: [{ id: base.id, name: 'Regras' }], data_sources: [] } },
    ]);
  });

  test('tells a change from elsewhere, such as a deleted base, as nobody’s', async () => {
    const base = await createKnowledgeBase(testServer.context.db, { name: 'Some' });
    const id = await newAgent();
    await admin.post(`/agents/${id}/knowledge-bases/${base.id}`);
    await testServer.context.db.delete(knowledge_bases).where(eq(knowledge_bases.id, base.id));
    await admin.post(
      `/agents/${id}/knowledge-bases/${(await createKnowledgeBase(testServer.context.db, { name: 'y' })).id}`,
    );
    await testServer.context.db.delete(knowledge_bases);
    expect(
      (await versionsOf(id)).map(({ is_current, created_by }) => [is_current, created_by?.name]),
    ).toEqual([
      [false, 'Ana'],
      [false, 'Ana'],
      [true, 'Ana'],
    ]);
    const other = await buildAgent(testServer.context);
    expect(await versionsOf(other.id)).toMatchObject([{ is_current: true, created_by: null }]);
  });

  test('says how many answers each gave, tests included, failures not', async () => {
    const agent = await buildAgent(testServer.context);
    const [first, second] = await buildVersions(testServer.context, agent.id, [
      { temperature: 0.1 },
      { temperature: 0.2 },
    ]);
    const user = await testServer.user();
    const { body } = await testServer.as(user).post(`/chat/create-session?agent_id=${agent.id}`);
    const message = { user_id: user.id, session_id: body.data.id, question: 'x', model: 'gpt-5' };
    await testServer.context.db.insert(messages).values([
      { ...message, status: 'done', agent_version_id: first },
      { ...message, status: 'stopped', agent_version_id: first },
      { ...message, status: 'failed', agent_version_id: first },
      { ...message, status: 'interrupted', agent_version_id: second },
    ]);
    const versions = await versionsOf(agent.id);
    expect(versions.find(({ id }) => id === first)?.answers_count).toBe(2);
    expect(versions.find(({ id }) => id === second)?.answers_count).toBe(1);
  });

  test('comes in pages', async () => {
    const agent = await buildAgent(testServer.context);
    const ids = await buildVersions(
      testServer.context,
      agent.id,
      [0.1, 0.2, 0.3].map((temperature) => ({ temperature })),
    );
    const { body } = await admin.get(`/agents/${agent.id}/versions`, { query: { skip: '1', limit: '1' } });
    expect(body.metadata).toEqual({ total: 3, has_more: true });
    expect(body.data).toMatchObject([{ id: ids[1], is_current: false }]);
  });
});

describe('giving an agent an earlier version back', () => {
  const restore = (id: number, version: number | undefined) =>
    admin.post(`/agents/${id}/versions/${version}/restore`);

  test('brings settings and links back, and names what no longer exists', async () => {
    const stays = await createKnowledgeBase(testServer.context.db, { name: 'Fica' });
    const goes = await createKnowledgeBase(testServer.context.db, { name: 'Vai' });
    const later = await createKnowledgeBase(testServer.context.db, { name: 'Depois' });
    const source = await buildDataSource(testServer.context, { name: 'Também vai' });
    const id = await newAgent({ name: 'Antes', model: 'gpt-5', temperature: 0.1 });
    await put(id, { prompt_sections: { identity: 'Você é a Ana.' }, custom_prompt: 'Breve.' });
    for (const base of [stays, goes]) await admin.post(`/agents/${id}/knowledge-bases/${base.id}`);
    await admin.post(`/data-sources/${source.id}/agents/${id}`);
    const before = (await admin.get(`/agents/${id}`)).body.data;

    await put(id, {
      name: 'Agora',
      model: null,
      temperature: null,
      prompt_sections: {},
      custom_prompt: null,
    });
    await admin.delete(`/agents/${id}/knowledge-bases/${stays.id}`);
    await admin.post(`/agents/${id}/knowledge-bases/${later.id}`);
    await testServer.context.db.delete(knowledge_bases).where(eq(knowledge_bases.id, goes.id));
    await testServer.context.db.delete(data_sources).where(eq(data_sources.id, source.id));

    testServer.clock.advance(1_000);
    const { status, body } = await restore(id, before.version_id);
    expect([status, body.data.missing]).toEqual([200, ['Vai', 'Também vai']]);
    const { model, temperature, prompt_sections, custom_prompt } = before;
    expect(body.data.agent).toMatchObject({
      // The name is not part of what shapes answers.
      name: 'Agora',
      model,
      temperature,
      prompt_sections,
      custom_prompt,
      updated_at: testServer.context.clock.now().toISOString(),
    });
    const bases = (await admin.get(`/agents/${id}/knowledge-bases`)).body.data;
    expect(bases.map(({ name }: { name: string }) => name)).toEqual(['Fica']);
    expect((await admin.get(`/agents/${id}/data-sources`)).body).toEqual([]);
    // The restored configuration differs in one link, so it is a version of its own.
    expect(body.data.agent.version_id).not.toBe(before.version_id);
  });

  test('whole makes that version the present one again', async () => {
    const id = await newAgent({ temperature: 0.1 });
    const { version_id } = (await admin.get(`/agents/${id}`)).body.data;
    await put(id, { temperature: 0.9 });
    const { body } = await restore(id, version_id);
    expect([body.data.agent.version_id, body.data.missing]).toEqual([version_id, []]);
    expect((await versionsOf(id)).map(({ id: version, is_current }) => is_current && version)).toContain(
      version_id,
    );
    expect(await versionsOf(id)).toHaveLength(2);
  });

  test('is refused with a version of another agent, with none, and with a model that is gone', async () => {
    const id = await newAgent();
    const foreign = (await admin.get(`/agents/${await newAgent()}`)).body.data.version_id;
    for (const version of [foreign, 1_999_999_999])
      expect((await restore(id, version)).body).toMatchObject({
        code: 'version_not_found',
        detail: 'Versão não encontrada.',
      });
    const agent = await buildAgent(testServer.context);
    const [gone] = await buildVersions(testServer.context, agent.id, [
      { model: 'um-antigo' },
      { model: 'gpt-5' },
    ]);
    expect((await restore(agent.id, gone)).body.code).toBe('unknown_model');
    expect((await admin.get(`/agents/${agent.id}`)).body.data.model).toBe('gpt-5');
  });
});

test('R-MDL-28 the hash of a configuration stays the same when agents get new fields', () => {
  // Agents keep their versions over a release, and runs of checks stay current. A new field is hashed only when it is set.
  const configuration = {
    model: 'claude-4-sonnet',
    temperature: 0.5,
    use_guided_prompt: true,
    use_security_prompt: true,
    prompt_sections: {
      identity: 'Guia',
      goal: '',
      response_style: '',
      constraints: '',
      custom_instructions: '',
    },
    custom_prompt: null,
    knowledge_bases: [{ id: 3, name: 'Manual' }],
    data_sources: [],
  };
  expect(hashOf(configuration)).toBe('755b251bbb9934a3862d39f6b0ebe1be034053371801482c2fc57afac51bae5f');
});
