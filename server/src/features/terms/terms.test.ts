/** Terms of use and the privacy notice: the gate, versions that never change, and who accepted them. */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { users } from '../../db/tables/people.ts';
import { terms_acceptances, terms_versions } from '../../db/tables/terms.ts';
import { erase } from '../privacy/erase.ts';
import { personalDataOf } from '../privacy/export/personal-data-reader.ts';
import { keepAcceptances } from './records/acceptances.ts';

let testServer: TestServer;
let root: ReturnType<TestServer['as']>;
let ana: ReturnType<TestServer['as']>;
let ana_id: number;
beforeEach(async () => {
  testServer = await startTestServer();
  root = testServer.as(await testServer.user({ role: 'superadmin' }));
  const built = await testServer.user({ name: '=Ana Souza' });
  ana_id = built.id;
  ana = testServer.as(built);
});
afterEach(() => testServer.close());

const BODY = 'O texto que ninguém deve achar na auditoria.';
async function draft(kind = 'terms', required = true) {
  const { status, body } = await root.post('/admin/terms', {
    kind,
    title: 'Termos de Uso',
    body: BODY,
    required,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.data as { id: number; updated_at: string };
}
async function published(kind = 'terms', required = true): Promise<number> {
  const { id, updated_at } = await draft(kind, required);
  const { body } = await root.post(`/admin/terms/${id}/publish`, { updated_at });
  expect(body.data, JSON.stringify(body)).toMatchObject({ id, version: expect.any(Number) });
  return id;
}
const accept = (who: typeof ana, ids: number[]) => who.post('/users/me/terms', { ids });
const codeOf = async (who: typeof ana) => (await who.get('/agents/available')).body.code ?? null;

test('R-ACC-55 a published version stands before everything until it is accepted, and again with the next', async () => {
  expect(await codeOf(ana)).toBeNull();
  const first = await published();
  // The superadmin who published it reads it, too.
  expect([await codeOf(ana), await codeOf(root)]).toEqual(['terms_required', 'terms_required']);
  const me = await ana.get('/users/me');
  expect(me.body.data.pending).toEqual(['terms']);
  for (const path of ['/users/me/export', '/terms']) expect((await ana.get(path)).status).toBe(200);
  const shown = await testServer.anyone().get('/terms');
  expect(shown.body.data).toMatchObject([
    { id: first, kind: 'terms', version: 1, body: BODY, required: true },
  ]);
  expect((await accept(ana, [first])).body.data).toEqual({ complete: true });
  expect(await codeOf(ana)).toBeNull();
  expect((await ana.get('/users/me')).body.data.pending).toEqual([]);
  await accept(root, [first]);
  const second = await published();
  expect(await codeOf(ana)).toBe('terms_required');
  // The text changed between reading and accepting.
  const late = await accept(ana, [first]);
  expect([late.status, late.body.code]).toEqual([409, 'terms_outdated']);
  await accept(ana, [second]);
  expect(await codeOf(ana)).toBeNull();
});

test('R-ACC-55 a version that is published while another is being accepted waits for that, and is asked for', async () => {
  const { db, clock } = testServer.context;
  const first = await published();
  await accept(root, [first]);
  const { id, updated_at } = await draft();
  let publication: Promise<unknown> = Promise.resolve();
  await db.transaction(async (tx) => {
    await keepAcceptances(tx, { user_id: ana_id, ids: [first], ip: '203.0.113.9' }, clock.now());
    publication = root.post(`/admin/terms/${id}/publish`, { updated_at });
    const held = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.execute(held)).rowCount).toBe(1);
  });
  await publication;
  expect(await codeOf(ana)).toBe('terms_required');
});

test('R-ACC-55 terms and notice are two records, and both are needed; a version that is not required holds nobody up', async () => {
  const terms = await published();
  await accept(root, [terms]);
  const notice = await published('privacy');
  expect((await accept(ana, [terms])).body.data).toEqual({ complete: false });
  expect(await codeOf(ana)).toBe('terms_required');
  expect((await accept(ana, [notice])).body.data).toEqual({ complete: true });
  await accept(root, [notice]);
  const corrected = await published('terms', false);
  expect(await codeOf(ana)).toBeNull();
  // A new person accepts the newest text.
  const bia = testServer.as(await testServer.user());
  expect(await codeOf(bia)).toBe('terms_required');
  expect((await accept(bia, [corrected, notice])).body.data).toEqual({ complete: true });
  expect(await testServer.context.db.$count(terms_acceptances, eq(terms_acceptances.user_id, ana_id))).toBe(
    2,
  );
});

