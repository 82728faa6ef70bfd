import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { users } from '../../db/tables/people.ts';
import { seedSuperadmin } from './registration.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const find = async (email: string) =>
  (await testServer.context.db.select().from(users).where(eq(users.email, email)))[0];

test('O-30 the first superadmin is made once, by however many processes start together, and can sign in', async () => {
  const wished = { email: 'Chefe@Exemplo.com.br ', password: 'a senha do chefe' };
  const made = await Promise.all(Array.from({ length: 5 }, () => seedSuperadmin(testServer.context, wished)));
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await find('chefe@exemplo.com.br')).toMatchObject({
    role: 'superadmin',
    is_verified: true,
    active: true,
    user_group_id: 1,
    token_limit: 100_000,
  });
  const fields = { username: 'chefe@exemplo.com.br', password: 'a senha do chefe' };
  expect((await testServer.anyone().form('/auth/login', fields)).status).toBe(200);
});

test('O-30 an account that exists keeps its role and its password', async () => {
  const ana = await testServer.user({ signed_in: false });
  const before = await find(ana.email);
  expect(await seedSuperadmin(testServer.context, { email: ana.email, password: 'outra senha boa' })).toBe(
    false,
  );
  expect(await find(ana.email)).toEqual(before);
});
