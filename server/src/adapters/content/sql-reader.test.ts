import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { hostileQueries, hostileValues } from '../../../test/content/hostile-queries.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { openLog } from '../log.ts';
import { selectList } from './columns.ts';
import { ContentProblem } from './content-problem.ts';
import { problemOfQuery } from './postgres/parse-check.ts';
import type { ContentSession } from './read-only-session.ts';
import { noSqlReader, openSqlReader, type SqlReader } from './sql-reader.ts';

let content: TestContent;
let owner: pg.Client;
let reader: SqlReader;

beforeAll(async () => {
  content = await openTestContent();
  ({ owner, reader } = content);
});

afterAll(() => content.close());

const all = (session: ContentSession, limit = 10) =>
  session.rows(`SELECT ${selectList(session.columns, 'b')} FROM ${session.base} LIMIT $1`, [limit]);

const fingerprint = async () => {
  const { rows } = await owner.query(`select
    (select md5(string_agg(l::text, '|' order by id)) from licitacoes l) as data,
    (select count(*) from pg_class where relnamespace = 'public'::regnamespace) as tables,
    (select count(*) from pg_roles where rolname like 'evil%') as roles,
    (select count(*) from pg_replication_slots) as slots,
    (select count(*) from pg_largeobject_metadata) as objects,
    (select count(*) from pg_database where datname like 'evil%') as databases`);
  return JSON.stringify(rows[0]);
};

