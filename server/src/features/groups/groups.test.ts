import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { UserGroup } from '#contract/groups.ts';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { group_agents } from '../../db/tables/agents.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { user_groups, users } from '../../db/tables/people.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const create = async (name: string, description: string | null = null): Promise<UserGroup> => {
  const { status, body } = await admin.post('/user-groups', { name, description });
  expect(status).toBe(201);
  return body.data;
};
const peopleOf = async (ids: number[]) => {
  const { db } = testServer.context;
  const rows = await db.select().from(users).where(inArray(users.id, ids)).orderBy(users.id);
  return rows.map(({ user_group_id, token_limit }) => ({ user_group_id, token_limit }));
};
const entriesOf = async (id: number) =>
  (
    await testServer.context.db
      .select()
      .from(audit_entries)
      .where(sql`object_type = 'group' and object_id = ${id}`)
      .orderBy(audit_entries.id)
  ).map(({ action, object_name, before, after }) => ({ action, object_name, before, after }));

describe('groups', () => {
  test('R-GRP-08 R-GRP-43 O-54 the three of the plans come first, one of them the default', async () => {
    const { status, body } = await admin.get('/user-groups');
    expect([status, body.success, body.message]).toEqual([200, true, '']);
    expect(body.metadata.has_more).toBe(false);
    expect(
      body.data
        .slice(0, 3)
        .map(({ id, name, is_default, can_delete }: UserGroup) => [id, name, is_default, can_delete]),
    ).toEqual([
      [1, 'Free', true, false],
      [2, 'Plus', false, false],
      [3, 'Pro', false, false],
    ]);
    const page = (await admin.get('/user-groups', { query: { skip: '1', limit: '1' } })).body;
    expect([page.data.map(({ id }: UserGroup) => id), page.metadata.has_more]).toEqual([[2], true]);
  });

  test('R-GRP-43 are found by a part of the name or of the description, whatever the case and the accents, in pages', async () => {
    const names = ['Fiscalização Norte', 'Fiscalização Sul'];
    for (const name of names) await create(name, 'Vistoria de 100% das obras');
    const tree = await create('Arborização', 'Podas; pedidos da fiscalizacao');
    const found = async (query: Record<string, string>) => {
      const { body } = await admin.get('/user-groups', { query });
      return { names: body.data.map(({ name }: UserGroup) => name), ...body.metadata };
    };
    const all = { names: [...names, tree.name], total: 3, has_more: false };
    for (const search_term of ['FISCALIZACAO', ' fiscalização '])
      expect(await found({ search_term }), search_term).toEqual(all);
    expect(await found({ search_term: 'zação n' })).toMatchObject({ names: [names[0]], total: 1 });
    expect(await found({ search_term: 'podas' })).toMatchObject({ names: [tree.name] });
    expect(await found({ search_term: 'fiscal', skip: '1', limit: '1' })).toEqual({
      names: [names[1]],
      total: 3,
      has_more: true,
    });
    // Nothing in a search has a meaning.
    expect(await found({ search_term: '0%' })).toMatchObject({ names, total: 2 });
    for (const search_term of ['%', '_'].map((sign) => `${sign}fiscal`))
      expect(await found({ search_term })).toEqual({ names: [], total: 0, has_more: false });
    const { body } = await admin.get('/user-groups');
    expect(await found({ search_term: ' ' })).toMatchObject({ total: body.metadata.total });
    const long = await admin.get('/user-groups', { query: { search_term: 'x'.repeat(10_000) } });
    expect(long.status).toBe(422);
  });

  test('are asked for by the agent that they see', async () => {
    const [one, other] = [await create('Vê o agente'), await create('Não o vê')];
    const agent = await buildAgent(testServer.context, { groups: [one.id] });
    const seeing = async (query: Record<string, string> = {}) => {
      const { body } = await admin.get('/user-groups', { query: { agent_id: String(agent.id), ...query } });
      return [body.data.map(({ id }: UserGroup) => id), body.metadata.total];
    };
    expect(await seeing()).toEqual([[one.id], 1]);
    await admin.post(`/user-groups/${other.id}/agents`, { agent_ids: [agent.id] });
    expect(await seeing()).toEqual([[one.id, other.id], 2]);
    expect(await seeing({ search_term: 'não o vê' })).toEqual([[other.id], 1]);
  });

  test('R-GRP-42 are made with a name; without one, or with a name that another has, they are not', async () => {
    const group = await create('  Jurídico ', '  Pareceres ');
    expect(group).toMatchObject({
      name: 'Jurídico',
      description: 'Pareceres',
      is_default: false,
      can_delete: true,
      users_count: 0,
      agents_count: 0,
    });
    expect(group.id).toBeGreaterThan(3);
    expect((await create('Sem descrição', '')).description).toBeNull();
    for (const name of ['', '   ', '\0', undefined, 7, 'x'.repeat(201)]) {
      const { status, body } = await admin.post('/user-groups', { name });
      expect([status, typeof body.detail], String(name)).toEqual([422, 'string']);
    }
    expect((await admin.post('/user-groups', { name: '  ' })).body.detail).toBe(
      'O nome do grupo é obrigatório.',
    );
    expect((await admin.post('/user-groups', { name: 'x', description: 'x'.repeat(2_001) })).status).toBe(
      422,
    );
    for (const name of ['Jurídico', 'JURIDICO', ' juridico ']) {
      const { status, body } = await admin.post('/user-groups', { name });
      expect([status, body.detail]).toEqual([409, 'Já existe um grupo com esse nome.']);
    }
    // Two clicks at once are one group.
    const clicks = await Promise.all([1, 2].map(() => admin.post('/user-groups', { name: 'Ouvidoria' })));
    expect(clicks.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    const headers = { 'idempotency-key': 'um-clique' };
    const again = await Promise.all(
      [1, 2].map(() => admin.post('/user-groups', { name: 'Frota' }, { headers })),
    );
    expect(new Set(again.map(({ status, body }) => `${status} ${body.data.id}`)).size).toBe(1);
  });

  test('O-59 are made from a form too, and say nothing of being the default', async () => {
    const { status, body } = await admin.form('/user-groups', {
      name: 'De formulário',
      description: 'Assim',
    });
    expect([status, body.data]).toMatchObject([201, { name: 'De formulário', description: 'Assim' }]);
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const changed = await admin.put(`/user-groups/${body.data.id}`, 'name=Outro+nome', form);
    expect(changed.body.data).toMatchObject({ name: 'Outro nome', description: null });
    const several = {
      headers: { 'content-type': 'multipart/form-data; boundary=limite' },
    };
    const part = (name: string, text: string, file = '') =>
      `--limite\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
    const inParts = await admin.put(
      `/user-groups/${body.data.id}`,
      `${part('name', 'Em partes')}${part('description', 'Ação')}--limite--\r\n`,
      several,
    );
    expect(inParts.body.data).toMatchObject({ name: 'Em partes', description: 'Ação' });
    for (const odd of [
      `${part('name', 'Com arquivo')}${part('file', 'x', '; filename="a.txt"')}--limite--\r\n`,
      `${part('name', 'Pela metade')}`,
      `${part('name', 'Uma')}${part('name', 'Outra')}--limite--\r\n`,
      `${part('__proto__', 'x')}--limite--\r\n`,
      'nada disso',
    ]) {
      const refused = await admin.put(`/user-groups/${body.data.id}`, odd, several);
      expect([odd, refused.status]).toEqual([
        odd,
        expect.toSatisfy((status) => [400, 413, 422].includes(status)),
      ]);
      expect(refused.body.success).toBe(false);
    }
    const sly = await admin.post('/user-groups', { name: 'Padrão meu', is_default: true, id: 1 });
    expect(sly.body.data).toMatchObject({ is_default: false });
    expect(sly.body.data.id).toBeGreaterThan(3);
  });

  test('R-GRP-44 are read, renamed and deleted; an unknown one is not found', async () => {
    const group = await create('Compras');
    expect((await admin.get(`/user-groups/${group.id}`)).body.data).toEqual(group);
    const renamed = await admin.put(`/user-groups/${group.id}`, {
      name: 'Compras e contratos',
      description: 'Novo',
    });
    expect(renamed.body.data).toEqual({ ...group, name: 'Compras e contratos', description: 'Novo' });
    // Its own name is no other's.
    expect((await admin.put(`/user-groups/${group.id}`, { name: 'COMPRAS E CONTRATOS' })).status).toBe(200);
    expect((await admin.put(`/user-groups/${group.id}`, { name: 'plus' })).body.code).toBe(
      'group_name_taken',
    );
    expect((await admin.put(`/user-groups/${group.id}`, { name: ' ' })).status).toBe(422);
    expect((await admin.delete(`/user-groups/${group.id}`)).body.data).toBeNull();
    for (const id of [group.id, 1_999_999_999, 'x', '0', '-1'])
      for (const reply of [
        await admin.get(`/user-groups/${id}`),
        await admin.put(`/user-groups/${id}`, { name: 'Y' }),
        await admin.delete(`/user-groups/${id}`),
      ])
        expect([reply.status, reply.body.code]).toEqual([404, 'group_not_found']);
    expect((await entriesOf(group.id)).map(({ action }) => action)).toEqual([
      'group.created',
      'group.updated',
      'group.updated',
      'group.deleted',
    ]);
  });

  test('O-58 the default group and those of plans stay', async () => {
    for (const id of [1, 2, 3]) {
      const { status, body } = await admin.delete(`/user-groups/${id}`);
      expect([status, body.detail]).toEqual([409, 'Este grupo não pode ser excluído.']);
    }
  });

  test('O-58 the people of a deleted group go to the default one, its agents are open to it no more', async () => {
    const group = await create('De passagem');
    const [ana, bia] = [
      await testServer.user({ user_group_id: group.id }),
      await testServer.user({ user_group_id: group.id }),
    ];
    await testServer.context.db
      .update(users)
      .set({ active: false, token_limit: 9 })
      .where(eq(users.id, bia.id));
    const agent = await buildAgent(testServer.context, { groups: [group.id] });
    expect((await testServer.as(ana).get(`/agents/${agent.id}`)).status).toBe(200);
    expect((await admin.get(`/user-groups/${group.id}`)).body.data).toMatchObject({
      users_count: 1,
      agents_count: 1,
    });

    expect((await admin.delete(`/user-groups/${group.id}`)).status).toBe(200);
    expect(await peopleOf([ana.id, bia.id])).toEqual([
      { user_group_id: 1, token_limit: 100_000 },
      { user_group_id: 1, token_limit: 100_000 },
    ]);
    expect((await testServer.as(ana).get(`/agents/${agent.id}`)).status).toBe(404);
    expect(
      await testServer.context.db.select().from(group_agents).where(eq(group_agents.agent_id, agent.id)),
    ).toEqual([]);
    expect((await entriesOf(group.id)).at(-1)).toMatchObject({
      action: 'group.deleted',
      object_name: 'De passagem',
      before: { name: 'De passagem', users_count: 1, agents_count: 1 },
    });
  });

  test('who has no group counts as in the default one', async () => {
    const before = (await admin.get('/user-groups/1')).body.data.users_count;
    await testServer.user({ user_group_id: null, signed_in: false });
    expect((await admin.get('/user-groups/1')).body.data.users_count).toBe(before + 1);
  });

  test('R-GRP-50 are closed to everybody but administrators, in every call', async () => {
    for (const role of ['user', 'user_td'] as const) {
      const as = testServer.as(await testServer.user({ role }));
      for (const reply of [
        await as.get('/user-groups'),
        await as.post('/user-groups', { name: 'Meu' }),
        await as.get('/user-groups/1'),
        await as.put('/user-groups/1', { name: 'Meu' }),
        await as.delete('/user-groups/4'),
        await as.post('/user-groups/assign-users', { user_ids: [1], user_group_id: 2 }),
        await as.get('/user-groups/users/filtered'),
        await as.get('/user-groups/1/users/status'),
        await as.get('/user-groups/1/agents/status'),
        await as.post('/user-groups/1/agents', { agent_ids: [1] }),
        await as.delete('/user-groups/1/agents', { agent_ids: [1] }),
      ])
        expect([reply.status, reply.body.code]).toEqual([403, 'forbidden']);
    }
  });

  test('a change that fails leaves no entry behind', async () => {
    const entries = async () => (await testServer.context.db.select().from(audit_entries)).length;
    const before = await entries();
    await admin.post('/user-groups', { name: 'plus' });
    await admin.put('/user-groups/2', { name: 'free' });
    await admin.delete('/user-groups/1');
    expect(await entries()).toBe(before);
    expect(
      (await testServer.context.db.select().from(user_groups).where(eq(user_groups.id, 2)))[0]?.name,
    ).toBe('Plus');
  });
});
