/** Several people are kept out at once: all of them, or none. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { users } from '../../db/tables/people.ts';

let testServer: TestServer;
let admin: Awaited<ReturnType<TestServer['user']>>;
beforeEach(async () => {
  testServer = await startTestServer();
  admin = await testServer.user({ role: 'admin' });
});
afterEach(() => testServer.close());

const deactivate = (ids: number[], by = admin, headers = {}) =>
  testServer.as(by).post('/users/status', { ids, active: false }, { headers });
const isActive = async (id: number) =>
  (await testServer.context.db.select().from(users).where(eq(users.id, id)))[0]?.active;

test('people lose their access together, each with an entry; who is out already is passed over', async () => {
  const [ana, bia] = [await testServer.user(), await testServer.user()];
  const repeated = { 'idempotency-key': 'a' };
  const { status, body } = await deactivate([ana.id, bia.id, ana.id], admin, repeated);
  expect([status, body.data]).toEqual([200, { deactivated: 2 }]);
  expect((await deactivate([ana.id, bia.id, ana.id], admin, repeated)).body.data).toEqual({ deactivated: 2 });
  expect((await deactivate([ana.id])).body.data).toEqual({ deactivated: 0 });
  for (const person of [ana, bia])
    expect((await testServer.as(person).get('/users/me')).body.code).toBe('account_ended');
  const entries = await testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.action, 'user.deactivated'));
  expect(entries).toHaveLength(2);
});

test('one who may not be kept out keeps all of them in', async () => {
  const ana = await testServer.user();
  const root = await testServer.user({ role: 'superadmin' });
  const other = await testServer.user({ role: 'superadmin' });
  const refusals = [
    await deactivate([ana.id, root.id]),
    await deactivate([ana.id, admin.id]),
    await deactivate([ana.id, 1_999_999_999]),
    await deactivate([ana.id, other.id, root.id], root),
  ];
  expect(refusals.map(({ status, body }) => [status, body.code])).toEqual([
    [403, 'superadmin_protected'],
    [400, 'cannot_deactivate_self'],
    [404, 'user_not_found'],
    [400, 'cannot_deactivate_self'],
  ]);
  expect(await isActive(ana.id)).toBe(true);
});

test('of superadmins one stays who can enter', async () => {
  const [root, other, third] = await Promise.all(
    [1, 2, 3].map(() => testServer.user({ role: 'superadmin' })),
  );
  if (!root || !other || !third) throw new Error('nobody');
  expect((await deactivate([other.id, third.id], root)).status).toBe(200);
  expect(await isActive(root.id)).toBe(true);
});

test('people who have not entered for some days are found by it', async () => {
  const as = testServer.as(admin);
  const ana = await testServer.user({ signed_in: false });
  const { db, clock } = testServer.context;
  const before = new Date(clock.now().getTime() - 91 * 86_400_000);
  await db.update(users).set({ last_login: before }).where(eq(users.id, ana.id));
  const found = await as.get('/users/all', { query: { inactive_days: '90' } });
  expect(found.body.data.map(({ id }: { id: number }) => id)).toEqual([ana.id]);
  expect(found.body.metadata.total).toBe(1);
  expect((await as.get('/users/all', { query: { inactive_days: '92' } })).body.data).toEqual([]);
});
