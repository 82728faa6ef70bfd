import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DescribedSheet, SheetUpload } from '#contract/sheets.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { csvOf, odsOf, xlsxOf } from '../../../../test/sheets/make-sheets.ts';
import { startTestServer, TEST_NOW, type TestServer } from '../../../../test/test-server.ts';
import { formWith } from '../../../../test/uploads.ts';
import {
  data_source_profiles,
  data_sources,
  dropped_sheets,
  sheet_uploads,
  sheet_versions,
} from '../../../db/tables/data-sources.ts';
import { reserveTable, sweepSheets } from './sheet-tables.ts';

let content: TestContent;
let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;

beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader, sheets: content.sheets });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

type File = string | Uint8Array<ArrayBuffer>;

const sent = (file: File, name = 'obras.csv') => admin.upload('/data-sources/sheets', formWith(name, file));

async function uploaded(file: File, name = 'obras.csv'): Promise<SheetUpload> {
  const { status, body } = await sent(file, name);
  expect(body).toMatchObject({ success: true, data: expect.anything() });
  expect(status).toBe(201);
  return body.data;
}

function firstSheet({ sheets }: SheetUpload): DescribedSheet {
  const [sheet] = sheets;
  if (!sheet) throw new Error('no sheet was described');
  return sheet;
}

/** Confirms the first sheet as it was guessed. */
function confirmed(upload: SheetUpload, wishes: object = {}, extra = {}) {
  const { name, header_row, columns } = firstSheet(upload);
  const body = {
    name: 'Obras',
    sheet: name,
    header_row,
    columns: columns.map(({ name: column, label, kind }) => ({ name: column, label, kind })),
    ...wishes,
  };
  return admin.post(`/data-sources/sheets/${upload.upload_id}/confirm`, body, extra);
}

async function made(file: File, name = 'obras.csv', wishes: object = {}): Promise<number> {
  const { status, body } = await confirmed(await uploaded(file, name), wishes);
  expect(body).toMatchObject({ success: true, data: expect.anything() });
  expect(status).toBe(201);
  return body.data.id;
}

const rowsOf = async (id: number) =>
  (await admin.post(`/data-sources/${id}/execute?limit=100`)).body.data as {
    total: number;
    results: Record<string, unknown>[];
    columns: { name: string; type: string }[];
  };

const tablesOf = async (id: number): Promise<string[]> => {
  const { rows } = await content.owner.query(
    "select relname from pg_class where relnamespace = 'sheets'::regnamespace and relkind = 'r' and relname like $1 order by relname",
    [`s${id}\\_%`],
  );
  return rows.map(({ relname }) => relname);
};

const OBRAS = csvOf([
  ['Obra', 'Município', 'Situação', 'Valor estimado', 'Início', 'Concluída', 'CPF do fiscal'],
  ['Ponte', 'São Paulo', 'Aberta', 'R$ 1.234,56', '05/03/2026', 'não', '012.345.678-90'],
  ['Escola', 'Campinas', 'Aberta', '2.000', '31/12/2025', 'sim', '987.654.321-00'],
  ['Praça', 'Santos', 'Encerrada', 'R$ 100', '1/2/2026', 'Sim', '111.444.777-35'],
  ['Creche', 'Santos', 'Aberta', '-50,5', '2026-04-01', 'não', '222.333.444-05'],
]);

