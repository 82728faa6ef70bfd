import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent } from '../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { messages } from '../../db/tables/chat.ts';
import { data_sources } from '../../db/tables/data-sources.ts';

let content: TestContent;
let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;

beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

const QUERY =
  'select id, numero, municipio, uf, modalidade, situacao, valor_estimado, objeto from licitacoes order by id';

async function made(rag_config?: object) {
  const { body } = await admin.post('/data-sources', { name: 'Licitações', description: 'Compras públicas' });
  if (rag_config) await admin.put(`/data-sources/${body.data.id}`, { name: 'Licitações', rag_config });
  return body.data.id as number;
}

const configured = (document_search: object = {}) => ({
  document_search: { base_sql_query: QUERY, main_content_column: 'objeto', ...document_search },
});

describe('R-DS-54 R-DS-59 R-DS-61 a data source', () => {
  test('begins with the defaults of every part (R-DS-36, R-DS-37)', async () => {
    const { status, body } = await admin.post('/data-sources', {
      name: ' Licitações ',
      description: 'Compras',
    });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      name: 'Licitações',
      description: 'Compras',
      rag_type: 'relational',
      agents: [],
      rag_config: {
        profile_extraction: { model_name: 'claude-3-7-sonnet', system_prompt: '', terminology_mapping: {} },
        document_search: { base_sql_query: '', main_content_column: '', max_documents: 5 },
        document_filter: { model_name: 'claude-3-7-sonnet', system_prompt: '', max_filtered_documents: 5 },
      },
    });
    expect(Object.keys(body.data.rag_config)).toHaveLength(3);
    expect((await admin.post('/data-sources', { name: '   ' })).body).toMatchObject({
      detail: 'Informe o nome da fonte de dados.',
    });
  });

  test('R-DS-53 R-DS-55 is changed whole and read again', async () => {
    const id = await made();
    const rag_config = {
      profile_extraction: {
        model_name: 'gpt-5-mini',
        system_prompt: 'Extraia.',
        terminology_mapping: { situacao: { values: ['Aberta'], regex_config: null } },
      },
      document_search: { base_sql_query: QUERY, main_content_column: 'objeto', max_documents: 50 },
      document_filter: { model_name: 'gpt-5', system_prompt: 'Escolha.', max_filtered_documents: 1 },
    };
    const saved = await admin.put(`/data-sources/${id}`, {
      name: 'Compras',
      description: null,
      rag_type: 'relational',
      rag_config,
    });
    expect(saved.body.data).toMatchObject({ name: 'Compras', description: null, rag_config, warning: null });
    expect((await admin.get(`/data-sources/${id}`)).body.data).toMatchObject({ name: 'Compras', rag_config });
    expect((await admin.get('/data-sources/999999')).body).toMatchObject({
      detail: 'Fonte de dados não encontrada',
    });
    expect((await admin.get('/data-sources/abc')).status).toBe(404);
  });

  test('R-DS-21 R-DS-22 R-DS-25 R-DS-27 reads older terminologies and fills what a pattern leaves out', async () => {
    const id = await made();
    const terminology_mapping = {
      uf: ['PE', ' PE ', ''],
      municipio: {
        regex_config: { enabled: true, include_pattern: '^R', exclude_pattern: '', max_values: -7 },
      },
    };
    const { body } = await admin.put(`/data-sources/${id}`, {
      rag_config: { profile_extraction: { terminology_mapping } },
    });
    expect(body.data.rag_config.profile_extraction.terminology_mapping).toMatchObject({
      uf: { values: ['PE'], regex_config: null },
      municipio: {
        regex_config: {
          enabled: true,
          include_pattern: '^R',
          exclude_pattern: null,
          case_insensitive: true,
          max_values: -1,
        },
      },
    });
  });

  test('R-DS-53 keeps its parameters in the order in which they were given, over every save', async () => {
    const id = await made();
    const names = ['situacao', 'uf', 'municipio', 'modalidade', 'id'];
    const mapping = (order: string[]) => Object.fromEntries(order.map((name) => [name, ['x', 'y']]));
    for (const order of [names, names.toReversed()]) {
      const rag_config = { ...configured(), profile_extraction: { terminology_mapping: mapping(order) } };
      await admin.put(`/data-sources/${id}`, { rag_config });
      const { body } = await admin.get(`/data-sources/${id}`);
      expect(Object.keys(body.data.rag_config.profile_extraction.terminology_mapping)).toEqual(order);
    }
  });

  test('R-DS-35 refuses numbers of documents outside 1 to 50', async () => {
    const id = await made();
    for (const max_documents of [0, 51, 2.5]) {
      const { status, body } = await admin.put(`/data-sources/${id}`, {
        rag_config: configured({ max_documents }),
      });
      expect([status, body.detail]).toEqual([422, 'Informe um número de 1 a 50.']);
    }
  });

  test('is saved with a warning when its query does not run', async () => {
    const id = await made();
    const broken = await admin.put(`/data-sources/${id}`, {
      rag_config: configured({ base_sql_query: 'select nada from licitacoes' }),
    });
    expect(broken.body.data.warning).toBe('Erro na consulta: column "nada" does not exist');
    expect(broken.body.message).toBe(broken.body.data.warning);
    const column = await admin.put(`/data-sources/${id}`, {
      rag_config: configured({ main_content_column: 'texto' }),
    });
    expect(column.body.data.warning).toContain('não tem a coluna "texto"');
    expect(column.body.data.rag_config.document_search.main_content_column).toBe('texto');
  });

  test('takes its content column whatever the case, as a question does', async () => {
    const id = await made();
    const { body } = await admin.put(`/data-sources/${id}`, {
      rag_config: configured({ main_content_column: 'OBJETO' }),
    });
    expect(body.data.warning).toBeNull();
    expect(body).not.toHaveProperty('message');
  });

  test('takes a model of the catalogue, none, or one that has left it since it was saved', async () => {
    const id = await made();
    const saved = (profile: string, filter: string) =>
      admin.put(`/data-sources/${id}`, {
        rag_config: {
          profile_extraction: { model_name: profile },
          document_filter: { model_name: filter },
        },
      });
    for (const [profile, filter] of [
      ['gpt-9', 'gpt-5'],
      ['gpt-5', 'gpt-9'],
    ] as const) {
      const { status, body } = await saved(profile, filter);
      expect([status, body.code, body.detail]).toEqual([
        422,
        'unknown_model',
        'Este modelo não existe no catálogo.',
      ]);
    }
    expect((await saved('', 'gpt-5')).status).toBe(200);
    const { rag_config } = (await admin.get(`/data-sources/${id}`)).body.data;
    const left = { ...rag_config, document_filter: { ...rag_config.document_filter, model_name: 'gpt-3' } };
    await testServer.context.db.update(data_sources).set({ rag_config: left }).where(eq(data_sources.id, id));
    expect((await saved('gpt-5-mini', 'gpt-3')).status).toBe(200);
    expect((await saved('gpt-3', 'gpt-3')).status).toBe(422);
  });

  test('R-DS-52 is listed by pages, searched, last changed first', async () => {
    for (let place = 0; place < 3; place += 1) {
      testServer.clock.advance(1_000);
      await admin.post('/data-sources', { name: `Frota ${place}`, description: 'Veículos' });
    }
    const { body } = await admin.get('/data-sources?search=veiculos&skip=0&limit=2');
    expect(body.data.map(({ name }: { name: string }) => name)).toEqual(['Frota 2', 'Frota 1']);
    expect(body.metadata).toEqual({ total: 3, has_more: true });
  });

  test('R-DS-56 is deleted with its links', async () => {
    const id = await made();
    const agent = await buildAgent(testServer.context);
    const linked = await admin.post(`/data-sources/${id}/agents/${agent.id}`);
    expect(linked.body.data.agents).toMatchObject([{ id: agent.id }]);
    expect((await admin.delete(`/data-sources/${id}`)).body).toEqual({ success: true, data: null });
    expect((await admin.get(`/data-sources/${id}`)).status).toBe(404);
    expect((await admin.get(`/agents/${agent.id}/data-sources`)).body).toEqual([]);
  });
});

