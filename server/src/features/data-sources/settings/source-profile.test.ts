/** The profile of a data source over HTTP: computed in the background, edited, refreshed, kept through changes. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import type { ColumnProfile, SourceProfile } from '#contract/table-profile.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { audit_entries } from '../../../db/tables/audit.ts';
import { data_source_profiles } from '../../../db/tables/data-sources.ts';
import { askedTable } from '../profile/asked-table.ts';
import { profileJobs, refreshProfile } from '../profile/refresh-profile.ts';
import { requireDataSource } from './store.ts';

let content: TestContent;
let testServer: TestServer;
let admin: ReturnType<TestServer['as']>;

beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader });
  admin = testServer.as(await testServer.user({ role: 'admin' }));
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

const QUERY =
  'select numero, municipio, uf, modalidade, situacao, valor_estimado, data_abertura, objeto from licitacoes';

async function madeSource(base_sql_query = QUERY, main_content_column = 'objeto'): Promise<number> {
  const { body } = await admin.post('/data-sources', { name: 'Licitações Abertas', description: null });
  const { id } = body.data;
  await admin.put(`/data-sources/${id}`, {
    rag_config: { document_search: { base_sql_query, main_content_column } },
  });
  return id;
}

async function profile(id: number): Promise<SourceProfile> {
  const { status, body } = await admin.get(`/data-sources/${id}/profile`);
  expect(status).toBe(200);
  return body.data;
}

/** Runs the computation that the queue holds, whichever of the two is first. */
async function computed(id: number): Promise<SourceProfile> {
  for (;;) {
    const found = await profile(id);
    if (found.state !== 'computing') return found;
    await refreshProfile(testServer.context, id, { adopts_changes: true }).catch(() => {});
  }
}

const column = (found: SourceProfile, name: string) => found.columns.find((each) => each.name === name);

const settingsOf = ({ name, label, kind, unit, synonyms, hidden }: ColumnProfile) => ({
  name,
  label,
  kind,
  unit,
  synonyms,
  hidden,
});

const changeOf = ({ rows_word, date_column, money_column, updated_at, columns }: SourceProfile) => ({
  rows_word,
  date_column,
  money_column,
  updated_at,
  columns: columns.map(settingsOf),
});

async function save(found: SourceProfile, name: string, change: Partial<ColumnProfile>, id: number) {
  const body = changeOf(found);
  const columns = body.columns.map((each) => (each.name === name ? { ...each, ...change } : each));
  return admin.put(`/data-sources/${id}/profile`, { ...body, columns });
}

async function asked(id: number) {
  const { db, clock, content: databases } = testServer.context;
  const source = await requireDataSource(db, id);
  const reader = databases.of(FIRST_CONNECTION);
  return askedTable({ db, clock, content: reader }, source, new AbortController().signal);
}

