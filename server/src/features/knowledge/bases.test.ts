import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { formWith, rowsOf } from '../../../test/uploads.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const make = async (name: string) => (await admin.post('/knowledge-bases', { name })).body.data.id as number;

test('R-KB-34 R-KB-33 R-KB-30 a base is made with name and description, and shown by its number', async () => {
  const { status, body } = await admin.post('/knowledge-bases', {
    name: '  Editais 2026 ',
    description: '  De compras. ',
  });
  expect([status, body.success]).toEqual([201, true]);
  expect(body.data).toEqual({
    id: expect.any(Number),
    name: 'Editais 2026',
    description: 'De compras.',
    documents: [],
    documents_count: 0,
    total_storage: 0,
    total_tokens: 0,
    old_documents: 0,
    passages_to_embed: 0,
    validity: false,
    ocr: false,
    keep_page_images: true,
    ocr_engine: null,
    agents: [],
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
  });
  const shown = await admin.get(`/knowledge-bases/${body.data.id}`);
  expect([shown.status, shown.body.data]).toEqual([200, body.data]);
});

test.each([
  [{ name: '   ' }, 'O nome é obrigatório.'],
  [{}, 'O nome é obrigatório.'],
  [{ name: '\0\0' }, 'O nome é obrigatório.'],
  [{ name: 'x'.repeat(201) }, 'O nome deve ter no máximo 200 caracteres.'],
  [{ name: 'x', description: 'y'.repeat(2_001) }, 'A descrição deve ter no máximo 2.000 caracteres.'],
])('R-KB-34 a base with %j is refused with a sentence', async (fields, detail) => {
  const { status, body } = await admin.post('/knowledge-bases', fields);
  expect([status, body.detail]).toEqual([422, detail]);
});

test('a call that is sent again makes no second base', async () => {
  const key = { headers: { 'idempotency-key': 'uma-vez' } };
  const [first, second] = await Promise.all([
    admin.post('/knowledge-bases', { name: 'Gêmea' }, key),
    admin.post('/knowledge-bases', { name: 'Gêmea' }, key),
  ]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.data.id).toBe(first.body.data.id);
  expect((await admin.post('/knowledge-bases', { name: 'Outra' }, key)).body.code).toBe(
    'idempotency_mismatch',
  );
});

test('R-KB-33 a base that is not there is not found, whatever is asked of it', async () => {
  for (const id of ['999999', 'x', '0', '99999999999999999999']) {
    const path = `/knowledge-bases/${id}`;
    for (const reply of [
      await admin.get(path),
      await admin.put(path, { name: 'x' }),
      await admin.delete(path),
      await admin.get(`${path}/search?q=x`),
      await admin.upload(`${path}/documents`, formWith('a.txt', 'Texto.')),
    ]) {
      expect([reply.status, reply.body.detail]).toEqual([404, 'Base de conhecimento não encontrada']);
    }
    expect((await admin.get(`${path}/documents/1`)).body.code).toBe('document_not_found');
  }
});

test('a base is renamed, and the change is recorded with what it was before', async () => {
  const id = await make('Antiga');
  await testServer.context.db.execute(
    sql`update knowledge_bases set updated_at = '2020-01-01' where id = ${id}`,
  );
  const { body } = await admin.put(`/knowledge-bases/${id}`, {
    name: 'Nova',
    description: 'Agora com texto.',
  });
  expect(body.data).toMatchObject({ id, name: 'Nova', description: 'Agora com texto.' });
  expect(body.data.updated_at > '2026').toBe(true);
  const { rows } = await testServer.context.db.execute(sql`
    select action, before, after from audit_entries where object_type = 'knowledge_base' and object_id = ${id} order by id`);
  expect(rows).toEqual([
    { action: 'knowledge_base.created', before: null, after: { name: 'Antiga', description: null } },
    {
      action: 'knowledge_base.updated',
      before: { name: 'Antiga', description: null },
      after: { name: 'Nova', description: 'Agora com texto.' },
    },
  ]);
});

test('R-KB-35 a deleted base takes its documents, their files and its links to agents with it', async () => {
  const before = await rowsOf(testServer);
  const id = await make('Some');
  const agent = await buildAgent(testServer.context, { knowledge_bases: [id] });
  const file = formWith('prazo.txt', 'O prazo do recurso é de cinco dias.');
  expect((await admin.upload(`/knowledge-bases/${id}/documents`, file)).status).toBe(201);
  const { status, body } = await admin.delete(`/knowledge-bases/${id}`);
  expect([status, body.success, body.data]).toEqual([200, true, null]);
  expect((await admin.get(`/knowledge-bases/${id}`)).status).toBe(404);
  expect((await admin.delete(`/knowledge-bases/${id}`)).status).toBe(404);
  expect((await admin.get(`/agents/${agent.id}/knowledge-bases`)).body.data).toEqual([]);
  expect(await rowsOf(testServer)).toEqual(before);
  const { rows } = await testServer.context.db.execute(
    sql`select from passage_terms where knowledge_base_id = ${id}`,
  );
  expect(rows).toEqual([]);
});

test('R-KB-39 only administrators change bases and documents', async () => {
  const id = await make('Fechada');
  const ana = testServer.as(await testServer.user());
  const path = `/knowledge-bases/${id}`;
  const replies = await Promise.all([
    ana.post('/knowledge-bases', { name: 'Minha' }),
    ana.get(path),
    ana.put(path, { name: 'Minha' }),
    ana.delete(path),
    ana.upload(`${path}/documents`, formWith('a.txt', 'Texto.')),
    ana.get(`${path}/search?q=x`),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403]);
});
