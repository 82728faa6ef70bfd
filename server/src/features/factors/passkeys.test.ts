/** Device keys from their making to their loss, through the API, with an authenticator in software. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PASSKEYS_MAX } from '#contract/limits.ts';
import type { BuiltUser } from '../../../test/builders.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { openAuthenticator } from '../../../test/webauthn/authenticator.ts';
import { passkeys, sign_ins } from '../../db/tables/accounts.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { users } from '../../db/tables/people.ts';

const ORIGIN = 'https://prosa.exemplo.com.br';
let testServer: TestServer;
beforeEach(async () => {
  testServer = await startTestServer({ env: { APP_URL: ORIGIN } });
});
afterEach(() => testServer.close());

const KEYS = '/users/me/second-factor/passkeys';
type Authenticator = ReturnType<typeof openAuthenticator>;

async function enrol(user: BuiltUser, device: Authenticator = openAuthenticator(ORIGIN), name = 'Celular') {
  const as = testServer.as(user);
  const { body } = await as.post(`${KEYS}/options`);
  const added = await as.post(KEYS, { name, response: device.make(body.data) });
  return { device, added };
}
const signInOptions = async () => (await testServer.anyone().post('/auth/passkey/options')).body.data;
const enter = (response: unknown) => testServer.anyone().post('/auth/passkey', { response });
const login = ({ email, password }: BuiltUser) =>
  testServer.anyone().form('/auth/login', { username: email, password });

describe('making a device key', () => {
  test('R-ACC-38 brings the recovery codes with the first factor, and ends the other sign-ins', async () => {
    const ana = await testServer.user();
    const elsewhere = (await login(ana)).body.data.access_token as string;
    const { added } = await enrol(ana);
    expect(added.status).toBe(201);
    expect(added.body.data.recovery_codes).toHaveLength(10);
    expect(added.body.data.passkey).toMatchObject({ name: 'Celular', last_used_at: null, synced: false });
    expect((await testServer.as({ token: elsewhere }).get('/users/me')).status).toBe(401);
    const second = await enrol(ana, openAuthenticator(ORIGIN), 'Chave USB');
    expect(second.added.body.data.recovery_codes).toBeNull();
    const shown = await testServer.as(ana).get('/users/me/second-factor');
    expect(shown.body.data).toMatchObject({ passkeys_possible: true, confirm_means: ['passkey'] });
    expect(shown.body.data.passkeys.map(({ name }: { name: string }) => name)).toEqual([
      'Celular',
      'Chave USB',
    ]);
    expect((await testServer.mailbox.next(ana.email)).subject).toBe('Verificação em duas etapas ativada');
    const { id } = second.added.body.data.passkey;
    const renamed = await testServer.as(ana).patch(`${KEYS}/${id}`, { name: 'Chave da mesa' });
    expect(renamed.body.data.name).toBe('Chave da mesa');
  });

  test('R-ACC-42 refuses what another origin, another person or an unverified device made, and a challenge twice', async () => {
    const ana = await testServer.user();
    const bia = await testServer.user();
    const as = testServer.as(ana);
    const options = async () => (await as.post(`${KEYS}/options`)).body.data;
    const wrong = [
      openAuthenticator(ORIGIN).make(await options(), {
        origin: 'https://prosa.exemplo.com.br.ladrao.example',
      }),
      openAuthenticator('https://ladrao.example').make(await options()),
      openAuthenticator(ORIGIN).make(await options(), { isVerified: false }),
      openAuthenticator(ORIGIN).make((await testServer.as(bia).post(`${KEYS}/options`)).body.data),
      openAuthenticator(ORIGIN).make(await options(), {
        challenge: Buffer.from('x.y.z').toString('base64url'),
      }),
      {},
      { id: 'x', response: {} },
    ];
    for (const response of wrong) {
      const refused = await as.post(KEYS, { name: 'Celular', response });
      expect([refused.status, refused.body.code]).toEqual([403, 'passkey_not_accepted']);
    }
    const once = await options();
    const made = openAuthenticator(ORIGIN).make(once);
    expect((await as.post(KEYS, { name: 'Celular', response: made })).status).toBe(201);
    const again = await as.post(KEYS, { name: 'Celular', response: openAuthenticator(ORIGIN).make(once) });
    expect(again.body.code).toBe('passkey_not_accepted');
    testServer.clock.advance(300_000);
    expect(await testServer.context.db.select().from(passkeys)).toHaveLength(1);
  });

  test('is bounded, and is not possible where browsers know no device keys', async () => {
    const ana = await testServer.user();
    const bytes = (n: number) => Buffer.from(`credential ${n}`);
    await testServer.context.db.insert(passkeys).values(
      Array.from({ length: PASSKEYS_MAX }, (_, n) => ({
        user_id: ana.id,
        credential_id: bytes(n),
        public_key: bytes(n),
        counter: 0,
        transports: [],
        name: `Chave ${n}`,
        synced: false,
      })),
    );
    expect((await enrol(ana)).added.body.code).toBe('too_many_passkeys');
    const byAddress = await startTestServer({ env: { APP_URL: 'http://127.0.0.1:3000' } });
    const rui = await byAddress.user();
    const refused = await byAddress.as(rui).post(`${KEYS}/options`);
    expect([refused.status, refused.body.code]).toEqual([409, 'passkeys_not_possible']);
    expect((await byAddress.as(rui).get('/users/me/second-factor')).body.data.passkeys_possible).toBe(false);
    await byAddress.close();
  });
});

describe('signing in with a device key', () => {
  test('R-ACC-41 opens the account alone, and the sign-in page offers it only where somebody has one', async () => {
    const ana = await testServer.user();
    const offered = async () => (await testServer.anyone().get('/config')).body.data.passkeys;
    expect(await offered()).toBe(false);
    const { device } = await enrol(ana);
    expect(await offered()).toBe(true);
    const options = await signInOptions();
    expect(options.allowCredentials ?? []).toEqual([]);
    const entered = await enter(device.answer(options));
    expect(entered.status).toBe(200);
    const me = await testServer.as({ token: entered.body.data.access_token }).get('/users/me');
    expect(me.body.data.id).toBe(ana.id);
    const strong = await testServer.context.db.select().from(sign_ins).where(eq(sign_ins.strong, true));
    expect(strong.length).toBe(2);
  });

  test('R-ACC-42 refuses another origin, party, person or challenge, an unverified device and a replay', async () => {
    const ana = await testServer.user();
    const bia = await testServer.user();
    const { device } = await enrol(ana);
    await enrol(bia);
    const stranger = openAuthenticator(ORIGIN);
    const bias = await testServer.context.db.select().from(users).where(eq(users.id, bia.id));
    const handle = Buffer.from(String(bias[0]?.webauthn_handle).replaceAll('-', ''), 'hex').toString(
      'base64url',
    );
    const wrong = [
      device.answer(await signInOptions(), { origin: 'https://ladrao.example' }),
      device.answer(await signInOptions(), { rp: 'ladrao.example' }),
      device.answer(await signInOptions(), { isVerified: false }),
      device.answer(await signInOptions(), { userHandle: handle }),
      device.answer((await testServer.as(ana).post(`${KEYS}/options`)).body.data),
      stranger.answer(await signInOptions()),
    ];
    for (const response of wrong) {
      const refused = await enter(response);
      expect([refused.status, refused.body.code]).toEqual([401, 'passkey_refused']);
    }
    const options = await signInOptions();
    const replies = await Promise.all([1, 2, 3, 4].map(() => enter(device.answer(options))));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const late = await signInOptions();
    testServer.clock.advance(300_000);
    expect((await enter(device.answer(late))).body.code).toBe('passkey_refused');
  });

  test('R-ACC-42 refuses a counter that went back, and records it', async () => {
    const ana = await testServer.user();
    const { device } = await enrol(ana);
    expect((await enter(device.answer(await signInOptions(), { counter: 7 }))).status).toBe(200);
    expect((await enter(device.answer(await signInOptions(), { counter: 7 }))).body.code).toBe(
      'passkey_refused',
    );
    const entries = await testServer.context.db.select().from(audit_entries);
    expect(entries.map(({ action }) => action)).toContain('factor.counter_went_back');
    // Keys that are kept on several devices do not count.
    const { device: synced } = await enrol(await testServer.user());
    for (let n = 0; n < 2; n += 1)
      expect((await enter(synced.answer(await signInOptions(), { counter: 0 }))).status).toBe(200);
  });

  test('R-ACC-19 opens nothing of a closed domain but an emergency account', async () => {
    const provider_id = await buildProvider(testServer.context, { name: 'Prefeitura' });
    const root = await testServer.user({ role: 'superadmin', email: 'raiz@exemplo.gov.br' });
    const { device: emergency } = await enrol(root);
    const ana = await testServer.user({ email: 'ana@exemplo.gov.br' });
    const { device } = await enrol(ana);
    const as = testServer.as(root);
    expect((await as.patch(`/users/${root.id}/emergency`, { emergency: true })).status).toBe(200);
    const rule = { domain: 'exemplo.gov.br', entry: 'enters', user_group_id: null, door: 'provider' };
    const closed = await as.put('/admin/domains', { domains: [{ ...rule, provider_id }], updated_at: null });
    expect(closed.status, JSON.stringify(closed.body)).toBe(200);
    const refused = await enter(device.answer(await signInOptions()));
    expect([refused.status, refused.body.code]).toEqual([403, 'use_provider']);
    expect((await enter(emergency.answer(await signInOptions()))).status).toBe(200);
  });

  test('an account that is deactivated is refused with its own code', async () => {
    const ana = await testServer.user();
    const { device } = await enrol(ana);
    await testServer.context.db.update(users).set({ active: false }).where(eq(users.id, ana.id));
    const refused = await enter(device.answer(await signInOptions()));
    expect([refused.status, refused.body.code]).toEqual([403, 'account_inactive']);
  });

  test('R-ACC-39 is a second step after the password, for the keys of that person alone', async () => {
    const ana = await testServer.user();
    const { device } = await enrol(ana);
    const { second_step } = (await login(ana)).body.data;
    expect(second_step.methods).toEqual(['passkey', 'recovery']);
    const { token } = second_step;
    const options = (await testServer.anyone().post('/auth/second-step/options', { token })).body.data;
    expect(options.allowCredentials).toHaveLength(1);
    const finish = (response: unknown) =>
      testServer.anyone().post('/auth/second-step', { token, method: 'passkey', response });
    expect((await finish(device.answer(await signInOptions()))).body.code).toBe('wrong_second_factor');
    expect((await finish(device.answer(options))).status).toBe(200);
    const unknown = await testServer.anyone().post('/auth/second-step/options', { token });
    expect(unknown.body.code).toBe('second_step_expired');
  });
});

test('R-ACC-47 a device key confirms a sign-in', async () => {
  const ana = await testServer.user();
  const { device } = await enrol(ana);
  testServer.clock.advance(16 * 60_000);
  const { body } = await testServer.anyone().post('/auth/refresh', { refresh_token: ana.refresh_token });
  const as = testServer.as({ token: body.data.access_token });
  expect((await as.post('/users/me/access-keys', { name: 'Planilha' })).body.code).toBe(
    'reauthentication_required',
  );
  const options = (await as.post('/auth/confirm/start')).body.data;
  expect((await as.post('/auth/confirm', { response: device.answer(await signInOptions()) })).status).toBe(
    403,
  );
  expect((await as.post('/auth/confirm', { response: device.answer(options) })).status).toBe(200);
  expect((await as.post('/users/me/access-keys', { name: 'Planilha' })).status).toBe(201);
});

describe('taking device keys away', () => {
  test('of the last one takes the recovery codes along; nobody takes another’s', async () => {
    const ana = await testServer.user();
    const bia = await testServer.user();
    const { added } = await enrol(ana);
    const { id } = added.body.data.passkey;
    expect((await testServer.as(bia).delete(`${KEYS}/${id}`)).status).toBe(404);
    expect((await testServer.as(ana).delete(`${KEYS}/${id}`)).status).toBe(200);
    expect((await login(ana)).body.data.access_token).toBeTruthy();
    const shown = await testServer.as(ana).get('/users/me/second-factor');
    expect(shown.body.data).toMatchObject({ passkeys: [], recovery_left: 0, confirm_means: ['password'] });
  });

  test('R-ACC-43 the last one stays where the role needs a second factor; the policy may close them as a sign-in', async () => {
    const root = await testServer.user({ role: 'superadmin' });
    const { added, device } = await enrol(root);
    const policy = { second_factor_roles: ['superadmin'], grace_days: 0, passkeys: true };
    const as = testServer.as(root);
    const set = await as.put('/admin/access-policy', { ...policy, updated_at: null });
    const gone = await as.delete(`${KEYS}/${added.body.data.passkey.id}`);
    expect([gone.status, gone.body.code]).toEqual([409, 'second_factor_mandatory']);
    testServer.clock.advance(1_000);
    const { updated_at } = set.body.data;
    const options = await signInOptions();
    await as.put('/admin/access-policy', { ...policy, passkeys: false, updated_at });
    expect((await enter(device.answer(options))).body.code).toBe('passkey_refused');
    expect((await testServer.anyone().post('/auth/passkey/options')).body.code).toBe('passkeys_not_possible');
    expect((await login(root)).body.data.second_step.methods).toContain('passkey');
  });
});