describe('R-TBL-40 the profile of a data source', () => {
  test('is computed when the source is saved, with guesses that are marked', async () => {
    const id = await madeSource();
    const found = await computed(id);
    expect(found).toMatchObject({
      state: 'ready',
      basis: 'rows',
      sampled: false,
      rows_word: { one: 'licitação', many: 'licitações' },
      date_column: 'data_abertura',
      money_column: 'valor_estimado',
      guessed: ['rows_word', 'date_column', 'money_column'],
      main_content_column: 'objeto',
      changed_columns: [],
    });
    expect(column(found, 'valor_estimado')).toMatchObject({
      label: 'Valor estimado',
      kind: 'money',
      unit: 'R$',
      guessed: ['label', 'kind', 'unit'],
      rows: 360,
      nulls: 0,
    });
    expect(column(found, 'situacao')).toMatchObject({ label: 'Situação', kind: 'category' });
    expect(column(found, 'situacao')?.common[0]?.count).toBeGreaterThan(1);
    expect(column(found, 'objeto')?.kind).toBe('text');
    expect(column(found, 'uf')).toMatchObject({ label: 'UF', kind: 'category' });
  });

  test('of a source without a query has no columns', async () => {
    const { body } = await admin.post('/data-sources', { name: 'Vazia', description: null });
    expect(await profile(body.data.id)).toMatchObject({ state: 'ready', columns: [], date_column: null });
    expect((await admin.post(`/data-sources/${body.data.id}/profile/refresh`)).status).toBe(202);
    expect(await profile(body.data.id)).toMatchObject({ state: 'ready', columns: [] });
  });

  test('R-TBL-19 takes labels, synonyms, units and kinds, and gives them to a question', async () => {
    const id = await madeSource();
    const found = await computed(id);
    const words = { label: 'Preço de referência', synonyms: ['teto', 'Teto'], unit: 'mil R$' };
    const { status, body } = await save(found, 'valor_estimado', words, id);
    expect(status).toBe(200);
    expect(column(body.data, 'valor_estimado')).toMatchObject({
      ...words,
      synonyms: ['Teto'],
      kind: 'money',
      guessed: ['kind'],
    });
    const { lexicon, table } = await asked(id);
    expect(lexicon.columns.get('teto')).toEqual(new Set(['valor_estimado']));
    expect(table.columns.find(({ name }) => name === 'valor_estimado')).toMatchObject({
      label: 'Preço de referência',
      unit: 'mil R$',
    });
    // A value that is set back to the guess is guessed again.
    const back = await save(
      body.data,
      'valor_estimado',
      { label: 'Valor estimado', synonyms: [], unit: 'R$' },
      id,
    );
    expect(column(back.body.data, 'valor_estimado')?.guessed).toEqual(['label', 'kind', 'unit']);
  });

  test('a kind that an administrator chooses is read anew', async () => {
    const id = await madeSource(
      "select numero, objeto, uf, case when id = 1 then 'x' else id::text end as nota from licitacoes",
    );
    const found = await computed(id);
    expect(column(found, 'nota')?.kind).toBe('number');
    const { body } = await save(found, 'numero', { kind: 'category' }, id);
    expect(body.data.state).toBe('computing');
    const again = await computed(id);
    expect(column(again, 'numero')).toMatchObject({ kind: 'category', guessed: ['label', 'unit'] });
    expect(column(again, 'nota')?.misfits).toEqual([{ value: 'x', count: 1 }]);
    const { table } = await asked(id);
    expect(table.columns.find(({ name }) => name === 'numero')?.values).toHaveLength(200);
  });

  test('R-TBL-41 hides a column from questions; the main content column stays', async () => {
    const id = await madeSource();
    const found = await computed(id);
    const { body } = await save(found, 'municipio', { hidden: true }, id);
    expect(column(body.data, 'municipio')?.hidden).toBe(true);
    const { table, cells, row_columns } = await asked(id);
    expect(JSON.stringify([table, cells, row_columns])).not.toContain('municipio');
    expect(JSON.stringify(table)).not.toContain('Recife');
    const refused = await save(body.data, 'objeto', { hidden: true }, id);
    expect(refused).toMatchObject({ status: 422, body: { code: 'validation' } });
  });

  test('refuses an unknown column, a kind that does not fit, and a change of an older version', async () => {
    const id = await madeSource();
    const found = await computed(id);
    const change = changeOf(found);
    const put = (body: object) => admin.put(`/data-sources/${id}/profile`, { ...change, ...body });
    const [first] = change.columns;
    expect((await put({ columns: [{ ...first, name: '"; DROP' }] })).body).toMatchObject({
      code: 'unknown_column',
      detail: 'A consulta não tem a coluna "; DROP.',
    });
    expect((await put({ date_column: '__proto__' })).body.code).toBe('unknown_column');
    expect((await put({ date_column: 'uf' })).body.code).toBe('validation');
    expect((await save(found, 'data_abertura', { kind: 'money' }, id)).body.code).toBe('validation');
    expect((await save(found, 'objeto', { kind: 'category' }, id)).body.code).toBe('validation');
    expect((await save(found, 'uf', { label: 'Estado' }, id)).status).toBe(200);
    expect(await save(found, 'uf', { label: 'Sigla' }, id)).toMatchObject({
      status: 409,
      body: { code: 'stale_change' },
    });
  });

  test('writes an audit entry with what changed', async () => {
    const id = await madeSource();
    await save(await computed(id), 'uf', { label: 'Estado' }, id);
    const entries = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.action, 'data_source.profile_changed'));
    expect(entries.at(-1)).toMatchObject({
      object_type: 'data_source',
      after: { 'columns.uf': { label: 'Estado', hidden: false, synonyms: [] } },
    });
  });

  test('keeps the words of a column through another query, and is computed for it', async () => {
    const id = await madeSource();
    await save(await computed(id), 'municipio', { hidden: true }, id);
    const document_search = {
      base_sql_query: 'select numero, objeto from licitacoes',
      main_content_column: 'objeto',
    };
    await admin.put(`/data-sources/${id}`, { rag_config: { document_search } });
    const shorter = await computed(id);
    expect(shorter.columns.map(({ name }) => name)).toEqual(['numero', 'objeto']);
    await save(shorter, 'numero', { label: 'Edital' }, id);
    await admin.put(`/data-sources/${id}`, {
      rag_config: { document_search: { ...document_search, base_sql_query: QUERY } },
    });
    const whole = await computed(id);
    expect(column(whole, 'municipio')?.hidden).toBe(true);
    expect(column(whole, 'numero')?.label).toBe('Edital');
  });

  test('a view that changed: the screen names its columns, the night leaves it alone, «Atualizar» takes it as it is', async () => {
    await content.owner.query('create view editais as select numero, objeto, orgao from licitacoes');
    await content.owner.query('grant select on editais to prosa_leitor');
    const id = await madeSource('select * from editais');
    await save(await computed(id), 'orgao', { hidden: true }, id);
    await content.owner.query('alter view editais rename column orgao to comprador');
    expect((await profile(id)).changed_columns).toEqual(['orgao', 'comprador']);
    await asked(id);
    const { 'data-sources.profiles': nightly } = profileJobs(testServer.context);
    await nightly({});
    expect((await profile(id)).changed_columns).toEqual(['orgao', 'comprador']);
    expect((await asked(id)).table.columns.map(({ name }) => name)).not.toContain('comprador');
    expect((await admin.post(`/data-sources/${id}/profile/refresh`)).status).toBe(202);
    const after = await computed(id);
    expect(after.changed_columns).toEqual([]);
    expect(after.columns.map(({ name }) => name)).toContain('comprador');
  });

  test('is computed each night where somebody asked in the last seven days', async () => {
    const [fresh, old] = [await madeSource(), await madeSource()];
    for (const id of [fresh, old]) await computed(id);
    const { db, clock } = testServer.context;
    await asked(fresh);
    await asked(old);
    const eightDays = new Date(clock.now().getTime() - 8 * 24 * 3_600_000);
    await db.update(data_source_profiles).set({ computed_at: eightDays });
    await db
      .update(data_source_profiles)
      .set({ asked_at: eightDays })
      .where(eq(data_source_profiles.data_source_id, old));
    await profileJobs(testServer.context)['data-sources.profiles']({});
    expect((await profile(fresh)).computed_at).toBe(clock.now().toISOString());
    expect((await profile(old)).computed_at).toBe(eightDays.toISOString());
  });

  test('two processes do not compute the same one', async () => {
    const id = await madeSource();
    await computed(id);
    const { db } = testServer.context;
    await db.execute(
      sql`update data_source_profiles set lease_until = ${new Date(testServer.context.clock.now().getTime() + 1000).toISOString()} where data_source_id = ${id}`,
    );
    await expect(refreshProfile(testServer.context, id, { adopts_changes: true })).rejects.toThrow(
      'another process',
    );
    testServer.clock.advance(2000);
    await refreshProfile(testServer.context, id, { adopts_changes: true });
    expect((await profile(id)).computed_at).toBe(testServer.context.clock.now().toISOString());
  });

  test('of rows of one’s own comes from the types, and holds nothing of anybody', async () => {
    const id = await madeSource(
      "select numero, objeto, situacao, valor_estimado from licitacoes where :usuario_email like '%@%'",
    );
    const found = await profile(id);
    expect(found).toMatchObject({ state: 'ready', basis: 'personal', money_column: 'valor_estimado' });
    expect(found.columns).toHaveLength(4);
    for (const { rows, minimum, maximum, common, misfits } of found.columns)
      expect([rows, minimum, maximum, common, misfits]).toEqual([null, null, null, [], []]);
    const { body } = await save(found, 'situacao', { kind: 'category', label: 'Fase' }, id);
    expect(column(body.data, 'situacao')).toMatchObject({ kind: 'category', label: 'Fase' });
    expect((await admin.post(`/data-sources/${id}/profile/refresh`)).status).toBe(202);
    await profileJobs(testServer.context)['data-sources.profiles']({});
    expect(column(await profile(id), 'situacao')).toMatchObject({ kind: 'category', common: [] });
  });

  test('of a query that fails says so, and of one that is too slow has kinds by types alone', async () => {
    const broken = await madeSource('select 1 as a, 1 / 0 as b from licitacoes');
    expect(await computed(broken)).toMatchObject({
      state: 'failed',
      failure: 'Erro na consulta: division by zero',
      columns: [],
    });
    const wide = await madeSource(
      'select numero as objeto, 1.5 as valor_total, current_date as dia, md5(numero || n) || md5(n || numero) as texto from licitacoes, generate_series(1, 3000) as n order by texto',
    );
    const found = await computed(wide);
    expect(found).toMatchObject({ state: 'ready', basis: 'too_slow' });
    expect(found.columns.map(({ kind, rows }) => [kind, rows])).toEqual([
      ['text', null],
      ['money', null],
      ['date', null],
      ['text', null],
    ]);
  });
});
