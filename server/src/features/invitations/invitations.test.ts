import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { email_domains } from '../../db/tables/identity.ts';
import { invitations } from '../../db/tables/invitations.ts';
import { users } from '../../db/tables/people.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { handOverLink } from './invite.ts';
import { forgetOldInvitations } from './records/store.ts';
import { sendLetters } from './send-letters.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
// The clock moves by days: a token does not last from one test to the next.
const newAdmin = async () => {
  admin = testServer.as(await testServer.user({ role: 'admin', name: 'Ana Souza' }));
};
beforeEach(newAdmin);
afterAll(() => testServer.close());

let count = 0;
const newAddress = () => {
  count += 1;
  return `convidada${count}@exemplo.com.br`;
};
const groupPlus = 2;
const invite = (emails: string[], user_group_id = groupPlus, extra = {}) =>
  admin.post('/invitations', { emails, user_group_id }, extra);
const tokenIn = (text: string) => /\/convite#([\w-]{43})\s/.exec(text)?.[1] ?? '';
/** The letters of one minute are few: each test begins a new one. */
const nextMinute = () => testServer.clock.advance(MINUTE);
async function invited(email = newAddress()) {
  nextMinute();
  expect((await invite([email])).body.data.results).toEqual([
    { email, outcome: 'sent', id: expect.any(Number) },
  ]);
  const letter = await testServer.mailbox.next(email);
  const [row] = await testServer.context.db.select().from(invitations).where(eq(invitations.email, email));
  return { email, letter, token: tokenIn(letter.text), id: row?.id ?? 0 };
}
const look = (token: string, extra = {}) =>
  testServer.anyone().post('/auth/invitations/look', { token }, extra);
const form = { name: 'Bia Lima', password: 'uma senha boa', phone: '(11) 98765-4321' };
const accept = (token: string, extra = {}, more = {}) =>
  testServer.anyone().post('/auth/invitations/accept', { token, ...form, ...more }, extra);
const stored = async (email: string) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.email, email));
  return row;
};

