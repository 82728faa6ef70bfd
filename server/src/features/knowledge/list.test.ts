import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { createKnowledgeBase } from './documents/store.ts';
import { ingestText } from './ingest/replace-passages.ts';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

const base = async (name: string, minute: number, texts: string[]) => {
  const { id } = await createKnowledgeBase(testServer.context.db, { name });
  for (const [number, text] of texts.entries())
    await ingestText(testServer.context.db, {
      knowledge_base_id: id,
      original_filename: `${name}-${number}.txt`,
      file_type: 'txt',
      file_size: Buffer.byteLength(text),
      text,
    });
  const updated_at = new Date(Date.UTC(2026, 0, 1, 0, minute));
  await testServer.context.db.update(knowledge_bases).set({ updated_at }).where(eq(knowledge_bases.id, id));
  return id;
};

test('R-KB-32 R-KB-30 R-KB-31 the list has all bases, last changed first, with their documents and totals', async () => {
  await base('velha', 1, ['Olá.']);
  const id = await base('nova', 3, ['Uma frase.', 'Outra frase, com água.']);
  await base('vazia', 2, []);
  const { status, body } = await admin.get('/knowledge-bases');
  expect([status, body.success, body.metadata]).toEqual([200, true, { total: 3, has_more: false }]);
  expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['nova', 'vazia', 'velha']);
  const [nova, vazia] = body.data;
  expect(vazia).toMatchObject({ documents: [], documents_count: 0, total_storage: 0, total_tokens: 0 });
  expect(nova).toMatchObject({ id, description: null, documents_count: 2, total_storage: 10 + 23 });
  expect(nova.documents.map((document: { original_filename: string }) => document.original_filename)).toEqual(
    ['nova-1.txt', 'nova-0.txt'],
  );
  expect(nova.documents[1]).toEqual({
    id: expect.any(Number),
    original_filename: 'nova-0.txt',
    file_type: 'txt',
    file_size: 10,
    token_count: expect.any(Number),
    created_at: expect.stringMatching(/Z$/),
    updated_at: expect.stringMatching(/Z$/),
    status: 'ready',
    progress: 1,
    error: null,
    pages: null,
    pages_without_text: null,
    searchable: true,
    // It came as a text: there is no file to read once more.
    can_retry: false,
    reader_version: 2,
    hint: null,
    ocr: null,
    source_url: null,
    validity: null,
    sync_id: null,
    step: null,
    notes: [],
    can_reread: false,
  });
  const tokens = nova.documents.map(({ token_count }: { token_count: number }) => token_count);
  expect(nova.total_tokens).toBe(tokens[0] + tokens[1]);
  expect(tokens[0]).toBeGreaterThan(0);
});

test('a base names the agents that answer from it, and an agent’s bases do so too', async () => {
  const id = await base('lida', 9, []);
  const agent = await buildAgent(testServer.context, {
    name: 'Érica',
    deploy_status: false,
    knowledge_bases: [id],
  });
  const named = [{ id: agent.id, name: 'Érica', deploy_status: false }];
  expect((await admin.get(`/knowledge-bases/${id}`)).body.data.agents).toEqual(named);
  expect((await admin.get(`/agents/${agent.id}/knowledge-bases`)).body.data).toMatchObject([
    { id, agents: named },
  ]);
});

test('R-KB-39 the list is for administrators', async () => {
  for (const role of ['user', 'user_td'] as const)
    expect((await testServer.as(await testServer.user({ role })).get('/knowledge-bases')).status).toBe(403);
});
