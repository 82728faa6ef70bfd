/** Everything administrators change leaves its entry, with what changed and without the words of prompts. */
import { gt } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildDataSource, buildTag } from '../../../test/builders.ts';
import { type Reply, startTestServer, type TestServer } from '../../../test/test-server.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { knowledge_bases } from '../../db/tables/knowledge.ts';
import { verifyChain } from './chain.ts';

const SECRET = 'Palavras que só o prompt conhece';

let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
beforeAll(async () => {
  testServer = await startTestServer();
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(() => testServer.close());

let seen = 0;
/** The entries that a call left in the audit log. */
async function noted(call: Promise<Reply>) {
  const { status, body } = await call;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  const rows = await testServer.context.db
    .select()
    .from(audit_entries)
    .where(gt(audit_entries.id, seen))
    .orderBy(audit_entries.id);
  seen = rows.at(-1)?.id ?? seen;
  return rows.map(({ action, object_type, object_id, object_name, before, after }) => ({
    action,
    object: [object_type, object_id, object_name],
    before,
    after,
  }));
}
const start = async () => {
  const rows = await testServer.context.db.select().from(audit_entries).orderBy(audit_entries.id);
  seen = rows.at(-1)?.id ?? 0;
};
const mark = (text: string) => ({ length: text.length, sha256: expect.stringMatching(/^[\da-f]{64}$/) });

test('agents: made, changed, deployed, tagged, linked, copied, restored, deleted', async () => {
  await start();
  const [made] = await noted(admin.post('/agents', { name: 'Compras' }));
  const id = made?.object[1] as number;
  const agent = ['agent', id, 'Compras'];
  expect(made).toMatchObject({
    action: 'agent.created',
    object: agent,
    before: null,
    after: { name: 'Compras' },
  });
  expect(await noted(admin.put(`/agents/${id}`, { temperature: 0.7, custom_prompt: SECRET }))).toEqual([
    {
      action: 'agent.updated',
      object: agent,
      before: { temperature: 0.5, custom_prompt: null },
      after: { temperature: 0.7, custom_prompt: mark(SECRET) },
    },
  ]);
  expect(await noted(admin.put(`/agents/${id}`, { temperature: 0.7 }))).toEqual([]);
  expect(await noted(admin.post(`/agents/${id}/deploy`))).toMatchObject([
    { action: 'agent.deployed', object: agent },
  ]);
  expect(await noted(admin.post(`/agents/${id}/deploy`, { deploy_status: true }))).toEqual([]);
  expect(await noted(admin.post(`/agents/${id}/deploy`))).toMatchObject([{ action: 'agent.undeployed' }]);

  const tag = await buildTag(testServer.context, 'Jurídico');
  expect(await noted(admin.post(`/agents/${id}/tags/${tag.id}`))).toMatchObject([
    { action: 'agent.tag_added', object: agent, after: { tag: 'Jurídico' } },
  ]);
  expect(await noted(admin.post(`/agents/${id}/tags/${tag.id}`))).toEqual([]);
  expect(await noted(admin.delete(`/agents/${id}/tags/${tag.id}`))).toMatchObject([
    { action: 'agent.tag_removed', before: { tag: 'Jurídico' } },
  ]);

  const [base] = await testServer.context.db.insert(knowledge_bases).values({ name: 'Manual' }).returning();
  const source = await buildDataSource(testServer.context, { name: 'Editais' });
  for (const [path, name, linked] of [
    [
      `/agents/${id}/knowledge-bases/${base?.id}`,
      'knowledge_base',
      { knowledge_base_id: base?.id, knowledge_base: 'Manual' },
    ],
    [
      `/data-sources/${source.id}/agents/${id}`,
      'data_source',
      { data_source_id: source.id, data_source: 'Editais' },
    ],
  ] as const) {
    expect(await noted(admin.post(path))).toMatchObject([
      { action: `agent.${name}_linked`, object: agent, after: linked },
    ]);
    expect(await noted(admin.post(path))).toEqual([]);
    expect(await noted(admin.delete(path))).toMatchObject([
      { action: `agent.${name}_unlinked`, before: linked },
    ]);
    expect(await noted(admin.delete(path))).toEqual([]);
  }

  const [version] = (await admin.get(`/agents/${id}/versions`)).body.data.toReversed();
  expect(await noted(admin.post(`/agents/${id}/versions/${version.id}/restore`))).toMatchObject([
    {
      action: 'agent.version_restored',
      object: agent,
      before: { temperature: 0.7 },
      after: { version_id: version.id, temperature: 0.5 },
    },
  ]);
  expect(await noted(admin.post(`/agents/${id}/duplicate`))).toMatchObject([
    { action: 'agent.duplicated', object: ['agent', expect.any(Number), 'Compras (cópia)'] },
  ]);
  const file = (await admin.get(`/agents/${id}/export`)).body;
  expect(await noted(admin.post('/agents/import', file.data ?? file))).toMatchObject([
    { action: 'agent.imported' },
  ]);
  expect(await noted(admin.delete(`/agents/${id}`))).toMatchObject([
    { action: 'agent.deleted', object: agent, before: { deploy_status: false } },
  ]);
  await expectNoSecrets();
});

test('tags: made, renamed, deleted', async () => {
  await start();
  const [made] = await noted(admin.post('/agents/tags', { name: 'Frota' }));
  expect(made).toMatchObject({ action: 'tag.created', object: ['tag', expect.any(Number), 'Frota'] });
  const id = made?.object[1];
  expect(await noted(admin.put(`/agents/tags/${id}`, { name: 'Veículos' }))).toMatchObject([
    { action: 'tag.renamed', before: { name: 'Frota' }, after: { name: 'Veículos' } },
  ]);
  expect(await noted(admin.delete(`/agents/tags/${id}`))).toMatchObject([
    { action: 'tag.deleted', object: ['tag', id, 'Veículos'] },
  ]);
});

test('data sources: made, changed, deleted; of queries and prompts the marks', async () => {
  await start();
  const [made] = await noted(admin.post('/data-sources', { name: 'Editais' }));
  const id = made?.object[1];
  expect(made).toMatchObject({
    action: 'data_source.created',
    after: { name: 'Editais', description: null },
  });
  const shown = (await admin.get(`/data-sources/${id}`)).body.data;
  const rag_config = {
    ...shown.rag_config,
    profile_extraction: { ...shown.rag_config.profile_extraction, system_prompt: SECRET },
    document_search: {
      ...shown.rag_config.document_search,
      base_sql_query: `select '${SECRET}' a`,
      max_documents: 7,
    },
  };
  const change = { name: 'Editais', description: null, rag_type: 'relational', rag_config };
  const [changed] = await noted(admin.put(`/data-sources/${id}`, change));
  expect(changed).toEqual({
    action: 'data_source.updated',
    object: ['data_source', id, 'Editais'],
    before: {
      'profile_extraction.system_prompt': null,
      'document_search.base_sql_query': null,
      'document_search.max_documents': 5,
    },
    after: {
      'profile_extraction.system_prompt': mark(SECRET),
      'document_search.base_sql_query': mark(`select '${SECRET}' a`),
      'document_search.max_documents': 7,
    },
  });
  expect(await noted(admin.put(`/data-sources/${id}`, change))).toEqual([]);
  expect(await noted(admin.delete(`/data-sources/${id}`))).toMatchObject([{ action: 'data_source.deleted' }]);
  await expectNoSecrets();
});

test('what is refused, or concerns nobody, leaves no entry', async () => {
  await start();
  const ana = testServer.as(await testServer.user());
  const agent = await buildAgent(testServer.context);
  await ana.delete(`/agents/${agent.id}`);
  await admin.delete('/agents/1999999999');
  await admin.put(`/agents/${agent.id}`, { model: 'none such' });
  await admin.post('/agents/tags', { name: ' ' });
  const rows = await testServer.context.db.select().from(audit_entries).where(gt(audit_entries.id, seen));
  expect(rows).toEqual([]);
});

async function expectNoSecrets(): Promise<void> {
  const rows = await testServer.context.db.select().from(audit_entries);
  expect(JSON.stringify(rows)).not.toContain(SECRET);
  expect(await verifyChain(testServer.context.db)).toMatchObject({ intact: true });
}
