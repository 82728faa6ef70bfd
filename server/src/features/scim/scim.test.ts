/** Directories: Entra ID and Okta as they document their calls, and what a directory may not do. */
import { eq, like, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SCIM_MEDIA_TYPE, SCIM_SCHEMAS } from '#contract/scim.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import { type Directory, entraUser, oktaUser, openDirectory } from '../../../test/identity/scim-directory.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { rate_limits } from '../../db/tables/accounts.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { chat_sessions, token_entries } from '../../db/tables/chat.ts';
import { group_mappings, identity_providers } from '../../db/tables/identity.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { scim_members, scim_users } from '../../db/tables/scim.ts';
import { erase } from '../privacy/erase.ts';
import { personalDataOf } from '../privacy/export/personal-data-reader.ts';
import { findResidualData } from '../privacy/residual-personal-data.ts';
import { lockDirectory } from './records.ts';

let testServer: TestServer;
let directory: Directory;
beforeEach(async () => {
  testServer = await startTestServer();
  directory = await openDirectory(testServer);
});
afterEach(() => testServer.close());

const ANA = 'ana@exemplo.gov.br';
const personOf = async (email: string) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.email, email));
  return row;
};
const created = async (body: object = entraUser(ANA, 'Ana Souza')) => {
  const { status, body: made } = await directory.post('/Users', body);
  expect(status, JSON.stringify(made)).toBe(201);
  return made as { id: string; active: boolean };
};
const actions = async () =>
  (await testServer.context.db.select().from(audit_entries).orderBy(audit_entries.id)).map(
    ({ action }) => action,
  );
const codes = ({ status, body }: { status: number; body: { code?: string; scimType?: string } }) => [
  status,
  body?.code,
  body?.scimType,
];

describe('a walk as Entra ID does it', () => {
  test('R-ACC-30 asks, creates, asks again, corrects by filtered paths, and keeps what is needed', async () => {
    const none = await directory.get('/Users', { filter: `userName eq "${ANA}"` });
    expect(none.body).toMatchObject({ totalResults: 0, Resources: [], startIndex: 1, itemsPerPage: 0 });
    const made = await directory.post('/Users', entraUser(ANA, 'Ana Souza'));
    expect(made.status).toBe(201);
    expect(String(made.headers['content-type']).startsWith(SCIM_MEDIA_TYPE)).toBe(true);
    expect(made.headers.location).toBe(made.body.meta.location);
    expect(made.body).toMatchObject({
      userName: ANA,
      active: true,
      emails: [{ value: ANA, type: 'work', primary: true }],
      [SCIM_SCHEMAS.enterprise]: { department: 'Jurídico', employeeNumber: '701984' },
    });
    // More than is needed is not kept.
    expect(JSON.stringify(made.body)).not.toMatch(/Rua Um|ninguém|roles/);
    expect(await personOf(ANA)).toMatchObject({
      name: 'Ana Souza',
      phone: '11987654321',
      is_verified: true,
      password_hash: '!',
      approval: 'approved',
    });
    const { id } = made.body;
    const found = await directory.get('/Users', { filter: `userName eq "${ANA.toUpperCase()}"` });
    expect(found.body.Resources).toMatchObject([{ id }]);
    const byMail = await directory.get('/Users', { filter: `emails[type eq "work"].value eq "${ANA}"` });
    expect(byMail.body.totalResults).toBe(1);
    const changed = await directory.patch(`/Users/${id}`, [
      { op: 'Replace', path: 'emails[type eq "work"].value', value: 'ana.lima@exemplo.gov.br' },
      { op: 'Replace', path: 'displayName', value: 'Ana Lima' },
      { op: 'Add', path: 'name.familyName', value: 'Lima' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '11 91234-5678' },
      { op: 'Add', path: `${SCIM_SCHEMAS.enterprise}:department`, value: 'Compras' },
      { op: 'Add', path: 'addresses[type eq "work"].formatted', value: 'Rua Dois, 2' },
      { op: 'Add', path: `${SCIM_SCHEMAS.enterprise}:manager`, value: { value: '1' } },
    ]);
    expect(changed.status, changed.text).toBe(200);
    expect(changed.body).toMatchObject({
      displayName: 'Ana Lima',
      name: { familyName: 'Lima', givenName: 'Ana' },
      [SCIM_SCHEMAS.enterprise]: { department: 'Compras', employeeNumber: '701984' },
    });
    expect(await personOf('ana.lima@exemplo.gov.br')).toMatchObject({
      name: 'Ana Lima',
      phone: '11912345678',
    });
    const letter = await testServer.mailbox.next(ANA);
    expect(letter.subject).toBe('O e-mail da sua conta mudou');
    // A directory did it, and no browser.
    expect(letter.text).not.toContain('avegador');
    expect(await actions()).toEqual(['user.created', 'user.corrected_by_provider']);
  });

  test('R-ACC-30 groups: made, filled, asked for without members, renamed, emptied', async () => {
    const [ana, bia] = [await created(), await created(entraUser('bia@exemplo.gov.br', 'Bia Reis'))];
    const made = await directory.post('/Groups', {
      schemas: [
        SCIM_SCHEMAS.group,
        'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group',
      ],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Jurídico',
      meta: { resourceType: 'Group' },
    });
    expect([made.status, made.body.members]).toEqual([201, []]);
    const path = `/Groups/${made.body.id}`;
    const added = await directory.patch(path, [
      { op: 'Add', path: 'members', value: [{ $ref: null, value: ana.id }] },
      { op: 'Add', path: 'members', value: [{ $ref: null, value: bia.id }] },
    ]);
    expect([added.status, added.text]).toEqual([204, '']);
    const listed = await directory.get('/Groups', {
      filter: 'displayName eq "jurídico"',
      excludedAttributes: 'members',
    });
    expect(listed.body.Resources).toHaveLength(1);
    expect(listed.body.Resources[0]).not.toHaveProperty('members');
    const isMember = await directory.get('/Groups', {
      filter: `id eq "${made.body.id}" and members eq "${bia.id}"`,
    });
    expect(isMember.body.totalResults).toBe(1);
    await directory.patch(path, [{ op: 'Replace', path: 'displayName', value: 'Procuradoria' }]);
    await directory.patch(path, [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: ana.id }] }]);
    expect((await directory.get(path)).body).toMatchObject({
      displayName: 'Procuradoria',
      members: [{ value: bia.id, display: 'bia@exemplo.gov.br' }],
    });
    expect((await directory.delete(path)).status).toBe(204);
    expect((await directory.get(path)).status).toBe(404);
    expect(await testServer.context.db.$count(scim_members)).toBe(0);
  });
});

