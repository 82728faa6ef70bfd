import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { rate_limits, sign_ins, temporary_passwords } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());
beforeEach(async () => {
  testServer.clock.set(TEST_NOW);
  await testServer.context.db.delete(rate_limits);
});

const MINUTE = 60_000;
const said = ({ status, body }: Reply) => ({ status, ...body, request_id: undefined });
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
const requestReset = (email: string, ip = '203.0.113.7') =>
  testServer.anyone().post('/auth/request-reset', undefined, { query: { email }, ...from(ip) });
const login = (username: string, password: string) =>
  testServer.anyone().form('/auth/login', { username, password });
const refresh = (refresh_token: string) => testServer.anyone().post('/auth/refresh', { refresh_token });
const me = (token: string) => testServer.as({ token }).get('/users/me');
const setPassword = (token: string, body: unknown) =>
  testServer.as({ token }).post('/auth/reset-password', body);
const passwordIn = (text: string) => /Senha temporária:\s+(\S+)/.exec(text)?.[1] ?? '';
const emailsTo = (email: string) => testServer.mailbox.emails.filter(({ to }) => to === email);
const signInsOf = (user_id: number) =>
  testServer.context.db.select().from(sign_ins).where(eq(sign_ins.user_id, user_id));

async function temporaryFor(user: { email: string }): Promise<string> {
  expect((await requestReset(user.email)).status).toBe(200);
  return passwordIn((await testServer.mailbox.next(user.email)).text);
}

async function signedInWithTemporary(user: { email: string }) {
  const { body } = await login(user.email, await temporaryFor(user));
  return body.data as { access_token: string; refresh_token: string };
}

describe('asking for a temporary password', () => {
  test('R-AUTH-35 R-AUTH-39 mails one that opens the account, once', async () => {
    const ana = await testServer.user();
    expect(said(await requestReset(ana.email))).toMatchObject({
      status: 200,
      data: null,
      message: 'Se o e-mail estiver cadastrado, você receberá uma senha temporária.',
    });
    const temporary = passwordIn((await testServer.mailbox.next(ana.email)).text);
    expect(temporary).toMatch(/^[A-Za-z0-9]{12}$/);
    expect((await login(ana.email, temporary)).status).toBe(200);
    expect((await login(ana.email, temporary)).body.code).toBe('invalid_credentials');
  });

  test('O-20 says the same to everyone, and writes to nobody who has no active account', async () => {
    const ana = await testServer.user();
    const inactive = await testServer.user({ active: false });
    const addresses = [ana.email, 'ninguem@exemplo.com.br', inactive.email];
    for (let round = 0; round < 6; round += 1) {
      const replies = await Promise.all(addresses.map((email) => requestReset(email, `203.0.113.${round}`)));
      for (const reply of replies) expect(said(reply)).toEqual(said(replies[0] as Reply));
      expect(replies[0]?.status).toBe(round < 5 ? 200 : 429);
      expect(replies[0]?.headers['retry-after']).toBe(round < 5 ? undefined : '3600');
    }
    // Jobs of one kind run one after the other: once this letter is here, all others are.
    await temporaryFor(await testServer.user());
    expect(addresses.map((email) => emailsTo(email).length)).toEqual([5, 0, 0]);
  });

  test('O-107 five an hour for an address, twenty for a place', async () => {
    const ana = await testServer.user();
    for (let round = 0; round < 20; round += 1)
      expect((await requestReset(`a${round}@exemplo.com.br`, '198.51.100.7')).status).toBe(200);
    expect((await requestReset(ana.email, '198.51.100.7')).status).toBe(429);
    expect((await requestReset(ana.email, '198.51.100.8')).status).toBe(200);
    testServer.clock.advance(60 * MINUTE);
    expect((await requestReset(ana.email, '198.51.100.7')).status).toBe(200);
  });

  test('takes the address from a JSON body too; absent, empty, repeated or contradictory is refused', async () => {
    const ana = await testServer.user();
    const post = (body: unknown, query?: Record<string, string | string[]>) =>
      testServer.anyone().post('/auth/request-reset', body, query ? { query } : {});
    expect((await post({ email: ` ${ana.email.toUpperCase()} ` })).status).toBe(200);
    await testServer.mailbox.next(ana.email);
    for (const reply of [
      await post(undefined),
      await post(null),
      await post({ email: null }),
      await post({ email: '' }),
      await post({ email: [ana.email] }),
      await post({ email: { $ne: '' } }),
      await post(undefined, { email: '' }),
      await post(undefined, { email: [ana.email, 'ladrao@exemplo.com.br'] }),
      await post({ email: 'ladrao@exemplo.com.br' }, { email: ana.email }),
      await post({ email: `${ana.email}\nbcc: ladrao@exemplo.com.br` }),
      await post({ email: `${ana.email},ladrao@exemplo.com.br` }),
    ])
      expect([reply.status, reply.body.detail]).toEqual([422, 'Por favor, insira um e-mail válido.']);
    expect(testServer.mailbox.emails.some(({ to }) => to.includes('ladrao'))).toBe(false);
  });

  test('is kept as a slow hash alone; no job, log or table carries it', async () => {
    const ana = await testServer.user();
    const temporary = await temporaryFor(ana);
    const rows = await testServer.context.db
      .select()
      .from(temporary_passwords)
      .where(eq(temporary_passwords.user_id, ana.id));
    expect(rows).toMatchObject([{ password_hash: expect.stringMatching(/^\$argon2id\$/) }]);
    const { rows: jobs } = await testServer.context.db.execute(
      sql`select data::text, output::text from pgboss.job`,
    );
    expect(JSON.stringify([rows, jobs, testServer.logs])).not.toContain(temporary);
  });
});

