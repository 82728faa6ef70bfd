/** A schema that nobody prepared, in another language and over several tables, is configured and answers. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { RagConfig } from '#contract/data-sources.ts';
import { buildAgent, storeDataSource } from '../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { type ReadableSource, readSource } from './read-source.ts';

let content: TestContent;
let testServer: TestServer;

beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader });
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

const LOANS = `SELECT l.id, b.title, a.name AS author, r.name AS branch, l.status, l.due_on, b.summary
FROM loans l
JOIN books b ON b.id = l.book_id
JOIN authors a ON a.id = b.author_id
JOIN branches r ON r.id = l.branch_id
ORDER BY l.due_on DESC, l.id`;

const SUMMARIES = `SELECT b.id, b.title, a.name AS author, b.subject, b.published, b.summary
FROM books b JOIN authors a ON a.id = b.author_id
ORDER BY b.id`;

test('R-DS-60 English rows are ranked by English words: neither stop words nor endings count', async () => {
  const source: ReadableSource = {
    id: 1_001,
    name: 'Library books',
    description: null,
    connection_id: FIRST_CONNECTION,
    updated_at: new Date(0),
    rag_config: RagConfig.parse({
      document_search: { base_sql_query: SUMMARIES, main_content_column: 'summary', max_documents: 3 },
    }),
  };
  await storeDataSource(testServer.context, source);
  const titles = async (question: string) => {
    const models = scriptedModels(scripted([]), { local: true });
    const { rows } = await readSource({ ...testServer.context, models }, source, {
      question,
      history: [],
      before: null,
      without: [],
      reader: 'local',
      signal: new AbortController().signal,
    });
    return rows.map(({ row }) => row.title);
  };
  // "What is there of the …" would find nearly every summary by its small words.
  expect(await titles('What is there about the families of fishermen?')).toEqual(['Knitting the Fjord']);
  expect(await titles('Which of them is about bakeries and a baker?')).toEqual(['Bread before Dawn']);
  expect(await titles('How is rainfall measuring done, and what is its model?')).toEqual([
    'Monsoon Arithmetic',
  ]);
  expect(await titles('the cities of the dragons')).toEqual([]);
  // Asked in Portuguese, names that both languages write alike are found all the same.
  expect(await titles('Quais livros falam de Manaus e do Amazon?')).toEqual(['Rubber and Rain']);
});

test('R-DS-60 R-DS-57 loans of a library are filtered by branch and state, ranked by subject and cited', async () => {
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const { id } = (await admin.post('/data-sources', { name: 'Library loans' })).body.data;
  const saved = await admin.put(`/data-sources/${id}`, {
    rag_config: {
      profile_extraction: {
        terminology_mapping: {
          branch: {
            regex_config: { enabled: true, include_pattern: 'branch$', exclude_pattern: '^university' },
          },
          status: ['On loan', 'Overdue', 'Returned'],
        },
      },
      document_search: { base_sql_query: LOANS, main_content_column: 'summary' },
    },
  });
  expect(saved.body.data.warning).toBeNull();
  expect(saved.body.data.rag_config.profile_extraction.terminology_mapping.branch.values).toEqual([
    'Harbour Branch',
    'Northgate Branch',
    'Old Mill Branch',
    'Riverside Branch',
  ]);
  expect((await admin.post(`/data-sources/${id}/execute`)).body.data).toMatchObject({
    total: 160,
    limit: 10,
  });

  const agent = await buildAgent(testServer.context);
  await admin.post(`/data-sources/${id}/agents/${agent.id}`);
  const ana = testServer.as(await testServer.user());
  const session = (await ana.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
  const reply = await ana.ask(session.id, 'Which loans of The Salt Atlas are overdue at the Harbour Branch?');
  expect(reply.answer).toContain('| The Salt Atlas |');
  expect(reply.answer).not.toContain('Northgate');
  const last = reply.events.at(-1);
  const rows = last?.sources?.filter(({ kind }) => kind === 'row');
  expect(last?.filters).toMatchObject([
    { parameter: 'branch', values: ['Harbour Branch'] },
    { parameter: 'status', values: ['Overdue'] },
  ]);
  expect(rows?.[0]).toMatchObject({
    kind: 'row',
    title: 'The Salt Atlas',
    data_source_id: id,
    row: { due_on: '2026-10-19', author: 'Nora Whitfield' },
  });
  expect(new Set(rows?.map(({ row }) => row?.branch))).toEqual(new Set(['Harbour Branch']));
});
