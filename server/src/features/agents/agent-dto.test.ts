import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_MODEL_RULES } from '#contract/agent-configuration.ts';
import { type AgentWishes, buildAgent, buildTag, buildVersions } from '../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agents } from '../../db/tables/agents.ts';
import { users } from '../../db/tables/people.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(['Sim.'])) });
  admin = testServer.as(await testServer.user({ role: 'admin', user_group_id: 3 }));
});
afterAll(() => testServer.close());

/** Every test sees its own agents only; the first was changed last. */
async function agentsAre(...wishes: AgentWishes[]) {
  await testServer.context.db.delete(agents);
  const built = [];
  for (const wish of wishes.toReversed()) {
    const agent = await buildAgent(testServer.context, wish);
    await testServer.context.db
      .update(agents)
      .set({ updated_at: new Date(Date.UTC(2026, 0, 1, 0, built.length)) })
      .where(eq(agents.id, agent.id));
    built.unshift(agent);
  }
  return built;
}

const listed = async (query: Record<string, string | string[]> = {}) =>
  (await admin.get('/agents', { query })).body;
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

describe('R-AGT-34 an agent as administrators see it', () => {
  test('has all its fields, in the list as alone', async () => {
    const base = await createKnowledgeBase(testServer.context.db, { name: 'Regras' });
    const [agent] = await agentsAre({
      name: 'Ajuda',
      description: 'Explica.',
      tags: ['zelo', 'Água'],
      groups: [1, 2],
      model: 'gpt-5',
      temperature: 0.1,
      custom_prompt: 'Seja breve.',
      prompt_sections: { identity: 'Você é a Ana.' },
      use_guided_prompt: false,
      knowledge_bases: [base.id],
    });
    const [version_id] = await buildVersions(testServer.context, agent?.id ?? 0, [{ temperature: 0.2 }]);
    const { data, metadata } = await listed();
    expect(metadata).toEqual({ total: 1, has_more: false });
    expect(data).toEqual([
      {
        id: agent?.id,
        ...DEFAULT_MODEL_RULES,
        candidate_version_id: null,
        candidate: null,
        deploy_gate: null,
        gate: 'free',
        nightly_checks: false,
        openers_empty: [],
        owner: null,
        name: 'Ajuda',
        description: 'Explica.',
        deploy_status: true,
        files_days: null,
        validity: false,
        openers: [],
        scope_note: null,
        temporary_mode: 'allowed',
        suggestions: 'sources',
        tags: ['Água', 'zelo'].map((name) => ({ id: expect.any(Number), name })),
        model: 'gpt-5',
        temperature: 0.2,
        use_guided_prompt: false,
        use_security_prompt: true,
        prompt_sections: {
          identity: 'Você é a Ana.',
          goal: '',
          response_style: '',
          constraints: '',
          custom_instructions: '',
        },
        custom_prompt: 'Seja breve.',
        created_at: expect.stringMatching(/Z$/),
        updated_at: '2026-01-01T00:00:00.000Z',
        messages_count: 0,
        user_groups_count: 2,
        users_count: expect.any(Number),
        version_id,
      },
    ]);
    expect((await admin.get(`/agents/${agent?.id}`)).body.data).toEqual(data[0]);
  });

  test('R-CHAT-53 counts the questions of everybody, of erased conversations too, but not those of tests', async () => {
    const [agent, other] = await agentsAre({}, {});
    const ask = async (as: typeof admin, query: string, questions: number) => {
      const { body } = await as.post(`/chat/create-session?${query}`);
      for (let number = 0; number < questions; number += 1) await as.ask(body.data.id, 'Oi?');
      return body.data.id as string;
    };
    await ask(testServer.as(await testServer.user()), `agent_id=${agent?.id}`, 2);
    const erased = testServer.as(await testServer.user());
    await erased.delete(`/chat/sessions/${await ask(erased, `agent_id=${agent?.id}`, 1)}`);
    await ask(admin, `agent_id=${agent?.id}&is_test=true`, 1);
    await ask(admin, `agent_id=${other?.id}`, 1);
    const { data } = await listed();
    expect(data.map(({ messages_count }: { messages_count: number }) => messages_count)).toEqual([3, 1]);
  });

  test('counts the active people of its groups; who has no group is in the default one', async () => {
    await testServer.context.db.update(users).set({ active: false });
    const counting = testServer.as(await testServer.user({ role: 'superadmin', user_group_id: 3 }));
    for (const user_group_id of [1, 1, null, 2] as const) await testServer.user({ user_group_id });
    await testServer.user({ user_group_id: 2, active: false });
    await agentsAre({ groups: [1, 2] }, { groups: [2] }, { groups: [] }, { groups: [1] });
    const { data } = (await counting.get('/agents')).body;
    const counts = data.map((agent: Record<string, number>) => [agent.user_groups_count, agent.users_count]);
    expect(counts).toEqual([
      [2, 4],
      [1, 1],
      [0, 0],
      [1, 3],
    ]);
    await testServer.context.db.update(users).set({ active: true });
  });
});