test('R-ACC-30 a walk as Okta does it: whole people by PUT, values without a path, members by filter', async () => {
  const made = await created(oktaUser(ANA, 'Ana Souza'));
  const path = `/Users/${made.id}`;
  const got = await directory.get(path);
  expect(JSON.stringify(got.body)).not.toContain('1mz050nq');
  const put = await directory.put(path, {
    ...got.body,
    name: { givenName: 'Ana', familyName: 'Lima' },
    displayName: 'Ana Lima',
  });
  expect(put.body).toMatchObject({ displayName: 'Ana Lima', active: true });
  expect((await directory.patch(path, [{ op: 'replace', value: { active: false } }])).body.active).toBe(
    false,
  );
  expect((await personOf(ANA))?.active).toBe(false);
  expect((await directory.put(path, { ...put.body, active: true })).body.active).toBe(true);
  const group = await directory.post('/Groups', {
    schemas: [SCIM_SCHEMAS.group],
    displayName: 'Compras',
    members: [{ value: made.id, display: ANA }],
  });
  const at = `/Groups/${group.body.id}`;
  await directory.patch(at, [{ op: 'replace', value: { id: group.body.id, displayName: 'Licitações' } }]);
  await directory.patch(at, [{ op: 'remove', path: `members[value eq "${made.id}"]` }]);
  expect((await directory.get(at)).body).toMatchObject({ displayName: 'Licitações', members: [] });
  await directory.patch(at, [{ op: 'replace', path: 'members', value: [{ value: made.id, display: ANA }] }]);
  expect((await directory.get(at)).body.members).toHaveLength(1);
  const page = await directory.get('/Users', { startIndex: '1', count: '0' });
  expect(page.body).toMatchObject({ totalResults: 1, itemsPerPage: 0, Resources: [] });
});

