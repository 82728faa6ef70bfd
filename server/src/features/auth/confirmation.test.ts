/** A fresh sign-in: what confirms it, for how long, and what guessing the password costs. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { BuiltUser } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { users } from '../../db/tables/people.ts';

const MINUTE = 60_000;
let testServer: TestServer;
beforeEach(async () => {
  testServer = await startTestServer();
});
afterEach(() => testServer.close());

/** Time passes, and the browser renews its access token. */
async function later<U extends BuiltUser>(user: U, ms: number): Promise<U> {
  testServer.clock.advance(ms);
  const { refresh_token } = user;
  const { body } = await testServer.anyone().post('/auth/refresh', { refresh_token });
  return { ...user, token: body.data.access_token, refresh_token: body.data.refresh_token };
}

const confirm = (user: { token: string }, password: string) =>
  testServer.as(user).post('/auth/confirm', { password });
const makeKey = (user: { token: string }) =>
  testServer.as(user).post('/users/me/access-keys', { name: 'Planilha' });
const actions = async () =>
  (await testServer.context.db.select({ action: audit_entries.action }).from(audit_entries)).map(
    ({ action }) => action,
  );

test('C3 the password confirms a sign-in for fifteen minutes', async () => {
  let ana = await later(await testServer.user(), 15 * MINUTE + 1);
  expect((await makeKey(ana)).body.code).toBe('reauthentication_required');
  expect((await confirm(ana, ana.password)).status).toBe(200);
  expect((await makeKey(ana)).status).toBe(201);
  ana = await later(ana, 15 * MINUTE);
  expect((await makeKey(ana)).status).toBe(201);
  testServer.clock.advance(1);
  expect((await makeKey(ana)).body.code).toBe('reauthentication_required');
});

test('C3 it confirms this browser alone', async () => {
  const ana = await testServer.user();
  const { username, password } = { username: ana.email, password: ana.password };
  const { body } = await testServer.anyone().form('/auth/login', { username, password });
  const here = await later(ana, 16 * MINUTE);
  const there = await later({ ...ana, refresh_token: body.data.refresh_token }, 0);
  await confirm(here, ana.password);
  expect((await makeKey(here)).status).toBe(201);
  expect((await makeKey(there)).body.code).toBe('reauthentication_required');
});

test('C3 a wrong password confirms nothing and counts as a failed sign-in', async () => {
  const ana = await later(await testServer.user(), 16 * MINUTE);
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await confirm(ana, 'não é esta')).body).toMatchObject({
      code: 'wrong_current_password',
      detail: 'A senha atual está incorreta.',
    });
  expect((await confirm(ana, ana.password)).status).toBe(429);
  expect((await makeKey(ana)).body.code).toBe('reauthentication_required');
});

test('C3 a password that no longer is the one, or a sign-in that has ended, confirms nothing', async () => {
  const ana = await later(await testServer.user(), 16 * MINUTE);
  await testServer.context.db.update(users).set({ password_hash: '!' }).where(eq(users.id, ana.id));
  expect((await confirm(ana, ana.password)).body.code).toBe('wrong_current_password');
  const rui = await testServer.user();
  await testServer.as(rui).post('/auth/logout');
  expect((await confirm(rui, rui.password)).status).toBe(401);
});

test('C3 administrators leave an entry, refused ones too; other people leave none', async () => {
  const ana = await testServer.user();
  await confirm(ana, ana.password);
  await confirm(ana, 'não é esta');
  const boss = await testServer.user({ role: 'superadmin' });
  await confirm(boss, boss.password);
  await confirm(boss, 'não é esta');
  await expect.poll(actions).toContain('session.refused');
  expect((await actions()).filter((action) => action === 'session.confirmed')).toHaveLength(1);
  expect((await actions()).filter((action) => action === 'session.refused')).toHaveLength(1);
});