describe('R-TBL-42 a spreadsheet becomes a data source', () => {
  test('with typed columns, a base query, parameters, a main column and labels', async () => {
    const upload = await uploaded(OBRAS);
    expect(upload.file).toBe('obras.csv');
    const sheet = firstSheet(upload);
    expect(sheet).toMatchObject({ name: 'obras', rows: 4, header_row: 1, notes: [] });
    expect(sheet.columns.map(({ name, label, kind }) => [name, label, kind])).toEqual([
      ['obra', 'Obra', 'text'],
      ['municipio', 'Município', 'category'],
      ['situacao', 'Situação', 'category'],
      ['valor_estimado', 'Valor estimado', 'money'],
      ['inicio', 'Início', 'date'],
      ['concluida', 'Concluída', 'boolean'],
      ['cpf_do_fiscal', 'CPF do fiscal', 'identifier'],
    ]);
    const { status, body } = await confirmed(upload, { description: 'Da prefeitura' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'Obras', description: 'Da prefeitura', warning: null });
    const { id, rag_config } = body.data;
    expect(rag_config.document_search).toMatchObject({ main_content_column: 'obra' });
    expect(rag_config.profile_extraction.terminology_mapping).toMatchObject({
      municipio: { values: ['Campinas', 'Santos', 'São Paulo'] },
      situacao: { values: ['Aberta', 'Encerrada'] },
    });
    const { total, results, columns } = await rowsOf(id);
    expect(total).toBe(4);
    expect(columns.map(({ type }) => type)).toEqual([
      'text',
      'text',
      'text',
      'numeric',
      'date',
      'boolean',
      'text',
    ]);
    expect(results[0]).toEqual({
      obra: 'Ponte',
      municipio: 'São Paulo',
      situacao: 'Aberta',
      valor_estimado: '1234.56',
      inicio: '2026-03-05',
      concluida: false,
      cpf_do_fiscal: '012.345.678-90',
    });
    expect(results.map(({ valor_estimado }) => valor_estimado)).toEqual(['1234.56', '2000', '100', '-50.5']);
    const { db } = testServer.context;
    const [profile] = await db
      .select()
      .from(data_source_profiles)
      .where(eq(data_source_profiles.data_source_id, id));
    expect(profile?.columns).toContainEqual({
      name: 'valor_estimado',
      label: 'Valor estimado',
      kind: 'money',
      unit: 'R$',
      synonyms: [],
      hidden: false,
    });
    const queued = await db.execute(
      sql`select from pgboss.job where name = 'data-sources.profile' and (data->>'data_source_id')::int = ${id}`,
    );
    expect(queued.rows).toHaveLength(1);
    expect((await admin.get(`/data-sources/${id}/sheet`)).body.data).toMatchObject({
      file: 'obras.csv',
      sheet: 'obras',
      rows: 4,
      versions: [{ file: 'obras.csv', rows: 4, is_current: true }],
    });
  });

  test('only with the columns that were chosen, in the kinds that were typed', async () => {
    const upload = await uploaded(OBRAS);
    const { columns } = firstSheet(upload);
    const chosen = columns.map(({ name, label, kind }) => ({
      name,
      label,
      kind: name === 'inicio' ? 'text' : kind,
      include: name !== 'cpf_do_fiscal',
    }));
    const { body } = await confirmed(upload, { columns: chosen });
    const rows = await rowsOf(body.data.id);
    expect(rows.columns.map(({ name }) => name)).not.toContain('cpf_do_fiscal');
    expect(rows.results[0]).toMatchObject({ inicio: '05/03/2026' });
  });

  test('once, however often the button is pressed', async () => {
    const upload = await uploaded(OBRAS);
    const headers = { 'idempotency-key': randomUUID() };
    const [one, other] = await Promise.all([
      confirmed(upload, {}, { headers }),
      confirmed(upload, {}, { headers }),
    ]);
    expect([one?.status, other?.status]).toEqual([201, 201]);
    expect(one?.body.data.id).toBe(other?.body.data.id);
    const after = await confirmed(upload);
    expect(after).toMatchObject({ status: 404, body: { code: 'sheet_upload_not_found' } });
  });

  test('which nobody else may confirm, and which is gone after an hour', async () => {
    const upload = await uploaded(OBRAS);
    const other = testServer.as(await testServer.user({ role: 'admin' }));
    const query = `?sheet=obras&header_row=1`;
    expect(await other.get(`/data-sources/sheets/${upload.upload_id}${query}`)).toMatchObject({
      status: 404,
    });
    const { db } = testServer.context;
    await db.update(sheet_uploads).set({ expires_at: testServer.context.clock.now() });
    expect(await confirmed(upload)).toMatchObject({ status: 404, body: { code: 'sheet_upload_not_found' } });
    await sweepSheets(testServer.context);
    expect(await db.select().from(sheet_uploads).where(eq(sheet_uploads.id, upload.upload_id))).toEqual([]);
  });

  test('of the sheet and the header line that were chosen', async () => {
    const file = xlsxOf([
      { name: 'Capa', rows: [['Relatório']] },
      {
        name: 'Dados',
        rows: [
          ['Obras de 2026', null],
          ['nome', 'total'],
          ['Ponte', 10],
          ['Praça', 20.5],
        ],
      },
    ]);
    const upload = await uploaded(file, 'obras.xlsx');
    const dados = upload.sheets.find(({ name }) => name === 'Dados');
    expect(dados).toMatchObject({ header_row: 2, rows: 2 });
    expect(dados?.columns.map(({ name, label, kind }) => [name, label, kind])).toEqual([
      ['nome', 'Nome', 'text'],
      ['total', 'Total', 'number'],
    ]);
    const described = await admin.get(`/data-sources/sheets/${upload.upload_id}?sheet=Dados&header_row=0`);
    expect(described.body.data).toMatchObject({
      header_row: 0,
      rows: 4,
      columns: [
        { name: 'coluna_a', kind: 'text' },
        { name: 'coluna_b', misfit_count: 0 },
      ],
    });
    const { body } = await confirmed(upload, {
      sheet: 'Dados',
      header_row: 2,
      columns: dados?.columns.map(({ name, label, kind }) => ({ name, label, kind })),
    });
    expect((await rowsOf(body.data.id)).results).toEqual([
      { nome: 'Ponte', total: '10' },
      { nome: 'Praça', total: '20.5' },
    ]);
  });
});