describe('R-ACC-31 somebody whom the directory lets go', () => {
  test.each([
    ['false', [{ op: 'Replace', path: 'active', value: false }]],
    ['"False"', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['without a path', [{ op: 'Add', value: { active: 'false' } }]],
    ['by PUT', null],
  ])('loses sign-ins and keys at once: %s', async (_, operations) => {
    const ana = await testServer.user({ email: ANA });
    const { body: key } = await testServer.as(ana).post('/users/me/access-keys', { name: 'Planilha' });
    const { id } = await created();
    const path = `/Users/${id}`;
    const reply = operations
      ? await directory.patch(path, operations)
      : await directory.put(path, { userName: ANA, active: false });
    expect([reply.status, reply.body.active]).toEqual([200, false]);
    expect((await testServer.as(ana).get('/users/me')).body.code).toBe('account_ended');
    const program = testServer.as({ token: key.data.secret });
    expect((await program.get('/openai/models')).status).toBe(401);
    expect(await actions()).toContain('user.deactivated');
    // The same directory may let them in again.
    await directory.patch(path, [{ op: 'Replace', path: 'active', value: 'True' }]);
    expect((await personOf(ANA))?.active).toBe(true);
    expect((await program.get('/openai/models')).status).toBe(200);
  });

  test('stays deactivated when an administrator decided so, and the directory reads `active` false', async () => {
    const { id } = await created();
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    const ana = await personOf(ANA);
    await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
    await admin.patch(`/users/${ana?.id}/status`, { active: true });
    await admin.patch(`/users/${ana?.id}/status`, { active: false });
    const reply = await directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: true }]);
    expect([reply.status, reply.body.active, (await personOf(ANA))?.active]).toEqual([200, false, false]);
  });

  test('R-ACC-32 by DELETE keeps conversations and can come back as the same person', async () => {
    const ana = await testServer.user({ email: ANA });
    const agent = await buildAgent(testServer.context);
    const asked = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    expect((await testServer.as(ana).ask(asked.id, 'Como peço férias?')).status).toBe(200);
    const { id } = await created();
    expect((await directory.delete(`/Users/${id}`)).status).toBe(204);
    expect((await directory.get(`/Users/${id}`)).status).toBe(404);
    expect(await testServer.context.db.$count(chat_sessions, eq(chat_sessions.user_id, ana.id))).toBe(1);
    expect(await testServer.context.db.$count(token_entries, eq(token_entries.user_id, ana.id))).toBe(1);
    expect((await personOf(ANA))?.active).toBe(false);
    await created();
    expect(await personOf(ANA)).toMatchObject({ id: ana.id, active: true });
  });
});

describe('R-ACC-33 a directory has no word', () => {
  test('in accounts of superadmins and of administrators whom it may not make', async () => {
    const root = await testServer.user({ role: 'superadmin', email: 'root@exemplo.gov.br' });
    await testServer.user({ role: 'admin', email: 'chefe@exemplo.gov.br' });
    for (const email of ['root@exemplo.gov.br', 'chefe@exemplo.gov.br'])
      expect(codes(await directory.post('/Users', entraUser(email, 'Alguém')))).toEqual([
        409,
        'scim_taken',
        'uniqueness',
      ]);
    const { id } = await created();
    const ana = await personOf(ANA);
    await testServer.as(root).post(`/admin/promote/${ana?.id}/superadmin`);
    for (const reply of [
      await directory.patch(`/Users/${id}`, [{ op: 'Replace', path: 'active', value: false }]),
      await directory.delete(`/Users/${id}`),
    ])
      expect(codes(reply)).toEqual([403, 'superadmin_protected', undefined]);
    expect((await personOf(ANA))?.active).toBe(true);
  });

  test('in domains that are not entrusted to it, nor over people of another provider', async () => {
    const foreign = await directory.post('/Users', entraUser('ana@outro.gov.br', 'Ana'));
    expect(codes(foreign)).toEqual([400, 'scim_value_invalid', 'invalidValue']);
    const other = await openDirectory(testServer, { domain: 'outro.gov.br' });
    const { body } = await other.post('/Users', entraUser('bia@outro.gov.br', 'Bia'));
    // Ids of another provider are nobody's.
    expect(codes(await directory.get(`/Users/${body.id}`))).toEqual([404, 'scim_not_found', undefined]);
    expect((await directory.delete(`/Users/${body.id}`)).status).toBe(404);
    const mine = await created();
    const stolen = await directory.patch(`/Users/${mine.id}`, [
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'bia@outro.gov.br' },
      { op: 'replace', path: 'userName', value: 'bia@outro.gov.br' },
    ]);
    expect(codes(stolen)).toEqual([400, 'scim_value_invalid', 'invalidValue']);
    await testServer.user({ email: 'caio@exemplo.gov.br' });
    const renamed = await directory.patch(`/Users/${mine.id}`, [
      { op: 'replace', path: 'emails[type eq "work"].value', value: 'caio@exemplo.gov.br' },
    ]);
    expect(codes(renamed)).toEqual([409, 'scim_taken', 'uniqueness']);
    expect((await personOf(ANA))?.name).toBe('Ana Souza');
  });

  test('in passwords: who registered the address first loses theirs', async () => {
    const anyone = testServer.anyone();
    await anyone.post('/auth/register', { email: ANA, name: 'Outro', password: 'uma senha boa' });
    await created();
    const login = await anyone.form('/auth/login', { username: ANA, password: 'uma senha boa' });
    expect(login.body.code).toBe('invalid_credentials');
  });
});

