import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { email_domains } from '../../db/tables/identity.ts';
import { users } from '../../db/tables/people.ts';
import { eraseDue } from '../privacy/erase-due.ts';

const DAY = 86_400_000;
const DOMAIN = 'espera.gov.br';
const PASSWORD = 'uma senha boa';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  const { db } = testServer.context;
  await db.insert(email_domains).values({ domain: DOMAIN, written: DOMAIN, entry: 'approval' });
});
beforeEach(async () => {
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

let count = 0;
/** Somebody who has registered and typed their code. */
async function registered() {
  count += 1;
  const email = `pessoa${count}@${DOMAIN}`;
  const anyone = testServer.anyone();
  const { body } = await anyone.post('/auth/register', { email, name: 'Ana Souza', password: PASSWORD });
  const code = /\b\d{6}\b/.exec((await testServer.mailbox.next(email)).text)?.[0];
  return {
    email,
    id: body.data.id as number,
    code,
    verify: () => anyone.post('/auth/verify-email', { email, code }),
  };
}
async function waiting() {
  const person = await registered();
  expect((await person.verify()).status).toBe(200);
  return person;
}
const enter = (username: string) => testServer.anyone().form('/auth/login', { username, password: PASSWORD });
const decide = (id: number, decision: string, more = {}) =>
  admin.post(`/users/${id}/approval`, { decision, ...more });
const queued = async (approval = 'waiting') =>
  (await admin.get('/users/waiting', { query: { approval, limit: '200' } })).body.data as {
    id: number;
    via_provider: string | null;
  }[];

test('R-ACC-54 a registration waits once its address is verified, gets an e-mail, and enters its group', async () => {
  const person = await registered();
  expect((await queued()).map(({ id }) => id)).not.toContain(person.id);
  const early = await decide(person.id, 'approve');
  expect([early.status, early.body.code]).toEqual([409, 'approval_unverified']);
  await person.verify();
  expect(await queued()).toContainEqual(
    expect.objectContaining({ id: person.id, email: person.email, via_provider: null }),
  );
  expect((await enter(person.email)).body.code).toBe('approval_pending');
  const { status, body } = await decide(person.id, 'approve', { user_group_id: 2 });
  expect([status, body.data]).toEqual([200, { approval: 'approved' }]);
  expect((await testServer.mailbox.next(person.email)).subject).toBe('Seu cadastro foi aprovado');
  const entered = await enter(person.email);
  const me = await testServer.as({ token: entered.body.data.access_token }).get('/users/me');
  expect(me.body.data).toMatchObject({ user_group_id: 2, token_limit: 5_000_000, approval: 'approved' });
  expect((await queued()).map(({ id }) => id)).not.toContain(person.id);
});

test('R-ACC-54 who is refused gets an e-mail, does not enter, and is erased after thirty days', async () => {
  const { id, email } = await waiting();
  expect((await decide(id, 'refuse')).body.data).toEqual({ approval: 'refused' });
  expect((await testServer.mailbox.next(email)).subject).toBe('Seu cadastro não foi aprovado');
  expect((await enter(email)).body.code).toBe('approval_refused');
  const stored = async () =>
    (await testServer.context.db.select().from(users).where(eq(users.id, id))).length;
  testServer.clock.advance(30 * DAY - 1);
  await eraseDue(testServer.context);
  expect(await stored()).toBe(1);
  testServer.clock.advance(1);
  await eraseDue(testServer.context);
  expect(await stored()).toBe(0);
});

test('a decision that is repeated sends no second e-mail; a refusal may be taken back, an approval not', async () => {
  const { id, email } = await waiting();
  await decide(id, 'refuse');
  await testServer.mailbox.next(email);
  expect((await decide(id, 'refuse')).status).toBe(200);
  expect(await queued('refused')).toContainEqual(expect.objectContaining({ id }));
  await decide(id, 'approve');
  expect((await testServer.mailbox.next(email)).subject).toBe('Seu cadastro foi aprovado');
  expect((await decide(id, 'approve')).status).toBe(200);
  const late = await decide(id, 'refuse');
  expect([late.status, late.body.code]).toEqual([409, 'already_approved']);
  expect((await enter(email)).status).toBe(200);
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  expect(row?.deletion_due).toBeNull();
  const entries = await testServer.context.db.select().from(audit_entries).orderBy(audit_entries.id);
  const decisions = entries.filter(({ action }) => /^user\.(approved|refused)$/.test(action));
  expect(decisions.slice(-2).map(({ action }) => action)).toEqual(['user.refused', 'user.approved']);
});

test('of two administrators who decide at once one decision stands, and one e-mail leaves', async () => {
  const { id, email } = await waiting();
  const before = testServer.mailbox.emails.length;
  const replies = await Promise.all([decide(id, 'approve'), decide(id, 'approve'), decide(id, 'approve')]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
  await testServer.mailbox.next(email);
  expect(testServer.mailbox.emails.slice(before).filter(({ to }) => to === email)).toHaveLength(1);
});

test('people who wait are listed with all others, and are offered to no group', async () => {
  const { id, email } = await waiting();
  const { body } = await admin.get('/users/all', { query: { search: email } });
  expect(body.data).toMatchObject([{ id, approval: 'waiting' }]);
  const offered = await admin.get('/user-groups/2/users/status', { query: { search_term: email } });
  expect(offered.body.data).toEqual([]);
});
