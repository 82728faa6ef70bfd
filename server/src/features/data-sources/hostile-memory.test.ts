/** Base queries that try to fill the memory or the disk of the PostgreSQL that also holds the accounts. */
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { selectList } from '../../adapters/content/columns.ts';
import { ContentProblem, type ContentProblemKind } from '../../adapters/content/content-problem.ts';
import {
  BACKEND_MEMORY_MAX_BYTES,
  limitBackendMemory,
} from '../../adapters/content/postgres/backend-memory.ts';

const MEGABYTE = 1024 * 1024;
/** The limit counts what is allocated; a few pages of the stack and of the program itself are resident besides. */
const CEILING_BYTES = BACKEND_MEMORY_MAX_BYTES + 8 * MEGABYTE;

/** Numbers without a table and, unlike `generate_series` in a FROM, without a temporary file. */
const MANY = '(select generate_series(1, (select 100000000)) x) s';
const WIDE = "rpad(x::text, 5000, md5('x'))";

/** By the kind of problem that each has to end in; `query` is refused before it is sent. */
const HOSTILE: Partial<Record<ContentProblemKind, string[]>> = {
  query: [
    "select repeat(repeat('x', 1000000), 900) as a",
    "select pg_catalog.REPEAT('x', 900000000) as a",
    `select U&"\\0072epeat"('x', 900000000) as a`,
    'select array_fill(1, array[100000000]) as a',
    "select lpad('x', id * 100000000) as a from licitacoes",
    "select format('%500000000s', 'x') as a",
    "select format('%*s', 500000000, 'x') as a",
  ],
  memory: [
    "select replace(replace(rpad('', 10000, 'a'), 'a', rpad('', 1000, 'b')), 'b', rpad('', 90)) as a",
    "select string_to_array(replace(rpad('', 10000, ','), ',', rpad('', 3000, ',')), ',') as a",
    `select array_agg(${WIDE}) as a from ${MANY}`,
    `select string_agg(${WIDE}, '') as a from ${MANY}`,
    `select jsonb_agg(${WIDE}) as a from ${MANY}`,
    `select json_object_agg(x, ${WIDE}) as a from ${MANY}`,
    `select array(select ${WIDE} from ${MANY}) as a`,
    `select id from licitacoes where objeto not in (select ${WIDE} from ${MANY})`,
    `select ${WIDE} as a from ${MANY} intersect select ${WIDE} from ${MANY}`,
    `with recursive r(x, t) as (select 1, 'x' union select x + 1, md5(x::text) from r) select max(x) as a from r`,
    `select array_cat(array_agg(rpad(a.objeto, 5000)), array_agg(rpad(b.objeto, 5000))) as a
      from licitacoes a, licitacoes b, licitacoes c`,
    'select array_agg(array[a, b, c]) as a from licitacoes a, licitacoes b, licitacoes c',
  ],
  space: [
    `select ${WIDE} as a from generate_series(1, 100000000) x order by 1`,
    "with recursive r(x) as (select 'xxxxxxxxxx' union all select x || x from r where length(x) < 500000000) select max(length(x)) as a from r",
    `select count(distinct ${WIDE}) as a from ${MANY}`,
    `select ${WIDE} as a, count(*) as n from ${MANY} group by 1`,
    `select x, row_number() over (order by ${WIDE}) as n from ${MANY}`,
  ],
  complex: ["select string_agg(rpad('', 10000, '['), '')::jsonb as a from generate_series(1, 50)"],
};

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

/** The largest resident memory, without shared buffers, of the backends that read content; until `stop` resolves. */
function watchMemory() {
  let isOver = false;
  let peak = 0;
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await content.owner.query<{ pid: number }>(
        "select pid from pg_stat_activity where usename = 'prosa_leitor' and datname = current_database()",
      );
      for (const { pid } of rows) peak = Math.max(peak, residentBytes(pid));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return peak;
  };
}

function residentBytes(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    // It has ended since it was listed.
    return 0;
  }
}

