import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agents } from '../../db/tables/agents.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

/** Every test sees its own agents only. */
async function agentsAre(...wishes: Parameters<typeof buildAgent>[1][]) {
  await testServer.context.db.delete(agents);
  const built = [];
  for (const [number, wish] of wishes.entries()) {
    built.push(await buildAgent(testServer.context, { name: `a${number}`, ...wish }));
  }
  // Newest last in the list above, so first in the answer.
  await testServer.context.db.execute(`update agents set updated_at = now() + id * interval '1 second'`);
  return built;
}
type User = Awaited<ReturnType<TestServer['user']>>;
const available = async (user: User, query: Record<string, string | string[]> = {}) =>
  (await testServer.as(user).get('/agents/available', { query })).body;
const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name);

describe('R-AGT-42 R-CHAT-14 who sees which agent', () => {
  test('people see what is deployed and given to their own group', async () => {
    const built = await agentsAre(
      { name: 'free', groups: [1] },
      { name: 'plus', groups: [2] },
      { name: 'both', groups: [1, 2] },
      { name: 'nobody', groups: [] },
      { name: 'draft', groups: [1, 2], deploy_status: false },
    );
    const seen: [Partial<Parameters<TestServer['user']>[0]>, string[]][] = [
      [{ user_group_id: 1 }, ['both', 'free']],
      [{ user_group_id: 2 }, ['both', 'plus']],
      [{ user_group_id: 3 }, []],
      [{ user_group_id: null }, ['both', 'free']],
      [{ role: 'user_td', user_group_id: 2 }, ['both', 'plus']],
      [{ role: 'admin', user_group_id: 3 }, ['nobody', 'both', 'plus', 'free']],
      [{ role: 'superadmin', user_group_id: null }, ['nobody', 'both', 'plus', 'free']],
    ];
    for (const [wishes, expected] of seen) {
      const user = await testServer.user(wishes);
      const body = await available(user);
      expect(names(body)).toEqual(expected);
      expect(body.metadata).toEqual({ total: expected.length, has_more: false });
      const isAdmin = wishes?.role === 'admin' || wishes?.role === 'superadmin';
      for (const { id, name } of built) {
        const { status, body: one } = await testServer.as(user).get(`/agents/${id}`);
        expect([name, status, status === 200 ? one.data.name : one.detail]).toEqual(
          isAdmin || expected.includes(name) ? [name, 200, name] : [name, 404, 'Agente não encontrado'],
        );
        // Its configuration is visible to administrators only.
        if (status === 200) expect('prompt_sections' in one.data).toBe(isAdmin);
      }
    }
  });

  test('R-CHAT-58 an agent shows its name, its description and its tags', async () => {
    const [agent] = await agentsAre({
      name: 'Ajuda',
      description: 'Explica.',
      tags: ['zelo', 'Água', 'beta'],
    });
    const { data } = await available(await testServer.user());
    expect(data).toEqual([
      {
        id: agent?.id,
        name: 'Ajuda',
        description: 'Explica.',
        deploy_status: true,
        files: 'no',
        files_days: null,
        validity: false,
        openers: [],
        scope_note: null,
        temporary_mode: 'allowed',
        tags: ['Água', 'beta', 'zelo'].map((name) => ({ id: expect.any(Number), name })),
      },
    ]);
  });

  test.each(['0', '-1', 'x', '99999999999', '1.5', '%00'])(
    'an id that cannot be, %s, is not found',
    async (id) => {
      const { status, body } = await testServer.as(await testServer.user()).get(`/agents/${id}`);
      expect([status, body.code]).toEqual([404, 'agent_not_found']);
    },
  );
});

describe('looking for an agent', () => {
  test('finds parts of names and descriptions, whatever the case and the accents', async () => {
    await agentsAre(
      { name: 'Licitações Abertas' },
      { name: 'RH', description: 'Férias e LICITACÃO' },
      { name: '100% _local_ \\o/' },
    );
    const user = await testServer.user();
    for (const [search, expected] of [
      ['licitac', ['RH', 'Licitações Abertas']],
      ['  ÇÕES ab ', ['Licitações Abertas']],
      ['ferias', ['RH']],
      ['%', ['100% _local_ \\o/']],
      ['_', ['100% _local_ \\o/']],
      ['\\', ['100% _local_ \\o/']],
      ["'", []],
      ['   ', ['100% _local_ \\o/', 'RH', 'Licitações Abertas']],
      ['\0', ['100% _local_ \\o/', 'RH', 'Licitações Abertas']],
    ] as const)
      expect(names(await available(user, { search }))).toEqual(expected);
    expect(
      (await testServer.as(user).get('/agents/available', { query: { search: 'x'.repeat(201) } })).status,
    ).toBe(422);
  });

  test('with several tags finds those that have any, those with more of them first', async () => {
    await agentsAre({ name: 'both', tags: ['compras', 'prazos'] }, { name: 'one' }, { name: 'none' });
    const user = await testServer.user();
    const { data: tags } = (await testServer.as(user).get('/agents/tags')).body as {
      data: { id: number; name: string }[];
    };
    const idOf = (name: string) => String(tags.find((tag) => tag.name === name)?.id);
    await testServer.context.db.execute(
      `insert into agent_tags select (select id from agents where name = 'one'), ${idOf('prazos')}`,
    );
    expect(names(await available(user, { tag_ids: [idOf('compras'), idOf('prazos')] }))).toEqual([
      'both',
      'one',
    ]);
    expect(names(await available(user, { tag_ids: idOf('prazos') }))).toEqual(['one', 'both']);
    const none = await available(user, { tag_ids: '999999' });
    expect([none.data, none.metadata]).toEqual([[], { total: 0, has_more: false }]);
    expect((await testServer.as(user).get('/agents/available', { query: { tag_ids: 'x' } })).status).toBe(
      422,
    );
  });

  test('page by page meets each agent once, and knows when there is no more', async () => {
    await agentsAre(...Array.from({ length: 25 }, () => ({})));
    const user = await testServer.user();
    const met: string[] = [];
    for (let skip = 0; ; skip += 10) {
      const body = await available(user, { skip: String(skip), limit: '10' });
      met.push(...names(body));
      expect(body.metadata).toEqual({ total: 25, has_more: met.length < 25 });
      if (!body.metadata.has_more) break;
    }
    expect(new Set(met).size).toBe(25);
    expect((await available(user, { skip: '500' })).metadata).toEqual({ total: 25, has_more: false });
    expect((await available(user, { limit: '5000' })).data).toHaveLength(25);
  });
});
