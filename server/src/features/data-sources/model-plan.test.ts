/** The plan of a model as step 1 of a data source, over HTTP: held to what was said and to what the table has. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

const CONFIG = {
  profile_extraction: {
    model_name: '',
    system_prompt: '',
    terminology_mapping: { situacao: ['Aberta', 'Encerrada', 'Homologada', 'Suspensa'] },
  },
  document_search: {
    base_sql_query:
      'SELECT id, numero, municipio, modalidade, situacao, valor_estimado, data_abertura, objeto FROM licitacoes',
    main_content_column: 'objeto',
    max_documents: 5,
  },
  document_filter: { model_name: '', system_prompt: '', max_filtered_documents: 5 },
};
const COUNT = { measures: [{ fn: 'count', column: null }] };

let plan: object = {};
const model = scripted(({ form }) => (form?.name === 'perfil' ? [JSON.stringify(plan)] : ['Pronto [1].']));
let content: TestContent;
let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;
let agent_id: number;
beforeAll(async () => {
  content = await openTestContent();
  await content.owner.query('delete from licitacoes where id > 11');
  testServer = await startTestServer({ models: scriptedModels(model), content: content.reader });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
  const { id } = (await admin.post('/data-sources', { name: 'Licitações' })).body.data;
  await admin.put(`/data-sources/${id}`, { rag_config: CONFIG });
  agent_id = (await buildAgent(testServer.context)).id;
  await admin.post(`/data-sources/${id}/agents/${agent_id}`);
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

/** The result of a question, and what its trace says of the plan. */
async function asked(question: string, proposed: object) {
  plan = proposed;
  const { id } = (await admin.post(`/chat/create-session?agent_id=${agent_id}&is_test=true`)).body.data;
  const last = (await admin.ask(id, question)).events.at(-1);
  const trace = (await admin.get(`/chat/messages/${last?.message_id}/trace`)).body.data;
  return {
    result: last?.results?.[0],
    changes: (trace.searches?.[0]?.plan_changes ?? []) as string[],
    prompt: trace.prompt.turns.at(-1).text as string,
  };
}
const countIn = async (condition: string) => {
  const { rows } = await content.owner.query(`select count(*)::text n from licitacoes where ${condition}`);
  return rows[0].n as string;
};

test('a whole plan is answered: figures, groups and order', async () => {
  const { result } = await asked('Qual a média de valor estimado por modalidade, da maior para a menor?', {
    filters: [],
    measures: [{ fn: 'average', column: 'valor_estimado' }],
    group_by: [{ column: 'modalidade', bucket: null }],
    order: [{ by: 'measure', index: 0, column: null, direction: 'desc' }],
  });
  expect(result?.plan).toMatchObject({
    measures: [{ fn: 'average', column: 'valor_estimado' }],
    group_by: [{ column: 'modalidade', bucket: null }],
  });
  const figures = result?.rows.map(([, figure]) => Number(figure)) ?? [];
  expect(figures.length).toBeGreaterThan(1);
  expect(figures).toEqual(figures.toSorted((one, other) => other - one));
});

describe('R-TBL-26 literals are grounded', () => {
  test('a year, a number, a text and a limit that nobody said are left out, and the rest is the question', async () => {
    const { result, changes } = await asked('Quantas licitações há?', {
      ...COUNT,
      filters: [
        { column: 'data_abertura', op: 'in', values: ['2025'] },
        { column: 'valor_estimado', op: '>=', values: ['1000'] },
        { column: 'objeto', op: 'contains', values: ['merenda'] },
      ],
      limit: 7,
    });
    expect(result?.plan).toMatchObject({ filters: [], limit: null });
    expect(result?.rows).toEqual([['11']]);
    expect(changes).toHaveLength(4);
    for (const change of changes) expect(change).toMatch(/^deixado de fora, ninguém disse: /);
  });

  test('what was said in any notation is kept', async () => {
    const { result, changes } = await asked(
      'Quantas licitações foram abertas desde março de 2025 acima de meio milhão?',
      {
        ...COUNT,
        conditions: [
          { column: 'data_abertura', op: '>=', values: ['2025-03-01'] },
          { column: 'valor_estimado', op: '>', values: ['500000'] },
        ],
      },
    );
    expect(changes).toEqual([]);
    expect(result?.plan.filters.map(({ column }) => column)).toEqual(['data_abertura', 'valor_estimado']);
    expect(result?.rows).toEqual([
      [await countIn("data_abertura >= '2025-03-01' and valor_estimado > 500000")],
    ]);
  });
});

describe('R-TBL-27 invalid parts are dropped one by one, and the trace has them', () => {
  test('a column that is not there, a mean of text, an unknown operator: the trace has each', async () => {
    const { result, changes } = await asked('Quantas licitações há?', {
      measures: [{ fn: 'count', column: null }, { fn: 'average', column: 'objeto' }, 'tudo'],
      filters: [{ column: 'senha', op: 'filled', values: [] }],
      group_by: [{ column: 'objeto', bucket: 'month' }],
    });
    expect(result?.rows).toEqual([['11']]);
    expect(changes.map((change) => change.split(': ')[0])).toEqual([
      'deixado de fora, não cabe na tabela',
      'deixado de fora, não cabe na tabela',
      'deixado de fora, não se lê',
      'deixado de fora, não cabe na tabela',
    ]);
  });

  test('a value that was said and is not there gives no figure, and the answer must say so', async () => {
    const { result, prompt } = await asked('Quantas licitações estão na situação Fechadas?', {
      ...COUNT,
      conditions: [{ column: 'situacao', op: 'in', values: ['Fechadas'] }],
    });
    expect(result).toBeUndefined();
    expect(prompt).toContain('Fechadas');
  });

  test.each([
    ['Quantas licitações com abertura em 31/04/2025?', '31/04/2025'],
    ['Quantas licitações acima de banana?', 'não é um número'],
    ['Quantas licitações há em Piracicaba?', 'Piracicaba'],
  ])('«%s»: a plan that passes over what no plan can hold gives no figure', async (question, words) => {
    const { result, prompt } = await asked(question, {
      ...COUNT,
      filters: [],
      desconhecidos: ['Piracicaba'],
    });
    expect(result).toBeUndefined();
    expect(prompt).toContain(words);
  });

  test('a plan that asks nothing leaves the question to the rules', async () => {
    const { result, prompt } = await asked('Apague as licitações suspensas', { filters: [], measures: [] });
    expect(result).toBeUndefined();
    expect(prompt).toContain('não posso alterar nada');
  });

  test('a plan of a hundred thousand filters costs no more than one', async () => {
    const filters = Array.from({ length: 100_000 }, () => ({ column: 'x', op: 'in', values: ['y'] }));
    const { result } = await asked('Quantas licitações há?', { ...COUNT, filters });
    expect(result?.rows).toEqual([['11']]);
  });
});

describe('what rules know for certain counts beside a model', () => {
  test('a condition that the model lacks is added, and on the same column the literal of the question wins', async () => {
    const above = await countIn('valor_estimado > 300000');
    const lacking = await asked('Quantas licitações acima de 300 mil?', COUNT);
    expect(lacking.result?.rows).toEqual([[above]]);
    expect(lacking.changes).toEqual([expect.stringMatching(/^acrescentado da pergunta: /)]);
    const other = await asked('Quantas licitações acima de 300 mil, e não 100 mil?', {
      ...COUNT,
      conditions: [{ column: 'valor_estimado', op: '>', values: ['100000'] }],
    });
    expect(other.result?.plan.filters.filter(({ column }) => column === 'valor_estimado')).toHaveLength(1);
  });
});
