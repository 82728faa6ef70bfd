/** A second factor from its enrolment to its loss, through the API. */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SECOND_STEP_SECONDS } from '#contract/limits.ts';
import type { BuiltUser } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { recovery_codes, sign_in_attempts, sign_ins, totp_secrets } from '../../db/tables/accounts.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { users } from '../../db/tables/people.ts';
import { stepAt, totpCode } from './totp.ts';

const MINUTE = 60_000;
let testServer: TestServer;
beforeEach(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
});
afterEach(() => testServer.close());

const now = () => testServer.context.clock.now();
const codeOf = (secret: string, by = 0) => totpCode(secret, stepAt(now()) + by);
/** The code of a step that was not used yet. */
const nextCode = (secret: string) => {
  testServer.clock.advance(30_000);
  return codeOf(secret);
};

type Enrolled = BuiltUser & { secret: string; recovery_codes: string[] };
async function enrol<U extends BuiltUser>(user: U): Promise<U & Enrolled> {
  const as = testServer.as(user);
  const { body } = await as.post('/users/me/second-factor/totp');
  const secret = body.data.secret as string;
  const confirmed = await as.post('/users/me/second-factor/totp/confirm', { code: codeOf(secret) });
  expect(confirmed.status).toBe(200);
  return { ...user, secret, recovery_codes: confirmed.body.data.recovery_codes };
}

const login = (user: Pick<BuiltUser, 'email' | 'password'>, password = user.password) =>
  testServer.anyone().form('/auth/login', { username: user.email, password });
const stepOf = async (user: Pick<BuiltUser, 'email' | 'password'>, password?: string) =>
  (await login(user, password)).body.data.second_step.token as string;
const finish = (token: string, code: string, method = 'totp') =>
  testServer.anyone().post('/auth/second-step', { token, method, code });
const passwordIn = (text: string) => /Senha temporária:\s+(\S+)/.exec(text)?.[1] ?? '';
const actions = async () =>
  (await testServer.context.db.select({ action: audit_entries.action }).from(audit_entries)).map(
    ({ action }) => action,
  );