describe('a temporary password', () => {
  test('O-16 leaves the old one working until a new one is set', async () => {
    const ana = await testServer.user();
    const temporary = await temporaryFor(ana);
    const { body } = await login(ana.email, temporary);
    expect((await login(ana.email, ana.password)).status).toBe(200);
    expect((await setPassword(body.data.access_token, { new_password: 'a senha nova' })).status).toBe(200);
    expect((await login(ana.email, ana.password)).status).toBe(401);
    expect((await login(ana.email, 'a senha nova')).status).toBe(200);
  });

  test('A-04 ends after thirty minutes', async () => {
    const ana = await testServer.user();
    const eva = await testServer.user();
    const late = await temporaryFor(ana);
    const inTime = await temporaryFor(eva);
    testServer.clock.advance(30 * MINUTE - 1);
    expect((await login(eva.email, inTime)).status).toBe(200);
    testServer.clock.advance(1);
    expect((await login(ana.email, late)).status).toBe(401);
  });

  test('is replaced by the next one', async () => {
    const ana = await testServer.user();
    const first = await temporaryFor(ana);
    const second = await temporaryFor(ana);
    expect((await login(ana.email, first)).status).toBe(401);
    expect((await login(ana.email, second)).status).toBe(200);
  });

  test('is cancelled by signing in with the real one', async () => {
    const ana = await testServer.user();
    const temporary = await temporaryFor(ana);
    expect((await login(ana.email, ana.password)).status).toBe(200);
    expect((await login(ana.email, temporary)).status).toBe(401);
  });

  test('of one account opens no other', async () => {
    const ana = await testServer.user();
    const eva = await testServer.user();
    const temporary = await temporaryFor(ana);
    await temporaryFor(eva);
    expect((await login(eva.email, temporary)).status).toBe(401);
  });

  test('brought by eight at once lets one in', async () => {
    const ana = await testServer.user({ signed_in: false });
    const temporary = await temporaryFor(ana);
    const replies = await Promise.all(Array.from({ length: 8 }, () => login(ana.email, temporary)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(7);
    expect(await signInsOf(ana.id)).toHaveLength(1);
  });

  test('copied with a blank behind it works; in other capitals it does not', async () => {
    const ana = await testServer.user();
    const temporary = await temporaryFor(ana);
    const turned = temporary.toUpperCase() === temporary ? temporary.toLowerCase() : temporary.toUpperCase();
    expect((await login(ana.email, turned)).status).toBe(401);
    expect((await login(ana.email, `${temporary} \n`)).status).toBe(200);
  });

  test('opens no deactivated account', async () => {
    const ana = await testServer.user();
    const temporary = await temporaryFor(ana);
    await testServer.context.db.update(users).set({ active: false }).where(eq(users.id, ana.id));
    expect((await login(ana.email, temporary)).body.code).toBe('account_inactive');
  });

  test('guesses at it are counted like any other', async () => {
    const ana = await testServer.user();
    const temporary = await temporaryFor(ana);
    for (let round = 0; round < 10; round += 1) await login(ana.email, 'AAAAAAAAAAAA');
    expect((await login(ana.email, temporary)).status).toBe(429);
  });

  test('O-21 proves the address of an account that was never verified, and voids the password it was made with', async () => {
    const stranger = 'a senha do estranho';
    const ana = await testServer.user({ is_verified: false, signed_in: false, password: stranger });
    const temporary = await temporaryFor(ana);
    expect((await login(ana.email, stranger)).body.code).toBe('email_not_verified');
    const { body } = await login(ana.email, temporary);
    expect((await me(body.data.access_token)).body.data).toMatchObject({
      is_verified: true,
      must_change_password: true,
    });
    expect((await login(ana.email, stranger)).body.code).toBe('invalid_credentials');
    expect((await setPassword(body.data.access_token, { new_password: 'a senha da dona' })).status).toBe(200);
    expect((await login(ana.email, 'a senha da dona')).status).toBe(200);
    expect((await login(ana.email, stranger)).status).toBe(401);
  });

  test('A-04 opens five calls and no other, also after a refresh, until the new one is set', async () => {
    const ana = await testServer.user({ role: 'admin' });
    const temporary = await signedInWithTemporary(ana);
    const renewed = (await refresh(temporary.refresh_token)).body.data;
    for (const token of [temporary.access_token, renewed.access_token]) {
      expect((await me(token)).body.data.must_change_password).toBe(true);
      for (const path of ['/chat/sessions', '/agents/available', '/agents/tags', '/admin/stats/users'])
        expect(said(await testServer.as({ token }).get(path)), path).toMatchObject({
          status: 403,
          code: 'password_change_required',
          detail: 'Defina uma nova senha para continuar.',
        });
    }
    testServer.clock.advance(14 * MINUTE);
    expect((await setPassword(renewed.access_token, { new_password: 'a senha nova' })).status).toBe(200);
    expect((await me(temporary.access_token)).body.data.must_change_password).toBe(false);
    expect((await testServer.as({ token: temporary.access_token }).get('/agents/tags')).status).toBe(200);
  });

  test('lets its person sign out', async () => {
    const ana = await testServer.user();
    const { access_token } = await signedInWithTemporary(ana);
    expect((await testServer.as({ token: access_token }).post('/auth/logout')).status).toBe(200);
    expect((await me(access_token)).status).toBe(401);
  });

  test('A-05 needs no current password, however long ago it let in', async () => {
    const ana = await testServer.user();
    const temporary = await signedInWithTemporary(ana);
    testServer.clock.advance(24 * 60 * MINUTE);
    const { access_token } = (await refresh(temporary.refresh_token)).body.data;
    expect((await setPassword(access_token, { new_password: 'a senha nova' })).status).toBe(200);
  });
});
