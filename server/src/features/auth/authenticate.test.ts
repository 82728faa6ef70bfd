import { createHmac, type KeyObject } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Reply, startTestServer, TEST_NOW, type TestServer } from '../../../test/test-server.ts';
import { rate_limits, sign_ins } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';
import { authenticate } from './authenticate.ts';
import { keyFor } from './credentials/signing-keys.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterAll(() => testServer.close());
beforeEach(async () => {
  testServer.clock.set(TEST_NOW);
  await testServer.context.db.delete(rate_limits);
});

const me = (token: string) => testServer.as({ token }).get('/users/me');
const said = ({ status, body }: Reply) => ({ status, ...body, request_id: undefined });
const patch = (id: number, change: Partial<typeof users.$inferInsert>) =>
  testServer.context.db.update(users).set(change).where(eq(users.id, id));

describe('an access token', () => {
  const claims = (user_id: number, sid: string) =>
    new SignJWT({ sid })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('prosa')
      .setAudience('prosa-api')
      .setSubject(String(user_id))
      .setIssuedAt(TEST_NOW.getTime() / 1000)
      .setExpirationTime(TEST_NOW.getTime() / 1000 + 900);
  const sidOf = async (user_id: number) =>
    (await testServer.context.db.select().from(sign_ins).where(eq(sign_ins.user_id, user_id)))[0]?.id ?? '';
  const key = () => keyFor('access token', testServer.context.secret);
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  test('made like ours is accepted; with any part forged it is not', async () => {
    const ana = await testServer.user();
    const eva = await testServer.user();
    const sid = await sidOf(ana.id);
    const [header = '', payload = '', signature = ''] = ana.token.split('.');
    const body = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const hs = (algorithm: string, text: string, secret: KeyObject | string) =>
      `${text}.${createHmac(algorithm, secret).update(text).digest('base64url')}`;
    expect((await me(await claims(ana.id, sid).sign(key()))).status).toBe(200);

    const forged: Record<string, string> = {
      'alg none': `${encode({ alg: 'none' })}.${payload}.`,
      'alg None with a signature': `${encode({ alg: 'None', typ: 'JWT' })}.${payload}.${signature}`,
      'no signature': `${header}.${payload}.`,
      'another signature': `${header}.${payload}.${'A'.repeat(43)}`,
      'another person': `${header}.${encode({ ...body, sub: String(eva.id) })}.${signature}`,
      'HS512 with our key': hs('sha512', `${encode({ alg: 'HS512' })}.${payload}`, key()),
      'the secret itself as key': hs('sha256', `${header}.${payload}`, testServer.context.secret),
      'an empty key': hs('sha256', `${header}.${payload}`, ''),
      'the key of codes': hs(
        'sha256',
        `${header}.${payload}`,
        keyFor('verification code', testServer.context.secret),
      ),
      'another issuer': await claims(ana.id, sid).setIssuer('outra').sign(key()),
      'another audience': await claims(ana.id, sid).setAudience('outra').sign(key()),
      'the sign-in of somebody else': await claims(eva.id, sid).sign(key()),
      'no sign-in': await claims(ana.id, '').sign(key()),
      'an unknown sign-in': await claims(ana.id, '00000000-0000-4000-8000-000000000000').sign(key()),
      nobody: await claims(1_999_999_999, sid).sign(key()),
      'an id beyond numbers': await claims(99_999_999_999, sid).sign(key()),
      'an id that is no number': await claims(ana.id, sid).setSubject('1 or 1=1').sign(key()),
      'a critical extension': hs(
        'sha256',
        `${encode({ alg: 'HS256', crit: ['x'], x: 1 })}.${payload}`,
        key(),
      ),
      'the refresh token': ana.refresh_token,
      'four parts': `${ana.token}.x`,
      text: 'x',
      'a very long text': 'x'.repeat(5_000),
    };
    for (const [how, token] of Object.entries(forged)) {
      const { status, body: answer } = await me(token);
      expect([status, answer.code, answer.detail], how).toEqual([
        401,
        'not_authenticated',
        'Não autenticado.',
      ]);
    }
  });

  test('without an end, a beginning or a subject is not accepted', async () => {
    const ana = await testServer.user();
    const sid = await sidOf(ana.id);
    const now = TEST_NOW.getTime() / 1000;
    const whole = { iss: 'prosa', aud: 'prosa-api', sub: String(ana.id), sid, iat: now, exp: now + 900 };
    for (const missing of Object.keys(whole)) {
      const token = await new SignJWT({ ...whole, [missing]: undefined })
        .setProtectedHeader({ alg: 'HS256' })
        .sign(key());
      expect((await me(token)).status, missing).toBe(401);
    }
  });

  test('A-06 ends after fifteen minutes', async () => {
    const ana = await testServer.user();
    testServer.clock.advance(900_000 - 1);
    expect((await me(ana.token)).status).toBe(200);
    testServer.clock.advance(1);
    expect((await me(ana.token)).status).toBe(401);
  });

  test('B21 of a machine whose clock is a minute ahead is accepted, of one further ahead it is not', async () => {
    const ana = await testServer.user();
    testServer.clock.advance(-60_000);
    expect((await me(ana.token)).status).toBe(200);
    testServer.clock.advance(-1_000);
    expect((await me(ana.token)).status).toBe(401);
  });

  test('R-AUTH-49 R-AUTH-52 is asked for, as a bearer and nowhere else', async () => {
    const ana = await testServer.user();
    const bare = testServer.anyone();
    expect((await bare.get('/users/me')).status).toBe(401);
    expect((await bare.get('/users/me', { query: { access_token: ana.token } })).status).toBe(401);
    for (const authorization of [
      ana.token,
      `Basic ${ana.token}`,
      `Bearer  ${ana.token} x`,
      'Bearer',
      'Bearer null',
    ])
      expect(
        (await bare.get('/users/me', { headers: { authorization } })).status,
        authorization.slice(0, 12),
      ).toBe(401);
    expect((await bare.get('/users/me', { headers: { cookie: `token=${ana.token}` } })).status).toBe(401);
  });

  test('role and group are the database’s of this moment', async () => {
    const ana = await testServer.user();
    const who = () => authenticate(testServer.context)(ana.token);
    expect(await who()).toEqual({
      user_id: ana.id,
      role: 'user',
      user_group_id: 1,
      sign_in_id: await sidOf(ana.id),
      confirmed_at: TEST_NOW,
      with_temporary_password: false,
      second_factor_due: null,
      lacks_second_factor: false,
      lacks_terms: false,
    });
    await patch(ana.id, { role: 'admin', user_group_id: 2 });
    expect(await who()).toMatchObject({ role: 'admin', user_group_id: 2 });
  });

  test('O-29 of a deactivated person ends at once and says why', async () => {
    const ana = await testServer.user();
    await patch(ana.id, { active: false });
    expect(said(await me(ana.token))).toMatchObject({
      status: 401,
      code: 'account_ended',
      detail: 'Conta desativada. Entre em contato com o administrador.',
    });
    expect(
      (await testServer.anyone().post('/auth/refresh', { refresh_token: ana.refresh_token })).status,
    ).toBe(401);
    await patch(ana.id, { active: true });
    expect((await me(ana.token)).status).toBe(200);
  });
});