test('R-ACC-55 keys of programs are not held up: nobody is there to accept', async () => {
  const { body } = await ana.post('/users/me/access-keys', { name: 'Planilha' });
  await published();
  const program = testServer.as({ token: body.data.secret });
  expect((await program.get('/openai/models')).status).toBe(200);
});

test('R-ACC-55 a published version never changes, not even in SQL; a draft does', async () => {
  const { id, updated_at } = await draft();
  const twice = await root.post('/admin/terms', { kind: 'terms', title: 'x', body: 'x', required: false });
  expect(twice.body.code).toBe('terms_draft_exists');
  const text = { title: 'Termos', body: 'Outro texto', required: true };
  const changed = await root.put(`/admin/terms/${id}`, { ...text, updated_at });
  expect(changed.body.data).toMatchObject({ body: 'Outro texto', version: null });
  testServer.clock.advance(1);
  const newer = await root.put(`/admin/terms/${id}`, { ...text, updated_at: changed.body.data.updated_at });
  const stale = await root.post(`/admin/terms/${id}/publish`, { updated_at });
  expect([stale.status, stale.body.code]).toEqual([409, 'stale_change']);
  await root.post(`/admin/terms/${id}/publish`, { updated_at: newer.body.data.updated_at });
  await accept(root, [id]);
  for (const reply of [
    await root.put(`/admin/terms/${id}`, { ...text, updated_at }),
    await root.delete(`/admin/terms/${id}`),
  ])
    expect([reply.status, reply.body.code]).toEqual([409, 'terms_published']);
  const { db } = testServer.context;
  const change = db.execute(sql`update terms_versions set body = 'x' where id = ${id}`);
  await expect(change).rejects.toThrow();
  await expect(db.delete(terms_versions)).rejects.toThrow();
});

test('what is written, changed, published and thrown away as a draft stands in the audit log, without its text', async () => {
  const { db } = testServer.context;
  const first = await draft();
  const text = { title: 'Termos', body: 'Um texto que ninguém guarda', required: false };
  const changed = await root.put(`/admin/terms/${first.id}`, { ...text, updated_at: first.updated_at });
  expect((await root.delete(`/admin/terms/${first.id}`)).status).toBe(200);
  expect(changed.status).toBe(200);
  const second = await draft();
  await root.post(`/admin/terms/${second.id}/publish`, { updated_at: second.updated_at });
  const entries = await db.select().from(audit_entries).orderBy(audit_entries.id);
  expect(entries.map(({ action }) => action).filter((action) => action.startsWith('terms.'))).toEqual([
    'terms.created',
    'terms.updated',
    'terms.deleted',
    'terms.created',
    'terms.published',
  ]);
  expect(JSON.stringify(entries)).not.toContain('ninguém guarda');
});

test('R-ACC-55 who accepted is downloaded, exported and erased; the audit log has no text', async () => {
  const id = await published();
  await accept(ana, [id]);
  await accept(root, [id]);
  const { text, headers } = await root.get(`/admin/terms/${id}/acceptances`);
  expect(headers['content-type']).toContain('text/csv');
  expect(text).toContain("'=Ana Souza");
  expect((await root.get('/admin/terms')).body.data).toMatchObject([{ id, accepted: 2 }]);
  const { db } = testServer.context;
  const exported = await personalDataOf(testServer.context, ana_id).accepted_terms();
  expect(exported).toMatchObject([{ kind: 'terms', version: 1, accepted_at: expect.any(Date) }]);
  const entries = await db.select().from(audit_entries);
  expect(entries.map(({ action }) => action)).toContain('terms.published');
  expect(JSON.stringify(entries)).not.toContain(BODY);
  const [person] = await db.select().from(users).where(eq(users.id, ana_id));
  await db.transaction(async (tx) => {
    if (person) await erase(tx, person, testServer.context.clock.now());
  });
  expect(await db.$count(terms_acceptances, eq(terms_acceptances.user_id, ana_id))).toBe(0);
});

