/** Terms of use and the privacy notice: the gate, versions that never change, and who accepted them. */
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { users } from '../../db/tables/people.ts';
import { terms_acceptances, terms_versions } from '../../db/tables/terms.ts';
import { erase } from '../privacy/erase.ts';
import { personalDataOf } from '../privacy/export/personal-data-reader.ts';

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

test('R-ACC-55 who accepted is downloaded, exported and erased; the audit log has no text', async () => {
  const id = await published();
  await accept(ana, [id]);
  await accept(root, [id]);
  const { text, headers } = await root.get(`/admin/terms/${id}/acceptances`);
  expect(headers['content-type']).toContain('text/csv');
  expect(text).toContain("'=Ana Souza");
  expect((await root.get('/admin/terms')).body.data).toMatchObject([{ id, accepted: 2 }]);
  const { db } = testServer.context;
  const exported = await personalDataOf(db, ana_id).accepted_terms();
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