describe('setting up an authenticator app', () => {
  test('R-ACC-38 shows ten recovery codes once and keeps only their hashes', async () => {
    const ana = await enrol(await testServer.user());
    expect(ana.recovery_codes).toHaveLength(10);
    for (const code of ana.recovery_codes) expect(code).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    const { db } = testServer.context;
    const stored = JSON.stringify([
      await db.select().from(recovery_codes),
      await db.select().from(totp_secrets),
      await db.select().from(audit_entries),
    ]);
    for (const code of ana.recovery_codes) {
      expect(stored).not.toContain(code);
      expect(stored).not.toContain(code.replaceAll('-', ''));
    }
    expect(stored).not.toContain(ana.secret);
    const shown = await testServer.as(ana).get('/users/me/second-factor');
    expect(shown.body.data).toMatchObject({ recovery_left: 10, required: false, confirm_means: ['totp'] });
    expect(shown.text).not.toContain(ana.secret);
    const letter = await testServer.mailbox.next(ana.email);
    expect(letter.subject).toBe('Verificação em duas etapas ativada');
    // The test's own client names no browser.
    expect(letter.text).toContain('O navegador não foi reconhecido.');
    expect(testServer.logs.join('')).not.toContain(ana.secret);
    expect(await actions()).toContain('factor.enrolled');
  });

  test('is not begun, changed or ended from a sign-in that is not fresh', async () => {
    const ana = await enrol(await testServer.user());
    testServer.clock.advance(16 * MINUTE);
    const { body } = await testServer.anyone().post('/auth/refresh', { refresh_token: ana.refresh_token });
    const stolen = testServer.as({ token: body.data.access_token });
    const code = codeOf(ana.secret);
    for (const reply of [
      await stolen.post('/users/me/second-factor/totp'),
      await stolen.post('/users/me/second-factor/totp/confirm', { code }),
      await stolen.delete('/users/me/second-factor/totp'),
      await stolen.post('/users/me/second-factor/recovery-codes'),
      await stolen.post('/users/me/second-factor/passkeys/options'),
    ])
      expect([reply.status, reply.body.code]).toEqual([403, 'reauthentication_required']);
    expect((await stolen.get('/users/me/second-factor')).body.data).toMatchObject({ recovery_left: 10 });
  });

  test('asks for a right code and no more than fifteen minutes', async () => {
    const ana = await testServer.user();
    const as = testServer.as(ana);
    const { secret } = (await as.post('/users/me/second-factor/totp')).body.data;
    const wrong = await as.post('/users/me/second-factor/totp/confirm', { code: codeOf(secret, 5) });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_factor_code']);
    expect((await as.get('/users/me/second-factor')).body.data.totp).toBeNull();
    testServer.clock.advance(14 * MINUTE + 59_000);
    await as.post('/auth/confirm', { password: ana.password });
    testServer.clock.advance(1_000);
    const late = await as.post('/users/me/second-factor/totp/confirm', { code: codeOf(secret) });
    expect(late.body.code).toBe('not_authenticated');
  });

  test('expires when its first code comes too late', async () => {
    const ana = await testServer.user();
    const { secret } = (await testServer.as(ana).post('/users/me/second-factor/totp')).body.data;
    await testServer.context.db
      .update(totp_secrets)
      .set({ pending_at: new Date(now().getTime() - 15 * MINUTE) });
    const late = await testServer
      .as(ana)
      .post('/users/me/second-factor/totp/confirm', { code: codeOf(secret) });
    expect([late.status, late.body.code]).toEqual([409, 'totp_expired']);
  });

  test('R-ACC-46 ends the other sign-ins and keeps this one', async () => {
    const ana = await testServer.user();
    const there = (await login(ana)).body.data;
    await enrol(ana);
    expect((await testServer.as({ token: there.access_token }).get('/users/me')).status).toBe(401);
    const { refresh_token } = there;
    expect((await testServer.anyone().post('/auth/refresh', { refresh_token })).status).toBe(401);
    expect((await testServer.as(ana).get('/users/me')).body.data.second_factor).toBe(true);
  });

  test('leaves the present app at work until a code of the new one was typed', async () => {
    const ana = await enrol(await testServer.user());
    const { secret } = (await testServer.as(ana).post('/users/me/second-factor/totp')).body.data;
    expect((await finish(await stepOf(ana), nextCode(ana.secret))).status).toBe(200);
    const code = nextCode(secret);
    expect((await testServer.as(ana).post('/users/me/second-factor/totp/confirm', { code })).status).toBe(
      200,
    );
    expect((await finish(await stepOf(ana), nextCode(ana.secret))).body.code).toBe('wrong_second_factor');
    expect((await finish(await stepOf(ana), codeOf(secret))).status).toBe(200);
  });
});

