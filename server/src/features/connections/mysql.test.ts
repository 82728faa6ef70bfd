/** Connections to MySQL and MariaDB: accounts that may write, limits, rows of one's own, and the same answers as PostgreSQL. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AnswerEvent } from '#contract/chat.ts';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { RagConfig } from '#contract/data-sources.ts';
import { buildAgent, buildDataSource } from '../../../test/builders.ts';
import { hasMysqlServer, type MysqlServer, startMysqlServer } from '../../../test/content/mysql-server.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { CONTRACTS } from '../../../test/tables/contract-rows.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { openConnection } from '../../adapters/content/open-connection.ts';
import type { SqlReader } from '../../adapters/content/sql-reader.ts';
import { openLog } from '../../adapters/log.ts';
import { data_sources } from '../../db/tables/data-sources.ts';
import { movePoint } from '../../language/values/decimal.ts';

const PASSWORD = 'Senha-que-ninguem-le-0123456789';

describe.skipIf(!hasMysqlServer)('connections to MySQL and MariaDB', () => {
  let server: MysqlServer;
  let content: TestContent;
  const open: SqlReader[] = [];
  beforeAll(async () => {
    server = await startMysqlServer();
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
  afterEach(async () => {
    await Promise.all(open.splice(0).map((reader) => reader.close()));
  });
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
  function readerOf(wishes: object = {}): SqlReader {
    const reader = openConnection(address(wishes), { private_hosts: 'all' }, openLog('silent'));
    open.push(reader);
    return reader;
  }
  const rowsOf = (query: string, options: Parameters<SqlReader['read']>[2] = {}) =>
    readerOf().read(query, ({ base, rows }) => rows(`SELECT b.* FROM ${base}`), options);

  test('R-TBL-48 values are bound in the order of their appearance, and a text of the query is left as it is', async () => {
    const read = readerOf().read("select id, '$1 ? :x' as `a$1` from pessoas", ({ base, rows }) =>
      rows(`SELECT b.* FROM ${base} WHERE b.id = $2 AND 'x' = $1 LIMIT $3`, ['x', '2', 1]),
    );
    expect(await read).toEqual([{ id: 2, a$1: '$1 ? :x' }]);
  });

  test('R-TBL-48 rows of one’s own are bound for the person who asks', async () => {
    const query =
      "select nota from pessoas where email = :usuario_email and id = :usuario_id and 'it\\'s' <> ''";
    const ana = { user_id: 1, email: 'Ana@exemplo.com.br', group_id: null };
    expect(await rowsOf(query, { person: ana })).toEqual([{ nota: 'só da Ana' }]);
    expect(await rowsOf(query, { person: { ...ana, user_id: 2 } })).toEqual([]);
    await expect(rowsOf(query)).rejects.toMatchObject({ kind: 'person' });
    await expect(rowsOf("select ':usuario_id' as a", { person: ana })).rejects.toMatchObject({
      kind: 'query',
    });
  });

  test.each([
    ['select 1 as a; select 2 as b', 'A consulta deve ter um único comando.'],
    ['delete from pessoas', 'A consulta deve ser um SELECT: só leitura é permitida.'],
    [
      "select 1 as a into outfile '/tmp/x'",
      'A consulta não pode gravar em arquivos ou variáveis (SELECT … INTO).',
    ],
    ['select 1 as a /*! into @x */', 'A consulta não pode ter comentários executáveis (/*! … */).'],
    ['select id from pessoas for update', 'A consulta não pode travar linhas (FOR UPDATE ou FOR SHARE).'],
    ['select ? as a', 'A consulta não pode ter parâmetros (?).'],
  ])('R-TBL-48 the base query %s is refused', async (query, sentence) => {
    expect(await readerOf().problemOfQuery(query)).toBe(sentence);
    await expect(rowsOf(query)).rejects.toMatchObject({ kind: 'query', message: sentence });
  });

  test('R-TBL-48 a query that lasts too long, gives too much or is no query is a problem of its own', async () => {
    await expect(rowsOf('select sleep(20) as a', { statement_timeout_ms: 200 })).rejects.toMatchObject({
      kind: 'timeout',
    });
    const wide = "select repeat('x', 900000) as a from seq";
    const many = `with recursive seq as (select 1 as n union all select n + 1 from seq where n < 10) ${wide}`;
    await expect(rowsOf(many)).rejects.toMatchObject({ kind: 'size' });
    await expect(rowsOf('select nada from pessoas')).rejects.toMatchObject({ kind: 'query' });
    await expect(rowsOf('select id, id from pessoas')).rejects.toMatchObject({ kind: 'query' });
    const stopped = new AbortController();
    const reading = rowsOf('select sleep(20) as a', { signal: stopped.signal });
    stopped.abort();
    await expect(reading).rejects.toMatchObject({ kind: 'aborted' });
  });

  describe('in the product', () => {
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
      const tls = await as().post('/connections/test', { ...test, tls: 'require' });
      expect(tls.body.data).toMatchObject({ reachable: false });
    });

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

    async function answersOf(connection_id: number) {
      const rag_config = RagConfig.parse({
        profile_extraction: { terminology_mapping: { situacao: ['Vigente', 'Encerrado', 'Suspenso'] } },
        document_search: { base_sql_query: 'select * from contratos', main_content_column: 'objeto' },
      });
      const { id } = await buildDataSource(testServer.context, {
        name: `Contratos ${connection_id}`,
        rag_config,
      });
      await testServer.context.db
        .update(data_sources)
        .set({ connection_id: connection_id === FIRST_CONNECTION ? null : connection_id })
        .where(eq(data_sources.id, id));
      const agent = await buildAgent(testServer.context, { data_sources: [id] });
      const answers: unknown[] = [];
      for (const question of QUESTIONS) {
        // Each asks as a person of their own, because questions a minute are limited.
        const ana = testServer.as(await testServer.user());
        const session = await ana.post(`/chat/create-session?agent_id=${agent.id}`);
        const { answer, events } = await ana.ask(session.body.data.id, question);
        const { results = [] } = events.at(-1) as AnswerEvent;
        const figures = results.map(
          ({ understood, rows, total, rows_considered, skipped_nulls, others }) => ({
            understood,
            rows: rows.map(plain),
            total: total && plain(total),
            rows_considered,
            skipped_nulls,
            others,
          }),
        );
        answers.push({ question, figures, answer: answer.replaceAll(/Contratos \d+/g, 'Contratos') });
      }
      return answers as { question: string; figures: { rows: unknown[] }[] }[];
    }

    test('R-TBL-48 the same questions get the same results from both servers', async () => {
      const added = await as().post('/connections', { name: 'Obras', ...address() });
      expect([added.status, added.body.detail]).toEqual([201, undefined]);
      const ofMysql = await answersOf(added.body.data.id);
      const ofPostgres = await answersOf(FIRST_CONNECTION);
      expect(ofMysql).toEqual(ofPostgres);
      expect(ofPostgres.filter(({ figures }) => figures[0]?.rows.length).length).toBe(QUESTIONS.length);
    }, 60_000);
  });
});