describe('R-TBL-44 replacing the file', () => {
  const more = `${OBRAS}\r\nCiclovia;Santos;Aberta;10;02/02/2026;sim;333.444.555-06`;

  test('swaps the rows where the columns are the same, keeps three versions and restores one', async () => {
    const id = await made(OBRAS);
    const replaced = await confirmed(await uploaded(more, 'novas.csv'), { data_source_id: id });
    // A new source is 201: nothing new is made here.
    expect([replaced.status, replaced.body.data.id]).toEqual([200, id]);
    expect((await rowsOf(id)).total).toBe(5);
    for (const name of ['c.csv', 'd.csv'])
      await confirmed(await uploaded(OBRAS, name), { data_source_id: id });
    const { body } = await admin.get(`/data-sources/${id}/sheet`);
    expect(body.data).toMatchObject({ file: 'd.csv', rows: 4 });
    expect(body.data.versions.map(({ file }: { file: string }) => file)).toEqual([
      'd.csv',
      'c.csv',
      'novas.csv',
    ]);
    expect(await tablesOf(id)).toHaveLength(3);
    const [, , oldest] = body.data.versions;
    const restored = await admin.post(`/data-sources/${id}/sheet/restore`, { version_id: oldest.id });
    expect(restored.body.data).toMatchObject({ file: 'novas.csv', rows: 5 });
    expect((await rowsOf(id)).total).toBe(5);
    expect(await admin.post(`/data-sources/${id}/sheet/restore`, { version_id: 1_999_999 })).toMatchObject({
      status: 404,
      body: { code: 'sheet_version_not_found' },
    });
  });

  test('tells other columns first, and takes them when they are accepted', async () => {
    const id = await made(OBRAS);
    const other = csvOf([
      ['Obra', 'Município', 'Valor estimado', 'Bairro'],
      ['Ponte', 'Santos', 'R$ 1,00', 'Centro'],
      ['Escola', 'Santos', 'R$ 2,50', 'Porto'],
    ]);
    const upload = await uploaded(other);
    const refused = await confirmed(upload, { data_source_id: id });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'sheet_differs', difference: { added: [{ name: 'bairro' }] } },
    });
    expect(refused.body.difference.missing.map(({ name }: { name: string }) => name)).toEqual([
      'situacao',
      'inicio',
      'concluida',
      'cpf_do_fiscal',
    ]);
    expect((await rowsOf(id)).total).toBe(4);
    const { body } = await confirmed(upload, { data_source_id: id, accept_difference: true });
    expect(body.data.rag_config.profile_extraction.terminology_mapping).not.toHaveProperty('situacao');
    expect((await rowsOf(id)).results).toEqual(
      [
        { obra: 'Ponte', municipio: 'Santos', valor_estimado: '1.00', bairro: 'Centro' },
        { obra: 'Escola', municipio: 'Santos', valor_estimado: '2.50', bairro: 'Porto' },
      ].map((row) => ({
        ...row,
        valor_estimado: row.valor_estimado.replace('.00', '').replace('.50', '.5'),
      })),
    );
  });

  test('restores a version of other columns with its main column and its labels', async () => {
    const id = await made(OBRAS);
    const other = csvOf([
      ['Descrição do serviço', 'Valor'],
      ['Reforma do telhado da escola', 'R$ 1,00'],
      ['Pintura das faixas da avenida', 'R$ 2,50'],
    ]);
    const accepted = { data_source_id: id, accept_difference: true };
    const { body } = await confirmed(await uploaded(other, 'outra.csv'), accepted);
    expect(body.data.rag_config.document_search.main_content_column).toBe('descricao_do_servico');
    const { versions } = (await admin.get(`/data-sources/${id}/sheet`)).body.data;
    const version_id = versions.find(({ file }: { file: string }) => file === 'obras.csv').id;
    expect((await admin.post(`/data-sources/${id}/sheet/restore`, { version_id })).status).toBe(200);
    const { data } = (await admin.get(`/data-sources/${id}`)).body;
    expect(data.rag_config.document_search.main_content_column).toBe('obra');
    const [stored] = await testServer.context.db
      .select({ columns: data_source_profiles.columns })
      .from(data_source_profiles)
      .where(eq(data_source_profiles.data_source_id, id));
    expect(stored?.columns.map(({ name, label, kind }) => [name, label, kind])).toContainEqual([
      'municipio',
      'Município',
      'category',
    ]);
  });

  test('of two at once leaves one whole file, and every table has its version', async () => {
    const id = await made(OBRAS);
    const uploads = [await uploaded(OBRAS, 'a.csv'), await uploaded(more, 'b.csv')];
    const replies = await Promise.all(uploads.map((upload) => confirmed(upload, { data_source_id: id })));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const { body } = await admin.get(`/data-sources/${id}/sheet`);
    expect((await rowsOf(id)).total).toBe(body.data.rows);
    expect(body.data.versions).toHaveLength(3);
    expect(await tablesOf(id)).toHaveLength(3);
  });

  test('keeps a query that an administrator wrote, over the new table', async () => {
    const id = await made(OBRAS);
    const { data } = (await admin.get(`/data-sources/${id}`)).body;
    const query = data.rag_config.document_search.base_sql_query;
    const own = `${query}\nwhere municipio = 'Santos'`;
    data.rag_config.document_search.base_sql_query = own;
    await admin.put(`/data-sources/${id}`, { name: data.name, rag_config: data.rag_config });
    expect((await rowsOf(id)).total).toBe(2);
    await confirmed(await uploaded(more), { data_source_id: id });
    expect((await rowsOf(id)).total).toBe(3);
  });

  test('that ends between load and swap leaves the rows as they were, and nothing behind', async () => {
    const id = await made(OBRAS);
    const { context } = testServer;
    const reserved = await reserveTable(context, id);
    const lines = async function* () {
      yield Buffer.from('Ponte\n');
    };
    await content.sheets.load({ table: reserved.table, columns: [{ name: 'obra', type: 'text' }] }, lines());
    expect(await tablesOf(id)).toHaveLength(2);
    expect((await rowsOf(id)).total).toBe(4);
    await sweepSheets(context);
    expect(await tablesOf(id)).toHaveLength(2);
    testServer.clock.advance(3_600_001);
    await sweepSheets(context);
    testServer.clock.set(TEST_NOW);
    expect(await tablesOf(id)).toHaveLength(1);
    expect((await rowsOf(id)).total).toBe(4);
    expect(await context.db.select().from(dropped_sheets)).toEqual([]);
  });
});