/** The kind of problem that a read ends in, and its sentence. */
async function endOf(query: string): Promise<{ kind: ContentProblemKind | 'answered'; message: string }> {
  try {
    await content.reader.read(query, (session) => session.rows(`SELECT b.* FROM ${session.base} LIMIT 10`));
    return { kind: 'answered', message: '' };
  } catch (error) {
    if (error instanceof ContentProblem) return error;
    throw error;
  }
}

describe.runIf(process.platform === 'linux')('R-DS-62 a base query that asks for gigabytes', () => {
  test('ends by its own limit, at 128 MB and not more, while the accounts stay usable', async () => {
    const stop = watchMemory();
    const ends: [kind: string, query: string, end: string][] = [];
    for (const [kind, queries] of Object.entries(HOSTILE)) {
      for (const query of queries) {
        const [end, account] = await Promise.all([endOf(query), admin.get('/users/me')]);
        expect(account.status).toBe(200);
        ends.push([kind, query.slice(0, 100), end.kind]);
      }
    }
    const peak = await stop();
    expect(ends.filter(([kind, , end]) => kind !== end)).toEqual([]);
    expect(ends.length).toBeGreaterThanOrEqual(23);
    // The watch did see the memory grow.
    expect(peak).toBeGreaterThan(64 * MEGABYTE);
    expect(peak).toBeLessThan(CEILING_BYTES);
  });

  test('is stopped by the limit of its process alone, where no function is revoked', async () => {
    await content.owner.query('grant execute on function repeat(text, integer) to public');
    const client = new pg.Client(content.address);
    await client.connect();
    const { processID: pid } = client as unknown as { processID: number };
    expect(await limitBackendMemory(pid)).toBe(true);
    const query = (length: number) => client.query(`select length(repeat('x', ${length})) as n`);
    expect((await query(50 * MEGABYTE)).rows).toEqual([{ n: 50 * MEGABYTE }]);
    await expect(query(200 * MEGABYTE)).rejects.toMatchObject({ code: '53200' });
    // The same connection goes on, and so does the server: only the statement has ended.
    expect((await query(1)).rows).toEqual([{ n: 1 }]);
    await client.end();
    await content.owner.query('revoke execute on function repeat(text, integer) from public');
  });

  test('cannot fill the memory of the server with rows of very many long cells', async () => {
    const cells = Array.from({ length: 250 }, (_, place) => `t as c${place}`).join(', ');
    const long = "replace(rpad('', 1000, 'a'), 'a', rpad('', 100, 'b'))";
    const query = `select ${cells} from (select ${long} as t from generate_series(1, 40) g offset 0) s`;
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 5);
    const before = process.memoryUsage().rss;
    const read = content.reader.read(query, ({ columns, base, rows }) =>
      rows(`SELECT ${selectList(columns, 'b')} FROM ${base}`),
    );
    await expect(read).rejects.toMatchObject({ kind: 'size' });
    clearInterval(watch);
    expect(most - before).toBeLessThan(200 * MEGABYTE);
  });

  test('is answered over HTTP with a sentence of its own', async () => {
    const { body } = await admin.post('/data-sources', { name: 'Hostil' });
    const executed = async (base_sql_query: string) => {
      const rag_config = { document_search: { base_sql_query } };
      await admin.put(`/data-sources/${body.data.id}`, { rag_config });
      const answer = await admin.post(`/data-sources/${body.data.id}/execute`, {});
      return `${answer.status} ${answer.body.detail}`;
    };
    const lists = `select a from (select array_agg(${WIDE}) as a from ${MANY}) s where cardinality(a) > 1`;
    expect(await executed(lists)).toBe(
      '422 A consulta precisa de memória demais. Junte menos linhas em um só valor e evite textos muito longos.',
    );
    expect(await executed(`select distinct ${WIDE} as a from ${MANY}`)).toBe(
      '422 A consulta precisa de espaço demais em disco. Ordene, agrupe ou cruze menos linhas de uma vez.',
    );
    expect(
      await executed(
        "select string_agg(rpad('', 10000, '['), '')::jsonb as a from generate_series(1, 50) having count(*) > 1",
      ),
    ).toBe('422 A consulta é complexa demais. Divida-a em visões (views) ou simplifique as expressões.');
    expect(await executed("select repeat('x', 3) as a")).toBe(
      '422 Erro na consulta: a função repeat não pode ser usada em uma consulta base.',
    );
  });
});