describe('invitations', () => {
  test('R-ACC-48 an invitation makes the account in its group, verified, and signs it in, once', async () => {
    const { email, letter, token } = await invited();
    expect(letter.subject).toBe('Você foi convidado para o Prosa');
    expect(letter.text).toContain('Ana Souza convidou você');
    expect(letter.html).toContain(`/convite#${token}"`);
    expect(await stored(email)).toBeUndefined();
    expect((await look(token)).body.data).toEqual({
      ...{ email, inviter: 'Ana Souza', group: 'Plus' },
      ...{ closed: false, provider: null },
    });
    const { status, body } = await accept(token);
    expect(status).toBe(201);
    const me = await testServer.as({ token: body.data.access_token }).get('/users/me');
    expect(me.body.data).toMatchObject({
      email,
      name: 'Bia Lima',
      phone: '11987654321',
      role: 'user',
      is_verified: true,
      user_group_id: groupPlus,
    });
    for (const again of [await look(token), await accept(token)])
      expect([again.status, again.body.code]).toEqual([404, 'invitation_invalid']);
    const login = await testServer.anyone().form('/auth/login', { username: email, password: form.password });
    expect(login.status).toBe(200);
  });

  test('R-ACC-48 of two who accept the same link at once one gets the account', async () => {
    const { token } = await invited();
    const replies = await Promise.all([accept(token), accept(token, {}, { name: 'Outra Pessoa' })]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 404]);
  });

  test('R-ACC-48 a link is valid for seven days and not a moment longer', async () => {
    const { token } = await invited();
    testServer.clock.advance(7 * DAY - 1);
    expect((await look(token)).status).toBe(200);
    testServer.clock.advance(1);
    expect((await look(token)).body.code).toBe('invitation_invalid');
    expect((await accept(token)).body.code).toBe('invitation_invalid');
  });

  test('R-ACC-48 sending again voids the former link at once, and waits a minute between two letters', async () => {
    const { id, email, token } = await invited();
    const early = await admin.post(`/invitations/${id}/resend`);
    expect([early.status, early.body.code]).toEqual([429, 'invitation_sent_just_now']);
    testServer.clock.advance(MINUTE + 1);
    expect((await admin.post(`/invitations/${id}/resend`)).body.data).toMatchObject({ id, state: 'open' });
    const newer = tokenIn((await testServer.mailbox.next(email)).text);
    expect(newer).not.toBe(token);
    expect((await look(token)).body.code).toBe('invitation_invalid');
    expect((await look(newer)).status).toBe(200);
  });

  test('a withdrawn invitation opens nothing, and cannot be sent again', async () => {
    const { id, token } = await invited();
    expect((await admin.delete(`/invitations/${id}`)).status).toBe(200);
    expect((await look(token)).body.code).toBe('invitation_invalid');
    for (const reply of [
      await admin.post(`/invitations/${id}/resend`),
      await admin.delete(`/invitations/${id}`),
    ])
      expect([reply.status, reply.body.code]).toEqual([409, 'invitation_closed']);
  });

  test('each address has its outcome in the reply, and is invited once', async () => {
    nextMinute();
    const known = await testServer.user({ signed_in: false });
    const [fresh, open] = [newAddress(), newAddress()];
    await invite([open]);
    const list = [`Bia Lima <${fresh.toUpperCase()}>`, fresh, open, known.email, 'bia', 'Bia <bia@>'];
    const { status, body } = await invite(list);
    expect(status).toBe(201);
    expect(body.data.results).toEqual([
      { email: fresh, outcome: 'sent', id: expect.any(Number) },
      { email: open, outcome: 'already_invited', id: null },
      { email: known.email, outcome: 'has_account', id: null },
      { email: 'bia', outcome: 'invalid', id: null },
      { email: 'Bia <bia@>', outcome: 'invalid', id: null },
    ]);
    const unknown = await invite([newAddress()], 1_999_999_999);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'group_not_found']);
  });

  test('an expired invitation makes room for a new one and stays in the list as expired', async () => {
    const { email } = await invited();
    testServer.clock.advance(7 * DAY);
    await newAdmin();
    expect((await invite([email])).body.data.results).toEqual([
      { email, outcome: 'sent', id: expect.any(Number) },
    ]);
    await testServer.mailbox.next(email);
    const { body } = await admin.get('/invitations', { query: { search: email } });
    expect(body.data.map(({ state }: { state: string }) => state)).toEqual(['open', 'expired']);
    expect(body.data[0]).toMatchObject({ invited_by: 'Ana Souza', user_group: { id: 2, name: 'Plus' } });
  });

  test('a repeated call gets the reply of the first: inviting, and accepting where the first reply was lost', async () => {
    nextMinute();
    const email = newAddress();
    const once = { headers: { 'idempotency-key': 'convite uma vez' } };
    const [first, again] = [await invite([email], 2, once), await invite([email], 2, once)];
    expect(again.body).toEqual(first.body);
    const token = tokenIn((await testServer.mailbox.next(email)).text);
    const lost = { headers: { 'idempotency-key': 'aceite uma vez' } };
    const [entered, repeated] = [await accept(token, lost), await accept(token, lost)];
    expect(repeated.status).toBe(201);
    expect(repeated.body.data.refresh_token).toBe(entered.body.data.refresh_token);
    const other = await accept(token, lost, { name: 'Outra' });
    expect(other.body.code).toBe('idempotency_mismatch');
  });

  test('registering an invited address is refused with the way in, and a recovery sends the invitation again', async () => {
    const { email, token } = await invited();
    const registered = await testServer.anyone().post('/auth/register', { email, ...form });
    expect([registered.status, registered.body.code]).toEqual([409, 'email_invited']);
    testServer.clock.advance(MINUTE + 1);
    await testServer.anyone().post('/auth/request-reset', { email });
    const again = await testServer.mailbox.next(email);
    expect(again.subject).toBe('Você foi convidado para o Prosa');
    expect((await look(token)).body.code).toBe('invitation_invalid');
    expect((await accept(tokenIn(again.text))).status).toBe(201);
  });

  test('an account that somebody made for the address, without a password, is claimed; any other is not touched', async () => {
    const made = await testServer.user({ signed_in: false, is_verified: false, user_group_id: 3 });
    await testServer.context.db
      .update(users)
      .set({ password_hash: NO_PASSWORD })
      .where(eq(users.id, made.id));
    const registered = await testServer.anyone().post('/auth/register', { email: made.email, ...form });
    expect(registered.body.code).toBe('email_invited');
    const { token } = await invited(made.email);
    expect((await accept(token)).status).toBe(201);
    expect(await stored(made.email)).toMatchObject({ id: made.id, user_group_id: 3, is_verified: true });
    const { email, token: late } = await invited();
    await testServer.user({ email, signed_in: false });
    for (const reply of [await look(late), await accept(late)])
      expect([reply.status, reply.body.code]).toEqual([409, 'email_taken']);
  });

  test('a person who waits for approval is approved by accepting an invitation', async () => {
    const { db } = testServer.context;
    const { email, token } = await invited();
    const made = await testServer.user({ email, signed_in: false });
    await db
      .update(users)
      .set({ password_hash: NO_PASSWORD, approval: 'waiting' })
      .where(eq(users.id, made.id));
    const { body } = await accept(token);
    const me = await testServer.as({ token: body.data.access_token }).get('/users/me');
    expect(me.body.data.id).toBe(made.id);
    expect(await stored(email)).toMatchObject({ approval: 'approved' });
  });

  test('an invitation of a closed domain says by whom its person enters, takes no password, and one of a refused domain neither', async () => {
    const domain = 'fechado.exemplo.br';
    const { token } = await invited(`ana@${domain}`);
    const provider_id = await buildProvider(testServer.context, { slug: 'casa', name: 'Prefeitura' });
    const { db } = testServer.context;
    await db.insert(email_domains).values({ domain, written: domain, provider_id, door: 'provider' });
    for (let times = 0; times < 2; times += 1)
      expect((await look(token)).body.data).toMatchObject({
        closed: true,
        provider: { slug: 'casa', name: 'Prefeitura', kind: 'oidc' },
      });
    const refused = await accept(token);
    expect([refused.status, refused.body.code]).toEqual([403, 'use_provider']);
    expect(await stored(`ana@${domain}`)).toBeUndefined();
    await db.update(email_domains).set({ entry: 'refused' });
    expect((await look(token)).body.code).toBe('domain_refused');
    await db.delete(email_domains);
    expect((await accept(token)).status).toBe(201);
  });

  test('R-ACC-48 no token stands in the log, the database, the audit log or the queue', async () => {
    const { token } = await invited();
    await look(token);
    await accept(token);
    expect(testServer.logs.join('\n')).not.toContain(token);
    const { rows } = await testServer.context.db.execute<{ text: string }>(sql`
      select (select coalesce(string_agg(i::text, ' '), '') from invitations i)
        || (select coalesce(string_agg(j.data::text, ' '), '') from pgboss.job j)
        || (select coalesce(string_agg(a::text, ' '), '') from audit_entries a) as text`);
    expect(rows[0]?.text.length).toBeGreaterThan(100);
    expect(rows[0]?.text).not.toContain(token);
  });

  test('where no e-mails are sent its link is handed over, which voids the letter; elsewhere it is only in the letter', async () => {
    const { id, email, token } = await invited();
    const { status, body } = await admin.post(`/invitations/${id}/link`);
    expect(status).toBe(200);
    expect(body.data.token).toMatch(/^[\w-]{43}$/);
    expect((await look(token)).body.code).toBe('invitation_invalid');
    expect((await look(body.data.token)).body.data.email).toBe(email);
    const newer = (await admin.post(`/invitations/${id}/link`)).body.data.token;
    expect((await look(body.data.token)).body.code).toBe('invitation_invalid');
    expect(testServer.logs.join('\n')).not.toContain(newer);
    // A letter that waits would void the link that somebody has sent on already.
    await sendLetters(testServer.context);
    expect((await accept(newer)).status).toBe(201);
    const closed = await admin.post(`/invitations/${id}/link`);
    expect([closed.status, closed.body.code]).toEqual([409, 'invitation_closed']);
    const mailed = {
      ...testServer.context,
      env: { ...testServer.context.env, SMTP_URL: 'smtp://localhost' },
    };
    const by = { user_id: 1, ip: '127.0.0.1', user_agent: '' };
    const other = await invited();
    expect(() => handOverLink(mailed, by, other.id)).toThrow('invitation_is_mailed');
  });

  test('wrong links are counted by place, twenty an hour; right ones count nothing', async () => {
    const from = { headers: { 'x-forwarded-for': '203.0.113.77' } };
    const { token } = await invited();
    for (let tries = 0; tries < 25; tries += 1) expect((await look(token, from)).status).toBe(200);
    for (let tries = 0; tries < 20; tries += 1) expect((await look('nenhum', from)).status).toBe(404);
    expect((await look('nenhum', from)).status).toBe(429);
    expect((await look(token)).status).toBe(200);
  });

  test('inviting, sending again, handing the link over, withdrawing and accepting leave entries without an address', async () => {
    const { db } = testServer.context;
    const { id, token, email } = await invited();
    testServer.clock.advance(MINUTE + 1);
    await admin.post(`/invitations/${id}/resend`);
    await testServer.mailbox.next(email);
    await admin.post(`/invitations/${id}/link`);
    await admin.delete(`/invitations/${id}`);
    expect((await look(token)).status).toBe(404);
    const rows = await db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.object_type, 'invitation'))
      .orderBy(audit_entries.id);
    const actions = rows.slice(-4).map(({ action, after }) => [action, after]);
    expect(actions).toEqual([
      ['invitation.sent', { sent: 1, user_group: 'Plus' }],
      ['invitation.resent', null],
      ['invitation.link_made', null],
      ['invitation.withdrawn', null],
    ]);
    expect(JSON.stringify(rows)).not.toContain(email);
    expect(rows.filter(({ action }) => action === 'invitation.accepted').length).toBeGreaterThan(3);
  });

  test('R-ACC-53 at most sixty letters leave in a minute, however many processes send', async () => {
    testServer.clock.advance(2 * MINUTE);
    const { context, mailbox } = testServer;
    const before = mailbox.emails.length;
    const sent = () => mailbox.emails.length - before;
    const emails = Array.from({ length: 130 }, () => newAddress());
    await invite(emails);
    const everywhere = () => Promise.all([1, 2, 3].map(() => sendLetters(context)));
    await everywhere();
    await expect.poll(sent).toBe(60);
    testServer.clock.advance(MINUTE - 1);
    await everywhere();
    expect(sent()).toBe(60);
    testServer.clock.advance(1);
    await everywhere();
    expect(sent()).toBe(120);
    testServer.clock.advance(MINUTE);
    await everywhere();
    expect(sent()).toBe(130);
    const received = new Set(mailbox.emails.slice(before).map(({ to }) => to));
    expect(received).toEqual(new Set(emails));
  });

  test('a letter that could not be handed over comes a minute later, with another link', async () => {
    testServer.clock.advance(2 * MINUTE);
    const { context } = testServer;
    const email = newAddress();
    const { db, clock, env, log } = context;
    await db.insert(invitations).values({
      email,
      letter_due_at: clock.now(),
      expires_at: new Date(clock.now().getTime() + DAY),
    });
    const mailer = { send: () => Promise.reject(new Error('no mail today')), forget: async () => {} };
    await sendLetters({ db, clock, env, log, mailer });
    testServer.clock.advance(MINUTE);
    await sendLetters(context);
    const { text } = await testServer.mailbox.next(email);
    expect(text).toContain('Você foi convidado para o Prosa');
    expect((await look(tokenIn(text))).body.data).toEqual({
      ...{ email, inviter: null, group: null },
      ...{ closed: false, provider: null },
    });
  });

  test('what is over is forgotten after ninety days', async () => {
    const { id } = await invited();
    const kept = async () =>
      (await testServer.context.db.select().from(invitations).where(eq(invitations.id, id))).length;
    testServer.clock.advance(97 * DAY);
    await forgetOldInvitations(testServer.context.db, testServer.context.clock.now());
    expect(await kept()).toBe(1);
    testServer.clock.advance(MINUTE);
    await forgetOldInvitations(testServer.context.db, testServer.context.clock.now());
    expect(await kept()).toBe(0);
  });
});