describe('R-ACC-34 what is refused', () => {
  const refusals: [string, () => Promise<{ status: number; body: { code?: string } }>, unknown[]][] = [
    ['another resource', () => directory.get('/Bulk'), [404, 'not_found', undefined]],
    [
      'a filter that is no comparison',
      () => directory.get('/Users', { filter: 'userName co "a"' }),
      [400, 'scim_filter_invalid', 'invalidFilter'],
    ],
    [
      'a path of the prototype',
      () =>
        directory
          .post('/Users', entraUser(ANA, 'Ana'))
          .then(({ body }) =>
            directory.patch(`/Users/${body.id}`, [{ op: 'add', path: '__proto__.x', value: 1 }]),
          ),
      [400, 'scim_path_invalid', 'invalidPath'],
    ],
    [
      'a removal without a path',
      () =>
        directory
          .post('/Users', entraUser(ANA, 'Ana'))
          .then(({ body }) => directory.patch(`/Users/${body.id}`, [{ op: 'remove' }])),
      [400, 'scim_target_missing', 'noTarget'],
    ],
    ['a person without a name', () => directory.post('/Users', {}), [400, 'validation', 'invalidValue']],
    [
      'a truth that is none',
      () => directory.post('/Users', entraUser(ANA, 'Ana', { active: 'talvez' })),
      [400, 'scim_value_invalid', 'invalidValue'],
    ],
    [
      'five megabytes',
      () => directory.post('/Users', entraUser(ANA, 'Ana', { title: 'x'.repeat(5_000_000) })),
      [413, 'payload_too_large', undefined],
    ],
    [
      'a depth of five hundred',
      () => directory.post('/Users', JSON.parse(`${'{"a":'.repeat(500)}1${'}'.repeat(500)}`)),
      [400, 'validation', 'invalidValue'],
    ],
    [
      'ten thousand members',
      () =>
        directory.post('/Groups', {
          displayName: 'Todos',
          members: Array.from({ length: 10_000 }, () => ({ value: crypto.randomUUID() })),
        }),
      [413, 'payload_too_large', undefined],
    ],
    [
      'a member whom nobody knows',
      () => directory.post('/Groups', { displayName: 'A', members: [{ value: crypto.randomUUID() }] }),
      [400, 'scim_value_invalid', 'invalidValue'],
    ],
    ['an id that is none', () => directory.get('/Users/x'), [404, 'scim_not_found', undefined]],
  ];
  test.each(refusals)('%s', async (_, call, expected) => {
    const reply = (await call()) as Awaited<ReturnType<Directory['get']>>;
    expect(codes(reply)).toEqual(expected);
    expect(String(reply.headers['content-type']).startsWith(SCIM_MEDIA_TYPE)).toBe(true);
    expect(reply.body).toMatchObject({
      schemas: [SCIM_SCHEMAS.error],
      status: String(reply.status),
      detail: expect.any(String),
    });
  });

  test('of several operations all or none', async () => {
    const { id } = await created();
    await directory.patch(`/Users/${id}`, [
      { op: 'replace', path: 'displayName', value: 'Outra' },
      { op: 'replace', path: 'active', value: 'nunca' },
    ]);
    expect((await directory.get(`/Users/${id}`)).body.displayName).toBe('Ana Souza');
    expect((await personOf(ANA))?.name).toBe('Ana Souza');
  });

  test('a name that another has, also of two calls at once', async () => {
    const bodies = ['ana@exemplo.gov.br', 'ANA@exemplo.gov.br'].map((name) => entraUser(name, 'Ana'));
    const statuses = (await Promise.all(bodies.map((body) => directory.post('/Users', body)))).map(
      ({ status }) => status,
    );
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    const groups = await Promise.all([1, 2].map(() => directory.post('/Groups', { displayName: 'Um' })));
    expect(new Set(groups.map(({ status }) => status))).toEqual(new Set([201, 409]));
  });

  test('more than 6,000 calls in ten minutes', async () => {
    const { db } = testServer.context;
    expect((await directory.get('/ResourceTypes')).status).toBe(200);
    await db.update(rate_limits).set({ count: 5_998 }).where(like(rate_limits.key, 'scim-token-%'));
    const statuses: number[] = [];
    for (let call = 0; call < 4; call += 1) statuses.push((await directory.get('/ResourceTypes')).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    // The ten minutes are those of the clock; their last second still belongs to them, and the refusal says how long it is.
    const left = 600_000 - (testServer.context.clock.now().getTime() % 600_000);
    testServer.clock.advance(left - 1_000);
    const late = await directory.get('/ResourceTypes');
    expect([late.status, late.headers['retry-after']]).toEqual([429, '1']);
    testServer.clock.advance(1_000);
    expect((await directory.get('/ResourceTypes')).status).toBe(200);
  });
});

describe('R-ACC-35 tokens', () => {
  const tokens = () => `/admin/identity-providers/${directory.provider_id}/scim-tokens`;
  const reach = async (token: string) =>
    (await testServer.as({ token }).get('/scim/v2/ServiceProviderConfig')).status;

  test('two live ones allow a rotation; a third is refused, a revoked one dies at once', async () => {
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    const made = await root.post(tokens(), undefined, { headers: { 'idempotency-key': 'a' } });
    expect(made.status).toBe(201);
    const again = await root.post(tokens(), undefined, { headers: { 'idempotency-key': 'a' } });
    expect(again.body.data).toEqual(made.body.data);
    const third = await root.post(tokens());
    expect([third.status, third.body.code]).toEqual([409, 'too_many_scim_tokens']);
    const { secret, id } = made.body.data;
    expect([await reach(secret), await reach(directory.token)]).toEqual([200, 200]);
    expect((await root.delete(`${tokens()}/${id}`)).status).toBe(200);
    expect([await reach(secret), await reach(directory.token)]).toEqual([401, 200]);
    expect(await actions()).toEqual([
      'session.started',
      'identity_provider.scim_token_made',
      'identity_provider.scim_token_revoked',
    ]);
    const everything = JSON.stringify([
      await testServer.context.db.select().from(audit_entries),
      (await root.get('/admin/identity-providers')).body,
      testServer.logs,
    ]);
    expect(everything).not.toContain(secret);
  });

  test('opens SCIM alone, tells what it last called, and rests while its provider is off', async () => {
    const { token, provider_id } = directory;
    expect((await testServer.as({ token }).get('/users/me')).status).toBe(401);
    await directory.get('/Users/x');
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    const { body } = await root.get(`/admin/identity-providers/${provider_id}`);
    expect(body.data.scim).toMatchObject({
      users: 0,
      groups: 0,
      tokens: [{ last_call: 'GET /Users/:id', last_status: 404, last_used_at: expect.any(String) }],
    });
    expect(body.data.addresses.scim).toMatch(/\/api\/v1\/scim\/v2$/);
    const off = { active: false };
    const { db } = testServer.context;
    await db.update(identity_providers).set(off).where(eq(identity_providers.id, provider_id));
    expect(await reach(token)).toBe(401);
  });

  test('belong to providers of OpenID Connect', async () => {
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    const id = await buildProvider(testServer.context, {
      kind: 'ldap',
      settings: { url: 'ldaps://dir.exemplo.gov.br', base: 'dc=x' },
    });
    const reply = await root.post(`/admin/identity-providers/${id}/scim-tokens`);
    expect([reply.status, reply.body.detail]).toEqual([422, 'Provedores LDAP não recebem pessoas por SCIM.']);
  });
});

describe('groups of a directory', () => {
  const groupOf = async (name: string) => {
    const [row] = await testServer.context.db.insert(user_groups).values({ name }).returning();
    return row?.id ?? 0;
  };
  const map = (mappings: [string, number][]) =>
    testServer.context.db.insert(group_mappings).values(
      mappings.map(([value, user_group_id], position) => ({
        provider_id: directory.provider_id,
        position,
        value,
        user_group_id,
        grants_admin: true,
      })),
    );

  test('decide the group here by the mappings, with its limit; never a role', async () => {
    const [legal, buying] = [await groupOf('Jurídico interno'), await groupOf('Compras internas')];
    await map([
      ['Compras', buying],
      ['grupo-7', legal],
    ]);
    await testServer.context.db
      .update(identity_providers)
      .set({ settings: { ...(await settingsOf()), may_grant_admin: true } });
    const ana = await created();
    const members = [{ value: ana.id }];
    const { body } = await directory.post('/Groups', {
      displayName: 'Direito',
      externalId: 'grupo-7',
      members,
    });
    expect(await personOf(ANA)).toMatchObject({ user_group_id: legal, role: 'user' });
    await directory.post('/Groups', { displayName: 'Compras', members });
    expect((await personOf(ANA))?.user_group_id).toBe(buying);
    const [second] = (await directory.get('/Groups', { filter: 'displayName eq "Compras"' })).body.Resources;
    await directory.delete(`/Groups/${second.id}`);
    expect((await personOf(ANA))?.user_group_id).toBe(legal);
    await directory.patch(`/Groups/${body.id}`, [
      { op: 'replace', value: { displayName: 'Compras', externalId: null } },
    ]);
    expect((await personOf(ANA))?.user_group_id).toBe(buying);
    expect((await actions()).filter((action) => action === 'group.people_assigned')).toHaveLength(4);
  });

  test('leave the group alone without mappings, and after the first entry where that one decides', async () => {
    const [own, mapped] = [await groupOf('Própria'), await groupOf('Mapeada')];
    const ana = await created();
    const { db } = testServer.context;
    await db.update(users).set({ user_group_id: own }).where(eq(users.email, ANA));
    await directory.post('/Groups', { displayName: 'Um', members: [{ value: ana.id }] });
    expect((await personOf(ANA))?.user_group_id).toBe(own);
    await map([['Dois', mapped]]);
    await db.update(identity_providers).set({ settings: { ...(await settingsOf()), groups_mode: 'first' } });
    await db.update(users).set({ last_login: new Date() }).where(eq(users.email, ANA));
    await directory.post('/Groups', { displayName: 'Dois', members: [{ value: ana.id }] });
    expect((await personOf(ANA))?.user_group_id).toBe(own);
  });

  const settingsOf = async () => {
    const [row] = await testServer.context.db.select().from(identity_providers);
    return row?.settings as object;
  };
});

test('a push lets in who waits for approval, and not who was refused', async () => {
  for (const [email, approval] of [
    ['espera@exemplo.gov.br', 'waiting'],
    ['recusada@exemplo.gov.br', 'refused'],
  ] as const) {
    const { id } = await testServer.user({ email, signed_in: false });
    await testServer.context.db.update(users).set({ approval }).where(eq(users.id, id));
    const made = await created(entraUser(email, 'Alguém'));
    expect(made.active).toBe(approval === 'waiting');
    expect((await personOf(email))?.approval).toBe(approval === 'waiting' ? 'approved' : 'refused');
  }
  expect((await testServer.mailbox.next('espera@exemplo.gov.br')).subject).toBe('Seu cadastro foi aprovado');
});

test('R-ACC-58 the export has what the directory sent, and erasure leaves nothing of it', async () => {
  const ana = await testServer.user({ email: ANA });
  await created();
  const data = await personalDataOf(testServer.context, ana.id).directories();
  expect(data).toMatchObject([
    { provider: 'Prefeitura', attributes: { userName: ANA, displayName: 'Ana Souza' } },
  ]);
  const person = await personOf(ANA);
  await testServer.context.db.transaction(async (tx) => {
    if (person) await erase(tx, person, testServer.context.clock.now());
  });
  expect(await testServer.context.db.$count(scim_users)).toBe(0);
  if (person) expect(await findResidualData(testServer.context.db, person)).toEqual([]);
});

test('dozens of changes of a directory at once wait for one another, and nobody else waits for them', async () => {
  const { db } = testServer.context;
  const { id } = await created();
  const reader = testServer.as(await testServer.user());
  const waiting = async () => {
    const { rows } = await db.execute<{ count: number }>(
      sql`select count(*)::int from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`,
    );
    return rows[0]?.count ?? 0;
  };
  const changes = await db.transaction(async (tx) => {
    await lockDirectory(tx, directory.provider_id);
    const sent = Array.from({ length: 30 }, (_, n) =>
      directory.patch(`/Users/${id}`, [{ op: 'replace', path: 'title', value: `Analista ${n}` }]),
    );
    while ((await waiting()) === 0);
    for (let round = 0; round < 10; round += 1) expect((await reader.get('/users/me')).status).toBe(200);
    expect(await waiting()).toBe(1);
    return sent;
  });
  expect((await Promise.all(changes)).map(({ status }) => status)).toEqual(Array(30).fill(200));
});