describe('signing in with a second factor', () => {
  test('R-ACC-39 the right password gives a second step and no token', async () => {
    const ana = await enrol(await testServer.user());
    const { body } = await login(ana);
    expect(Object.keys(body.data)).toEqual(['second_step']);
    expect(body.data.second_step).toMatchObject({
      methods: ['totp', 'recovery'],
      expires_in: SECOND_STEP_SECONDS,
    });
    const { token } = body.data.second_step;
    expect((await testServer.as({ token }).get('/users/me')).status).toBe(401);
    const refreshed = await testServer.anyone().post('/auth/refresh', { refresh_token: token });
    expect(refreshed.body.code).toBe('invalid_refresh_token');
    const entered = await finish(token, nextCode(ana.secret));
    expect((await testServer.as({ token: entered.body.data.access_token }).get('/users/me')).status).toBe(
      200,
    );
    const [signIn] = await testServer.context.db.select().from(sign_ins).where(eq(sign_ins.strong, true));
    expect(signIn?.user_id).toBe(ana.id);
  });

  test('R-ACC-37 of many who come with one code at once, one enters', async () => {
    const ana = await enrol(await testServer.user());
    const tokens = await Promise.all([stepOf(ana), stepOf(ana), stepOf(ana)]);
    const code = nextCode(ana.secret);
    // Each network has tries of its own.
    const tries = Array.from({ length: 1_000 }, (_, n) =>
      testServer
        .anyone()
        .post(
          '/auth/second-step',
          { token: tokens[n % 3], method: 'totp', code },
          { headers: { 'x-forwarded-for': `203.0.${100 + Math.floor(n / 250)}.${n % 250}` } },
        ),
    );
    const entered = (await Promise.all(tries)).filter(({ status }) => status === 200);
    expect(entered).toHaveLength(1);
    expect((await finish(await stepOf(ana), code)).status).not.toBe(200);
  });

  test('ends its step after five wrong codes, after five minutes and after a change of password', async () => {
    const ana = await enrol(await testServer.user());
    const tired = await stepOf(ana);
    for (let n = 0; n < 5; n += 1)
      expect((await finish(tired, '000000')).body.code).toBe('wrong_second_factor');
    expect((await finish(tired, nextCode(ana.secret))).body.code).toBe('second_step_expired');
    const old = await stepOf(ana);
    const { db } = testServer.context;
    await db.update(users).set({ password_hash: '!' }).where(eq(users.id, ana.id));
    expect((await finish(old, nextCode(ana.secret))).body.code).toBe('second_step_expired');
    const [{ attempts } = { attempts: 0 }] = await db
      .select({ attempts: sql<number>`count(*)::int` })
      .from(sign_in_attempts);
    expect(attempts).toBe(2);
  });

  test('R-ACC-37 a code of two steps away opens nothing, that of the next one does', async () => {
    const ana = await enrol(await testServer.user());
    testServer.clock.advance(10 * MINUTE);
    for (const by of [-2, 2, -3, 3])
      expect((await finish(await stepOf(ana), codeOf(ana.secret, by))).body.code).toBe('wrong_second_factor');
    for (const by of [-1, 1])
      expect((await finish(await stepOf(ana), codeOf(ana.secret, by))).status).toBe(200);
    // Both steps between them are over with the later one.
    expect((await finish(await stepOf(ana), codeOf(ana.secret))).status).toBe(401);
  });

  test('recovery codes are not guessed: five in a step, ten in a quarter of an hour from one place', async () => {
    const ana = await enrol(await testServer.user());
    const guess = (n: number) => `AAAA-BBBB-CCCC-DDD${'ABCDEFGHIJKLMNOP'[n]}`;
    const codes: string[] = [];
    for (let step = 0; step < 3; step += 1) {
      const token = await stepOf(ana);
      for (let n = 0; n < 5; n += 1)
        codes.push((await finish(token, guess(5 * step + n), 'recovery')).body.code);
      codes.push((await finish(token, ana.recovery_codes[0] ?? '', 'recovery')).body.code);
    }
    expect(codes.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'wrong_second_factor'));
    expect(codes[5]).toBe('second_step_expired');
    expect(codes.slice(12)).toEqual(Array.from({ length: 6 }, () => 'too_many_requests'));
    testServer.clock.advance(15 * MINUTE);
    expect((await finish(await stepOf(ana), ana.recovery_codes[0] ?? '', 'recovery')).status).toBe(200);
  });

  test('R-ACC-38 a recovery code opens once', async () => {
    const ana = await enrol(await testServer.user());
    const [code = ''] = ana.recovery_codes;
    const both = await Promise.all([stepOf(ana), stepOf(ana)]);
    const replies = await Promise.all(
      both.map((token) => finish(token, code.toLowerCase().replaceAll('-', ' '), 'recovery')),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 401]));
    expect((await finish(await stepOf(ana), code, 'recovery')).body.code).toBe('wrong_second_factor');
    const shown = await testServer.as(ana).get('/users/me/second-factor');
    expect(shown.body.data.recovery_left).toBe(9);
  });

  test('of another account the step opens nothing', async () => {
    const ana = await enrol(await testServer.user());
    const bia = await enrol(await testServer.user());
    const token = await stepOf(ana);
    const foreign = token.replace(/^\d+/, String(bia.id));
    expect((await finish(foreign, nextCode(bia.secret))).body.code).toBe('second_step_expired');
    expect((await finish(token, codeOf(bia.secret))).body.code).toBe('wrong_second_factor');
  });

  test('codes that are guessed together, each in a step of its own, are counted as one after the other', async () => {
    const ana = await enrol(await testServer.user());
    const tokens: string[] = [];
    for (let n = 0; n < 16; n += 1) tokens.push(await stepOf(ana));
    const from = { headers: { 'x-forwarded-for': '203.0.113.9' } };
    const guess = (token: string) =>
      testServer.anyone().post('/auth/second-step', { token, method: 'totp', code: '000000' }, from);
    const codes = (await Promise.all(tokens.map(guess))).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'wrong_second_factor')).toHaveLength(10);
    expect(codes.filter((code) => code === 'too_many_requests')).toHaveLength(6);
  });

  test('rests its app after thirty wrong codes from anywhere, and tells the owner', async () => {
    const ana = await enrol(await testServer.user());
    await testServer.mailbox.next(ana.email);
    for (let round = 0; round < 6; round += 1) {
      const wrong = { token: await stepOf(ana), method: 'totp', code: '000000' };
      const from = { headers: { 'x-forwarded-for': `203.0.113.${round}` } };
      for (let n = 0; n < 5; n += 1) await testServer.anyone().post('/auth/second-step', wrong, from);
    }
    const letter = await testServer.mailbox.next(ana.email);
    expect(letter.subject).toBe('Muitos códigos incorretos na sua conta');
    const token = await stepOf(ana);
    expect((await finish(token, nextCode(ana.secret))).status).toBe(429);
    expect((await finish(token, ana.recovery_codes[0] ?? '', 'recovery')).status).toBe(200);
  });

  test('R-ACC-40 a temporary password is half of it, and is not spent half way', async () => {
    const ana = await enrol(await testServer.user());
    await testServer.mailbox.next(ana.email);
    await testServer.anyone().post('/auth/request-reset', undefined, { query: { email: ana.email } });
    const letter = await testServer.mailbox.next(ana.email);
    const temporary = passwordIn(letter.text);
    await stepOf(ana, temporary);
    const again = await stepOf(ana, temporary);
    const entered = await finish(again, nextCode(ana.secret));
    const me = await testServer.as({ token: entered.body.data.access_token }).get('/users/me');
    expect(me.body.data.must_change_password).toBe(true);
    expect((await login(ana, temporary)).body.code).toBe('invalid_credentials');
  });
});