describe('R-DS-57 the base query', () => {
  test('is run in pages with its total and its columns', async () => {
    const id = await made(configured());
    const first = await admin.post(`/data-sources/${id}/execute`);
    expect(first.body.data).toMatchObject({ total: 360, limit: 10, offset: 0 });
    expect(first.body.data.results).toHaveLength(10);
    expect(first.body.data.columns[0]).toEqual({ name: 'id', type: 'integer' });
    const last = await admin.post(`/data-sources/${id}/execute?limit=10&offset=355`);
    expect(last.body.data.results.map(({ id: row }: { id: number }) => row)).toEqual([
      356, 357, 358, 359, 360,
    ]);
  });

  test('that is missing or wrong is answered in words', async () => {
    const empty = await made();
    expect((await admin.post(`/data-sources/${empty}/execute`)).body).toMatchObject({
      code: 'no_base_query',
      detail: 'Configure a consulta SQL base antes de executar.',
    });
    for (const [base_sql_query, detail] of [
      ['DELETE FROM licitacoes', 'Erro na consulta: A consulta deve ser um SELECT: só leitura é permitida.'],
      ['select 1 as a; delete from licitacoes', 'Erro na consulta: A consulta deve ter um único comando.'],
      [
        'select 1 as a, 2 as a',
        'Erro na consulta: A consulta devolve colunas repetidas ou sem nome: "a". Use AS para renomear.',
      ],
    ] as const) {
      const id = await made(configured({ base_sql_query }));
      const { status, body } = await admin.post(`/data-sources/${id}/execute`);
      expect([status, body.detail]).toEqual([422, detail]);
    }
    const { rows } = await content.owner.query('select count(*)::int as n from licitacoes');
    expect(rows[0].n).toBe(360);
  });

  test('tells its columns to the form before it is saved', async () => {
    const { body } = await admin.post('/data-sources/columns', {
      base_sql_query: 'select id, uf from licitacoes',
    });
    expect(body.data).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'uf', type: 'text' },
    ]);
  });

  test('without a content database is a 503', async () => {
    const other = await startTestServer();
    const boss = other.as(await other.user({ role: 'admin' }));
    const { body } = await boss.post('/data-sources', { name: 'x' });
    await boss.put(`/data-sources/${body.data.id}`, { rag_config: configured() });
    const run = await boss.post(`/data-sources/${body.data.id}/execute`);
    expect([run.status, run.body.detail]).toEqual([503, 'Banco de dados de consulta não configurado.']);
    await other.close();
  });
});