test('a query that finds no free connection says that the database is busy', async () => {
  const waiting = content.as('prosa_leitor', { connection_wait_ms: 1_500 });
  const leave: (() => void)[] = [];
  const holding = () =>
    waiting.read('select 1 as a', () => new Promise<void>((resolve) => leave.push(resolve)));
  const both = [holding(), holding()];
  await expect.poll(() => leave.length).toBe(2);
  await expect(waiting.read('select 1 as a', async () => 1)).rejects.toMatchObject({ kind: 'busy' });
  for (const end of leave) end();
  await Promise.all(both);
  expect(await waiting.read('select 1 as a', async () => 1)).toBe(1);
  await waiting.close();
});

/** Functions that compiled statements call today, and those that summaries of a table need. */
const NEEDED = [
  'count(*)',
  'count(distinct uf)',
  'sum(valor_estimado)',
  'round(avg(valor_estimado), 2)',
  'min(data_abertura)',
  'max(data_abertura)',
  "coalesce(max(modalidade), '')",
  "nullif(btrim(max(uf)), '')",
  'max(left(objeto, 10))',
  'max(lower(objeto) || upper(objeto))',
  "max(translate(objeto, 'á', 'a'))",
  "max(date_trunc('month', data_abertura))",
  "max(to_char(data_abertura, 'YYYY-MM'))",
  'max(extract(isodow from data_abertura))',
  'max(age(data_abertura))',
  'percentile_cont(0.5) within group (order by valor_estimado)',
  'mode() within group (order by uf)',
  "count(*) filter (where objeto ~* 'merenda')",
  "bool_or(uf = 'PE')",
  'max(octet_length(objeto))',
  "string_agg(distinct uf, ', ')",
  'cardinality(array_agg(uf))',
  'jsonb_agg(distinct uf)',
  'max(to_jsonb(uf)::text)',
  "max(concat_ws(' ', numero, orgao))",
  "max(replace(objeto, 'a', 'b'))",
  "max(regexp_replace(objeto, '\\d', ''))",
  "max(lpad(id::text, 6, '0') || rpad(uf, 4))",
  "max(format('%s/%5s', id, uf))",
  'max(md5(objeto))',
  "max(strpos(objeto, 'a'))",
  "max(ts_rank_cd(to_tsvector('portuguese', objeto), 'merend'::tsquery, 33))",
  'max(width_bucket(id, 0, 100, 5))',
  "max(to_number('1', '9'))",
  "max(to_date('2025-01-01', 'YYYY-MM-DD'))",
  'max(uf::char(2))',
  'max(objeto::varchar(20000))',
  'max(greatest(id, 1) + least(id, 1) + abs(id) + ceil(id) + floor(id) + trunc(id) + sign(id))',
];

test(`none of ${NEEDED.length} functions that statements are made of is refused or revoked`, async () => {
  const all = (query: string) =>
    content.reader.read(query, (session) => session.rows(`SELECT b.* FROM ${session.base}`));
  const summary = `select ${NEEDED.map((call, place) => `${call} as c${place}`).join(', ')} from licitacoes`;
  const [row] = await all(summary);
  expect(Object.keys(row ?? {})).toHaveLength(NEEDED.length);
  const windows = `select row_number() over (order by x.place) as n, sum(x.place) over () as total,
    lag(x.place) over (order by x.place) as before, unnest(string_to_array(x.word, ',')) as word
    from unnest(array['a', 'b']) with ordinality as x(word, place), generate_series(1, 2) as g`;
  expect(await all(windows)).toHaveLength(4);
});
