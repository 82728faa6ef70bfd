import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GroupAgent } from '#contract/groups.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { user_groups } from '../../db/tables/people.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(['Sim.'])) });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

let groups = 0;
async function newGroup(): Promise<number> {
  groups += 1;
  const rows = await testServer.context.db
    .insert(user_groups)
    .values({ name: `Grupo ${groups}` })
    .returning();
  return rows[0]?.id ?? 0;
}

const add = (group: number | string, agent_ids: unknown) =>
  admin.post(`/user-groups/${group}/agents`, { agent_ids });
const remove = (group: number | string, agent_ids: unknown) =>
  admin.delete(`/user-groups/${group}/agents`, { agent_ids });
const status = (group: number | string, query: Record<string, string> = {}) =>
  admin.get(`/user-groups/${group}/agents/status`, { query });
const named = (items: GroupAgent[]) => items.map(({ agent, is_associated }) => [agent.name, is_associated]);

describe('the agents of a group', () => {
  test('R-GRP-45 are opened and closed; what is open or closed already is not counted', async () => {
    const group = await newGroup();
    const [one, two] = [await buildAgent(testServer.context), await buildAgent(testServer.context)];
    expect((await add(group, [one.id])).body.data).toEqual({ added: 1 });
    expect((await add(group, [two.id, one.id, two.id])).body.data).toEqual({ added: 1 });
    expect((await add(group, [one.id, two.id])).body.data).toEqual({ added: 0 });
    expect((await admin.get(`/user-groups/${group}`)).body.data.agents_count).toBe(2);
    expect((await remove(group, [one.id])).body.data).toEqual({ removed: 1 });
    expect((await remove(group, [one.id, 1_999_999_999])).body.data).toEqual({ removed: 0 });
    const open = (await status(group, { association: 'in_group' })).body.data;
    expect(open.map(({ agent }: GroupAgent) => agent.id)).toEqual([two.id]);
    const entries = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(sql`object_type = 'group' and object_id = ${group}`)
      .orderBy(audit_entries.id);
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['group.agents_added', { agents: 1, agent_ids: [one.id] }],
      ['group.agents_added', { agents: 1, agent_ids: [two.id] }],
      ['group.agents_removed', { agents: 1, agent_ids: [one.id] }],
    ]);
  });

  test('R-GRP-45 all or none: with an unknown agent or group nothing is opened', async () => {
    const group = await newGroup();
    const agent = await buildAgent(testServer.context);
    expect((await add(group, [agent.id, 1_999_999_999])).body.code).toBe('agent_not_found');
    expect((await status(group, { association: 'in_group' })).body.metadata.total).toBe(0);
    for (const id of [1_999_999_999, 'x'])
      for (const reply of [await add(id, [agent.id]), await remove(id, [agent.id]), await status(id)])
        expect([reply.status, reply.body.code]).toEqual([404, 'group_not_found']);
    for (const wrong of [[], 'x', [0], null, Array.from({ length: 1_001 }, (_, n) => n + 1)])
      for (const reply of [await add(group, wrong), await remove(group, wrong)])
        expect(reply.status).toBe(422);
  });

  test('R-GRP-47 are shown by name beside all others, and every filter narrows with its counts', async () => {
    const group = await newGroup();
    const wishes = [
      { name: 'Ágata filtrada', groups: [group] },
      { name: 'bento filtrado', description: 'Compras', groups: [] },
      { name: 'Caio filtrado', deploy_status: false, groups: [group] },
    ];
    const made = [];
    for (const wish of wishes) made.push(await buildAgent(testServer.context, wish));
    const { body } = await status(group, { search_term: 'FILTRAD' });
    expect(body.data[1]).toEqual({
      agent: { id: made[1]?.id, name: 'bento filtrado', description: 'Compras', deploy_status: true },
      is_associated: false,
    });
    const cases: [Record<string, string>, unknown][] = [
      [
        {},
        [
          ['Ágata filtrada', true],
          ['bento filtrado', false],
          ['Caio filtrado', true],
        ],
      ],
      [
        { deployed_only: 'true' },
        [
          ['Ágata filtrada', true],
          ['bento filtrado', false],
        ],
      ],
      [
        { association: 'in_group' },
        [
          ['Ágata filtrada', true],
          ['Caio filtrado', true],
        ],
      ],
      [{ association: 'not_in_group' }, [['bento filtrado', false]]],
      [{ association: 'in_group', deployed_only: 'true' }, [['Ágata filtrada', true]]],
    ];
    for (const [query, expected] of cases) {
      const reply = await status(group, { search_term: 'filtrad', ...query });
      expect(named(reply.body.data), JSON.stringify(query)).toEqual(expected);
      expect(reply.body.metadata).toEqual({ total: (expected as unknown[]).length, has_more: false });
    }
    expect(named((await status(group, { search_term: 'compras' })).body.data)).toEqual([
      ['bento filtrado', false],
    ]);
    const page = (await status(group, { search_term: 'filtrad', skip: '1', limit: '1' })).body;
    expect([named(page.data), page.metadata]).toEqual([
      [['bento filtrado', false]],
      { total: 3, has_more: true },
    ]);
    expect((await status(group, { deployed_only: 'perhaps' })).status).toBe(422);
  });

  test('O-52 a change holds for the next call and the next question of the group’s people', async () => {
    const group = await newGroup();
    const ana = await testServer.user({ user_group_id: group });
    const agent = await buildAgent(testServer.context, { groups: [] });
    const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    const seen = async () => [
      (await testServer.as(ana).get(`/agents/${agent.id}`)).status,
      (await testServer.as(ana).ask(id, 'Oi?')).status,
      (await testServer.as(ana).post(`/chat/create-session?agent_id=${agent.id}`)).status,
    ];
    expect(await seen()).toEqual([404, 403, 403]);
    await add(group, [agent.id]);
    expect(await seen()).toEqual([200, 200, 201]);
    await remove(group, [agent.id]);
    expect(await seen()).toEqual([404, 403, 403]);
    // Moving into the group opens its agents as well.
    await add(2, [agent.id]);
    await admin.post('/user-groups/assign-users', { user_ids: [ana.id], user_group_id: 2 });
    expect(await seen()).toEqual([200, 200, 201]);
  });
});