const newcomer = (terms_ids: number[]) => ({
  ...{ email: 'rui@exemplo.com.br', name: 'Rui Lima', password: 'uma senha bem longa', phone: null },
  terms_ids,
});
const register = (terms_ids: number[]) => testServer.anyone().post('/auth/register', newcomer(terms_ids));
async function enterAs({ email, password }: ReturnType<typeof newcomer>) {
  const { body } = await testServer.anyone().form('/auth/login', { username: email, password });
  return testServer.as({ token: body.data.access_token });
}
const versionsOf = async (email: string) =>
  (
    await testServer.context.db
      .select({ kind: terms_versions.kind, version: terms_versions.version })
      .from(terms_acceptances)
      .innerJoin(users, eq(users.id, terms_acceptances.user_id))
      .innerJoin(terms_versions, eq(terms_versions.id, terms_acceptances.terms_id))
      .where(eq(users.email, email))
  ).map(({ kind, version }) => `${kind} ${version}`);
const codeIn = (text: string) => /\b\d{6}\b/.exec(text)?.[0] ?? '';

test('R-ACC-55 what is accepted in the registration is kept with its version, and holds nobody up at the first entry', async () => {
  const terms = await published();
  await accept(root, [terms]);
  const notice = await published('privacy');
  const outdated = await register([terms + 1_000]);
  expect([outdated.status, outdated.body.code]).toEqual([409, 'terms_outdated']);
  expect(await testServer.context.db.$count(users, eq(users.email, newcomer([]).email))).toBe(0);
  const made = await register([terms, notice]);
  const { email, registration_proof: proof } = made.body.data;
  const code = codeIn((await testServer.mailbox.next(email)).text);
  expect((await testServer.anyone().post('/auth/verify-email', { email, code, proof })).status).toBe(200);
  expect(await codeOf(await enterAs(newcomer([])))).toBeNull();
  expect((await versionsOf(email)).toSorted()).toEqual(['privacy 1', 'terms 1']);
});

test('R-ACC-55 without a choice, or with a part of it, the texts stand before everything at the first entry', async () => {
  const terms = await published();
  await accept(root, [terms]);
  await published('privacy');
  const { email, registration_proof: proof } = (await register([terms])).body.data;
  const code = codeIn((await testServer.mailbox.next(email)).text);
  await testServer.anyone().post('/auth/verify-email', { email, code, proof });
  expect(await codeOf(await enterAs(newcomer([])))).toBe('terms_required');
});

test('R-ACC-55 what somebody accepted who registered the address of another is void with their password', async () => {
  const terms = await published();
  const { email } = (await register([terms])).body.data;
  expect(await versionsOf(email)).toEqual(['terms 1']);
  const code = codeIn((await testServer.mailbox.next(email)).text);
  // From another network, without the proof of the registration.
  const elsewhere = { headers: { 'x-forwarded-for': '198.51.100.9' } };
  const { body } = await testServer
    .anyone()
    .post('/auth/verify-email', { email, code, proof: 'outra' }, elsewhere);
  expect(body.data).toMatchObject({ must_choose_password: true });
  expect(await versionsOf(email)).toEqual([]);
});

test('R-ACC-55 what is accepted with an invitation is kept with its version', async () => {
  const terms = await published();
  await accept(root, [terms]);
  const sent = await root.post('/invitations', { emails: [newcomer([]).email], user_group_id: 1 });
  expect(sent.status, JSON.stringify(sent.body)).toBe(201);
  const letter = await testServer.mailbox.next(newcomer([]).email);
  const token = /\/convite#(\S+)/.exec(letter.text)?.[1] ?? '';
  const { name, password, phone } = newcomer([]);
  const entered = await testServer
    .anyone()
    .post('/auth/invitations/accept', { token, name, password, phone, terms_ids: [terms] });
  expect(entered.status, JSON.stringify(entered.body)).toBe(201);
  expect(await codeOf(testServer.as({ token: entered.body.data.access_token }))).toBeNull();
  expect(await versionsOf(newcomer([]).email)).toEqual(['terms 1']);
});