describe('R-DS-28 trying patterns', () => {
  test('tells what each step left, and saves nothing', async () => {
    await content.owner.query('create table onze as select * from licitacoes where id <= 11');
    await content.owner.query('grant select on onze to prosa_leitor');
    const id = await made(configured({ base_sql_query: 'select * from onze' }));
    const modalidade = {
      enabled: true,
      include_pattern: '^(preg|conc|dis)',
      exclude_pattern: 'dispensa',
      max_values: 10,
    };
    const { body } = await admin.post(`/data-sources/test-regex?data_source_id=${id}`, { modalidade });
    expect(body.data.statistics.modalidade).toMatchObject({
      total_rows: 11,
      empty_rows: 2,
      distinct_values: 4,
      included: 3,
      excluded: 1,
      final_count: 2,
      truncated: false,
      capped: false,
    });
    expect(body.data.terminology_mapping.modalidade.values).toEqual(['Concorrência', 'Pregão Eletrônico']);
    expect(
      (await admin.get(`/data-sources/${id}`)).body.data.rag_config.profile_extraction.terminology_mapping,
    ).toEqual({});
  });

  test('takes the draft of a form, or finds the source that has the column', async () => {
    await made(configured());
    const draft = await admin.post('/data-sources/test-regex', {
      $base_sql_query: "select 'x' as letra union all select 'y'",
      letra: { enabled: true, include_pattern: 'x' },
    });
    expect(draft.body.data.terminology_mapping.letra.values).toEqual(['x']);
    const found = await admin.post('/data-sources/test-regex', {
      uf: { enabled: true, include_pattern: '^P', max_values: 2 },
    });
    expect(found.body.data.statistics.uf).toMatchObject({ truncated: true, final_count: 2 });
  });

  test('that are wrong, of unknown columns, or explosive is answered at once', async () => {
    const id = await made(configured());
    const attempt = async (body: object) =>
      (await admin.post(`/data-sources/test-regex?data_source_id=${id}`, body)).body.detail;
    expect(await attempt({ uf: { enabled: true, include_pattern: '(a' } })).toBe(
      'Expressão regular inválida em "uf": falta fechar um parêntese: `(a`',
    );
    expect(await attempt({ uf: { enabled: true, include_pattern: "($'$&" } })).toMatch(/: `\(\$'\$&`$/);
    expect(await attempt({ planeta: { enabled: true } })).toBe('A consulta não tem a coluna "planeta".');
    expect(await attempt({ uf: { enabled: true, include_pattern: '^(a+)+$' } })).toBeUndefined();
  });
});

