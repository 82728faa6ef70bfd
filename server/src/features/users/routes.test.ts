import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { users } from '../../db/tables/people.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

test('R-AUTH-51 R-AUTH-52 the signed-in user sees everything about themselves but the password', async () => {
  const ana = await testServer.user({
    name: 'Ana Souza',
    phone: '11987654321',
    created_at: new Date('2026-10-31T15:00:00.000Z'),
    token_used: 7,
  });
  const { status, body } = await testServer.as(ana).get('/users/me');
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    data: {
      id: ana.id,
      email: ana.email,
      name: 'Ana Souza',
      phone: '11987654321',
      role: 'user',
      role_id: 1,
      user_group_id: 1,
      user_group: { id: 1, name: 'Free' },
      token_used: 7,
      token_limit: 100_000,
      is_on_free_limit: true,
      next_token_reset: '2026-11-30T03:00:00.000Z',
      last_login: '2026-11-14T12:00:00.000Z',
      is_verified: true,
      language: null,
      active: true,
      approval: 'approved',
      deletion_due: null,
      must_change_password: false,
      pending: [],
      second_factor: false,
      second_factor_due: null,
      created_at: '2026-10-31T15:00:00.000Z',
      updated_at: '2026-10-31T15:00:00.000Z',
    },
  });
});

test('R-AUTH-53 each role has its number', async () => {
  const numbers: unknown[] = [];
  for (const role of ['user', 'admin', 'user_td', 'superadmin'] as const) {
    const someone = await testServer.user({ role });
    const { data } = (await testServer.as(someone).get('/users/me')).body;
    numbers.push([data.role, data.role_id]);
  }
  expect(numbers).toEqual([
    ['user', 1],
    ['admin', 2],
    ['user_td', 3],
    ['superadmin', 4],
  ]);
});

test('who has no group has none, and is served all the same', async () => {
  const ana = await testServer.user({ user_group_id: null });
  const { data } = (await testServer.as(ana).get('/users/me')).body;
  expect([data.user_group_id, data.user_group]).toEqual([null, null]);
});

test('a cycle that is over is begun anew before it is shown, by twenty tabs at once too', async () => {
  const ana = await testServer.user({ created_at: new Date('2026-09-10T15:00:00.000Z'), token_used: 90_000 });
  const replies = await Promise.all(Array.from({ length: 20 }, () => testServer.as(ana).get('/users/me')));
  for (const { body } of replies)
    expect(body.data).toMatchObject({ token_used: 0, next_token_reset: '2026-12-10T03:00:00.000Z' });
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, ana.id));
  expect(row).toMatchObject({ token_used: 0, token_cycle_start: new Date('2026-11-10T03:00:00.000Z') });
});