describe('R-TBL-45 R-TBL-46 the tables of sheets', () => {
  test('leave with their data source', async () => {
    const id = await made(OBRAS);
    expect(await tablesOf(id)).toHaveLength(1);
    await admin.delete(`/data-sources/${id}`);
    expect(await tablesOf(id)).toEqual([]);
    const { db } = testServer.context;
    expect(await db.select().from(sheet_versions).where(eq(sheet_versions.data_source_id, id))).toEqual([]);
    expect(await db.select().from(dropped_sheets)).toEqual([]);
  });

  test('cannot be written by the role that reads them, nor anything else by the one that writes them', async () => {
    const id = await made(OBRAS);
    const [table] = await tablesOf(id);
    const reader = content.as('prosa_leitor');
    const wrote = (statement: string) =>
      reader
        .read(`select * from sheets."${table}"`, ({ rows }) => rows(statement))
        .catch((error) => error.message);
    for (const statement of [
      `delete from sheets."${table}"`,
      `insert into sheets."${table}" (obra) values ('x')`,
      'create table sheets.mine (a int)',
    ])
      expect(await wrote(statement)).toMatch(/permiss|read-only|somente leitura/i);
    expect(await reader.problem()).toBeNull();
    await reader.close();
    const { rows } = await content.owner.query(`
      select has_table_privilege('prosa_leitor', 'sheets."${table}"', 'select') as reads,
        has_table_privilege('prosa_leitor', 'sheets."${table}"', 'insert, update, delete, truncate') as writes,
        has_schema_privilege('prosa_leitor', 'sheets', 'create') as creates,
        has_table_privilege('prosa_planilhas', 'public.licitacoes', 'select, insert, update, delete') as sees_other,
        has_schema_privilege('prosa_planilhas', 'public', 'create') as creates_elsewhere`);
    expect(rows).toEqual([
      { reads: true, writes: false, creates: false, sees_other: false, creates_elsewhere: false },
    ]);
  });
});

