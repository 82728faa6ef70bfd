/** Rules of e-mail domains: the list, and its effect on registrations. */
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BuiltUser } from '../../../test/builders.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { email_domains } from '../../db/tables/identity.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { asciiDomain, rulesFor } from './rules.ts';

let testServer: TestServer;
let root: BuiltUser;
beforeEach(async () => {
  testServer = await startTestServer();
  root = await testServer.user({ role: 'superadmin' });
});
afterEach(() => testServer.close());

type Row = Record<string, unknown>;
const rule = (domain: string, wishes: Row = {}): Row => ({
  domain,
  entry: 'enters',
  user_group_id: null,
  provider_id: null,
  door: 'any',
  ...wishes,
});
const read = async () => (await testServer.as(root).get('/admin/domains')).body.data;
const save = async (...domains: Row[]) => {
  testServer.clock.advance(1_000);
  const { updated_at } = await read();
  return testServer.as(root).put('/admin/domains', { domains, updated_at });
};
const register = (email: string) =>
  testServer.anyone().post('/auth/register', { email, name: 'Ana', password: 'uma senha bem boa' });

describe('what the sign-in page is given of closed domains', () => {
  test('of one that is for subdomains, also the more exact rules that are open', async () => {
    const id = await buildProvider(testServer.context, { slug: 'casa' });
    const closed = { provider_id: id, door: 'provider' as const };
    const row = (domain: string, fields: object = {}) => ({ domain, written: domain, ...fields });
    await testServer.context.db
      .insert(email_domains)
      .values([
        row('*.exemplo.gov.br', closed),
        row('saude.exemplo.gov.br', closed),
        row('livre.exemplo.gov.br'),
        row('*.escolas.exemplo.gov.br', { provider_id: id }),
        row('outroexemplo.gov.br'),
      ]);
    const { body } = await testServer.anyone().get('/config');
    const [wide, exact] = body.data.sign_in.closed_domains.toSorted(
      (one: { domain: string }, other: { domain: string }) => one.domain.localeCompare(other.domain),
    );
    expect(wide).toMatchObject({ domain: '*.exemplo.gov.br', slug: 'casa' });
    expect(wide.except.toSorted()).toEqual(['*.escolas.exemplo.gov.br', 'livre.exemplo.gov.br']);
    expect(exact).toEqual({ domain: 'saude.exemplo.gov.br', slug: 'casa' });
  });
});

describe('the list of domains', () => {
  test('begins with one rule: everybody may register', async () => {
    expect(await read()).toEqual({
      domains: [{ ...rule('*'), people: 1, emergency_accounts: [] }],
      updated_at: null,
    });
  });

  test('is kept in the form of DNS, counts people by their most exact rule, and is recorded', async () => {
    await testServer.user({ email: 'a@exemplo.gov.br' });
    await testServer.user({ email: 'b@rh.exemplo.gov.br' });
    const saved = await save(
      rule('EXEMPLO.gov.br'),
      rule('*.exemplo.gov.br'),
      rule('órgão.gov.br'),
      rule('*'),
    );
    expect(saved.status).toBe(200);
    expect(saved.body.data.domains.map((one: Row) => [one.domain, one.people])).toEqual([
      ['*.exemplo.gov.br', 1],
      ['exemplo.gov.br', 1],
      ['xn--rgo-nla1f.gov.br', 0],
      ['*', 1],
    ]);
    const entries = await testServer.context.db.select().from(audit_entries);
    expect(entries.map(({ action }) => action)).toContain('email_domain.updated');
  });

  test.each([
    ['no domain', [rule('exemplo')], 'Informe um domínio'],
    ['the same one twice', [rule('a.br'), rule('A.br')], 'já está na lista'],
    ['every other domain entrusted to a provider', [rule('*', { provider_id: 1 })], 'não se confia'],
    ['an unknown group', [rule('a.br', { user_group_id: 999 })], 'Este grupo não existe.'],
    ['an unknown provider', [rule('a.br', { provider_id: 999 })], 'Este provedor de acesso não existe.'],
    ['a closed door without a provider', [rule('a.br', { door: 'provider' })], 'Escolha o provedor'],
  ])('refuses %s', async (_, domains, sentence) => {
    const { status, body } = await save(...domains);
    expect(status).toBe(422);
    expect(body.detail).toContain(sentence);
  });

  test('R-ACC-21 does not close a domain while nobody could enter without its provider', async () => {
    const provider_id = await buildProvider(testServer.context);
    const { status, body } = await save(rule('exemplo.gov.br', { provider_id, door: 'provider' }));
    expect([status, body.code]).toEqual([409, 'emergency_needed']);
    expect((await read()).updated_at).toBeNull();
  });

  test('a second editor of the same list is refused', async () => {
    const { updated_at } = await read();
    await save(rule('a.br'));
    const { status, body } = await testServer.as(root).put('/admin/domains', { domains: [], updated_at });
    expect([status, body.code]).toEqual([409, 'stale_change']);
  });
});

