import { and, eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith, settled } from '../../../../test/uploads.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { withKnowledgeBaseLock } from '../documents/knowledge-base-lock.ts';
import { ingestText } from '../ingest/replace-passages.ts';
import { brokenDocuments } from '../invariants.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let base: number;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
beforeEach(async () => {
  base = (await admin.post('/knowledge-bases', { name: 'Regras' })).body.data.id;
});
afterEach(async () => {
  expect(await brokenDocuments(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

const upload = async (name: string, text: string): Promise<number> =>
  (await admin.upload(`/knowledge-bases/${base}/documents`, formWith(name, text))).body.data.id;
/** As if a former release had read it. */
const age = (id: number) =>
  testServer.context.db
    .update(documents)
    .set({ reader_version: 1 })
    .where(and(eq(documents.knowledge_base_id, base), eq(documents.id, id)));
const shown = async () => (await admin.get(`/knowledge-bases/${base}`)).body.data;
const reread = (body: object = {}, headers: Record<string, string> = {}) =>
  admin.post(`/knowledge-bases/${base}/reread`, body, { headers });
const found = async (q: string) =>
  (await admin.get(`/knowledge-bases/${base}/search`, { query: { q } })).body.data.hits.map(
    ({ content }: { content: string }) => content,
  );
const isRead = (document_id: number) => settled(testServer, { knowledge_base_id: base, document_id });
const audited = async () =>
  (
    await testServer.context.db.execute(sql`
      select after from audit_entries where action = 'knowledge_base.reread' and object_id = ${base}`)
  ).rows;

test('R-DOC-16 documents that an earlier reader read are counted and read again; the former text is found until then', async () => {
  const [old, current] = [await upload('a.txt', 'Vale o termoantigo.'), await upload('b.txt', 'Multa.')];
  await age(old);
  const file = { original_filename: 'c.txt', file_type: 'txt', file_size: 6 };
  const written = await ingestText(testServer.context.db, {
    knowledge_base_id: base,
    ...file,
    text: 'Texto.',
  });
  await age(written.id);
  const before = await shown();
  expect([before.old_documents, before.passages_to_embed]).toEqual([1, 0]);
  const marks = before.documents.map(({ id, reader_version, can_reread }: Record<string, unknown>) => ({
    id,
    reader_version,
    can_reread,
  }));
  expect(marks).toEqual([
    // Without its file there is nothing to read again.
    { id: written.id, reader_version: 1, can_reread: false },
    { id: current, reader_version: 2, can_reread: false },
    { id: old, reader_version: 1, can_reread: true },
  ]);
  // The new reader reads something else in the same file.
  await testServer.context.db.execute(sql`
    update document_file_parts p set content = convert_to('Vale o termorecente', 'UTF8') from document_files f
    where f.id = p.file_id and f.knowledge_base_id = ${base} and f.document_id = ${old}`);
  // No text can be switched in before this ends.
  await withKnowledgeBaseLock(testServer.context.db, base, async () => {
    const { status, body } = await reread();
    expect([status, body.data]).toEqual([200, { queued: 1 }]);
    expect(await found('termoantigo')).toEqual(['Vale o termoantigo.']);
    expect(await shown()).toMatchObject({ old_documents: 0 });
    const again = await reread();
    expect([again.status, again.body.code]).toEqual([409, 'document_busy']);
  });
  expect(await isRead(old)).toMatchObject({ status: 'ready', reader_version: 2 });
  expect(await found('termorecente')).toEqual(['Vale o termorecente']);
  expect(await found('termoantigo')).not.toContain('Vale o termoantigo.');
  expect(await audited()).toEqual([{ after: { queued: 1 } }]);
  expect((await reread()).body.data).toEqual({ queued: 0 });
  expect(await audited()).toHaveLength(1);
});

test('R-DOC-16 named documents are read again; those without a file or being read are passed over', async () => {
  const [one, two] = [await upload('a.txt', 'Um prazo.'), await upload('b.txt', 'Uma multa.')];
  const { id: written } = await ingestText(testServer.context.db, {
    knowledge_base_id: base,
    original_filename: 'c.txt',
    file_type: 'txt',
    file_size: 6,
    text: 'Texto.',
  });
  await withKnowledgeBaseLock(testServer.context.db, base, async () => {
    expect((await reread({ document_ids: [one] })).body.data).toEqual({ queued: 1 });
    expect((await reread({ document_ids: [one, two, written, two] })).body.data).toEqual({ queued: 1 });
    expect((await reread({ document_ids: [one, two, written] })).body.code).toBe('document_busy');
    expect((await reread({ document_ids: [written] })).body.data).toEqual({ queued: 0 });
  });
  await Promise.all([isRead(one), isRead(two)]);
  const unknown = await reread({ document_ids: [one, 2_000_000_000] });
  expect([unknown.status, unknown.body.code]).toEqual([404, 'document_not_found']);
  const many = await reread({ document_ids: Array.from({ length: 501 }, () => one) });
  expect(many.status).toBe(422);
  expect((await admin.post('/knowledge-bases/2000000000/reread', {})).body.code).toBe(
    'knowledge_base_not_found',
  );
});

test('R-DOC-16 a repeated call queues nothing anew; uploads are read before documents that are read again', async () => {
  const id = await upload('a.txt', 'Um prazo.');
  await age(id);
  const key = { 'idempotency-key': 'ler-de-novo-0001' };
  expect((await reread({}, key)).body.data).toEqual({ queued: 1 });
  expect(await isRead(id)).toMatchObject({ reader_version: 2 });
  expect((await reread({}, key)).body.data).toEqual({ queued: 1 });
  expect((await reread({ document_ids: [id] }, key)).body.code).toBe('idempotency_mismatch');
  const { rows } = await testServer.context.db.execute(sql`
    select priority from pgboss.job where name = 'knowledge.read-document'
      and (data->>'knowledge_base_id')::int = ${base} order by priority`);
  expect(rows).toEqual([{ priority: -1_001 }, { priority: 0 }]);
});

test('R-DOC-16 a file that the current reader refuses leaves the former text, which stays old', async () => {
  const id = await upload('a.json', '{"prazo": "trinta dias"}');
  await age(id);
  await testServer.context.db.execute(sql`
    update document_file_parts p set content = convert_to(repeat(' ', length(p.content)), 'UTF8')
    from document_files f where f.id = p.file_id and f.knowledge_base_id = ${base}`);
  expect((await reread()).body.data).toEqual({ queued: 1 });
  expect(await isRead(id)).toMatchObject({ status: 'failed', reader_version: 1 });
  expect(await found('prazo')).not.toEqual([]);
  expect(await shown()).toMatchObject({ old_documents: 1 });
});
