/** Hostile providers, addresses that look alike, sealed values that were moved, and people who are gone here. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { domainToASCII } from 'node:url';
import { eq, like, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import {
  CLIENT,
  type OidcStandIn,
  type Person,
  startOidcProvider,
} from '../../../test/identity/oidc-provider.ts';
import { begin, finish, newTab, signOn } from '../../../test/identity/sign-on.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { rate_limits, sign_in_attempts, sign_ins, totp_secrets } from '../../db/tables/accounts.ts';
import { chat_sessions } from '../../db/tables/chat.ts';
import { email_domains, group_mappings, identities, identity_providers } from '../../db/tables/identity.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { stepAt, totpCode } from '../factors/totp.ts';
import { erase } from '../privacy/erase.ts';

let testServer: TestServer;
let provider: OidcStandIn;
beforeAll(async () => {
  provider = await startOidcProvider();
});
afterAll(() => provider.close());
beforeEach(async () => {
  testServer = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });
  provider.state.forging = {};
});
afterEach(() => testServer.close());

const DOMAIN = 'exemplo.gov.br';
const ana: Person = { sub: 'ana-1', email: `ana@${DOMAIN}`, email_verified: true, name: 'Ana' };
const build = (settings = {}, slug = 'casa') =>
  buildProvider(testServer.context, {
    slug,
    secret: CLIENT.secret,
    settings: { issuer: provider.issuer, client_id: CLIENT.client_id, ...settings },
  });
const come = (person: Person = ana, from = provider) => signOn(testServer, from, 'casa', person);
const start = (slug = 'casa', extra = {}) =>
  testServer.anyone().post(`/auth/sso/${slug}/start`, { binding_hash: newTab().binding_hash }, extra);
const told = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const entrust = (provider_id: number, domain: string, written = domain) =>
  testServer.context.db.insert(email_domains).values({ domain, written, provider_id });

describe('a provider', () => {
  /** Answers as `reply` does, at an address of its own; `reached` are the paths that were asked for. */
  async function hostile(reply: (path: string, response: ServerResponse, issuer: string) => void) {
    const reached: string[] = [];
    const server = createServer((request, response) => {
      reached.push(request.url ?? '');
      reply(request.url ?? '', response, issuer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return {
      issuer,
      reached,
      close: () => {
        server.closeAllConnections();
        server.close();
      },
    };
  }
  test.each([
    ['token_endpoint', 'http://169.254.169.254/token', 502, 'provider_misconfigured'],
    ['jwks_uri', 'https://[::ffff:169.254.169.254]/keys', 502, 'provider_misconfigured'],
    ['userinfo_endpoint', 'http://0xa9fea9fe/me', 502, 'provider_misconfigured'],
  ])('R-ACC-57 whose document names %s at %s is not followed there', async (name, address, ...expected) => {
    const liar = await startOidcProvider();
    liar.state.document = { [name]: address };
    try {
      await build({ issuer: liar.issuer });
      const person = name === 'userinfo_endpoint' ? { sub: 'x' } : ana;
      expect(told(await come(person, liar))).toEqual(expected);
      expect(await testServer.context.db.$count(sign_ins)).toBe(0);
    } finally {
      await liar.close();
    }
  });

  test('R-ACC-57 whose answers redirect leads nowhere, and its client secret stays', async () => {
    const elsewhere = await hostile((_, response) => void response.end('{}'));
    const liar = await startOidcProvider();
    const tokens = await hostile((_, response) => {
      response.writeHead(307, { location: `${elsewhere.issuer}/token` }).end();
    });
    liar.state.document = { token_endpoint: `${tokens.issuer}/token` };
    try {
      await build({ issuer: liar.issuer });
      expect((await come(ana, liar)).status).toBeGreaterThanOrEqual(401);
      expect([tokens.reached, elsewhere.reached]).toEqual([['/token'], []]);
    } finally {
      for (const server of [elsewhere, tokens, liar]) await server.close();
    }
  });

  test('R-ACC-57 whose document never ends is cut at its size', async () => {
    let sent = 0;
    const endless = await hostile((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const more = (): void => {
        if (response.destroyed || sent > 64 * 1024 * 1024) return;
        const part = `"${'x'.repeat(64 * 1024)}",`;
        sent += part.length;
        response.write(part, () => setImmediate(more));
      };
      response.write('[');
      more();
    });
    try {
      await build({ issuer: endless.issuer });
      expect(told(await start())).toEqual([503, 'identity_provider_away']);
      expect(sent).toBeLessThan(8 * 1024 * 1024);
    } finally {
      endless.close();
    }
  });

  test('whose words are long, of several lines or markup leaves one cut line in the log', async () => {
    await build();
    const began = await begin(testServer, 'casa');
    const words = `<b>palavras</b>\r\n{"level":60} ana@exemplo.gov.br https://ladrao.exemplo/?state=x ${'longo '.repeat(200)}`;
    const query = {
      state: began.state,
      iss: provider.issuer,
      error: 'access_denied',
      error_description: words,
    };
    const reply = await finish(testServer, 'casa', began, new URLSearchParams(query).toString());
    expect(told(reply)).toEqual([401, 'provider_cancelled']);
    expect(reply.text).not.toMatch(/palavras|longo/);
    const lines = testServer.logs
      .join('')
      .split('\n')
      .filter((line) => line.includes('a sign-on failed'));
    expect(lines).toHaveLength(1);
    const { reason } = JSON.parse(lines[0] ?? '{}') as { reason: string };
    expect(reason.length).toBeLessThanOrEqual(200);
    expect(reason).toContain('<b>palavras</b> {"level":60} … … longo');
    expect(reason).not.toMatch(/[\r\n]|ladrao|exemplo|state=/);
    expect(testServer.logs.join('')).not.toContain(began.state);
  });

  test.each(['constructor.name', '__proto__.x', 'toString', 'groups.__proto__.length'])(
    'whose groups are read at %s gives none of the prototype',
    async (claim_groups) => {
      const id = await build({ claim_groups });
      const { db } = testServer.context;
      const [group] = await db.insert(user_groups).values({ name: 'Roubado' }).returning();
      const user_group_id = group?.id ?? 0;
      for (const [position, value] of ['Object', 'Function', 'x', '0'].entries())
        await db.insert(group_mappings).values({ provider_id: id, position, value, user_group_id });
      expect((await come({ ...ana, groups: { x: 'x' } })).status).toBe(200);
      expect(await db.$count(users, eq(users.user_group_id, user_group_id))).toBe(0);
    },
  );

  test('is begun at 3,000 times in a quarter of an hour from one place, and starting leaves no row', async () => {
    await build();
    const { db } = testServer.context;
    const from = (address: string) => start('casa', { headers: { 'x-forwarded-for': address } });
    expect((await from('203.0.113.1')).status).toBe(200);
    await db.update(rate_limits).set({ count: 2_999 }).where(like(rate_limits.key, 'sign-on-%'));
    const statuses = [await from('203.0.113.1'), await from('203.0.113.1'), await from('198.51.100.1')];
    expect(statuses.map(({ status }) => status)).toEqual([200, 429, 200]);
    expect(await db.$count(sign_in_attempts)).toBe(0);
  });
});

describe('an address', () => {
  test('that is written with accents apart is the same one', async () => {
    const id = await build();
    await entrust(id, DOMAIN);
    const known = await testServer.user({ email: `josé@${DOMAIN}`, signed_in: false });
    const { body } = await come({ ...ana, email: `JOSE\u0301@${DOMAIN}` });
    const me = await testServer.as({ token: body.data.access_token }).get('/users/me');
    expect(me.body.data.id).toBe(known.id);
  });

  test('of a refused domain is refused in the letters of people and in the form of DNS', async () => {
    const id = await build();
    const written = 'ação.gov.br';
    const domain = domainToASCII(written);
    await testServer.context.db
      .insert(email_domains)
      .values({ domain, written, entry: 'refused', provider_id: id });
    for (const at of [written, domain, written.toUpperCase(), written.normalize('NFD')]) {
      const email = `ana@${at}`;
      expect(told(await come({ ...ana, email }))).toEqual([403, 'domain_refused']);
      const form = { email, name: 'Ana', password: 'uma senha bem boa' };
      expect(told(await testServer.anyone().post('/auth/register', form))).toEqual([403, 'domain_refused']);
    }
  });

  test('in letters that only look alike is another one, and not of the entrusted domain', async () => {
    const id = await build();
    await entrust(id, DOMAIN);
    const known = await testServer.user({ email: ana.email as string, signed_in: false });
    // Cyrillic letters in the name and in the domain.
    for (const email of [`\u0430na@${DOMAIN}`, 'ana@exempl\u043e.gov.br']) {
      const { status, body } = await come({ ...ana, sub: email, email });
      if (status !== 200) continue;
      const me = await testServer.as({ token: body.data.access_token }).get('/users/me');
      expect(me.body.data.id).not.toBe(known.id);
    }
    expect(await testServer.context.db.$count(identities, eq(identities.user_id, known.id))).toBe(0);
  });
});

describe('a sealed value that was moved to another row', () => {
  test('R-ACC-56 opens nobody’s second step', async () => {
    const now = () => testServer.context.clock.now();
    const [thief, victim] = [await testServer.user(), await testServer.user()];
    const secrets: string[] = [];
    for (const person of [thief, victim]) {
      const as = testServer.as(person);
      const { secret } = (await as.post('/users/me/second-factor/totp')).body.data;
      await as.post('/users/me/second-factor/totp/confirm', { code: totpCode(secret, stepAt(now())) });
      secrets.push(secret);
    }
    await testServer.context.db.execute(sql`
      update totp_secrets set secret_sealed = (select secret_sealed from totp_secrets where user_id = ${thief.id})
      where user_id = ${victim.id}`);
    expect(await testServer.context.db.$count(totp_secrets)).toBe(2);
    testServer.clock.advance(30_000);
    const login = await testServer
      .anyone()
      .form('/auth/login', { username: victim.email, password: victim.password });
    const { token } = login.body.data.second_step;
    for (const secret of secrets) {
      const code = totpCode(secret, stepAt(now()));
      const reply = await testServer.anyone().post('/auth/second-step', { token, method: 'totp', code });
      expect(told(reply)).toEqual([401, 'wrong_second_factor']);
    }
  });

  test('R-ACC-56 is no secret of another provider, which says so', async () => {
    await build();
    const other = await build({}, 'outra');
    await testServer.context.db.execute(sql`
      update identity_providers set secret_sealed = (select secret_sealed from identity_providers where slug = 'casa')
      where id = ${other}`);
    expect(told(await start('outra'))).toEqual([502, 'provider_misconfigured']);
    expect((await start('casa')).status).toBe(200);
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    const { data } = (await root.get('/admin/identity-providers')).body;
    expect(data.map(({ slug, readable }: { slug: string; readable: boolean }) => [slug, readable])).toEqual([
      ['casa', true],
      ['outra', false],
    ]);
  });
});

describe('somebody whom the provider still knows', () => {
  const accountOf = async () => {
    const [row] = await testServer.context.db
      .select()
      .from(users)
      .where(eq(users.email, ana.email as string));
    if (!row) throw new Error('there is no account');
    return row;
  };
  const set = (values: Partial<typeof users.$inferInsert>) =>
    testServer.context.db
      .update(users)
      .set(values)
      .where(eq(users.email, ana.email as string));

  test.each([
    [{ active: false }, 'account_inactive'],
    [{ approval: 'waiting' as const }, 'approval_pending'],
    [{ approval: 'refused' as const }, 'approval_refused'],
  ])('and who is %j here does not enter', async (values, code) => {
    await build();
    expect((await come()).status).toBe(200);
    await set(values);
    const before = await testServer.context.db.$count(sign_ins);
    expect(told(await come())).toEqual([403, code]);
    expect(await testServer.context.db.$count(sign_ins)).toBe(before);
  });

  test('and who was erased here comes in as new, with nothing of before', async () => {
    await build();
    await come();
    const former = await accountOf();
    const agent = await buildAgent(testServer.context);
    await buildSession(testServer.context, { user_id: former.id, agent_id: agent.id });
    await set({ role: 'admin' });
    await testServer.context.db.transaction(async (tx) =>
      erase(tx, await accountOf(), testServer.context.clock.now()),
    );
    expect(await testServer.context.db.$count(identities)).toBe(0);
    const { status, body } = await come();
    expect(status).toBe(200);
    const fresh = await accountOf();
    expect(fresh.id).not.toBe(former.id);
    expect(fresh.role).toBe('user');
    const mine = await testServer.as({ token: body.data.access_token }).get('/chat/sessions');
    expect([mine.status, mine.body.data]).toEqual([200, []]);
    expect(await testServer.context.db.$count(chat_sessions, eq(chat_sessions.user_id, fresh.id))).toBe(0);
    expect(await testServer.context.db.$count(identity_providers)).toBe(1);
  });
});
