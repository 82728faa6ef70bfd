/** Providers of sign-on as superadmins keep them. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuiltUser } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { readSealingState } from '../../adapters/sealing/reseal.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { identities, identity_providers } from '../../db/tables/identity.ts';

const SECRET = 'segredo-do-cliente-0123456789';
let testServer: TestServer;
let root: BuiltUser;
beforeAll(async () => {
  testServer = await startTestServer();
  root = await testServer.user({ role: 'superadmin' });
});
afterAll(() => testServer.close());

let count = 0;
const wishes = (given: Record<string, unknown> = {}) => {
  count += 1;
  return {
    slug: `provedor-${count}`,
    kind: 'keycloak',
    name: `Provedor ${count}`,
    active: true,
    settings: { issuer: 'https://sso.exemplo.invalid/realms/pessoas', client_id: 'prosa' },
    ...given,
  };
};
const create = (given: Record<string, unknown> = {}) =>
  testServer.as(root).post('/admin/identity-providers', wishes(given));
const update = async (id: number, change: Record<string, unknown>) => {
  const { data } = (await testServer.as(root).get(`/admin/identity-providers/${id}`)).body;
  const { name, active, settings, updated_at } = data;
  testServer.clock.advance(1_000);
  return testServer
    .as(root)
    .put(`/admin/identity-providers/${id}`, { name, active, settings, updated_at, ...change });
};

describe('a provider of sign-on', () => {
  test('takes the preset of its kind and says the addresses that are entered there', async () => {
    const { status, body } = await create();
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      settings: { claim_groups: 'groups', provision: 'enters', trust_mfa: 'amr', key_idle_days: 30 },
      secret_set_at: null,
      readable: true,
      people: 0,
      tested_at: null,
    });
    const { slug } = body.data;
    expect(body.data.addresses.redirect).toMatch(new RegExp(`/entrar/retorno/${slug}$`));
    expect(body.data.addresses.backchannel).toMatch(new RegExp(`/api/v1/auth/sso/${slug}/backchannel$`));
  });

  test.each([
    ['entra', 'https://login.microsoftonline.com/common/v2.0', 'ID do locatário'],
    ['entra', 'https://login.microsoftonline.com/organizations/v2.0', 'ID do locatário'],
    ['entra', 'https://login.microsoftonline.com/{tenantid}/v2.0', 'ID do locatário'],
    ['entra', 'https://login.microsoftonline.com.ladrao.exemplo/v2.0', 'ID do locatário'],
    ['google', 'https://accounts.google.com.exemplo', 'emissor'],
    ['govbr', 'https://sso.acesso.gov.br.exemplo/', 'emissor'],
    ['oidc', 'http://sso.exemplo.invalid', 'https'],
    ['oidc', 'https://169.254.169.254', 'reservada'],
    ['oidc', 'https://[::ffff:a9fe:a9fe]', 'reservada'],
    ['oidc', 'https://0xa9fea9fe', 'reservada'],
    ['oidc', 'https://2852039166', 'reservada'],
    ['oidc', 'ftp://sso.exemplo.invalid', 'emissor'],
    ['oidc', 'https://sso.exemplo.invalid/?a=b', 'emissor'],
  ])('R-ACC-25 R-ACC-57 of kind %s is refused at %s', async (kind, issuer, sentence) => {
    const { status, body } = await create({ kind, settings: { issuer, client_id: 'x', hd: 'a.br' } });
    expect([status, body.errors[0].field]).toEqual([422, 'settings.issuer']);
    expect(body.detail).toContain(sentence);
  });

  test('R-ACC-24 never gives its secret back: not in a reply, an audit entry, the log or the database', async () => {
    const { body } = await create({ secret: SECRET });
    expect(body.data.secret_set_at).not.toBeNull();
    await update(body.data.id, { name: 'Outro nome', secret: `${SECRET}-novo` });
    const listed = await testServer.as(root).get('/admin/identity-providers');
    const audit = await testServer
      .as(root)
      .get('/admin/audit', { query: { object_type: 'identity_provider' } });
    const rows = await testServer.context.db.select().from(identity_providers);
    const entries = await testServer.context.db.select().from(audit_entries);
    const everything = [listed.text, audit.text, JSON.stringify([rows, entries]), ...testServer.logs].join(
      '\n',
    );
    expect(everything).not.toContain(SECRET);
    expect(audit.text).toContain('"secret_changed":true');
    expect((await readSealingState(testServer.context.db, testServer.context.secretKeys)).unreadable).toBe(0);
  });

  test('keeps its issuer once somebody came by it, and asks for the secret again before that', async () => {
    const { id } = (await create({ secret: SECRET })).body.data;
    const elsewhere = { settings: { issuer: 'https://outro.exemplo.invalid/realms/x' } };
    const moved = await update(id, elsewhere);
    expect([moved.status, moved.body.errors[0].field]).toEqual([422, 'secret']);
    const ana = await testServer.user();
    await testServer.context.db
      .insert(identities)
      .values({ user_id: ana.id, provider_id: id, subject_hash: 'x'.repeat(43) });
    const fixed = await update(id, { ...elsewhere, secret: SECRET });
    expect([fixed.status, fixed.body.errors[0].field]).toEqual([422, 'settings.issuer']);
  });

  test('keeps its mappings in order, and tells the second of two editors', async () => {
    const { id, updated_at } = (await create()).body.data;
    const group_mappings = [
      { value: 'rh', user_group_id: 1, grants_admin: true },
      { value: 'todos', user_group_id: 1, grants_admin: false },
    ];
    expect((await update(id, { group_mappings })).body.data.group_mappings).toEqual(group_mappings);
    const late = await update(id, { updated_at });
    expect([late.status, late.body.code]).toEqual([409, 'stale_change']);
    const unknown = await update(id, {
      group_mappings: [{ value: 'x', user_group_id: 99, grants_admin: false }],
    });
    expect(unknown.status).toBe(422);
  });

  test('leaves with what it opened, is recorded, and its address is free again', async () => {
    const { id, slug } = (await create()).body.data;
    expect((await create({ slug })).body.errors[0].field).toBe('slug');
    expect((await update(id, { name: 'Outro nome' })).status).toBe(200);
    expect((await testServer.as(root).delete(`/admin/identity-providers/${id}`)).status).toBe(200);
    expect((await create({ slug })).status).toBe(201);
    const entries = await testServer.context.db
      .select({ action: audit_entries.action })
      .from(audit_entries)
      .where(eq(audit_entries.object_id, id))
      .orderBy(audit_entries.id);
    expect(entries.map(({ action }) => action)).toEqual([
      'identity_provider.created',
      'identity_provider.updated',
      'identity_provider.deleted',
    ]);
  });
});