describe('what does not work of its parameters', () => {
  const pattern = (include_pattern: string) => ({ regex_config: { enabled: true, include_pattern } });

  async function saved(id: number, terminology_mapping: object, document_search: object = {}) {
    const { body } = await admin.put(`/data-sources/${id}`, {
      rag_config: { ...configured(document_search), profile_extraction: { terminology_mapping } },
    });
    const { terminology_mapping: kept } = body.data.rag_config.profile_extraction;
    const values = Object.entries(kept).map(([name, entry]) => [name, (entry as { values: [] }).values]);
    return { warning: body.data.warning as string | null, values: Object.fromEntries(values) };
  }

  test('is said when it is saved, each by its name; the others have their values', async () => {
    const id = await made();
    const { warning, values } = await saved(id, {
      municipio: pattern('(abc'),
      uf: pattern('^P[AB]'),
      planeta: ['Terra'],
      cor: pattern('.*'),
      modalidade: { regex_config: { enabled: true, include_pattern: '.*', exclude_pattern: '[' } },
      situacao: ['Aberta'],
    });
    expect(warning?.split('\n')).toEqual([
      'Expressão regular inválida em "municipio": falta fechar um parêntese: `(abc`',
      'A consulta não tem a coluna "planeta".',
      'A consulta não tem a coluna "cor".',
      'Expressão regular inválida em "modalidade": falta fechar um colchete: `[`',
    ]);
    expect(values).toEqual({
      municipio: [],
      uf: ['PA', 'PB'],
      planeta: ['Terra'],
      cor: [],
      modalidade: [],
      situacao: ['Aberta'],
    });
  });

  test('leaves the values that it had, whether they are sent along or not', async () => {
    const id = await made();
    expect(await saved(id, { uf: pattern('^P[AB]') })).toEqual({
      warning: null,
      values: { uf: ['PA', 'PB'] },
    });
    expect((await saved(id, { uf: pattern('(') })).values).toEqual({ uf: ['PA', 'PB'] });
    const sent = { uf: { values: ['PE'], ...pattern('(') } };
    expect((await saved(id, sent)).values).toEqual({ uf: ['PE'] });
  });

  test('is said without a query that runs too, and of no pattern that is switched off', async () => {
    const id = await made();
    const off = { regex_config: { enabled: false, include_pattern: '(' } };
    const wrong = { uf: pattern('('), municipio: off };
    const sentence = 'Expressão regular inválida em "uf": falta fechar um parêntese: `(`';
    expect((await saved(id, wrong, { base_sql_query: '' })).warning).toBe(sentence);
    expect((await saved(id, wrong, { base_sql_query: 'select nada from licitacoes' })).warning).toBe(
      `Erro na consulta: column "nada" does not exist\n${sentence}`,
    );
  });

  test('is no reason to leave the columns that can be read without their values', async () => {
    const id = await made();
    const base_sql_query = 'select uf, 1 / (id - 3) as quociente, objeto from licitacoes';
    const terms = { quociente: pattern('.*'), uf: pattern('^P[AB]') };
    expect(await saved(id, terms, { base_sql_query, main_content_column: 'texto' })).toEqual({
      warning:
        'A consulta não tem a coluna "texto", escolhida como conteúdo principal.\n' +
        'Os valores de "quociente" não puderam ser lidos da coluna. Erro na consulta: division by zero',
      values: { quociente: [], uf: ['PA', 'PB'] },
    });
  });
});

