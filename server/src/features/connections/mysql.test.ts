/** Connections to MySQL and MariaDB in the product: accounts that may write, and the same answers as PostgreSQL. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerEvent } from '#contract/chat-record.ts';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { RagConfig } from '#contract/data-sources.ts';
import { EMPTY_PLAN } from '#contract/table-plan.ts';
import { buildAgent, buildDataSource } from '../../../test/builders.ts';
import { hasMysqlServer, type MysqlServer, startMysqlServer } from '../../../test/content/mysql-server.ts';
import { selfSigned } from '../../../test/content/self-signed.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { CONTRACTS } from '../../../test/tables/contract-rows.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { data_sources } from '../../db/tables/data-sources.ts';
import { movePoint } from '../../language/values/decimal.ts';
import { figuresStatement } from '../data-sources/compile/figures.ts';
import { queryTable } from '../data-sources/compile/statement.ts';

const PASSWORD = 'Senha-que-ninguem-le-0123456789';

describe.skipIf(!hasMysqlServer)('connections to MySQL and MariaDB', () => {
  let server: MysqlServer;
  let content: TestContent;
  beforeAll(async () => {
    server = await startMysqlServer(selfSigned());
    content = await openTestContent();
    await server.owner.query(`create database prova character set utf8mb4; use prova;
      create user leitor identified by '${PASSWORD}'; grant select, show view on prova.* to leitor;
      create user autor identified by '${PASSWORD}'; grant select on prova.* to autor;
      create table pessoas (id int primary key, email varchar(200), nota text);
      grant select, insert (nota) on prova.pessoas to autor;
      insert into pessoas values (1, 'ana@exemplo.com.br', 'só da Ana'), (2, 'bia@exemplo.com.br', 'só da Bia')`);
    await content.owner.query(`${CONTRACTS}; grant select on contratos to prosa_leitor`);
    await server.owner.query(`create table contratos (numero varchar(20), objeto text, diretoria varchar(100),
      municipio varchar(100), uf char(2), situacao varchar(20), valor decimal(14,2), multa varchar(40), assinatura date,
      urgente boolean)`);
    const { rows } = await content.owner.query({
      text: 'select numero, objeto, diretoria, municipio, uf, situacao, valor::text, multa, assinatura::text, urgente::int from contratos',
      rowMode: 'array',
    });
    await server.owner.query('insert into contratos values ?', [rows]);
  }, 60_000);
  afterAll(async () => {
    await content?.close();
    await server?.close();
  });

  const address = (wishes: object = {}) => ({
    kind: 'mysql' as const,
    host: '127.0.0.1',
    port: server.port,
    database: 'prova',
    user: 'leitor',
    password: PASSWORD,
    tls: 'off' as const,
    ...wishes,
  });
  let testServer: TestServer;
  let boss: Awaited<ReturnType<TestServer['user']>>;
  beforeEach(async () => {
    testServer = await startTestServer({ content: content.reader });
    boss = await testServer.user({ role: 'superadmin' });
  });
  afterEach(() => testServer.close());
  const as = () => testServer.as(boss);

  test('R-TBL-49 an account that may write is refused, and one that only reads is named with its server', async () => {
    const typed = { name: 'Obras', ...address() };
    const refused = await as().post('/connections', { ...typed, user: 'autor' });
    expect([refused.status, refused.body.code]).toEqual([422, 'connection_may_write']);
    expect(refused.body.detail).toContain('INSERT em `prova`.`pessoas`');
    const { name: _, ...test } = typed;
    const { body } = await as().post('/connections/test', test);
    expect(body.data).toMatchObject({ reachable: true, reads_only: true, problems: [] });
    expect(body.data.version).toMatch(/^(?:MariaDB|MySQL) \d/);
    const wrong = await as().post('/connections/test', { ...test, password: 'outra' });
    expect(wrong.body.data.problems).toEqual(['O servidor recusou o usuário ou a senha.']);
    const of = async (wishes: object) =>
      (await as().post('/connections/test', { ...test, ...wishes })).body.data.problems;
    expect(await of({ tls: 'require' })).toEqual([]);
    expect(await of({ tls: 'verify' })).toEqual(['O certificado do servidor não pôde ser conferido.']);
    expect(await of({ database: 'outro' })).toEqual([
      'Este usuário não pode se conectar a este banco de dados.',
    ]);
    expect(await of({ port: 1 })).toEqual(['Nada respondeu neste servidor e porta.']);
  });

  async function addedConnection(): Promise<number> {
    const added = await as().post('/connections', { name: 'Obras', ...address() });
    expect([added.status, added.body.detail]).toEqual([201, undefined]);
    return added.body.data.id;
  }

  const QUESTIONS = [
    'Quantos contratos existem?',
    'Qual a soma dos valores por diretoria?',
    'Qual a mediana do valor por município?',
    'Média de valor por mês de assinatura',
    'As 3 maiores da Bahia',
    'Quantos contratos por trimestre?',
    'Quantos contratos acima de 100 mil em 2025?',
    'Qual a soma das multas por situação?',
    'Quantos contratos não são da Diretoria de Ensino?',
    'Municípios com mais de 30 contratos',
    'Qual o percentual de contratos vigentes?',
    'Quantos contratos urgentes?',
    'Contratos de reforma',
    'Quantos contratos por dia da semana?',
  ];

  /** «7.50» and «7.5» are one figure. */
  const plain = (cells: (string | null)[]) =>
    cells.map((cell) => (cell && /^-?\d+\.\d+$/.test(cell) ? movePoint(cell, 0) : cell));

  const plainCsv = (csv: string) => csv.replaceAll(/,(\d*?)0+(?!\d)/g, ',$1').replaceAll(/,(?!\d)/g, '');

  async function sourceOf(connection_id: number) {
    const rag_config = RagConfig.parse({
      profile_extraction: { terminology_mapping: { situacao: ['Vigente', 'Encerrado', 'Suspenso'] } },
      document_search: { base_sql_query: 'select * from contratos', main_content_column: 'objeto' },
    });
    const name = `Contratos ${connection_id}`;
    const { id } = await buildDataSource(testServer.context, { name, rag_config });
    await testServer.context.db
      .update(data_sources)
      .set({ connection_id: connection_id === FIRST_CONNECTION ? null : connection_id })
      .where(eq(data_sources.id, id));
    return { id, agent: await buildAgent(testServer.context, { data_sources: [id] }) };
  }

  /** Each asks as a person of their own, because questions a minute are limited. */
  async function asked(agent_id: number, question: string) {
    const ana = testServer.as(await testServer.user());
    const session = await ana.post(`/chat/create-session?agent_id=${agent_id}`);
    const { answer, events } = await ana.ask(session.body.data.id, question);
    return { ana, answer, last: events.at(-1) as AnswerEvent };
  }

  async function answersOf(connection_id: number) {
    const { agent } = await sourceOf(connection_id);
    const answers: unknown[] = [];
    for (const question of QUESTIONS) {
      const { answer, last } = await asked(agent.id, question);
      const { results = [] } = last;
      const figures = results.map(({ understood, rows, total, rows_considered, skipped_nulls, others }) => ({
        understood,
        rows: rows.map(plain),
        total: total && plain(total),
        rows_considered,
        skipped_nulls,
        others,
      }));
      answers.push({ question, figures, answer: answer.replaceAll(/Contratos \d+/g, 'Contratos') });
    }
    return answers as { question: string; figures: { rows: unknown[] }[] }[];
  }

  test('R-TBL-48 the same questions get the same results from both servers', async () => {
    const ofMysql = await answersOf(await addedConnection());
    const ofPostgres = await answersOf(FIRST_CONNECTION);
    expect(ofMysql).toEqual(ofPostgres);
    expect(ofPostgres.filter(({ figures }) => figures[0]?.rows.length).length).toBe(QUESTIONS.length);
  }, 60_000);

  test('R-TBL-48 the same numbers are put into the same bands by both servers', async () => {
    const cells = (['valor', 'multa'] as const).map((name) => ({
      name,
      type: name === 'valor' ? 'numeric(14,2)' : 'text',
      kind: 'money' as const,
      reads: name === 'valor' ? null : ('number' as const),
    }));
    const bandsOf = (connection_id: number, column: string) =>
      testServer.context.content.of(connection_id).read('select * from contratos', (session) => {
        const plan = {
          ...EMPTY_PLAN,
          measures: [{ fn: 'count' as const, column: null }],
          group_by: [{ column, bucket: 'band' as const }],
        };
        const { sql, params } = figuresStatement(queryTable(session, cells), plan);
        return session.rows(sql, params);
      });
    const connection_id = await addedConnection();
    for (const { name } of cells) {
      const [ofMysql, ofPostgres] = [
        await bandsOf(connection_id, name),
        await bandsOf(FIRST_CONNECTION, name),
      ];
      const shown = (rows: typeof ofMysql) => rows.map(({ k0, m0 }) => [k0, String(m0)]);
      expect(shown(ofMysql)).toEqual(shown(ofPostgres));
      expect(shown(ofMysql)[0]?.[0]).toMatch(/^-?\d+\.\.\d+$/);
    }
  }, 60_000);

  test('R-TBL-48 rows, CSV and how a figure was made are the same from both servers', async () => {
    const seen = async (connection_id: number) => {
      const { agent } = await sourceOf(connection_id);
      const question = 'Qual a soma das multas por situação?';
      const { ana, last } = await asked(agent.id, question);
      const path = `/chat/messages/${last.message_id}/results/1`;
      const { data: rows, metadata } = (await ana.get(`${path}/rows`)).body;
      const { text: csv } = await ana.get(`${path}/csv`);
      const { rows_considered, skipped_nulls, misfits } = (await ana.get(`${path}/how`)).body.data;
      return {
        rows: rows.map(plain),
        metadata,
        csv: plainCsv(csv),
        how: { rows_considered, skipped_nulls, misfits },
      };
    };
    const ofMysql = await seen(await addedConnection());
    const ofPostgres = await seen(FIRST_CONNECTION);
    expect(ofMysql.how.misfits).toBeGreaterThan(0);
    expect(ofMysql.rows.length).toBeGreaterThan(0);
    expect(ofMysql).toEqual(ofPostgres);
  }, 60_000);
});
