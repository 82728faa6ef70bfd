/** Steps of a data source under the guard of personal data: what leaves has marks, what comes back filters. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { RagConfig } from '#contract/data-sources.ts';
import { storeDataSource } from '../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { type Script, scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { guardModels } from '../../adapters/models/guard/guarded-models.ts';
import { readSource } from './read-source.ts';

const CPF = '529.982.247-25';
const OTHER = '111.444.777-35';

let content: TestContent;
let testServer: TestServer;
beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader });
  await content.owner.query(`create table servidores (id int, cpf text, ficha text)`);
  await content.owner.query(
    `insert into servidores select n, case n % 2 when 0 then $1 else $2 end, 'Ficha número ' || n from generate_series(1, 8) n`,
    [CPF, OTHER],
  );
  await content.owner.query('grant select on servidores to public');
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

test('R-GRD-05: a question with marks still filters by the CPF, and the rows that are chosen are the right ones', async () => {
  const plan: Script = ({ prompt: { question } }) => {
    // The model repeats the mark of the question, in pieces.
    const mark = /\[CPF \d\](?=\?)/.exec(question)?.[0] ?? '';
    const answer = JSON.stringify({
      filters: { cpf: [mark] },
      consulta: 'ficha',
      calculos: [],
      desconhecidos: [],
    });
    return [answer.slice(0, 22), answer.slice(22)];
  };
  const answers = scripted(plan, ['{"relevant":[1]}']);
  const models = guardModels(scriptedModels(answers));
  const rag_config = RagConfig.parse({
    profile_extraction: {
      terminology_mapping: { cpf: { values: [], regex_config: { enabled: true, include_pattern: '.*' } } },
    },
    document_search: {
      base_sql_query: 'select id, cpf, ficha from servidores order by id',
      main_content_column: 'ficha',
      max_documents: 5,
    },
    document_filter: { max_filtered_documents: 5 },
  });
  const counted: object[] = [];
  const source = {
    id: 7,
    name: 'Servidores',
    description: null,
    connection_id: FIRST_CONNECTION,
    updated_at: new Date(0),
    rag_config,
  };
  await storeDataSource(testServer.context, source);
  const found = await readSource({ ...testServer.context, models }, source, {
    question: 'Quais são as fichas do CPF 52998224725?',
    before: null,
    reader: 'model',
    history: [],
    without: [],
    guard: { personal_data: { kinds: ['cpf'] }, onMasked: ({ counts }) => counted.push({ ...counts }) },
    signal: new AbortController().signal,
  });
  expect(answers.calls.length).toBeGreaterThan(0);
  // The schema of the plan lists the allowed values: it leaves with marks, too.
  expect(JSON.stringify(answers.calls)).not.toMatch(/982|444/);
  expect(found.filters).toEqual([
    { data_source_id: 7, data_source_name: 'Servidores', parameter: 'cpf', values: [CPF] },
  ]);
  expect(found.rows.length).toBeGreaterThan(0);
  expect(found.rows.every(({ row }) => row.cpf === CPF)).toBe(true);
  expect(counted[0]).toEqual({ cpf: 2 });
});
