import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GroupUser } from '#contract/groups.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { user_groups, users } from '../../db/tables/people.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin', email: 'chefe@casa.test' }));
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

/** People without a sign-in, made at once. */
async function crowd(domain: string, count: number, user_group_id: number): Promise<number[]> {
  const { rows } = await testServer.context.db.execute<{ id: number }>(sql`
    insert into users (email, name, user_group_id, password_hash, token_limit)
    select n || '@' || ${domain}, 'Pessoa ' || n, ${user_group_id}, '', 100000
    from generate_series(1, ${count}) n returning id`);
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

const status = (group: number, query: Record<string, string> = {}) =>
  admin.get(`/user-groups/${group}/users/status`, { query });
const filtered = async (query: Record<string, string>): Promise<number[]> => {
  const reply = await admin.get('/user-groups/users/filtered', { query });
  expect(reply.status).toBe(200);
  return reply.body.data;
};
const assign = (user_ids: unknown, user_group_id: unknown) =>
  admin.post('/user-groups/assign-users', { user_ids, user_group_id });
const stored = async (ids: number[]) => {
  const { db } = testServer.context;
  const rows = await db.select().from(users).where(inArray(users.id, ids)).orderBy(users.id);
  return rows.map(({ user_group_id, token_limit }) => [user_group_id, token_limit]);
};

describe('the people of a group', () => {
  test('R-GRP-48 are shown beside everybody else, each with their group and whether it is this one', async () => {
    const group = await newGroup();
    const [inside] = await crowd('dentro.test', 1, group);
    const [outside] = await crowd('fora.test', 1, 2);
    const { body } = await status(group, { search_term: '.test', limit: '200' });
    const itemOf = (id: number | undefined) => body.data.find(({ user }: GroupUser) => user.id === id);
    expect(itemOf(inside)).toEqual({
      user: {
        id: inside,
        name: 'Pessoa 1',
        email: '1@dentro.test',
        user_group: { id: group, name: `Grupo ${groups}` },
      },
      is_associated: true,
    });
    expect(itemOf(outside)).toMatchObject({
      user: { user_group: { id: 2, name: 'Plus' } },
      is_associated: false,
    });
  });

  test('R-GRP-48 R-GRP-16 every filter narrows, and the counts are those of what passes it', async () => {
    const group = await newGroup();
    const inside = await crowd('contagem.test', 70, group);
    const outside = await crowd('contagem2.test', 60, 1);
    await testServer.context.db
      .update(users)
      .set({ active: false })
      .where(inArray(users.id, inside.slice(0, 5)));
    const counts = [];
    const queries: Record<string, string>[] = [
      { email_domain: 'contagem.test' },
      { email_domain: 'contagem.test', association: 'in_group' },
      { email_domain: 'contagem.test', association: 'not_in_group' },
      { search_term: '@contagem' },
      { search_term: '@contagem', association: 'in_group' },
      { search_term: '@contagem', association: 'not_in_group' },
      { search_term: '@contagem', association: 'not_in_group', email_domain: 'contagem2.test' },
      { search_term: 'pessoa 7', email_domain: 'contagem.test' },
      { search_term: 'zzzz' },
    ];
    for (const query of queries) {
      const ids: number[] = [];
      let skip = 0;
      for (;;) {
        const { body } = await status(group, { ...query, skip: String(skip) });
        ids.push(...body.data.map(({ user }: GroupUser) => user.id));
        expect(body.metadata.has_more).toBe(ids.length < body.metadata.total);
        if (!body.metadata.has_more) {
          expect(body.metadata.total).toBe(ids.length);
          break;
        }
        expect(body.data).toHaveLength(50);
        skip += 50;
      }
      expect(ids).toEqual(await filtered({ ...query, group_id: String(group) }));
      counts.push(ids.length);
    }
    expect(counts).toEqual([65, 65, 0, 125, 65, 60, 60, 2, 0]);
    expect(await filtered({ email_domain: 'contagem2.test' })).toEqual(outside);
  });

  test('R-GRP-51 O-57 a domain is one however it is typed, and never a part of another', async () => {
    const ids = await crowd('dominio.test', 2, 1);
    await crowd('sub.dominio.test', 1, 1);
    for (const email_domain of ['dominio.test', '@dominio.test', '  @ DOMINIO.test ', '@@dominio.test'])
      expect(await filtered({ email_domain }), email_domain).toEqual(ids);
    expect(await filtered({ email_domain: 'ominio.test' })).toEqual([]);
    expect((await filtered({ email_domain: ' @ ' })).length).toBeGreaterThan(ids.length);
  });

  test('R-GRP-49 all that match are named, ascending, not one page of them; who is inactive is not', async () => {
    const ids = await crowd('muitos.test', 1_200, 1);
    await testServer.context.db
      .update(users)
      .set({ active: false })
      .where(eq(users.id, ids[7] ?? 0));
    expect(await filtered({ search_term: '@MUITOS' })).toEqual(ids.toSpliced(7, 1));
  });

  test('R-GRP-49 the path is no group’s, and a group that is not there is not found', async () => {
    expect((await admin.get('/user-groups/users/filtered')).body.data).toBeInstanceOf(Array);
    for (const path of ['/user-groups/1999999999/users/status', '/user-groups/x/users/status'])
      expect((await admin.get(path)).body.code).toBe('group_not_found');
    const unknown = await admin.get('/user-groups/users/filtered', { query: { group_id: '1999999999' } });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'group_not_found']);
    expect((await status(1, { association: 'half' })).status).toBe(422);
  });

  test('who has no group is in the default one', async () => {
    const { id } = await testServer.user({
      user_group_id: null,
      email: 'semgrupo@nulo.test',
      signed_in: false,
    });
    const inDefault = await status(1, { search_term: '@nulo.test' });
    expect(inDefault.body.data).toMatchObject([{ user: { id, user_group: null }, is_associated: true }]);
    const query = { search_term: '@nulo.test', association: 'not_in_group' };
    expect((await status(1, query)).body.data).toEqual([]);
    expect((await status(2, query)).body.data).toMatchObject([{ is_associated: false }]);
  });
});

