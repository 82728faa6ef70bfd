/** A schema that nobody prepared, in another language and over several tables, is configured and answers. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../test/content.ts';
import { openTestHouse, type TestHouse } from '../../../test/house.ts';

let content: TestContent;
let house: TestHouse;

beforeAll(async () => {
  content = await openTestContent();
  house = await openTestHouse({ content: content.reader });
});
afterAll(async () => {
  await house.close();
  await content.close();
});

const LOANS = `SELECT l.id, b.title, a.name AS author, r.name AS branch, l.status, l.due_on, b.summary
FROM loans l
JOIN books b ON b.id = l.book_id
JOIN authors a ON a.id = b.author_id
JOIN branches r ON r.id = l.branch_id
ORDER BY l.due_on DESC, l.id`;

test('R-DS-60 R-DS-57 loans of a library are filtered by branch and state, ranked by subject and cited', async () => {
  const admin = house.as(await house.user({ role: 'admin' }));
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

  const agent = await buildAgent(house.world);
  await admin.post(`/data-sources/${id}/agents/${agent.id}`);
  const ana = house.as(await house.user());
  const session = (await ana.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
  const reply = await ana.ask(session.id, 'Which loans of The Salt Atlas are overdue at the Harbour Branch?');
  expect(reply.answer).toContain('Nora Whitfield');
  expect(reply.answer).not.toContain('Northgate');
  const last = reply.events.at(-1);
  expect(last?.filters).toMatchObject([
    { parameter: 'branch', values: ['Harbour Branch'] },
    { parameter: 'status', values: ['Overdue'] },
  ]);
  expect(last?.sources?.[0]).toMatchObject({
    kind: 'row',
    title: 'The Salt Atlas',
    data_source_id: id,
    row: { due_on: '2026-10-19' },
  });
  expect(new Set(last?.sources?.map(({ row }) => row?.branch))).toEqual(new Set(['Harbour Branch']));
});
