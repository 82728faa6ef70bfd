/** The table of a question: computed from a real database, in the words of the administrator, without what is hidden. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIRST_CONNECTION } from '#contract/connections.ts';
import { RagConfig } from '#contract/data-sources.ts';
import type { StoredColumnSettings } from '#contract/table-profile.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { data_source_profiles, data_sources } from '../../../db/tables/data-sources.ts';
import { numberOf } from '../compile/cells.ts';
import { postgres } from '../compile/postgres.ts';
import { askedTable } from './asked-table.ts';
import { findProfile } from './store.ts';

let content: TestContent;
let testServer: TestServer;

beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader });
  await content.owner.query(`
    create table obras (protocolo text, nome text, "Secretaria" text, orcamento text, inicio text, fim date,
      cpf_do_fiscal text, ativa boolean, concluida_pct numeric(5,2), prazo_dias integer, sigilo text);
    insert into obras select 'OB-' || n, 'Obra de número ' || n,
      case when n % 3 = 0 then 'Secretaria de Saúde' else 'Secretaria de Educação' end,
      case when n = 7 then 'a definir' else 'R$ ' || n || '.000,50' end,
      case when n = 5 then '31/02/2025' when n = 6 then 'em breve' else lpad((n % 28 + 1)::text, 2, '0') || '/03/2025' end,
      date '2025-12-01' + n, lpad((n * 7919)::text, 11, '0'), n % 2 = 0, n, n * 10, 'segredo ' || (n % 4)
    from generate_series(1, 60) as n`);
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

async function madeSource(base_sql_query: string, main_content_column = 'nome', terms: object = {}) {
  const rag_config = RagConfig.parse({
    document_search: { base_sql_query, main_content_column },
    profile_extraction: { terminology_mapping: terms },
  });
  const [source] = await testServer.context.db
    .insert(data_sources)
    .values({ name: 'Obras Municipais', rag_config })
    .returning();
  if (!source) throw new Error('no source');
  return { ...source, connection_id: FIRST_CONNECTION };
}

type Source = Awaited<ReturnType<typeof madeSource>>;

const asked = (source: Source) => {
  const { db, clock, content: databases } = testServer.context;
  const reader = databases.of(FIRST_CONNECTION);
  return askedTable({ db, clock, content: reader }, source, new AbortController().signal);
};

async function setColumns(source: Source, columns: StoredColumnSettings[]) {
  await testServer.context.db
    .update(data_source_profiles)
    .set({ columns, updated_at: new Date() })
    .where(eq(data_source_profiles.data_source_id, source.id));
}

test('R-TBL-29 texts with one unit are numbers of it, and texts of several units are none', async () => {
  await content.owner.query(`
    create table sacaria (lote text, peso text, trecho text, medida text);
    insert into sacaria select 'LT-' || lpad(n::text, 4, '0'), replace((n / 10.0)::numeric(6, 1)::text, '.', ',') || ' kg',
      n || case when n % 2 = 0 then 'km' else ' Km' end, n || case when n % 2 = 0 then ' kg' else ' g' end
    from generate_series(1, 60) as n`);
  const { table, cells } = await asked(await madeSource('select * from sacaria', 'lote'));
  const kinds = table.columns.map(({ name, kind, unit }) => [name, kind, unit]);
  expect(kinds.slice(1, 3)).toEqual([
    ['peso', 'number', 'kg'],
    ['trecho', 'number', 'km'],
  ]);
  expect(kinds[3]?.[1]).not.toBe('number');
  const cell = cells.find(({ name }) => name === 'peso');
  if (!cell) throw new Error('no cell');
  const { rows } = await content.owner.query(
    `select sum(${numberOf(postgres, cell)})::text as sum from sacaria as q`,
  );
  expect(rows).toEqual([{ sum: '183.0' }]);
});

test('R-TBL-29 texts of mixed durations are minutes, other cells count as empty, and times of the day stay texts', async () => {
  await content.owner.query(`
    create table servicos (ordem text, duracao text, chegada text, espera text, corrido interval, prazo text);
    insert into servicos select 'SV-' || n,
      case when n % 20 = 0 then 'a confirmar' when n % 4 = 0 then n || ' min' when n % 4 = 1 then '1h' || lpad((n % 60)::text, 2, '0')
        when n % 4 = 2 then '02:15' else '2 dias' end,
      lpad((8 + n % 10)::text, 2, '0') || ':30', lpad((n % 3)::text, 2, '0') || ':10', make_interval(mins => n),
      n % 9 + 1 || ' dias'
    from generate_series(1, 60) as n`);
  const { table, cells } = await asked(await madeSource('select * from servicos', 'ordem'));
  const kinds = Object.fromEntries(table.columns.map(({ name, kind, unit }) => [name, [kind, unit]]));
  expect(kinds.duracao).toEqual(['number', 'h min']);
  expect(kinds.espera).toEqual(['number', 'h min']);
  expect(kinds.corrido).toEqual(['number', 'h min']);
  expect(kinds.chegada?.[0]).toBe('category');
  expect(kinds.prazo).toEqual(['number', 'dias']);
  const read = (name: string) => {
    const cell = cells.find((each) => each.name === name);
    if (!cell) throw new Error('no cell');
    return numberOf(postgres, cell);
  };
  const { rows } = await content.owner.query(
    `select sum(${read('corrido')})::text as ran, count(*) filter (where ${read('duracao')} is null)::int as unread from servicos as q`,
  );
  expect(rows).toEqual([{ ran: '1830', unread: 3 }]);
});

describe('R-TBL-40 the table of a question', () => {
  test('has kinds, units and values from the cells, and is stored', async () => {
    const source = await madeSource('select * from obras');
    const { table, cells, row_columns, today } = await asked(source);
    expect(Object.fromEntries(table.columns.map(({ name, kind }) => [name, kind]))).toEqual({
      protocolo: 'identifier',
      nome: 'text',
      Secretaria: 'category',
      orcamento: 'money',
      inicio: 'date',
      fim: 'date',
      cpf_do_fiscal: 'identifier',
      ativa: 'boolean',
      concluida_pct: 'number',
      prazo_dias: 'number',
      sigilo: 'category',
    });
    expect(cells.find(({ name }) => name === 'orcamento')?.reads).toBe('number');
    expect(cells.find(({ name }) => name === 'inicio')?.reads).toBe('date');
    expect(table.columns.find(({ name }) => name === 'Secretaria')?.values).toEqual([
      'Secretaria de Educação',
      'Secretaria de Saúde',
    ]);
    expect(table).toMatchObject({
      rows_word: { one: 'obra', many: 'obras' },
      date_column: 'inicio',
      money_column: 'orcamento',
      main_column: 'nome',
    });
    expect(row_columns.slice(0, 3)).toEqual(['protocolo', 'nome', 'Secretaria']);
    expect(today).toBe('2026-11-14');
    const stored = await findProfile(testServer.context.db, source.id);
    const column = (name: string) => stored?.computed?.columns.find((each) => each.name === name);
    expect(column('orcamento')).toMatchObject({
      minimum: '1000.50',
      maximum: '60000.50',
      filled: 60,
      misfits: [{ value: 'a definir', count: 1 }],
    });
    expect(column('inicio')).toMatchObject({
      minimum: '2025-03-01',
      maximum: '2025-03-28',
      misfits: [
        { value: '31/02/2025', count: 1 },
        { value: 'em breve', count: 1 },
      ],
    });
    expect(stored?.asked_at).toEqual(testServer.context.clock.now());
  });

  test('an amount of zero is none, for «sem multa»', async () => {
    const query =
      'select nome, ((row_number() over (order by nome) % 3) * 10.5)::numeric(10, 2) as valor_multa from obras';
    const { table } = await asked(await madeSource(query, 'nome'));
    expect(table.columns.find(({ name }) => name === 'valor_multa')).toMatchObject({
      kind: 'money',
      lacks: { empty: false, zero: true },
    });
  });

  test('holds a mapped parameter to its allowed values', async () => {
    const terms = {
      secretaria: { values: [], regex_config: { enabled: true, include_pattern: 'Sa[úu]de' } },
    };
    const { table, lexicon } = await asked(await madeSource('select * from obras', 'nome', terms));
    expect(table.columns.find(({ name }) => name === 'Secretaria')?.values).toEqual(['Secretaria de Saúde']);
    expect(JSON.stringify([...lexicon.phrases.values()])).not.toContain('Educação');
  });

  test('R-TBL-19 takes the words and kinds of the administrator', async () => {
    const source = await madeSource('select * from obras');
    await asked(source);
    await setColumns(source, [
      { name: 'orcamento', label: 'Custo previsto', synonyms: ['investimento'], hidden: false },
      { name: 'protocolo', kind: 'text', synonyms: [], hidden: false },
    ]);
    const { table, lexicon, cells } = await asked(source);
    expect(table.columns.find(({ name }) => name === 'orcamento')).toMatchObject({
      label: 'Custo previsto',
      kind: 'money',
      unit: 'R$',
    });
    expect(lexicon.columns.get('investimento')).toEqual(new Set(['orcamento']));
    expect(cells.find(({ name }) => name === 'protocolo')?.kind).toBe('text');
  });

  test('R-TBL-41 a hidden column is in nothing that a question sees', async () => {
    const source = await madeSource('select * from obras');
    await asked(source);
    await setColumns(source, [{ name: 'sigilo', synonyms: ['confidencial'], hidden: true }]);
    const { table, lexicon, cells, row_columns } = await asked(source);
    const seen = JSON.stringify([table, cells, row_columns, [...lexicon.phrases], [...lexicon.columns]]);
    expect(seen).not.toContain('sigilo');
    expect(seen).not.toContain('segredo');
    expect(seen).not.toContain('confidencial');
  });

  test('R-TBL-41 the values of a hidden parameter are in nothing that a question sees', async () => {
    const regex = { values: [], regex_config: { enabled: true, include_pattern: '.*' } };
    const source = await madeSource('select * from obras', 'nome', { sigilo: regex, SECRETARIA: regex });
    await asked(source);
    await setColumns(source, [{ name: 'sigilo', synonyms: [], hidden: true }]);
    const { known, ...table } = await asked(source);
    expect(known.parameters.map(({ name }) => name)).toEqual(['Secretaria']);
    expect(JSON.stringify([known, table, [...table.lexicon.phrases]])).not.toMatch(/sigilo|segredo/);
  });

  test('a view whose columns changed after it was saved: what is new is named and not asked', async () => {
    await content.owner.query('create view obras_abertas as select nome, orcamento, sigilo from obras');
    await content.owner.query('grant select on obras_abertas to prosa_leitor');
    const source = await madeSource('select * from obras_abertas');
    await asked(source);
    await setColumns(source, [{ name: 'sigilo', synonyms: [], hidden: true }]);
    await content.owner.query('alter view obras_abertas rename column sigilo to nota');
    testServer.clock.advance(11 * 60_000);
    const { table, changed_columns, is_reduced } = await asked(source);
    expect(changed_columns).toEqual(['sigilo', 'nota']);
    // The column that is gone was hidden: nobody misses it.
    expect(is_reduced).toBe(false);
    expect(table.columns.map(({ name }) => name)).toEqual(['nome', 'orcamento']);
    await content.owner.query('alter view obras_abertas rename column orcamento to total');
    testServer.clock.advance(11 * 60_000);
    expect(await asked(source)).toMatchObject({ is_reduced: true, table: { money_column: null } });
  });

  test('another query is computed anew', async () => {
    const source = await madeSource('select nome, prazo_dias from obras');
    await asked(source);
    const rag_config = RagConfig.parse({
      document_search: {
        base_sql_query: 'select nome, prazo_dias / 0.5 as dobro from obras',
        main_content_column: 'nome',
      },
    });
    const changed = { ...source, rag_config, updated_at: new Date(source.updated_at.getTime() + 1) };
    const { table } = await asked(changed);
    expect(table.columns.map(({ name }) => name)).toEqual(['nome', 'dobro']);
  });
});