test('R-ACC-47 with a second factor its code confirms a sign-in, and the password alone does not', async () => {
  const ana = await enrol(await testServer.user());
  testServer.clock.advance(16 * MINUTE);
  const { body } = await testServer.anyone().post('/auth/refresh', { refresh_token: ana.refresh_token });
  const as = testServer.as({ token: body.data.access_token });
  const deletion = await as.post('/users/me/deletion', {});
  expect(deletion.body.code).toBe('reauthentication_required');
  const byPassword = await as.post('/auth/confirm', { password: ana.password });
  expect([byPassword.status, byPassword.body.code]).toEqual([403, 'confirm_with_second_factor']);
  expect((await as.post('/auth/confirm', { code: '000000' })).body.code).toBe('wrong_factor_code');
  expect((await as.post('/auth/confirm', { code: codeOf(ana.secret) })).status).toBe(200);
  expect((await as.post('/users/me/access-keys', { name: 'Planilha' })).status).toBe(201);
  expect((await as.post('/users/me/deletion', {})).status).toBe(200);
});

describe('taking the second factor away', () => {
  test('of oneself leaves the account as it was before', async () => {
    const ana = await enrol(await testServer.user());
    expect((await testServer.as(ana).delete('/users/me/second-factor/totp')).status).toBe(200);
    expect((await login(ana)).body.data.access_token).toBeTruthy();
    const { db } = testServer.context;
    expect(await db.select().from(recovery_codes)).toEqual([]);
    const none = await testServer.as(ana).post('/users/me/second-factor/recovery-codes');
    expect([none.status, none.body.code]).toEqual([409, 'second_factor_missing']);
    expect(await actions()).toContain('factor.removed');
  });

  test('new recovery codes end the old ones', async () => {
    const ana = await enrol(await testServer.user());
    const renewed = await testServer.as(ana).post('/users/me/second-factor/recovery-codes');
    const [code = ''] = renewed.body.data.recovery_codes;
    expect((await finish(await stepOf(ana), ana.recovery_codes[0] ?? '', 'recovery')).status).toBe(401);
    expect((await finish(await stepOf(ana), code, 'recovery')).status).toBe(200);
    expect(await actions()).toContain('factor.changed');
  });

  test('R-ACC-45 of somebody else ends their sign-ins, mails them and is audited', async () => {
    const root = await testServer.user({ role: 'superadmin' });
    const ana = await enrol(await testServer.user());
    await testServer.mailbox.next(ana.email);
    const reset = await testServer.as(root).post(`/users/${ana.id}/second-factor/reset`);
    expect([reset.status, reset.body.data.second_factor]).toEqual([200, false]);
    expect((await testServer.as(ana).get('/users/me')).status).toBe(401);
    const { refresh_token } = ana;
    expect((await testServer.anyone().post('/auth/refresh', { refresh_token })).status).toBe(401);
    expect((await testServer.mailbox.next(ana.email)).subject).toBe('Verificação em duas etapas redefinida');
    expect((await login(ana)).body.data.access_token).toBeTruthy();
    expect(await actions()).toContain('user.factor_reset');
    const own = await testServer.as(root).post(`/users/${root.id}/second-factor/reset`);
    expect([own.status, own.body.code]).toEqual([400, 'cannot_reset_own_factor']);
  });
});

