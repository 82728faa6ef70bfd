/** Groups that share the first place are all named. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RagConfig } from '#contract/data-sources.ts';
import { buildAgent, buildDataSource } from '../../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';

let content: TestContent;
let testServer: TestServer;
let agent_id: number;

beforeAll(async () => {
  content = await openTestContent();
  await content.owner.query(`create table visitas (id int primary key, escola text, fiscal text, situacao text);
    insert into visitas values (1, 'Escola Cora', 'Ana', 'Feita'), (2, 'Escola Cora', 'Rui', 'Feita'),
      (3, 'Escola Drummond', 'Ana', 'Feita'), (4, 'Escola Drummond', 'Rui', 'Marcada'),
      (5, 'Escola Quintana', 'Ana', 'Feita'), (6, 'Escola Cecília', 'Ana', 'Marcada'),
      (7, 'Escola Cora', 'Ana', 'Marcada'), (8, 'Escola Drummond', 'Lia', 'Feita');
    grant select on visitas to prosa_leitor`);
  testServer = await startTestServer({ content: content.reader });
  const { id } = await buildDataSource(testServer.context, {
    name: 'Visitas',
    rag_config: RagConfig.parse({
      profile_extraction: { terminology_mapping: { situacao: ['Feita', 'Marcada'] } },
      document_search: { base_sql_query: 'select * from visitas', main_content_column: 'escola' },
    }),
  });
  agent_id = (await buildAgent(testServer.context, { data_sources: [id] })).id;
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

async function ask(question: string) {
  const ana = testServer.as(await testServer.user());
  const { id } = (await ana.post(`/chat/create-session?agent_id=${agent_id}`)).body.data;
  const { answer, events } = await ana.ask(id, question);
  return { answer, rows: events.at(-1)?.results?.[0]?.rows };
}

test('R-TBL-09 groups that share the first place are all named, whichever stands first in the alphabet', async () => {
  const { answer, rows } = await ask('Qual escola tem mais visitas?');
  expect(answer).toContain('Empate: **Escola Cora** e **Escola Drummond**, com 3 visitas cada.');
  expect(rows).toEqual([
    ['Escola Cora', '3'],
    ['Escola Drummond', '3'],
  ]);
  expect((await ask('Qual escola tem menos visitas?')).answer).toContain(
    'Empate: **Escola Cecília** e **Escola Quintana**, com 1 visita cada.',
  );
});

test('R-TBL-09 a first place that nobody shares is one group', async () => {
  const { answer, rows } = await ask('Qual fiscal tem mais visitas?');
  expect(answer).toContain('**Ana**: 5 visitas');
  expect(rows).toEqual([['Ana', '5']]);
});
