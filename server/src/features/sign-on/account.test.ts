/** Which account somebody enters who comes by a provider, and their group and role there. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DomainEntry } from '#contract/domains.ts';
import type { GivenSettings } from '#contract/identity-providers.ts';
import type { UserWishes } from '../../../test/builders.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import {
  CLIENT,
  type OidcStandIn,
  type Person,
  startOidcProvider,
} from '../../../test/identity/oidc-provider.ts';
import { signOn } from '../../../test/identity/sign-on.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { group_limits } from '../../db/tables/group-limits.ts';
import { email_domains, group_mappings, identities } from '../../db/tables/identity.ts';
import { invitations } from '../../db/tables/invitations.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { scim_users } from '../../db/tables/scim.ts';
import { stepAt, totpCode } from '../factors/totp.ts';

let testServer: TestServer;
let provider: OidcStandIn;
let id: number;
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  testServer = await startTestServer();
});
afterEach(() => testServer.close());

const DOMAIN = 'exemplo.gov.br';
const EMAIL = `ana@${DOMAIN}`;
const ana: Person = { sub: 'ana-1', email: EMAIL, email_verified: true, name: 'Ana' };
const come = (person: Person = ana) => signOn(testServer, provider, 'casa', person);
const outcome = ({ status, body }: Awaited<ReturnType<typeof come>>): string => {
  if (status !== 200) return body.code;
  return ['access_token', 'second_step', 'link', 'waiting'].find((name) => name in body.data) ?? '';
};
const accountOf = async (email = EMAIL) =>
  (await testServer.context.db.select().from(users).where(eq(users.email, email)))[0];

async function setUp({
  entrusted = true,
  entry = 'enters' as DomainEntry,
  settings = {} as GivenSettings,
} = {}): Promise<void> {
  const basis = { issuer: provider.issuer, client_id: CLIENT.client_id, claim_groups: 'groups' };
  id = await buildProvider(testServer.context, {
    slug: 'casa',
    secret: CLIENT.secret,
    settings: { ...basis, ...settings },
  });
  await testServer.context.db
    .insert(email_domains)
    .values({ domain: DOMAIN, written: DOMAIN, entry, provider_id: entrusted ? id : null });
}

type Case = [
  string,
  { entrusted?: boolean; may_grant_admin?: boolean; user?: UserWishes; claims?: object },
  string,
];
const CASES: Case[] = [
  ['a person in an entrusted domain', {}, 'access_token'],
  ['a person in a domain that is not entrusted', { entrusted: false }, 'link'],
  ['a person of the role user_td', { user: { role: 'user_td' } }, 'access_token'],
  ['an administrator', { user: { role: 'admin' } }, 'link'],
  [
    'an administrator where the provider gives that role',
    { may_grant_admin: true, user: { role: 'admin' } },
    'access_token',
  ],
  ['a superadmin', { user: { role: 'superadmin' } }, 'link'],
  [
    'a superadmin where the provider gives roles',
    { may_grant_admin: true, user: { role: 'superadmin' } },
    'link',
  ],
  ['an address that the provider did not verify', { claims: { email_verified: false } }, 'provider_no_email'],
  [
    'an address of which an entrusted provider says nothing',
    { claims: { email_verified: undefined } },
    'access_token',
  ],
  ['an account whose address was never proved', { user: { is_verified: false } }, 'access_token'],
  ['an account that was deactivated', { user: { active: false } }, 'account_inactive'],
  ['an address in capitals', { claims: { email: 'ANA@Exemplo.Gov.Br' } }, 'access_token'],
];

describe('an account that exists already', () => {
  test.each(CASES)(
    'R-ACC-08 R-ACC-09 of %s',
    async (_, { entrusted, may_grant_admin, user, claims }, expected) => {
      await setUp({
        ...(entrusted === undefined ? {} : { entrusted }),
        settings: { may_grant_admin: may_grant_admin ?? false },
      });
      const built = await testServer.user({ email: EMAIL, signed_in: false, ...user });
      const reply = await come({ ...ana, ...claims });
      expect(outcome(reply)).toBe(expected);
      expect(await testServer.context.db.$count(identities)).toBe(expected === 'access_token' ? 1 : 0);
      if (expected !== 'access_token') return;
      const me = await testServer.as({ token: reply.body.data.access_token }).get('/users/me');
      expect(me.body.data.id).toBe(built.id);
      const [linked] = await testServer.context.db
        .select()
        .from(audit_entries)
        .where(eq(audit_entries.action, 'user.linked'));
      expect(linked).toBeDefined();
      expect((await testServer.mailbox.next(EMAIL)).subject).toBe(
        'Sua conta foi vinculada a um provedor de acesso',
      );
    },
  );

  test('R-ACC-08 that somebody else registered first loses their password', async () => {
    await setUp();
    const thief = await testServer.user({ email: EMAIL, is_verified: false, signed_in: false });
    expect(outcome(await come())).toBe('access_token');
    expect(await accountOf()).toMatchObject({ is_verified: true, password_hash: '!' });
    const { status } = await testServer
      .anyone()
      .form('/auth/login', { username: EMAIL, password: thief.password });
    expect(status).toBe(401);
  });

  test('that was made for somebody who never entered is theirs, also outside an entrusted domain', async () => {
    await setUp({ entrusted: false });
    const made = await testServer.user({ email: EMAIL, signed_in: false });
    await testServer.context.db
      .update(users)
      .set({ password_hash: '!', is_verified: false })
      .where(eq(users.id, made.id));
    expect(outcome(await come())).toBe('access_token');
  });

  test('R-ACC-09 R-ACC-10 of a superadmin is linked by its password and second factor', async () => {
    await setUp();
    const root = await testServer.user({ email: EMAIL, role: 'superadmin' });
    const as = testServer.as(root);
    const { secret } = (await as.post('/users/me/second-factor/totp')).body.data;
    const now = () => testServer.context.clock.now();
    await as.post('/users/me/second-factor/totp/confirm', { code: totpCode(secret, stepAt(now())) });
    const { link } = (await come()).body.data;
    expect(link.email_masked).toBe(`a••@${DOMAIN}`);
    const prove = (password: string) =>
      testServer.anyone().post('/auth/sso/link', { token: link.token, password });
    expect((await prove('errada')).body.code).toBe('invalid_credentials');
    const proved = await prove(root.password);
    const { token } = proved.body.data.second_step;
    expect(await testServer.context.db.$count(identities)).toBe(0);
    testServer.clock.advance(30_000);
    const code = totpCode(secret, stepAt(now()));
    const entered = await testServer.anyone().post('/auth/second-step', { token, method: 'totp', code });
    expect(entered.status).toBe(200);
    expect(await testServer.context.db.$count(identities)).toBe(1);
    // From then on the provider alone asks for the second factor of the account.
    testServer.clock.advance(30_000);
    expect(outcome(await come())).toBe('second_step');
    // The token opened once.
    expect((await prove(root.password)).body.code).toBe('sso_expired');
  });

  test('R-ACC-10 is not guessed: after five wrong passwords the proof is over', async () => {
    await setUp({ entrusted: false });
    const built = await testServer.user({ email: EMAIL });
    const { token } = (await come()).body.data.link;
    const prove = (password: string) => testServer.anyone().post('/auth/sso/link', { token, password });
    for (let round = 0; round < 5; round += 1) expect((await prove('errada')).status).toBe(401);
    expect((await prove(built.password)).body.code).toBe('sso_expired');
  });

  test('R-ACC-10 is not guessed by many who come together, either', async () => {
    await setUp({ entrusted: false });
    const built = await testServer.user({ email: EMAIL });
    const { token } = (await come()).body.data.link;
    const prove = (password: string) => testServer.anyone().post('/auth/sso/link', { token, password });
    const guesses = Array.from({ length: 9 }, (_, place) => prove(`errada ${place}`));
    const codes = (await Promise.all(guesses)).map(({ body }) => body.code);
    expect(codes.filter((code) => code === 'invalid_credentials')).toHaveLength(5);
    expect((await prove(built.password)).body.code).toBe('sso_expired');
  });

  test('keeps its address where the new one is taken or not entrusted, and follows it otherwise', async () => {
    await setUp();
    await come();
    await testServer.user({ email: `bia@${DOMAIN}` });
    await come({ ...ana, email: `bia@${DOMAIN}` });
    await come({ ...ana, email: 'ana@fora.com.br' });
    expect(await accountOf()).toBeDefined();
    await come({ ...ana, email: `ana.souza@${DOMAIN}` });
    const moved = await accountOf(`ana.souza@${DOMAIN}`);
    expect(moved).toBeDefined();
    const letter = await testServer.mailbox.next(EMAIL);
    expect([letter.to, letter.subject]).toEqual([EMAIL, 'O e-mail da sua conta mudou']);
    expect(letter.text).toContain('O navegador não foi reconhecido.');
    const entries = await testServer.context.db.select().from(audit_entries);
    const change = entries.filter(({ action }) => action === 'user.corrected_by_provider');
    expect(change.map(({ person_reference, after }) => [person_reference, after])).toEqual([
      [moved?.reference, { provider: 'Provedor', changed: ['email'] }],
    ]);
  });

  test('of another domain is not entered by a provider that does not speak for it', async () => {
    await setUp();
    const other = await buildProvider(testServer.context, { name: 'Estado' });
    await testServer.context.db
      .insert(email_domains)
      .values({ domain: 'estado.br', written: 'estado.br', provider_id: other });
    const { status, body } = await come({ ...ana, email: 'ana@estado.br' });
    expect([status, body.detail]).toEqual([
      403,
      'Entre com Estado. A entrada por senha está fechada para o seu domínio.',
    ]);
  });
});

describe('somebody without an account', () => {
  const entries: DomainEntry[] = ['enters', 'approval', 'refused'];
  const combined = entries.flatMap((provision) =>
    entries.flatMap((entry) =>
      [false, true].map((invited) => {
        const isRefused = entry === 'refused';
        const strict = [provision, entry].includes('refused')
          ? 'not_invited'
          : [provision, entry].includes('approval')
            ? 'waiting'
            : 'access_token';
        const expected = isRefused ? 'domain_refused' : invited ? 'access_token' : strict;
        return [provision, entry, invited, expected] as const;
      }),
    ),
  );
  test.each(combined)(
    'R-ACC-11 provider %s, domain %s, invited %s: %s',
    async (provision, entry, invited, expected) => {
      await setUp({ entry, settings: { provision } });
      const now = testServer.context.clock.now();
      if (invited)
        await testServer.context.db
          .insert(invitations)
          .values({ email: EMAIL, expires_at: new Date(now.getTime() + 1_000) });
      expect(outcome(await come())).toBe(expected);
      const account = await accountOf();
      if (expected === 'waiting') {
        expect(account?.approval).toBe('waiting');
        expect(outcome(await come())).toBe('approval_pending');
      } else if (expected !== 'access_token') expect(account).toBeUndefined();
    },
  );

  test('is no account to be claimed while they wait, or after they were refused', async () => {
    await setUp({ entry: 'approval' });
    const { db } = testServer.context;
    expect(outcome(await come())).toBe('waiting');
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    const [group] = await db.insert(user_groups).values({ name: 'Convidados' }).returning();
    const invite = async () =>
      (await root.post('/invitations', { emails: [EMAIL], user_group_id: group?.id })).body.data.results[0];
    expect(await invite()).toMatchObject({ outcome: 'has_account' });
    await root.post(`/users/${(await accountOf())?.id}/approval`, { decision: 'refuse' });
    expect(await invite()).toMatchObject({ outcome: 'has_account' });
    // The account of another provider does not enter it, either.
    await buildProvider(testServer.context, {
      ...{ slug: 'outra', secret: CLIENT.secret },
      settings: { issuer: provider.issuer, client_id: CLIENT.client_id },
    });
    await db.update(email_domains).set({ provider_id: null });
    await db.update(users).set({ approval: 'approved' }).where(eq(users.email, EMAIL));
    expect(outcome(await signOn(testServer, provider, 'outra', { ...ana, sub: 'outra-ana' }))).toBe('link');
  });

  test('comes twice at once, and one account is made', async () => {
    await setUp();
    const replies = await Promise.all([come(), come()]);
    expect(replies.map(outcome)).toEqual(['access_token', 'access_token']);
    expect(await testServer.context.db.$count(users, eq(users.email, EMAIL))).toBe(1);
  });
});

describe('groups and roles', () => {
  const groups: Record<string, number> = {};
  async function mapTo(...lines: [value: string, group: string, grants_admin?: boolean][]): Promise<void> {
    const { db } = testServer.context;
    await db.delete(group_mappings);
    for (const [position, [value, name, grants_admin = false]] of lines.entries()) {
      const [known] = await db.select().from(user_groups).where(eq(user_groups.name, name));
      const [group] = known ? [known] : await db.insert(user_groups).values({ name }).returning();
      groups[name] = group?.id ?? 0;
      await db
        .insert(group_mappings)
        .values({ provider_id: id, position, value, user_group_id: groups[name], grants_admin });
    }
  }
  const groupOf = async () => {
    const account = await accountOf();
    return Object.keys(groups).find((name) => groups[name] === account?.user_group_id) ?? null;
  };

  test('R-ACC-12 the first line that fits decides, at every entry', async () => {
    await setUp();
    await mapTo(['rh', 'Pessoas'], ['ti', 'Técnicos']);
    await testServer.context.db
      .insert(group_limits)
      .values({ user_group_id: groups.Técnicos ?? 0, tokens_per_person: 123_000 });
    await come({ ...ana, groups: ['ti', 'rh'] });
    expect(await groupOf()).toBe('Pessoas');
    expect((await accountOf())?.token_limit).not.toBe(123_000);
    await mapTo(['ti', 'Técnicos'], ['rh', 'Pessoas']);
    await come({ ...ana, groups: ['ti', 'rh'] });
    expect(await groupOf()).toBe('Técnicos');
    // The limit of the person follows that of the group.
    expect((await accountOf())?.token_limit).toBe(123_000);
    // Case counts; without a line that fits the group stays.
    await come({ ...ana, groups: ['RH'] });
    expect(await groupOf()).toBe('Técnicos');
  });

  test.each([
    ['more groups than fit', { _claim_names: { groups: 'src1' } }],
    ['the other mark of that', { hasgroups: true }],
    ['groups of a wrong shape', { groups: { rh: true } }],
    ['groups of numbers', { groups: [1, 2] }],
    ['more than a thousand', { groups: Array.from({ length: 1_001 }, (_, place) => `g${place}`) }],
  ])('R-ACC-13 with %s the group stays', async (_, claims) => {
    await setUp();
    await mapTo(['rh', 'Pessoas'], ['g1', 'Outros']);
    await come({ ...ana, groups: ['rh'] });
    await testServer.context.db.update(users).set({ role: 'user' });
    await come({ ...ana, ...claims });
    expect(await groupOf()).toBe('Pessoas');
  });

  test('R-ACC-12 decided at the first entry only where that is set', async () => {
    await setUp({ settings: { groups_mode: 'first' } });
    await mapTo(['rh', 'Pessoas'], ['ti', 'Técnicos']);
    await come({ ...ana, groups: ['rh'] });
    await come({ ...ana, groups: ['ti'] });
    expect(await groupOf()).toBe('Pessoas');
  });

  test('R-ACC-14 a claim makes administrators where that is allowed, and takes back only what it gave', async () => {
    await setUp({ settings: { may_grant_admin: true } });
    await mapTo(['chefia', 'Chefia', true], ['rh', 'Pessoas']);
    const roleOf = async () => (await accountOf())?.role;
    await come({ ...ana, groups: ['rh'] });
    expect(await roleOf()).toBe('user');
    await come({ ...ana, groups: ['chefia'] });
    expect(await roleOf()).toBe('admin');
    await come({ ...ana, groups: ['rh'] });
    expect(await roleOf()).toBe('user');
    await testServer.context.db.update(users).set({ role: 'admin' }).where(eq(users.email, EMAIL));
    await come({ ...ana, groups: ['rh'] });
    expect(await roleOf()).toBe('admin');
    await testServer.context.db.update(users).set({ role: 'superadmin' }).where(eq(users.email, EMAIL));
    await come({ ...ana, groups: ['rh'] });
    expect(await roleOf()).toBe('superadmin');
  });

  test('R-ACC-14 who was made an administrator by hand stays one, also where the provider had made them one before', async () => {
    await setUp({ settings: { may_grant_admin: true } });
    await mapTo(['chefia', 'Chefia', true], ['rh', 'Pessoas']);
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    const give = async (role: string) => root.post(`/admin/promote/${(await accountOf())?.id}/${role}`);
    await come({ ...ana, groups: ['chefia'] });
    expect((await accountOf())?.role).toBe('admin');
    for (const role of ['user', 'admin']) expect((await give(role)).status).toBe(200);
    await come({ ...ana, groups: ['rh'] });
    expect((await accountOf())?.role).toBe('admin');
  });

  test('R-ACC-14 a claim makes nobody an administrator where that is not allowed', async () => {
    await setUp();
    await mapTo(['chefia', 'Chefia', true]);
    await come({ ...ana, groups: ['chefia'] });
    await come({ ...ana, groups: ['chefia'] });
    expect((await accountOf())?.role).toBe('user');
  });
});

test('whom the directory of the provider has sent is known by the id that both use, whatever their address', async () => {
  await setUp();
  const sent = await testServer.user({ email: 'ana.souza@exemplo.gov.br', signed_in: false });
  await testServer.context.db.insert(scim_users).values({
    provider_id: id,
    user_id: sent.id,
    user_name: 'ana.souza',
    external_id: 'ana-1',
    attributes: { userName: 'ana.souza' },
  });
  expect(outcome(await come({ ...ana, email: 'outra@exemplo.com' }))).toBe('access_token');
  const [identity] = await testServer.context.db.select().from(identities);
  expect(identity?.user_id).toBe(sent.id);
  // Another person of the provider is somebody else.
  expect(outcome(await come({ ...ana, sub: 'bia-1', email: 'bia@exemplo.com' }))).toBe('access_token');
  expect(await testServer.context.db.$count(identities)).toBe(2);
});

test.each([
  ['a directory sent', true],
  ['a sheet brought', false],
])('R-ACC-08 whom %s and who enters for the first time is warned of nothing', async (_, isSent) => {
  await setUp();
  const { db } = testServer.context;
  const made = await testServer.user({ email: EMAIL, signed_in: false, is_verified: isSent });
  await db.update(users).set({ password_hash: '!' }).where(eq(users.id, made.id));
  if (isSent)
    await db.insert(scim_users).values({
      ...{ provider_id: id, user_id: made.id, user_name: EMAIL, external_id: 'ana-1' },
      attributes: { userName: EMAIL },
    });
  expect(outcome(await come())).toBe('access_token');
  const letters = await db.execute(sql`select from pgboss.job where name = 'access.letter'`);
  expect(letters.rowCount).toBe(0);
  const entries = await db.select().from(audit_entries);
  expect(entries.map(({ action }) => action)).toEqual(['user.linked']);
});