describe('the roles that must have one', () => {
  const policy = { second_factor_roles: ['admin'], grace_days: 7, passkeys: true, updated_at: null };

  test('R-ACC-43 have days of grace, and then only the calls that lead to a second factor', async () => {
    const root = await testServer.user({ role: 'superadmin' });
    const admin = await testServer.user({ role: 'admin' });
    const ana = await testServer.user();
    const set = await testServer.as(root).put('/admin/access-policy', policy);
    expect(set.status).toBe(200);
    expect(set.body.data.people.find(({ role }: { role: string }) => role === 'admin')).toEqual({
      role: 'admin',
      total: 1,
      with_factor: 0,
    });
    const due = new Date(now().getTime() + 7 * 24 * 60 * MINUTE).toISOString();
    const me = await testServer.as(admin).get('/users/me');
    expect(me.body.data.second_factor_due).toBe(due);
    const newcomer = await testServer.as(root).post(`/admin/promote/${ana.id}/admin`);
    expect(newcomer.body.data.second_factor_due).toBe(due);
    testServer.clock.advance(7 * 24 * 60 * MINUTE);
    const token = (await login(admin)).body.data.access_token as string;
    const as = testServer.as({ ...admin, token });
    const closed = await as.get('/users/all');
    expect([closed.status, closed.body.code]).toEqual([403, 'second_factor_required']);
    expect((await as.get('/users/me')).status).toBe(200);
    const enrolled = await enrol({ ...admin, token });
    expect((await as.get('/users/all')).status).toBe(200);
    const gone = await testServer.as(enrolled).delete('/users/me/second-factor/totp');
    expect([gone.status, gone.body.code]).toEqual([409, 'second_factor_mandatory']);
    const demoted = await testServer.as(await freshly(root)).post(`/admin/promote/${ana.id}/user`);
    expect(demoted.body.data.second_factor_due).toBeNull();
  });

  test('R-ACC-43 are changed by one superadmin at a time, and freed people are free at once', async () => {
    const root = await testServer.user({ role: 'superadmin' });
    const admin = await testServer.user({ role: 'admin' });
    const first = await testServer.as(root).put('/admin/access-policy', { ...policy, grace_days: 0 });
    expect((await testServer.as(admin).get('/users/all')).body.code).toBe('second_factor_required');
    const stale = await testServer.as(root).put('/admin/access-policy', policy);
    expect([stale.status, stale.body.code]).toEqual([409, 'stale_change']);
    testServer.clock.advance(1_000);
    const { updated_at } = first.body.data;
    const freed = { ...policy, second_factor_roles: [], password_door: 'link', updated_at };
    const next = await testServer.as(root).put('/admin/access-policy', freed);
    expect(next.body.data.password_door).toBe('link');
    expect((await testServer.anyone().get('/config')).body.data.sign_in.password_door).toBe('link');
    // A change that says nothing of it leaves it as it is.
    const { password_door: _, ...silent } = { ...freed, updated_at: next.body.data.updated_at };
    testServer.clock.advance(1_000);
    const same = await testServer.as(root).put('/admin/access-policy', silent);
    expect(same.body.data.password_door).toBe('link');
    expect((await testServer.as(admin).get('/users/all')).status).toBe(200);
    expect(await actions()).toContain('access_policy.updated');
  });
});

async function freshly(user: BuiltUser): Promise<BuiltUser> {
  return { ...user, token: (await login(user)).body.data.access_token };
}
