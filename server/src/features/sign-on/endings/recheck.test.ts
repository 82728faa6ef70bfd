/** Whether people whom a provider let in are still theirs: by refresh token, and in a directory. */
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildProvider } from '../../../../test/identity/built-provider.ts';
import { startDirectoryStandIn } from '../../../../test/identity/directory-stand-in.ts';
import {
  CLIENT,
  type OidcStandIn,
  type Person,
  startOidcProvider,
} from '../../../../test/identity/oidc-provider.ts';
import { signOn } from '../../../../test/identity/sign-on.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { sign_ins } from '../../../db/tables/accounts.ts';
import {
  email_domains,
  identities,
  identity_providers,
  provider_sessions,
} from '../../../db/tables/identity.ts';
import { user_groups, users } from '../../../db/tables/people.ts';
import { recheckDue } from './recheck.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let testServer: TestServer;
beforeEach(async () => {
  testServer = await startTestServer();
});
afterEach(() => testServer.close());
const wait = (ms: number) => testServer.clock.advance(ms);
const recheck = () => recheckDue(testServer.context);
const endOf = async (because: string) =>
  testServer.context.db.$count(sign_ins, eq(sign_ins.ended_because, because));

describe('a sign-in by a provider', () => {
  let provider: OidcStandIn;
  let id: number;
  const ana: Person = { sub: 'ana-1', email: 'ana@exemplo.gov.br', email_verified: true, name: 'Ana Souza' };
  beforeAll(async () => {
    provider = await startOidcProvider();
  });
  afterAll(() => provider.close());
  beforeEach(async () => {
    provider.state.fault = null;
    provider.state.forging = {};
    provider.state.gives_refresh_tokens = true;
    id = await buildProvider(testServer.context, {
      slug: 'casa',
      secret: CLIENT.secret,
      settings: { issuer: provider.issuer, client_id: CLIENT.client_id, claim_groups: 'groups' },
    });
  });
  const come = async (person: Person = ana) => {
    const { status, body } = await signOn(testServer, provider, 'casa', person);
    expect(status).toBe(200);
    return body.data as { access_token: string; refresh_token: string };
  };
  const me = ({ access_token: token }: { access_token: string }) => testServer.as({ token }).get('/users/me');
  const renew = (refresh_token: string) => testServer.anyone().post('/auth/refresh', { refresh_token });
  const asked = () => provider.calls.filter((call) => call === 'POST /token').length;

  test('R-ACC-17 ends at the next check once the provider has let the person go', async () => {
    const sub = 'quem-sai';
    const tokens = await come({ ...ana, sub });
    wait(59 * MINUTE);
    provider.revoke(sub);
    await recheck();
    expect(await endOf('provider_revoked')).toBe(0);
    wait(2 * MINUTE);
    await recheck();
    expect(await endOf('provider_revoked')).toBe(1);
    expect((await me(tokens)).status).toBe(401);
    expect((await renew(tokens.refresh_token)).body.code).toBe('invalid_refresh_token');
  });

  test('R-ACC-17 outlives an outage of the provider for a day, and not longer', async () => {
    const { db } = testServer.context;
    let { refresh_token } = await come();
    provider.state.fault = 503;
    for (let hour = 0; hour < 23; hour += 1) {
      wait(HOUR);
      await recheck();
      const { status, body } = await renew(refresh_token);
      expect(status).toBe(200);
      refresh_token = body.data.refresh_token;
    }
    const [row] = await db.select().from(identity_providers).where(eq(identity_providers.id, id));
    expect(row).toMatchObject({ last_error: 'identity_provider_away' });
    wait(2 * HOUR);
    await recheck();
    expect(await endOf('provider_unreachable')).toBe(1);
    expect((await renew(refresh_token)).status).toBe(401);
  });

  test('goes on for as long as the provider vouches, and is seen as vouched for', async () => {
    const { db } = testServer.context;
    await come();
    wait(61 * MINUTE);
    await recheck();
    const [identity] = await db.select().from(identities);
    expect(identity?.last_vouched_at).toEqual(testServer.context.clock.now());
    const [session] = await db.select().from(provider_sessions);
    expect(session).toMatchObject({ checked_at: testServer.context.clock.now(), checking_until: null });
    const before = asked();
    await recheck();
    expect(asked()).toBe(before);
  });

  test('R-ACC-18 is asked about by one of several processes', async () => {
    await come();
    wait(61 * MINUTE);
    const before = asked();
    await Promise.all([recheck(), recheck(), recheck(), recheck()]);
    expect(asked()).toBe(before + 1);
  });

  test('follows the groups of the person between two entries, and keeps them where nothing is said', async () => {
    const { db } = testServer.context;
    const [group] = await db.insert(user_groups).values({ name: 'Finanças' }).returning();
    const root = await testServer.user({ role: 'superadmin' });
    const path = `/admin/identity-providers/${id}`;
    const { name, active, settings, updated_at } = (await testServer.as(root).get(path)).body.data;
    const group_mappings = [{ value: 'financas', user_group_id: group?.id, grants_admin: false }];
    await testServer.as(root).put(path, { name, active, settings, updated_at, group_mappings });
    const person = { ...ana, groups: [] as string[] };
    await come(person);
    const groupOfAna = async () =>
      (await db.select().from(users).where(eq(users.email, 'ana@exemplo.gov.br')))[0]?.user_group_id;
    const first = await groupOfAna();
    expect(first).not.toBe(group?.id);
    provider.state.forging = { claims: { groups: ['financas'] } };
    wait(61 * MINUTE);
    await recheck();
    expect(await groupOfAna()).toBe(group?.id);
    provider.state.forging = { claims: { groups: undefined } };
    wait(61 * MINUTE);
    await recheck();
    expect(await groupOfAna()).toBe(group?.id);
  });

  test.each([
    ['twelve hours', 12 * HOUR + MINUTE],
    ['a weekend, in which nobody used it', 62 * HOUR],
  ])('R-ACC-17 is asked about before it is renewed where the last word is older than %s', async (_, time) => {
    const sub = `quem-volta-tarde-${time}`;
    const { refresh_token } = await come({ ...ana, sub });
    wait(time);
    provider.revoke(sub);
    await recheck();
    expect(await endOf('provider_revoked')).toBe(time > 24 * HOUR ? 0 : 1);
    expect((await renew(refresh_token)).body.code).toBe('invalid_refresh_token');
    expect(await endOf('provider_revoked')).toBe(1);
  });

  test('without a refresh token is asked about by the newest one of the person, else it ends with the day', async () => {
    const { db } = testServer.context;
    provider.state.gives_refresh_tokens = false;
    await come({ ...ana, sub: 'sem-token', email: 'bia@exemplo.gov.br' });
    const [alone] = await db.select().from(sign_ins);
    expect(alone?.ends_at?.getTime()).toBe(testServer.context.clock.now().getTime() + 8 * HOUR);
    provider.state.gives_refresh_tokens = true;
    await come();
    provider.state.gives_refresh_tokens = false;
    wait(MINUTE);
    await come();
    const sessions = await db
      .select({ ends_at: sign_ins.ends_at, sealed: provider_sessions.refresh_sealed })
      .from(sign_ins)
      .innerJoin(
        provider_sessions,
        and(eq(provider_sessions.user_id, sign_ins.user_id), eq(provider_sessions.sign_in_id, sign_ins.id)),
      )
      .innerJoin(users, eq(users.id, sign_ins.user_id))
      .where(eq(users.email, 'ana@exemplo.gov.br'));
    expect(sessions.map(({ ends_at }) => ends_at)).toEqual([null, null]);
    expect(new Set(sessions.map(({ sealed }) => sealed)).size).toBe(2);
    wait(61 * MINUTE);
    const before = asked();
    await recheck();
    expect(asked()).toBe(before + 2);
    expect(await endOf('provider_revoked')).toBe(0);
  });

  test('of a provider whose answer is forged neither ends nor counts as checked', async () => {
    await come();
    provider.state.forging = { with_other_key: true };
    wait(61 * MINUTE);
    await recheck();
    expect(await endOf('provider_revoked')).toBe(0);
    const [session] = await testServer.context.db.select().from(provider_sessions);
    expect(session?.checked_at.getTime()).toBeLessThan(testServer.context.clock.now().getTime() - HOUR);
  });
});