describe('what is too long', () => {
  test('is refused in the same words when it is tried as when it is saved', async () => {
    const id = await made(configured());
    const sentence = 'O padrão deve ter no máximo 500 caracteres.';
    for (const pattern of [{ include_pattern: 'a'.repeat(501) }, { exclude_pattern: 'a'.repeat(501) }]) {
      const regex_config = { enabled: true, ...pattern };
      const tried = await admin.post('/data-sources/test-regex', { uf: regex_config });
      expect([tried.status, tried.body.detail]).toEqual([422, sentence]);
      const terminology_mapping = { uf: { regex_config } };
      const saved = await admin.put(`/data-sources/${id}`, {
        rag_config: { profile_extraction: { terminology_mapping } },
      });
      expect([saved.status, saved.body.detail]).toEqual([422, sentence]);
    }
    const base_sql_query = `select ${'1'.repeat(20_000)}`;
    const drafts = [
      await admin.post('/data-sources/test-regex', { $base_sql_query: base_sql_query }),
      await admin.post('/data-sources/columns', { base_sql_query }),
      await admin.put(`/data-sources/${id}`, { rag_config: configured({ base_sql_query }) }),
    ];
    for (const { status, body } of drafts)
      expect([status, body.detail]).toEqual([422, 'A consulta deve ter no máximo 20.000 caracteres.']);
  });
});

