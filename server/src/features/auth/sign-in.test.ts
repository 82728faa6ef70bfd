import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { rate_limits } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';
import { DUMMY_HASH, isOutdated } from './credentials/passwords.ts';
import { registrationProof } from './first-password.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());
beforeEach(async () => {
  testServer.clock.set(TEST_NOW);
  await testServer.context.db.delete(rate_limits);
});

const login = (username: string, password: string, ip = '203.0.113.7') =>
  testServer.anyone().form('/auth/login', { username, password }, { headers: { 'x-forwarded-for': ip } });
const me = (token: string) => testServer.as({ token }).get('/users/me');
const said = ({ status, body }: Reply) => ({ status, ...body, request_id: undefined });
const patch = (id: number, change: Partial<typeof users.$inferInsert>) =>
  testServer.context.db.update(users).set(change).where(eq(users.id, id));

describe('signing in', () => {
  test('R-AUTH-12 R-AUTH-13 takes a form and answers both tokens', async () => {
    const ana = await testServer.user({ signed_in: false });
    testServer.clock.advance(5_000);
    const { status, body } = await login(ana.email, ana.password);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        access_token: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/),
        refresh_token: expect.stringMatching(/^\d+\.[\w-]{43}$/),
        token_type: 'bearer',
        expires_in: 900,
      },
    });
    const reply = await me(body.data.access_token);
    expect(reply.body.data).toMatchObject({
      id: ana.id,
      last_login: testServer.context.clock.now().toISOString(),
      must_change_password: false,
    });
  });

  test('O-106 last_login is the sign-in’s, not the refresh’s; null before the first', async () => {
    const ana = await testServer.user({ signed_in: false });
    const lastLogin = async () =>
      (
        await testServer.context.db.select({ at: users.last_login }).from(users).where(eq(users.id, ana.id))
      )[0]?.at;
    expect(await lastLogin()).toBeNull();
    const { body } = await login(ana.email, ana.password);
    testServer.clock.advance(60_000);
    await testServer.anyone().post('/auth/refresh', { refresh_token: body.data.refresh_token });
    expect(await lastLogin()).toEqual(TEST_NOW);
  });

  test('the address may be typed in capitals and with spaces around', async () => {
    const ana = await testServer.user({ signed_in: false });
    expect((await login(`  ${ana.email.toUpperCase()} `, ana.password)).status).toBe(200);
  });

  test('O-20 says the same of a wrong password and of an unknown address', async () => {
    const ana = await testServer.user({ signed_in: false });
    const wrong = await login(ana.email, 'não é esta');
    expect(said(wrong)).toMatchObject({
      status: 401,
      code: 'invalid_credentials',
      detail: 'E-mail ou senha incorretos.',
    });
    for (const username of [
      'ninguem@exemplo.com.br',
      'não é endereço',
      '\u0000',
      "' or 1=1 --",
      `${ana.email}\u200b`,
    ])
      expect(said(await login(username, ana.password)), username).toEqual(said(wrong));
  });

  test('R-AUTH-55 absent, empty and repeated fields are refused', async () => {
    const ana = await testServer.user({ signed_in: false });
    const good = { username: ana.email, password: ana.password };
    for (const fields of [
      {},
      { username: ana.email },
      { password: ana.password },
      { ...good, username: '' },
      { ...good, username: '   ' },
      { ...good, password: '' },
      { ...good, username: 'x'.repeat(300) },
      { ...good, password: 'x'.repeat(1_001) },
    ]) {
      const { status, body } = await testServer
        .anyone()
        .form('/auth/login', fields as Record<string, string>);
      expect([status, typeof body.detail], JSON.stringify(fields)).toEqual([422, 'string']);
    }
    const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
    const twice = `username=${ana.email}&password=errada&password=${encodeURIComponent(ana.password)}`;
    expect((await testServer.anyone().post('/auth/login', twice, form)).status).toBe(422);
    const nested = `username[$ne]=x&password[$ne]=x`;
    expect((await testServer.anyone().post('/auth/login', nested, form)).status).toBe(422);
  });

  test('a deactivated account is named as such only to a caller with its password', async () => {
    const ana = await testServer.user({ active: false });
    expect(said(await login(ana.email, ana.password))).toMatchObject({
      status: 403,
      code: 'account_inactive',
      detail: 'Conta desativada. Entre em contato com o administrador.',
    });
    expect((await login(ana.email, 'não é esta')).body.code).toBe('invalid_credentials');
  });

  test('O-14 an unverified account is named as such only to a caller with its password; a fresh code comes when the last has ended', async () => {
    const ana = await testServer.user({ is_verified: false, signed_in: false });
    const letters = () => testServer.mailbox.emails.filter(({ to }) => to === ana.email).length;
    expect((await login(ana.email, 'não é esta')).body.code).toBe('invalid_credentials');
    expect(said(await login(ana.email, ana.password))).toMatchObject({
      status: 403,
      code: 'email_not_verified',
      detail: 'Email não verificado',
    });
    testServer.clock.advance(15 * 60_000);
    // Ten impatient clicks are one letter.
    const clicks = await Promise.all(Array.from({ length: 10 }, () => login(ana.email, ana.password)));
    expect(new Set(clicks.map(({ body }) => body.code))).toEqual(new Set(['email_not_verified']));
    const code = /\b\d{6}\b/.exec((await testServer.mailbox.next(ana.email)).text)?.[0];
    testServer.clock.advance(60_000);
    await login(ana.email, ana.password);
    const proof = registrationProof(testServer.context.secret, ana.id);
    const verified = await testServer.anyone().post('/auth/verify-email', { email: ana.email, code, proof });
    expect(verified.status).toBe(200);
    expect((await login(ana.email, ana.password)).status).toBe(200);
    expect(letters()).toBe(1);
  });

  test('a hash made with yesterday’s costs is renewed, also when ten tabs sign in at once', async () => {
    const ana = await testServer.user({ signed_in: false });
    const password_hash = await hash(ana.password, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await patch(ana.id, { password_hash });
    const replies = await Promise.all(Array.from({ length: 10 }, () => login(ana.email, ana.password)));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    const [row] = await testServer.context.db.select().from(users).where(eq(users.id, ana.id));
    expect(isOutdated(row?.password_hash ?? '')).toBe(false);
  });

  test('nobody signs in with the password of the dummy', async () => {
    const ana = await testServer.user({ signed_in: false });
    await patch(ana.id, { password_hash: '!' });
    for (const password of ['!', DUMMY_HASH, ''])
      expect((await login(ana.email, password)).status).not.toBe(200);
  });
});