describe('moving people into a group', () => {
  test('R-GRP-46 O-55 O-92 moves them, with what the group gives, and counts only those who moved', async () => {
    const ids = await crowd('mudam.test', 3, 1);
    const [one] = ids;
    expect((await assign([one], 2)).body.data).toEqual({ assigned: 1 });
    const reply = await assign([...ids, ...ids], 2);
    expect([reply.status, reply.body.data]).toEqual([200, { assigned: 2 }]);
    expect((await assign(ids, 2)).body.data).toEqual({ assigned: 0 });
    expect(await stored(ids)).toEqual(ids.map(() => [2, 5_000_000]));
    // Out of Plus the allowance shrinks again, unless it is paid for.
    await testServer.context.db.execute(sql`
      insert into subscriptions (id, user_id, customer_id, tier, price_id, interval, amount, status, current_period_start,
        current_period_end, activated_at)
      values ('sub_1', ${one}, 'cus_1', 'plus', 'p', 'month', 62500, 'active', now(), now() + interval '1 month', now())`);
    await assign(ids, 1);
    expect(await stored(ids)).toEqual([
      [1, 5_000_000],
      [1, 100_000],
      [1, 100_000],
    ]);
  });

  test('R-GRP-46 all or none: somebody unknown, or an unknown group, and nothing changed', async () => {
    const ids = await crowd('nenhum.test', 2, 1);
    const unknown = await assign([...ids, 1_999_999_999], 2);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'user_not_found']);
    expect((await assign(ids, 1_999_999_999)).body.code).toBe('group_not_found');
    expect(await stored(ids)).toEqual(ids.map(() => [1, 100_000]));
    for (const wrong of [[], 'x', [0], ['a'], [1.5], null, Array.from({ length: 10_001 }, (_, n) => n + 1)])
      expect((await assign(wrong, 2)).status, JSON.stringify(wrong)?.slice(0, 20)).toBe(422);
    expect((await assign(ids, 'x')).body.code).toBe('group_not_found');
  });

  test('R-GRP-46 10 000 people at once, in one transaction', async () => {
    const group = await newGroup();
    const ids = await crowd('dezmil.test', 10_000, 1);
    expect((await assign(ids, group)).body.data).toEqual({ assigned: 10_000 });
    // Pages near the beginning, in the middle and near the end are found in different ways.
    for (const skip of [0, 999, 1_000, 5_000, 5_001, 9_960, 9_999, 10_000]) {
      const { body } = await status(group, { association: 'in_group', skip: String(skip) });
      expect(
        body.data.map(({ user }: GroupUser) => user.id),
        String(skip),
      ).toEqual(ids.slice(skip, skip + 50));
      expect(body.metadata).toEqual({ total: 10_000, has_more: skip + 50 < 10_000 });
    }
  });

  test('R-GRP-48 counted under any change: people who move between pages are never in two groups', async () => {
    const [one, two] = [await newGroup(), await newGroup()];
    const ids = await crowd('corrida.test', 40, 1);
    await Promise.all([assign(ids, one), assign(ids.toReversed(), two), assign(ids, one)]);
    const totals = await Promise.all(
      [one, two].map(async (group) => (await admin.get(`/user-groups/${group}`)).body.data.users_count),
    );
    expect([...totals].sort((a, b) => a - b)).toEqual([0, 40]);
  });

  test('is recorded by how many; a single person by their reference', async () => {
    const group = await newGroup();
    const ids = await crowd('livro.test', 3, 1);
    await assign(ids.slice(0, 2), group);
    await assign(ids.slice(2), group);
    const [last] = await testServer.context.db
      .select()
      .from(users)
      .where(eq(users.id, ids[2] ?? 0));
    const entries = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(sql`action = 'group.people_assigned' and object_id = ${group}`)
      .orderBy(audit_entries.id);
    expect(entries).toMatchObject([
      { after: { assigned: 2 }, person_reference: null },
      { after: { assigned: 1 }, person_reference: last?.reference },
    ]);
  });
});