describe('R-DS-60 an agent that reads a data source', () => {
  async function agentWith(rag_config: object) {
    const id = await made(rag_config);
    const agent = await buildAgent(testServer.context);
    await admin.post(`/data-sources/${id}/agents/${agent.id}`);
    return { agent, id };
  }

  test('answers from its rows, shows them as sources and says what it understood', async () => {
    const terminology_mapping = {
      municipio: { regex_config: { enabled: true } },
      situacao: ['Aberta', 'Encerrada'],
    };
    const { agent, id } = await agentWith({ ...configured(), profile_extraction: { terminology_mapping } });
    const ana = testServer.as(await testServer.user());
    const session = (await ana.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
    const reply = await ana.ask(session.id, 'Quais licitações de merenda escolar estão abertas no Recife?');
    expect(reply.answer).toContain('PE 012/2025');
    expect(reply.answer).not.toContain('PE 077/2025');
    expect(reply.answer).toContain('480.000,00');
    const filters = [
      { data_source_id: id, data_source_name: 'Licitações', parameter: 'municipio', values: ['Recife'] },
      { data_source_id: id, data_source_name: 'Licitações', parameter: 'situacao', values: ['Aberta'] },
    ];
    expect(reply.events.at(-1)).toMatchObject({
      done: true,
      filters,
      sources: [
        { index: 1, kind: 'result', title: 'Licitações', data_source_id: id },
        { index: 2, kind: 'row', title: 'PE 012/2025', data_source_id: id },
      ],
    });
    const [record] = (await ana.get(`/chat/sessions/${session.id}/messages`)).body.data;
    expect(record).toMatchObject({ filters, sources: [{}, { kind: 'row', row: { municipio: 'Recife' } }] });
    const [stored] = await testServer.context.db.select().from(messages).where(eq(messages.id, record.id));
    expect(stored?.results).toMatchObject([{ index: 1, data_source_id: id, rows_considered: 1 }]);
  });

  test('asks again without a filter that the reader took away', async () => {
    const { agent, id } = await agentWith({
      ...configured(),
      profile_extraction: { terminology_mapping: { municipio: { regex_config: { enabled: true } } } },
    });
    const ana = await testServer.user();
    const session = (await testServer.as(ana).post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
    const without = [{ data_source_id: id, parameter: 'municipio', value: 'Recife' }];
    await testServer
      .as(ana)
      .post(`/chat/sessions/${session.id}/messages`, { question: 'merenda escolar no Recife', without });
    const [record] = (await testServer.as(ana).get(`/chat/sessions/${session.id}/messages`)).body.data;
    expect(record.filters).toEqual([]);
    expect(record.without).toEqual(without);
  });

  test('counts over all rows, not over those it was shown', async () => {
    const { agent } = await agentWith({
      ...configured(),
      profile_extraction: { terminology_mapping: { uf: ['PE', 'SP', 'BA'] } },
    });
    const ana = testServer.as(await testServer.user());
    const session = (await ana.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
    const reply = await ana.ask(session.id, 'Quantas licitações há em PE?');
    const { rows } = await content.owner.query("select count(*)::int as n from licitacoes where uf = 'PE'");
    expect(reply.answer).toBe(`**${rows[0].n} licitações**, com UF PE. [1]`);
  });

  test('goes on without a source that cannot be read, and says so', async () => {
    const { agent } = await agentWith(configured({ base_sql_query: 'select * from sumiu' }));
    const ana = testServer.as(await testServer.user());
    const session = (await ana.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
    const reply = await ana.ask(session.id, 'merenda');
    expect(reply.answer).toContain('A fonte Licitações está indisponível no momento.');
  });

  test('that exceeds a limit of the content database says so, and not that the source is away', async () => {
    const base_sql_query = `select * from licitacoes where objeto not in (
      select rpad(x::text, 5000, md5('x')) from (select generate_series(1, (select 100000000)) x) s)`;
    const { agent } = await agentWith(configured({ base_sql_query }));
    const ana = testServer.as(await testServer.user());
    const session = (await ana.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
    const reply = await ana.ask(session.id, 'merenda');
    expect(reply.answer).toContain('A pergunta olha linhas demais para esta fonte. Acrescente um filtro.');
    expect(reply.answer).not.toContain('indisponível');
  });

  test('accounts for every model call on the way to the answer', async () => {
    const answers = scripted(
      ['{"filters":{"uf":["PE"]},"consulta":"merenda"}', { end: { input: 100, output: 20 } }],
      ['{"relevant":[1]}', { end: { input: 50, output: 5 } }],
      ['O PE 012/2025 [1].', { end: { input: 400, output: 10 } }],
    );
    const other = await startTestServer({ content: content.reader, models: scriptedModels(answers) });
    const boss = other.as(await other.user({ role: 'admin' }));
    const { body } = await boss.post('/data-sources', { name: 'Licitações' });
    await boss.put(`/data-sources/${body.data.id}`, {
      rag_config: {
        ...configured(),
        profile_extraction: { terminology_mapping: { uf: ['PE', 'SP', 'BA'] } },
      },
    });
    const agent = await buildAgent(other.context);
    await boss.post(`/data-sources/${body.data.id}/agents/${agent.id}`);
    const ana = await other.user();
    const session = (await other.as(ana).post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
    await other.as(ana).ask(session.id, 'O que há de escolas e merenda em Pernambuco?');
    expect((await other.as(ana).get('/users/me')).body.data.token_used).toBe(585);
    expect(answers.calls.at(-1)?.prompt.instructions).not.toContain('merenda');
    expect(await brokenInvariants(other.context.db)).toEqual([]);
    await other.close();
  });
});