describe('R-AGT-35 the administrators’ list', () => {
  test('is of drafts too, last changed first; or of what is deployed only', async () => {
    await agentsAre({ name: 'c' }, { name: 'b', deploy_status: false }, { name: 'a', groups: [] });
    expect(names(await listed())).toEqual(['c', 'b', 'a']);
    expect(names(await listed({ deployed_only: 'true' }))).toEqual(['c', 'a']);
    expect((await listed({ deployed_only: 'true' })).metadata).toEqual({ total: 2, has_more: false });
    expect((await admin.get('/agents?deployed_only=talvez')).status).toBe(422);
  });

  test('comes fifty at a time unless asked otherwise, and beyond its end is empty', async () => {
    await agentsAre(...Array.from({ length: 52 }, (_, number) => ({ name: `a${number}` })));
    const first = await listed();
    expect([first.data.length, first.metadata]).toEqual([50, { total: 52, has_more: true }]);
    const rest = await listed({ skip: '50' });
    expect([names(rest), rest.metadata]).toEqual([['a50', 'a51'], { total: 52, has_more: false }]);
    const beyond = await listed({ skip: '99' });
    expect([beyond.data, beyond.metadata]).toEqual([[], { total: 52, has_more: false }]);
    // R-CALL-09: the third page of twelve.
    expect(names(await listed({ skip: '24', limit: '12' }))[0]).toBe('a24');
    for (const query of ['skip=-1', 'limit=0', 'limit=x', `search=${'x'.repeat(201)}`, 'tag_ids=x'])
      expect([query, (await admin.get(`/agents?${query}`)).status]).toEqual([query, 422]);
  });

  test('finds parts of names and descriptions without minding accents, and says how many', async () => {
    await agentsAre({ name: 'Licitações' }, { name: 'RH', description: 'Férias e licitacao' }, { name: 'x' });
    const found = await listed({ search: 'LICITAÇ' });
    expect([names(found), found.metadata.total]).toEqual([['Licitações', 'RH'], 2]);
  });

  test('with several tags puts those that have more of them first, drafts among them', async () => {
    const [um, dois, tres] = [
      await buildTag(testServer.context, 'um'),
      await buildTag(testServer.context, 'dois'),
      await buildTag(testServer.context, 'três'),
    ];
    await agentsAre(
      { name: 'one', tags: ['um'] },
      { name: 'none', tags: ['três'] },
      { name: 'both', tags: ['dois', 'um'], deploy_status: false },
    );
    const tag_ids = [String(um.id), String(dois.id)];
    const found = await listed({ tag_ids });
    expect([names(found), found.metadata.total]).toEqual([['both', 'one'], 2]);
    expect(names(await listed({ tag_ids, deployed_only: 'true' }))).toEqual(['one']);
    expect(names(await listed({ tag_ids: String(tres.id), search: 'one' }))).toEqual(['none']);
    expect(names(await listed({ tag_ids, search: 'both' }))).toEqual(['both']);
  });
});
