import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { pdfOf } from '../../../../../tests/fixtures/pdf.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { formWith, leftFiles, rowsOf, settled } from '../../../../test/uploads.ts';
import { withKnowledgeBaseLock } from '../documents/knowledge-base-lock.ts';
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
  expect(await leftFiles(testServer)).toEqual([]);
});
afterAll(() => testServer.close());

type Bytes = Parameters<typeof formWith>[1];
const upload = async (name: string, content: Bytes): Promise<number> =>
  (await admin.upload(`/knowledge-bases/${base}/documents`, formWith(name, content))).body.data.id;
const fileOf = (id: number) => `/knowledge-bases/${base}/documents/${id}/file`;
const replace = (id: number, name: string, content: Bytes, headers: Record<string, string> = {}) =>
  admin.upload(fileOf(id), formWith(name, content), { headers }, 'PUT');
const shown = async (id: number) =>
  (await admin.get(`/knowledge-bases/${base}`)).body.data.documents.find(
    (one: { id: number }) => one.id === id,
  );
const found = async (q: string): Promise<string[]> =>
  (await admin.get(`/knowledge-bases/${base}/search`, { query: { q } })).body.data.hits.map(
    ({ content }: { content: string }) => content,
  );
const audited = async (id: number) =>
  (
    await testServer.context.db.execute<{ action: string; object_name: string; after: object }>(sql`
      select action, object_name, after from audit_entries
      where object_type = 'document' and object_id = ${id} order by id`)
  ).rows;

test('R-DOC-66 a file is replaced by hand, and its text is found until the new one is ready', async () => {
  const id = await upload('Diária 2025.txt', 'A diária é de cem reais.');
  // No text can be switched in before this ends.
  const reply = await withKnowledgeBaseLock(testServer.context.db, base, async () => {
    const pending = replace(id, 'Diária 2026.md', 'A diária é de duzentos reais.');
    while ((await shown(id)).status !== 'indexing');
    expect(await found('valor da diária')).toEqual(['A diária é de cem reais.']);
    expect(await shown(id)).toMatchObject({ original_filename: 'Diária 2025.txt', searchable: true });
    const busy = await replace(id, 'Outra.txt', 'Outro texto.');
    expect([busy.status, busy.body.code]).toEqual([409, 'document_busy']);
    return { pending };
  }).then(({ pending }) => pending);
  expect([reply.status, reply.body.data]).toMatchObject([
    200,
    { id, original_filename: 'Diária 2026.md', file_type: 'md', status: 'ready' },
  ]);
  expect(await found('valor da diária')).toEqual(['A diária é de duzentos reais.']);
  expect((await admin.get(fileOf(id))).text).toBe('A diária é de duzentos reais.');
  expect(await audited(id)).toMatchObject([
    { action: 'document.created' },
    { action: 'document.replaced', object_name: 'Diária 2026.md', after: { knowledge_base_id: base } },
  ]);
});

test('R-DOC-66 the same bytes change nothing; of another type, or after a failure, they are read', async () => {
  const id = await upload('Prazo.txt', '# Prazo\n\nTrinta dias.');
  const [before, rows] = [await shown(id), await rowsOf(testServer)];
  const again = await replace(id, 'Outro nome.txt', '# Prazo\n\nTrinta dias.');
  expect([again.status, again.body.data]).toEqual([200, before]);
  expect(await rowsOf(testServer)).toEqual(rows);
  expect(await audited(id)).toHaveLength(1);
  expect((await replace(id, 'Prazo.md', '# Prazo\n\nTrinta dias.')).body.data).toMatchObject({
    file_type: 'md',
  });
  await testServer.context.db.execute(
    sql`update documents set status = 'failed', error = 'Falhou.', problem = 'internal' where id = ${id}`,
  );
  expect((await replace(id, 'Prazo.md', '# Prazo\n\nTrinta dias.')).body.data.status).toBe('ready');
  // The upload with the number of a document is the same function.
  const form = formWith('Prazo.md', '# Prazo\n\nTrinta dias.', { document_id: String(id) });
  expect((await admin.upload(`/knowledge-bases/${base}/documents`, form)).status).toBe(201);
  expect(await audited(id)).toHaveLength(3);
});

test('R-DOC-66 a file that cannot be read is taken back, and a repeated call is answered once', async () => {
  const id = await upload('Diária.txt', 'A diária é de cem reais.');
  const before = await shown(id);
  const bad = await replace(id, 'Nova.pdf', pdfOf([[]], { pictures: true }));
  expect([bad.status, bad.body.code]).toEqual([422, 'file_scanned']);
  expect({ ...(await shown(id)), updated_at: before.updated_at }).toEqual(before);
  const key = { 'idempotency-key': 'trocar-o-arquivo-1' };
  const [one, other] = [
    await replace(id, 'Nova.txt', 'A diária é de mil reais.', key),
    await replace(id, 'Nova.txt', 'A diária é de mil reais.', key),
  ];
  expect([one.status, other.status, other.body.data]).toEqual([200, 200, one.body.data]);
  expect((await audited(id)).filter(({ action }) => action === 'document.replaced')).toHaveLength(2);
  await settled(testServer, { knowledge_base_id: base, document_id: id });
});

test('R-DOC-66 nothing is replaced that is not there, and no file of another type', async () => {
  const id = await upload('a.txt', 'Um texto.');
  const unknown = await replace(1_999_999_999, 'b.txt', 'Texto.');
  expect([unknown.status, unknown.body.code]).toEqual([404, 'document_not_found']);
  const elsewhere = await admin.upload(
    `/knowledge-bases/1999999999/documents/${id}/file`,
    formWith('b.txt', 'Texto.'),
    {},
    'PUT',
  );
  expect([elsewhere.status, elsewhere.body.code]).toEqual([404, 'knowledge_base_not_found']);
  const wrong = await replace(id, 'b.xls', 'Texto.');
  expect([wrong.status, wrong.body.code]).toEqual([415, 'file_type_unsupported']);
  const user = testServer.as(await testServer.user());
  const refused = await user.upload(fileOf(id), formWith('b.txt', 'Texto.'), {}, 'PUT');
  expect(refused.status).toBe(403);
  expect(await found('texto')).toEqual(['Um texto.']);
});