describe('a sign-in by a directory', () => {
  let directory: Awaited<ReturnType<typeof startDirectoryStandIn>>;
  beforeEach(async () => {
    directory = await startDirectoryStandIn();
    directory.state.attributes = {
      employeeNumber: '17',
      mail: 'ana@exemplo.gov.br',
      displayName: 'Ana Lima',
    };
    const provider_id = await buildProvider(testServer.context, {
      kind: 'ldap',
      settings: directory.settings,
    });
    await testServer.context.db
      .insert(email_domains)
      .values({ domain: 'exemplo.gov.br', written: 'exemplo.gov.br', provider_id });
  });
  afterEach(() => directory.close());
  const enter = () => testServer.anyone().form('/auth/login', { username: 'ana', password: 'senha da rede' });

  test('R-ACC-29 ends within seventy minutes once the person is gone from it, or switched off', async () => {
    const { body } = await enter();
    wait(61 * MINUTE);
    await recheck();
    expect(await endOf('provider_revoked')).toBe(0);
    directory.state.attributes.userAccountControl = '514';
    wait(65 * MINUTE);
    await recheck();
    expect(await endOf('provider_revoked')).toBe(1);
    const token = body.data.access_token;
    expect((await testServer.as({ token }).get('/users/me')).status).toBe(401);
    delete directory.state.attributes.userAccountControl;
    await enter();
    directory.state.attributes.employeeNumber = '18';
    wait(65 * MINUTE);
    await recheck();
    expect(await endOf('provider_revoked')).toBe(2);
  });

  test('outlives a directory that is away', async () => {
    await enter();
    directory.state.search = { code: 51, referral: '' };
    wait(61 * MINUTE);
    await recheck();
    expect(await endOf('provider_revoked')).toBe(0);
    wait(24 * HOUR);
    await testServer.context.db.update(sign_ins).set({ last_seen_at: testServer.context.clock.now() });
    await recheck();
    expect(await endOf('provider_unreachable')).toBe(1);
  });
});
