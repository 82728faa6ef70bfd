import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RagConfig } from '#contract/data-sources.ts';
import { EMPTY_PLAN, numberLess, type Plan } from '#contract/table-plan.ts';
import { buildAgent, buildDataSource, buildSession } from '../../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { storeResult } from '../../../../test/tables/store-result.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { agent_data_sources, agents, group_agents } from '../../../db/tables/agents.ts';
import { messages } from '../../../db/tables/chat.ts';
import { data_source_profiles, data_sources } from '../../../db/tables/data-sources.ts';

let content: TestContent;
let testServer: TestServer;
/** Statements end after a moment. */
let isHurried = false;
/** Called before each read. */
let onRead = async () => {};

/** Sixty-five contracts: a negative amount, one empty amount, amounts as text, and cells that begin as formulas do. */
beforeAll(async () => {
  content = await openTestContent();
  await content.owner.query(`
    create table contratos (numero text, objeto text, situacao text, valor numeric(14,2), multa text, assinado date, segredo text);
    insert into contratos
      select 'C-' || lpad(n::text, 3, '0'), 'Objeto ' || n, case when n % 5 = 0 then 'Encerrado' when n % 7 = 0 then ' vigente' else 'Vigente' end,
        n * 100.5, '1.' || lpad(n::text, 3, '0') || ',50', date '2025-01-01' + n, 'x' || n
      from generate_series(1, 62) n;
    insert into contratos values
      ('C-063', '=HYPERLINK("http://mau.exemplo")', 'Suspenso', -1234.5, 'a combinar', '2025-12-01', 'x'),
      ('C-064', 'Com; ponto e "aspas"', 'Suspenso', null, null, '2025-12-02', 'x'),
      ('C-065', 'Sem situação', null, 10, '0,50', null, 'x');
    grant select on contratos to prosa_leitor`);
  const { reader } = content;
  testServer = await startTestServer({
    content: {
      ...reader,
      read: async (query, work, options) => {
        await onRead();
        return reader.read(query, work, { ...options, ...(isHurried && { timeout_ms: 300 }) });
      },
    },
  });
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

const LATER = new Date('2026-11-14T13:00:00Z');
const QUERY = 'select numero, objeto, situacao, valor, multa, assinado, segredo from contratos';
const config = (base_sql_query: string) =>
  RagConfig.parse({ document_search: { base_sql_query, main_content_column: 'objeto' } });

const bySituation: Plan = {
  ...EMPTY_PLAN,
  measures: [{ fn: 'sum', column: 'valor' }],
  group_by: [{ column: 'situacao', bucket: null }],
};
const suspended: Plan = {
  ...EMPTY_PLAN,
  rows: true,
  filters: [{ column: 'situacao', op: 'in', values: ['Suspenso'] }],
};

/** A person whose answer has a result of `plan`. */
async function answered(plan: Plan, person: { role?: 'user' | 'admin' } = {}) {
  const ana = await testServer.user({ role: person.role ?? 'user' });
  const source = await buildDataSource(testServer.context, { name: 'Contratos', rag_config: config(QUERY) });
  const agent = await buildAgent(testServer.context, { data_sources: [source.id] });
  const { id: session_id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const { id, result } = await storeResult(testServer, { user_id: ana.id, session_id, source, plan });
  const as = testServer.as(ana);
  const path = `/chat/messages/${id}/results/1`;
  return { ana, as, agent, source, session_id, id, result, path };
}

const changeQuery = (id: number, base_sql_query: string) =>
  testServer.context.db
    .update(data_sources)
    .set({ rag_config: config(base_sql_query), updated_at: LATER })
    .where(eq(data_sources.id, id));

const hide = (data_source_id: number, name: string) =>
  testServer.context.db
    .update(data_source_profiles)
    .set({ columns: [{ name, synonyms: [], hidden: true }], updated_at: LATER })
    .where(eq(data_source_profiles.data_source_id, data_source_id));

const linesOf = (text: string) => text.replace('\uFEFF', '').trimEnd().split('\r\n');

describe('R-TBL-34 a result as a CSV file', () => {
  test('has semicolons, a byte order mark, commas in figures, and its groups', async () => {
    const { as, path } = await answered(bySituation);
    const { status, text, headers } = await as.get(`${path}/csv`);
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(headers['content-disposition']).toContain('Contratos.csv');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect(linesOf(text)).toEqual([
      'Situação;Soma de valor (R$)',
      'Vigente;157081,50',
      'Encerrado;39195,00',
      ';10,00',
      'Suspenso;-1234,50',
    ]);
  });

  test('disarms formulas and keeps negative numbers numbers', async () => {
    const { as, path } = await answered(suspended);
    const [head, formula, quoted] = linesOf((await as.get(`${path}/csv`)).text);
    expect(head).toBe('Número;Objeto;Situação;Valor (R$);Multa (R$);Assinado;Segredo');
    expect(formula).toBe(`C-063;"'=HYPERLINK(""http://mau.exemplo"")";Suspenso;-1234,50;;01/12/2025;x`);
    expect(quoted).toBe('C-064;"Com; ponto e ""aspas""";Suspenso;;;02/12/2025;x');
  });

  test('has at most 500 rows, more than the answer shows', async () => {
    await content.owner.query(
      `create table muitos as select n as numero, 'Item ' || n as objeto from generate_series(1, 700) n; grant select on muitos to prosa_leitor`,
    );
    const { as, path, source, result } = await answered({ ...EMPTY_PLAN, rows: true });
    expect(result.rows).toHaveLength(50);
    await changeQuery(source.id, 'select * from muitos');
    expect(linesOf((await as.get(`${path}/csv`)).text)).toHaveLength(1 + 500);
  });
});

describe('R-TBL-35 the rows behind a result', () => {
  const rowsAt = async ({ as, path }: Awaited<ReturnType<typeof answered>>, query: Record<string, string>) =>
    (await as.get(`${path}/rows`, { query })).body;

  test('come in pages of fifty, with their columns beside the total', async () => {
    const asked = await answered(bySituation);
    const first = await rowsAt(asked, {});
    expect(first.data).toHaveLength(50);
    expect([first.metadata.total, first.metadata.has_more]).toEqual([65, true]);
    expect(first.metadata.columns.map(({ label }: { label: string }) => label)).toEqual([
      'Número',
      'Objeto',
      'Situação',
      'Valor',
      'Multa',
      'Assinado',
      'Segredo',
    ]);
    const rest = await rowsAt(asked, { skip: '50' });
    expect([rest.data.length, rest.metadata.has_more]).toEqual([15, false]);
    const numbers = [...first.data, ...rest.data].map(([number]: string[]) => number);
    expect(new Set(numbers).size).toBe(65);
    const beyond = await rowsAt(asked, { skip: '500' });
    expect([beyond.data, beyond.metadata.total]).toEqual([[], 65]);
  });

  test('of one group are those that its figure was made of, spelt however they are', async () => {
    const asked = await answered(bySituation);
    const groups = asked.result.rows.map(([name]) => name);
    expect(groups).toEqual(['Vigente', 'Encerrado', null, 'Suspenso']);
    const totals: number[] = [];
    for (const group of groups.keys())
      totals.push((await rowsAt(asked, { group: String(group) })).metadata.total);
    expect(totals).toEqual([50, 12, 1, 2]);
    const [none] = (await rowsAt(asked, { group: '2' })).data;
    expect(none[0]).toBe('C-065');
  });

  test('of a group of days are those of its month', async () => {
    const asked = await answered({
      ...bySituation,
      group_by: [{ column: 'assinado', bucket: 'month' }],
    });
    const group = asked.result.rows.findIndex(([month]) => month === '2025-02');
    expect((await rowsAt(asked, { group: String(group) })).metadata.total).toBe(28);
  });

  test('of a list that has an end end with it', async () => {
    const asked = await answered({
      ...EMPTY_PLAN,
      rows: true,
      limit: 3,
      order: [{ by: 'column', index: 0, column: 'valor', direction: 'desc' }],
    });
    const page = await rowsAt(asked, { limit: '2', skip: '2' });
    expect([page.data.length, page.metadata.total, page.metadata.has_more]).toEqual([1, 3, false]);
    expect(page.data[0][0]).toBe('C-060');
  });
});

describe('R-TBL-33 the columns that a filter may be about', () => {
  test('hold the numbers that the plan reckons, with their unit', async () => {
    const column = numberLess('valor', 'multa');
    const { as, path } = await answered({
      ...suspended,
      filters: [{ column, op: '>', values: ['0'] }],
    });
    const { data } = (await as.get(`${path}/columns`)).body;
    expect(data.at(-1)).toMatchObject({ name: column, kind: 'number', unit: 'R$', values: [] });
  });

  test('come with their words and kinds, categories with their values, the commonest first, and none that is hidden', async () => {
    const { as, path, source } = await answered(bySituation);
    await hide(source.id, 'segredo');
    const { data, metadata } = (await as.get(`${path}/columns`)).body;
    expect(metadata.total).toBe(6);
    expect(data.map(({ label, kind }: { label: string; kind: string }) => `${label}: ${kind}`)).toEqual([
      'Número: identifier',
      'Objeto: text',
      'Situação: category',
      'Valor: money',
      'Multa: money',
      'Assinado: date',
    ]);
    expect(data[2]).toEqual({
      name: 'situacao',
      label: 'Situação',
      kind: 'category',
      unit: null,
      values: ['Vigente', 'Encerrado', 'Suspenso'],
    });
    expect(data[3]).toMatchObject({ unit: 'R$', values: [] });
  });
});

describe('R-TBL-36 how a result is calculated', () => {
  const sumOfFines: Plan = {
    ...EMPTY_PLAN,
    measures: [{ fn: 'sum', column: 'multa' }],
    filters: [{ column: 'situacao', op: 'in', values: ['Suspenso'] }],
  };

  test('says how many rows, empty cells and misfits there are; administrators read the statement', async () => {
    const person = await answered(sumOfFines);
    const how = (await person.as.get(`${person.path}/how`)).body.data;
    expect(how).toEqual({ rows_considered: 2, skipped_nulls: 2, misfits: 1, ms: expect.any(Number) });
    const admin = await answered(sumOfFines, { role: 'admin' });
    const whole = (await admin.as.get(`${admin.path}/how`)).body.data;
    expect(whole.sql).toContain('sum(');
    expect(whole.sql).not.toContain('Suspenso');
    // The value is bound as a pattern of its spellings, and shown as it was said.
    expect(whole.parameters).toEqual(['Suspenso']);
  });
});

describe('the calls of a result', () => {
  const calls = ['csv', 'rows', 'columns', 'how'];
  const codesOf = async (as: Awaited<ReturnType<typeof answered>>['as'], path: string) => {
    const codes: unknown[] = [];
    for (const call of calls) {
      const { status, text } = await as.get(`${path}/${call}`);
      codes.push(status === 200 ? 200 : `${status} ${JSON.parse(text).code}`);
    }
    return codes;
  };
  const all = (code: unknown) => calls.map(() => code);

  test('are for the one who was answered only, while the agent is theirs', async () => {
    const { as, path, id, session_id, agent } = await answered(bySituation);
    const stranger = testServer.as(await testServer.user({ role: 'superadmin' }));
    expect(await codesOf(stranger, path)).toEqual(all('404 message_not_found'));
    expect(await codesOf(as, `/chat/messages/${id}/results/2`)).toEqual(all('404 message_not_found'));
    expect(await codesOf(as, path)).toEqual(all(200));
    await testServer.context.db.delete(group_agents).where(eq(group_agents.agent_id, agent.id));
    expect(await codesOf(as, path)).toEqual(all('404 message_not_found'));
    await testServer.context.db.insert(group_agents).values({ agent_id: agent.id, user_group_id: 1 });
    await testServer.context.db.update(agents).set({ deploy_status: false }).where(eq(agents.id, agent.id));
    expect(await codesOf(as, path)).toEqual(all('404 message_not_found'));
    await testServer.context.db.update(agents).set({ deploy_status: true }).where(eq(agents.id, agent.id));
    await as.delete(`/chat/sessions/${session_id}`);
    expect(await codesOf(as, path)).toEqual(all('404 message_not_found'));
  });

  test('say that a result is gone once its source is, or has other columns', async () => {
    const { db } = testServer.context;
    const changes = [
      (source: number) => db.delete(agent_data_sources).where(eq(agent_data_sources.data_source_id, source)),
      (source: number) => changeQuery(source, 'select numero, objeto from contratos'),
      (source: number) => changeQuery(source, 'select * from nenhuma'),
      (source: number) => hide(source, 'situacao'),
    ];
    for (const change of changes) {
      const { as, path, source } = await answered(bySituation);
      await change(source.id);
      expect(await codesOf(as, path)).toEqual(all('410 result_gone'));
    }
  });

  test('R-TBL-41 leave out a column that was hidden since', async () => {
    const { as, path, source, id, result } = await answered(suspended);
    await hide(source.id, 'segredo');
    const { text } = await as.get(`${path}/csv`);
    expect(linesOf(text)[0]).toBe('Número;Objeto;Situação;Valor (R$);Multa (R$);Assinado');
    const { metadata } = (await as.get(`${path}/rows`)).body;
    expect(metadata.columns.map(({ name }: { name: string }) => name)).not.toContain('segredo');
    // The record stays what was said.
    const [kept] = await testServer.context.db.select().from(messages).where(eq(messages.id, id));
    expect(kept?.results).toEqual([result]);
  });

  test('are asked twice at once by one person, not three times', async () => {
    const { as, path } = await answered(bySituation);
    const both = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let reads = 0;
    onRead = () => {
      reads += 1;
      if (reads === 2) both.resolve();
      return released.promise;
    };
    const first = [1, 2].map(() => as.get(`${path}/rows`));
    await both.promise;
    expect((await as.get(`${path}/how`)).body.code).toBe('too_many_queries');
    released.resolve();
    onRead = async () => {};
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('R-TBL-51 tell the limit of time in a sentence', async () => {
    const { as, path, source } = await answered(suspended);
    await changeQuery(
      source.id,
      `select c.* from contratos c, generate_series(1, 20000) a, generate_series(1, 20000) b where md5(a::text || b) = ''`,
    );
    isHurried = true;
    const { status, body } = await as.get(`${path}/rows`);
    isHurried = false;
    expect([status, body.detail]).toEqual([
      504,
      'A pergunta olha linhas demais para esta fonte. Acrescente um filtro.',
    ]);
  });
});