const problem = async (work: Promise<unknown>): Promise<ContentProblem> => {
  try {
    await work;
  } catch (error) {
    if (error instanceof ContentProblem) return error;
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('a base query', () => {
  test('is read with its columns in order, whatever it ends with', async () => {
    for (const query of [
      'select id, numero from licitacoes order by id',
      'select id, numero from licitacoes order by id;',
      "select id, numero from licitacoes order by id -- o fim; '",
      '  with x as (select id, numero from licitacoes) select * from x order by 1 ; ; ',
      "select id, numero from licitacoes where numero <> ';' order by id /* fim */",
    ]) {
      const rows = await reader.read(query, (session) => all(session, 1));
      expect(rows, query).toEqual([{ id: 1, numero: 'PE 012/2025' }]);
    }
  });

  test('gives values as JSON can hold them, dates without a shift', async () => {
    const query = `select 9007199254740993::bigint as grande, 1.10::numeric(10,2) as valor, date '2025-03-10' as dia,
      timestamp '2025-03-10 23:59:59' as hora, timestamptz '2025-03-10 23:59:59-03' as instante, true as sim,
      '{"a":[1,null]}'::jsonb as objeto, array['x','y'] as lista, '\\x0102'::bytea as bytes, null::text as nada, 2.5::float8 as real`;
    const [row] = await reader.read(query, (session) => all(session));
    expect(row).toEqual({
      grande: '9007199254740993',
      valor: '1.10',
      dia: '2025-03-10',
      hora: '2025-03-10T23:59:59',
      instante: '2025-03-11T02:59:59Z',
      sim: true,
      objeto: { a: [1, null] },
      lista: ['x', 'y'],
      bytes: '[binário 2 bytes]',
      nada: null,
      real: 2.5,
    });
  });

  test('has its days in the time zone of the installation, whatever that of its server', async () => {
    // The last moment of a month in Brasília, and the first of the next one.
    const query = `select timestamptz '2025-03-01T02:59:59Z' as ultimo, timestamptz '2025-03-01T03:00:00Z' as primeiro`;
    const [row] = await reader.read(query, ({ base, rows }) =>
      rows(`SELECT b.ultimo::date::text AS fim, b.primeiro::date::text AS comeco FROM ${base}`),
    );
    expect(row).toEqual({ fim: '2025-02-28', comeco: '2025-03-01' });
  });

  test('tells the types of its columns', async () => {
    const columns = await reader.read(
      'select id, valor_estimado, data_abertura from licitacoes',
      async (s) => s.columns,
    );
    expect(columns).toEqual([
      { name: 'id', type: 'integer' },
      { name: 'valor_estimado', type: 'numeric(14,2)' },
      { name: 'data_abertura', type: 'date' },
    ]);
  });

  test('with repeated or unnamed columns is refused by name', async () => {
    const refused = await problem(reader.read('select 1 as a, 2 as a, 3', async () => 0));
    expect(refused).toMatchObject({ kind: 'query' });
    expect(refused.message).toBe(
      'A consulta devolve colunas repetidas ou sem nome: "a", "?column?". Use AS para renomear.',
    );
  });

  test('of an administrator who made a mistake tells the database’s own words on one line', async () => {
    const refused = await problem(reader.read('select nada from licitacoes', (session) => all(session)));
    expect(refused).toMatchObject({ kind: 'query', message: 'column "nada" does not exist' });
  });

  test('with columns named to break out is only ever quoted', async () => {
    const query = `select 1 as "a"" from licitacoes; drop table licitacoes; --"`;
    const [row] = await reader.read(query, (session) => all(session));
    expect(row).toEqual({ 'a" from licitacoes; drop table licitacoes; --': 1 });
  });
});

describe('R-DS-62 nothing that a query says changes the content database', () => {
  test(`none of ${hostileQueries.length} hostile queries and ${hostileValues.length} hostile values changes a row, a table, a role`, async () => {
    expect(hostileQueries.length + hostileValues.length).toBeGreaterThanOrEqual(60);
    const before = await fingerprint();
    const passed: string[] = [];
    for (const query of hostileQueries) {
      const refused = await reader
        .read(query, (session) => all(session), { timeout_ms: 700 })
        .then(
          () => null,
          (error: ContentProblem) => error,
        );
      if (!refused) passed.push(query);
      else expect(refused, query).toBeInstanceOf(ContentProblem);
    }
    for (const value of hostileValues) {
      const rows = await reader.read('select id, municipio from licitacoes', (session) =>
        session.rows(`SELECT b.id FROM ${session.base} WHERE btrim(b.municipio::text) = ANY($1::text[])`, [
          [value],
        ]),
      );
      expect(rows, value).toEqual([]);
    }
    expect(await fingerprint()).toBe(before);
    // Queries that pass only read, and only what the role may see.
    for (const query of passed)
      expect(query, 'a query that was let through').toMatch(/^\s*(select|with|table|values|\()/i);
  });

  test('nothing that PostgreSQL opens to everybody writes or holds anything: it is closed, and said where it is not', async () => {
    const opened = await owner.query(`select p.oid::regprocedure::text f from pg_proc p
      where p.pronamespace = 'pg_catalog'::regnamespace and has_function_privilege('prosa_leitor', p.oid, 'execute')
      and (p.proname ~ '^(pg_(try_)?advisory|lo_|pg_sleep|pg_logical_emit|pg_notify|set_config|nextval|setval)'
        or p.proname in ('txid_current', 'pg_current_xact_id', 'pg_export_snapshot', 'pg_stat_get_backend_activity'))`);
    expect(opened.rows).toEqual([]);
    const wal = "select pg_logical_emit_message(false, 'x', 'y')::text as a";
    expect((await problem(reader.read(wal, (session) => all(session)))).message).toBe(
      'a função pg_logical_emit_message não pode ser usada em uma consulta base.',
    );

    const warned = async () => {
      let lines = '';
      const into = new Writable({
        write: (chunk, _, done) => {
          lines += chunk;
          done();
        },
      });
      const other = openSqlReader(content.address, openLog('info', into));
      expect(await other.problem()).toBeNull();
      await other.close();
      return lines.includes('run prepare-role.sql again');
    };
    expect(await warned()).toBe(false);
    await owner.query(
      'grant execute on function pg_logical_emit_message(boolean, text, text, boolean) to public',
    );
    expect(await warned()).toBe(true);
    await owner.query(await readFile(new URL('./prepare-role.sql', import.meta.url), 'utf8'));
    expect(await warned()).toBe(false);
  });

  test('prepare-role.sql keeps the role out of the application’s database in the same server', async () => {
    const application = 'application_of_prepare_role';
    await owner.query(`create database ${application}`);
    const mayConnect = async () => {
      const { rows } = await owner.query(
        `select has_database_privilege('prosa_leitor', '${application}', 'connect') as may`,
      );
      return rows[0].may;
    };
    expect(await mayConnect()).toBe(true);
    await owner.query(`set prosa.application_database = '${application}'`);
    await owner.query(await readFile(new URL('./prepare-role.sql', import.meta.url), 'utf8'));
    expect(await mayConnect()).toBe(false);
    await owner.query('reset prosa.application_database');
    await owner.query(`drop database ${application}`);
  });

  test('the parse check refuses what is not one reading SELECT, with a sentence', async () => {
    const sentence = async (query: string) => problemOfQuery(query);
    expect(await sentence('select 1 as a;')).toBeNull();
    expect(await sentence('delete from licitacoes')).toBe(
      'A consulta deve ser um SELECT: só leitura é permitida.',
    );
    expect(await sentence('with x as (delete from t returning *) select * from x')).toBe(
      'A consulta não pode alterar dados.',
    );
    expect(await sentence('select 1; select 2')).toBe('A consulta deve ter um único comando.');
    expect(await sentence('select * into z from t')).toBe(
      'A consulta não pode criar tabelas (SELECT … INTO).',
    );
    expect(await sentence('select * from t for update')).toBe(
      'A consulta não pode travar linhas (FOR UPDATE ou FOR SHARE).',
    );
    expect(await sentence('select $1')).toBe('A consulta não pode ter parâmetros ($1).');
    expect(await sentence('select a\nfrm t')).toBe('Erro de sintaxe na linha 2, perto de "t".');
    expect(await sentence('-- nada')).toBe('A consulta está vazia.');
    expect(await sentence('select (1')).toMatch(/^A consulta termina antes do fim/);
  });
});

describe('a query that would take the server with it', () => {
  test('ends at its time limit, and the next one is answered', async () => {
    const refused = await problem(
      reader.read(
        'select count(*) as n from generate_series(1, 50000) as a, generate_series(1, 50000) as b where a + b < 0',
        (session) => all(session),
        {
          timeout_ms: 300,
        },
      ),
    );
    expect(refused).toMatchObject({ kind: 'timeout', message: 'A consulta excedeu o tempo limite.' });
    expect(await reader.read('select 1 as a', (session) => all(session))).toEqual([{ a: 1 }]);
  });

  test('is cancelled on the server when the client disconnects', async () => {
    const leaving = new AbortController();
    const asked = problem(
      reader.read(
        'select count(*) as n from generate_series(1, 50000) as leaves, generate_series(1, 50000) as b where leaves + b < 0',
        (session) => {
          const answer = all(session);
          void running('leaves').then(() => leaving.abort());
          return answer;
        },
        { signal: leaving.signal },
      ),
    );
    expect(await asked).toMatchObject({ kind: 'aborted' });
    await running('leaves', false);
  });

  test('is over for a client that disconnected, also when the callback swallows the cancellation', async () => {
    const leaving = new AbortController();
    const asked = reader.read(
      'select count(*) as n from generate_series(1, 50000) as passes, generate_series(1, 50000) as b where passes + b < 0',
      (session) => {
        const answer = all(session).catch(() => []);
        void running('passes').then(() => leaving.abort());
        return answer;
      },
      { signal: leaving.signal },
    );
    expect(await problem(asked)).toMatchObject({ kind: 'aborted' });
  });

  test('is over for a client that disconnects during the clean-up; the connection is not reused', async () => {
    const other = content.as('prosa_leitor');
    const connection = async (signal?: AbortSignal) => {
      const query = 'select pg_backend_pid() as pid';
      const [row] = await other.read(query, (session) => all(session), signal ? { signal } : {});
      return row?.pid;
    };
    const first = await connection();
    expect(await connection()).toBe(first);

    const leaving = new AbortController();
    const send = Reflect.get(pg.Client.prototype, 'query') as (...sent: unknown[]) => unknown;
    const tidied = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...sent: unknown[]
    ) {
      const answer = send.apply(this, sent);
      if (sent[0] === 'DISCARD ALL') leaving.abort();
      return answer;
    });
    try {
      expect(await problem(connection(leaving.signal))).toMatchObject({ kind: 'aborted' });
    } finally {
      tidied.mockRestore();
    }
    expect(await connection()).not.toBe(first);
    await other.close();
  });

  test('may not give more than five megabytes', async () => {
    const query = "select rpad('x', 9000) as texto from generate_series(1, 1000)";
    expect(await problem(reader.read(query, (session) => all(session, 1000)))).toMatchObject({
      kind: 'size',
    });
    const giant = "select replace(rpad('', 5000, 'a'), 'a', rpad('', 5000)) as texto";
    const [row] = await reader.read(giant, (session) => all(session));
    expect(String(row?.texto)).toHaveLength(100_001);
  });
});

/** Waits until a statement that holds this word runs, or no longer runs, on the server. */
async function running(word: string, wanted = true): Promise<void> {
  for (;;) {
    const { rowCount } = await owner.query(
      "select from pg_stat_activity where usename = 'prosa_leitor' and state = 'active' and query like $1",
      [`%${word}%`],
    );
    if ((rowCount ?? 0) > 0 === wanted) return;
  }
}

describe('a role that may do more than read', () => {
  test('is refused before its first query, with the reason', async () => {
    const superuser = content.as((inject('database') as { user: string }).user);
    const refused = await superuser.problem();
    expect(refused).toMatchObject({ kind: 'refused' });
    expect(refused?.message).toContain('é superusuária');
    expect(await problem(superuser.read('select 1 as a', async () => 0))).toMatchObject({ kind: 'refused' });
    await superuser.close();
  });

  test('is refused while it can write to a single table, and taken once that is mended', async () => {
    const other = content.as('prosa_leitor');
    await owner.query('grant insert on licitacoes to prosa_leitor');
    expect((await other.problem())?.message).toContain('pode alterar a tabela public.licitacoes');
    await owner.query('revoke insert on licitacoes from prosa_leitor');
    expect(await other.problem()).toBeNull();
    await other.close();
  });

  test('is refused where it sees the application’s own tables', async () => {
    const other = content.as('prosa_leitor');
    await owner.query('create table refresh_tokens (id int)');
    expect((await other.problem())?.message).toContain('enxerga as tabelas do próprio Prosa');
    await owner.query('drop table refresh_tokens');
    await other.close();
  });

  test('and a server without a content database says so', async () => {
    expect(await problem(noSqlReader().read('select 1 as a', async () => 0))).toMatchObject({
      kind: 'missing',
      message: 'Banco de dados de consulta não configurado.',
    });
  });
});
