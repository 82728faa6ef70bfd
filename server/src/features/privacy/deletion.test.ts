import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { users } from '../../db/tables/people.ts';
import { eraseDue } from './erase-due.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const DAY = 86_400_000;
const due = async (user: { token: string }) =>
  (await testServer.as(user).get('/users/me')).body.data.deletion_due;
const ask = (user: { token: string }, current_password: string) =>
  testServer.as(user).post('/users/me/deletion', { current_password });
const there = async (id: number) =>
  (await testServer.context.db.select().from(users).where(eq(users.id, id))).length;

test('an account is deleted seven days after its owner asked with their password, and not before', async () => {
  const ana = await testServer.user({ name: 'Ana' });
  expect(await due(ana)).toBeNull();
  const wrong = await ask(ana, 'não é esta');
  expect([wrong.status, wrong.body.code, wrong.body.detail]).toEqual([
    403,
    'wrong_current_password',
    'A senha atual está incorreta.',
  ]);
  expect(await due(ana)).toBeNull();

  const wanted = new Date(TEST_NOW.getTime() + 7 * DAY).toISOString();
  const { status, body } = await ask(ana, ana.password);
  expect([status, body.data]).toEqual([200, { deletion_due: wanted }]);
  expect(await due(ana)).toBe(wanted);
  const letter = await testServer.mailbox.next(ana.email);
  expect(letter.subject).toBe('Sua conta será excluída');
  expect(letter.text).toContain('21/11/2026');
  expect(letter.text).toContain('cancele a exclusão no seu perfil');

  // Asked for again, it is due when it was.
  testServer.clock.advance(60_000);
  expect((await ask(ana, ana.password)).body.data).toEqual({ deletion_due: wanted });
  testServer.clock.set(new Date(TEST_NOW.getTime() + 7 * DAY - 1));
  await eraseDue(testServer.context);
  expect(await there(ana.id)).toBe(1);
  testServer.clock.advance(1);
  await eraseDue(testServer.context);
  expect(await there(ana.id)).toBe(0);
  expect((await testServer.mailbox.next(ana.email)).subject).toBe('Sua conta foi excluída');
  testServer.clock.set(TEST_NOW);
});

test('within the seven days one may change one’s mind, as often as one likes; both are on record', async () => {
  const rui = await testServer.user();
  await ask(rui, rui.password);
  const { status, body } = await testServer.as(rui).delete('/users/me/deletion');
  expect([status, body.data]).toEqual([200, { deletion_due: null }]);
  expect(await due(rui)).toBeNull();
  expect((await testServer.as(rui).delete('/users/me/deletion')).status).toBe(200);
  testServer.clock.advance(8 * DAY);
  await eraseDue(testServer.context);
  expect(await there(rui.id)).toBe(1);
  testServer.clock.set(TEST_NOW);
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, rui.id));
  const entries = await testServer.context.db
    .select()
    .from(audit_entries)
    .where(eq(audit_entries.person_reference, row?.reference ?? ''));
  expect(entries.map(({ action, actor_reference }) => [action, actor_reference === row?.reference])).toEqual([
    ['user.deletion_requested', true],
    ['user.deletion_cancelled', true],
  ]);
});

test('somebody who entered with a temporary password cannot delete the account', async () => {
  const ana = await testServer.user();
  await testServer.anyone().post('/auth/request-reset', undefined, { query: { email: ana.email } });
  const temporary =
    /Senha temporária:\s+(\S+)/.exec((await testServer.mailbox.next(ana.email)).text)?.[1] ?? '';
  const { body } = await testServer
    .anyone()
    .form('/auth/login', { username: ana.email, password: temporary });
  const reply = await ask({ token: body.data.access_token }, temporary);
  expect([reply.status, reply.body.code]).toEqual([403, 'password_change_required']);
  expect((await ask(ana, temporary)).body.code).toBe('wrong_current_password');
});

test('the last superadmin stays: one who is about to leave does not count, nor does one who cannot enter', async () => {
  const [first, second] = [
    await testServer.user({ role: 'superadmin' }),
    await testServer.user({ role: 'superadmin' }),
  ];
  await testServer.user({ role: 'superadmin', active: false });
  await testServer.user({ role: 'superadmin', is_verified: false, signed_in: false });
  const replies = await Promise.all([ask(first, first.password), ask(second, second.password)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({
    code: 'last_superadmin',
    detail: expect.stringContaining('superadmin'),
  });

  // The other one lost the role meanwhile: the account that is due must wait for a successor.
  const [leaving, staying] = replies[0]?.status === 200 ? [first, second] : [second, first];
  await testServer.context.db.update(users).set({ role: 'user' }).where(eq(users.id, staying.id));
  testServer.clock.advance(8 * DAY);
  await eraseDue(testServer.context);
  expect(await there(leaving.id)).toBe(1);
  expect(testServer.logs.some((line) => line.includes('the last superadmin is due to be erased'))).toBe(true);
  await testServer.context.db.update(users).set({ role: 'superadmin' }).where(eq(users.id, staying.id));
  await eraseDue(testServer.context);
  expect(await there(leaving.id)).toBe(0);
  testServer.clock.set(TEST_NOW);
});