describe('signing out', () => {
  const signOut = (token: string, body?: unknown) => testServer.as({ token }).post('/auth/logout', body);
  const refresh = (refresh_token: string) => testServer.anyone().post('/auth/refresh', { refresh_token });

  test('ends this browser at once and no other', async () => {
    const ana = await testServer.user();
    const other = (await login(ana.email, ana.password)).body.data;
    expect(said(await signOut(ana.token, { refresh_token: ana.refresh_token }))).toMatchObject({
      status: 200,
      data: null,
    });
    expect((await me(ana.token)).body.code).toBe('not_authenticated');
    expect((await refresh(ana.refresh_token)).body.code).toBe('invalid_refresh_token');
    expect((await me(other.access_token)).status).toBe(200);
    expect((await refresh(other.refresh_token)).status).toBe(200);
  });

  test('needs no refresh token and minds no odd one', async () => {
    for (const body of [
      undefined,
      null,
      {},
      { refresh_token: null },
      { refresh_token: '' },
      { refresh_token: 'x' },
    ]) {
      const ana = await testServer.user();
      expect((await signOut(ana.token, body)).status, JSON.stringify(body)).toBe(200);
      expect((await me(ana.token)).status).toBe(401);
    }
  });

  test('ends the sign-in of another refresh token of the same person', async () => {
    const ana = await testServer.user();
    const other = (await login(ana.email, ana.password)).body.data;
    await signOut(ana.token, { refresh_token: other.refresh_token });
    expect((await me(ana.token)).status).toBe(401);
    expect((await me(other.access_token)).status).toBe(401);
  });

  test('with the refresh token of somebody else leaves them signed in', async () => {
    const ana = await testServer.user();
    const eva = await testServer.user();
    expect((await signOut(ana.token, { refresh_token: eva.refresh_token })).status).toBe(200);
    expect((await me(eva.token)).status).toBe(200);
    expect((await refresh(eva.refresh_token)).status).toBe(200);
  });
});