describe('a place for spreadsheets', () => {
  test('is reported, or why there is none', async () => {
    expect((await admin.get('/data-sources/sheets')).body.data).toEqual({ available: true, reason: null });
    const bare = await startTestServer();
    const other = bare.as(await bare.user({ role: 'admin' }));
    const { body } = await other.get('/data-sources/sheets');
    expect(body.data).toEqual({ available: false, reason: 'Falta definir SHEETS_DATABASE_URL no servidor.' });
    const refused = await other.upload('/data-sources/sheets', formWith('a.csv', 'a;b\n1;2'));
    expect(refused).toMatchObject({ status: 503, body: { code: 'sheets_away' } });
    await bare.close();
  });

  test('is not another table of an ordinary data source', async () => {
    const { body } = await admin.post('/data-sources', { name: 'Licitações' });
    expect((await admin.get(`/data-sources/${body.data.id}/sheet`)).body.data).toBeNull();
    const upload = await uploaded(OBRAS);
    expect(await confirmed(upload, { data_source_id: body.data.id })).toMatchObject({ status: 422 });
    const { db } = testServer.context;
    expect(await db.select().from(data_sources).where(eq(data_sources.id, body.data.id))).toHaveLength(1);
  });
});

describe('R-TBL-43 what does not fit', () => {
  test('is shown with the names of its cells, and named again after the load', async () => {
    const rows = Array.from({ length: 30 }, (_, index) => [`Obra ${index}`, String(index * 10)]);
    rows[3] = ['Obra 3', 'a definir'];
    rows[7] = ['Obra 7', 'consultar'];
    const upload = await uploaded(csvOf([['Obra', 'Valor'], ...rows]));
    expect(firstSheet(upload).columns[1]).toMatchObject({
      kind: 'money',
      misfit_count: 2,
      misfits: [
        { cell: 'B5', value: 'a definir' },
        { cell: 'B9', value: 'consultar' },
      ],
    });
    const { body } = await confirmed(upload);
    expect(body.message).toBe('Em «Valor», 2 células não cabem no tipo e ficaram vazias: B5 e B9.');
  });

  test('errors are empty cells, and merged cells, totals, two header lines and a second table are named', async () => {
    const file = xlsxOf([
      {
        name: 'Dados',
        rows: [
          ['Relatório de obras', null, null, null],
          ['Local', null, 'Valores', null],
          ['UF', 'Cidade', 'Previsto', 'Pago'],
          ['SP', 'Santos', 10, 5],
          [null, 'Campinas', 20, { error: '#REF!' }],
          ['BA', 'Salvador', 30, 8],
          ['Total', null, 60, 13],
          [null, null, null, null],
          ['Responsável', null, 'Cargo', null],
          ['Ana', null, 'Fiscal', null],
        ],
        merges: ['A1:D1', 'A2:B2', 'C2:D2', 'A4:A5'],
        hiddenRows: [6],
      },
    ]);
    const upload = await uploaded(file, 'obras.xlsx');
    const sheet = firstSheet(upload);
    expect(sheet.columns.map(({ name, kind }) => [name, kind])).toEqual([
      ['local_uf', 'category'],
      ['local_cidade', 'text'],
      ['valores_previsto', 'money'],
      ['valores_pago', 'money'],
    ]);
    expect(sheet).toMatchObject({ header_row: 3, rows: 3 });
    expect(sheet.notes).toEqual([
      { kind: 'two_headers', cell: 'A2' },
      { kind: 'merged', cell: 'A4' },
      { kind: 'error_cells', cell: 'D5' },
      { kind: 'total_row', cell: 'A7' },
      { kind: 'second_table', cell: 'A9' },
    ]);
    const { body } = await confirmed(upload);
    expect(body.data.warning.split('\n')).toEqual([
      'Em «Valores Pago», 1 célula não cabe no tipo e ficou vazia: D5.',
      'Linhas de total ficaram fora da tabela: A7.',
      'O que começa em A9 ficou fora da tabela.',
    ]);
    expect((await rowsOf(body.data.id)).results).toEqual([
      { local_uf: 'SP', local_cidade: 'Santos', valores_previsto: '10', valores_pago: '5' },
      { local_uf: 'SP', local_cidade: 'Campinas', valores_previsto: '20', valores_pago: null },
      { local_uf: 'BA', local_cidade: 'Salvador', valores_previsto: '30', valores_pago: '8' },
    ]);
    const again = await uploaded(file, 'obras.xlsx');
    const kept = await confirmed(again, { keep_total_rows: true });
    expect((await rowsOf(kept.body.data.id)).total).toBe(4);
  });

  test('names of columns are folded, and doubles are numbered', async () => {
    const upload = await uploaded(
      csvOf([
        ['"; DROP TABLE x', '__proto__', 'Ação', 'ação!', 'ç'.repeat(80), '—'],
        ['a', 'b', 'c', 'd', 'e', 'f'],
        ['a2', 'b2', 'c2', 'd2', 'e2', 'f2'],
      ]),
    );
    expect(firstSheet(upload).columns.map(({ name }) => name)).toEqual([
      'drop_table_x',
      'proto',
      'acao',
      'acao_2',
      'c'.repeat(63),
      'coluna_f',
    ]);
    const { body } = await confirmed(upload);
    expect((await rowsOf(body.data.id)).total).toBe(2);
  });

  test('stored values of formulas, dates of both calendars, codes, percentages and times keep what they are', async () => {
    const rows = [
      ['Código', 'Matrícula', 'Data', 'Taxa', 'Valor', 'Soma', 'Ativo'],
      [
        { number: 123, format: '00000' },
        { number: 1_234_567_890, format: '000\\.000\\.000\\-00' },
        { day: '2026-02-28' },
        { number: 0.125, format: '0.0%' },
        { number: 1234.5, format: '"R$" #,##0.00' },
        { formula: 'A1+B1', value: 0.1 + 0.2 },
        true,
      ],
      [
        { number: 45, format: '00000' },
        { number: 98_765_432_100, format: '000\\.000\\.000\\-00' },
        { day: '1999-12-31T08:30:00' },
        { number: 1, format: '0%' },
        { number: -2, format: '"R$" #,##0.00' },
        { formula: 'A1+B1', value: 7 },
        false,
      ],
    ];
    for (const uses1904 of [false, true]) {
      const id = await made(xlsxOf([{ name: 'A', rows }], { uses1904 }), 'a.xlsx');
      expect((await rowsOf(id)).results).toEqual([
        {
          codigo: '00123',
          matricula: '012.345.678-90',
          data: '2026-02-28T00:00:00',
          taxa: '12.5',
          valor: '1234.5',
          soma: '0.3',
          ativo: true,
        },
        {
          codigo: '00045',
          matricula: '987.654.321-00',
          data: '1999-12-31T08:30:00',
          taxa: '100',
          valor: '-2',
          soma: '7',
          ativo: false,
        },
      ]);
    }
  });

  test('an ODS file is read as its program shows it', async () => {
    const rows = [
      ['Nome', 'Valor', 'Dia', 'Taxa', 'Erro', 'Código'],
      [
        'Ana',
        { number: 10.5, format: 'R$' },
        { day: '2026-01-31' },
        { number: 0.5, format: '0%' },
        1,
        { number: 7, format: '000' },
      ],
      [
        'Rui',
        { number: 2, format: 'R$' },
        { day: '2025-12-01' },
        { number: 0.05, format: '0%' },
        { error: '#DIV/0!' },
        { number: 70, format: '000' },
      ],
    ];
    const id = await made(odsOf([{ name: 'Um', rows }]), 'a.ods');
    expect((await rowsOf(id)).results).toEqual([
      { nome: 'Ana', valor: '10.5', dia: '2026-01-31', taxa: '50', erro: '1', codigo: '007' },
      { nome: 'Rui', valor: '2', dia: '2025-12-01', taxa: '5', erro: null, codigo: '070' },
    ]);
  });
});