describe('a registration', () => {
  test('is open as before where no rule says otherwise', async () => {
    expect((await register('ana@qualquer.com.br')).status).toBe(201);
  });

  test('is refused before the address is looked up where the domain is refused', async () => {
    await testServer.user({ email: 'bia@fechado.com.br' });
    await save(rule('fechado.com.br', { entry: 'refused' }));
    for (const email of ['bia@fechado.com.br', 'ana@fechado.com.br']) {
      const { status, body } = await register(email);
      expect([status, body.code]).toEqual([403, 'domain_refused']);
    }
    expect((await register('ana@x.fechado.com.br')).status).toBe(201);
  });

  test('comes into the group of the domain, with its tokens', async () => {
    const { db } = testServer.context;
    const [group] = await db.insert(user_groups).values({ name: 'Prefeitura' }).returning();
    await save(rule('cidade.gov.br', { user_group_id: group?.id }));
    await register('ana@cidade.gov.br');
    const [ana] = await db.select().from(users).where(eq(users.email, 'ana@cidade.gov.br'));
    expect(ana?.user_group_id).toBe(group?.id);
  });

  test('R-ACC-54 waits where the domain asks for approval, and no sign-in opens', async () => {
    await save(rule('espera.gov.br', { entry: 'approval' }));
    await register('ana@espera.gov.br');
    const { db } = testServer.context;
    const waiting = await db
      .update(users)
      .set({ is_verified: true })
      .where(eq(users.email, 'ana@espera.gov.br'))
      .returning();
    expect(waiting[0]?.approval).toBe('waiting');
    const enter = () =>
      testServer
        .anyone()
        .form('/auth/login', { username: 'ana@espera.gov.br', password: 'uma senha bem boa' });
    const { status, body } = await enter();
    expect([status, body.code]).toEqual([403, 'approval_pending']);
    await db.update(users).set({ approval: 'refused' }).where(eq(users.email, 'ana@espera.gov.br'));
    expect((await enter()).body.code).toBe('approval_refused');
  });
});

describe('the rule of an address', () => {
  test.each([
    ['a@Exemplo.gov.br', ['exemplo.gov.br', '*.gov.br', '*.br', '*']],
    ['a@rh.exemplo.br', ['rh.exemplo.br', '*.exemplo.br', '*.br', '*']],
    ['a@órgão.br', ['xn--rgo-nla1f.br', '*.br', '*']],
  ])('of %s is the most exact of %j', (email, names) => {
    expect(rulesFor(email)).toEqual(names);
  });

  test.each(['', 'exemplo', 'a b.br', '.br', 'a..br', 'http://a.br', 'a@b.br', '*', '**.br'])(
    'no text that is no domain: %j',
    (typed) => {
      expect(asciiDomain(typed)).toBe(typed === '*' ? '*' : null);
    },
  );
});
