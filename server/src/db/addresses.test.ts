import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { engineFolder, findPrograms } from '../../test/engines/engine-process.ts';
import { openPgbouncer, type Pooler } from '../../test/engines/pgbouncer.ts';
import { createEmptyDatabase, dropEmptyDatabases } from '../../test/test-databases.ts';
import { StartRefused } from '../env.ts';
import { databaseAddresses, requireReachable } from './addresses.ts';
import { type DatabaseAddress, openDatabase, type Queryable } from './client.ts';
import { prepared } from './prepared.ts';

const pgbouncer = await findPrograms(['pgbouncer']);
if ('missing' in pgbouncer) process.stderr.write(`Tests of a pooler are skipped. ${pgbouncer.missing}\n`);

afterAll(dropEmptyDatabases);

/** As a variable names it: a socket's folder cannot stand where a host's name does. */
function urlOf(address: DatabaseAddress): string {
  const { host, port, user, database } = address as Exclude<DatabaseAddress, { connectionString: string }>;
  return `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
}

const start = async (env: { DATABASE_URL: string; DATABASE_DIRECT_URL?: string }) => {
  const warnings: string[] = [];
  const given = { DATABASE_DIRECT_URL: undefined, ...env };
  const addresses = databaseAddresses(given);
  await requireReachable(addresses, given, (text) => warnings.push(text));
  return { addresses, warnings };
};

describe('R-ENG-01 the addresses of the database', () => {
  test('are one and the same without a pooler', async () => {
    const DATABASE_URL = urlOf(await createEmptyDatabase());
    const { addresses, warnings } = await start({ DATABASE_URL });
    expect(addresses).toEqual({
      requests: { connectionString: DATABASE_URL },
      direct: { connectionString: DATABASE_URL },
      isPooled: false,
    });
    expect(warnings).toEqual([]);
  });

  test('must lead to one database, and to one that answers', async () => {
    const [one, other] = [urlOf(await createEmptyDatabase()), urlOf(await createEmptyDatabase())];
    await expect(start({ DATABASE_URL: one, DATABASE_DIRECT_URL: other })).rejects.toThrow(
      /apontam para bancos diferentes/,
    );
    const nowhere = 'postgres://prosa@127.0.0.1:1/prosa';
    await expect(start({ DATABASE_URL: one, DATABASE_DIRECT_URL: nowhere })).rejects.toThrow(
      /Não foi possível conectar ao banco de dados de DATABASE_DIRECT_URL: nada atende .*ECONNREFUSED/,
    );
    await expect(start({ DATABASE_URL: nowhere })).rejects.toThrow(StartRefused);
  });

  test('that lead nowhere are refused with what to look at', async () => {
    const there = urlOf(await createEmptyDatabase());
    const wrong: [string, RegExp][] = [
      ['postgres://prosa@nao-existe.invalid/prosa', /o nome do servidor não foi encontrado.*DNS/],
      ['postgres://prosa:uma#senha@127.0.0.1/prosa', /codifique os caracteres especiais da senha/],
      [there.replace(/@\/\w+/, '@/nenhum_banco'), /esse banco não existe no servidor; crie-o/],
    ];
    for (const [DATABASE_URL, sentence] of wrong)
      await expect(start({ DATABASE_URL }), DATABASE_URL).rejects.toThrow(sentence);
  });

  test('a clock that differs from the database’s is said at the start', async () => {
    const DATABASE_URL = urlOf(await createEmptyDatabase());
    const real = Date.now;
    Date.now = () => real() + 90_000;
    try {
      const { warnings } = await start({ DATABASE_URL });
      expect(warnings).toEqual([expect.stringMatching(/clock of this machine is 9\d seconds ahead of/)]);
    } finally {
      Date.now = real;
    }
  });

  test('without a time limit of the pooler’s own connections, the log says so', async () => {
    const url = urlOf(await createEmptyDatabase());
    const { warnings } = await start({ DATABASE_URL: url, DATABASE_DIRECT_URL: url });
    expect(warnings).toEqual([expect.stringContaining('statement_timeout')]);
  });
});

describe.skipIf('missing' in pgbouncer)('R-ENG-01 behind a pooler that lends transactions', () => {
  let pooler: Pooler;
  let folder: string;
  beforeAll(async () => {
    folder = await engineFolder(await mkdtemp(join(tmpdir(), 'prosa-pgbouncer-')));
    pooler = await openPgbouncer(folder, inject('database') as { host: string; port: number });
  });
  afterAll(async () => {
    await pooler.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function databaseBehind() {
    const address = await createEmptyDatabase();
    const { database } = address as { database: string };
    return { DATABASE_URL: pooler.url(database), DATABASE_DIRECT_URL: urlOf(address) };
  }

  test('the start asks for the way around it in a sentence, and takes it', async () => {
    const env = await databaseBehind();
    const { DATABASE_URL } = env;
    await expect(start({ DATABASE_URL })).rejects.toThrow(
      'DATABASE_URL passa por um pooler de conexões. Aponte DATABASE_URL para o pooler e DATABASE_DIRECT_URL direto para o PostgreSQL (docs/scaling.md).',
    );
    await expect(start({ DATABASE_URL, DATABASE_DIRECT_URL: DATABASE_URL })).rejects.toThrow(
      /^DATABASE_DIRECT_URL passa por um pooler/,
    );
    const { addresses, warnings } = await start(env);
    expect(addresses.isPooled).toBe(true);
    expect(addresses.direct).toEqual({ connectionString: env.DATABASE_DIRECT_URL });
    expect(warnings).toEqual([]);
  });

  const twice = prepared((db) =>
    db.select({ twice: sql<number>`${sql.placeholder('n')}::int * 2` }).from(sql`(select) once`),
  );
  const twiceOf = async (db: Queryable, n: number) => (await twice(db, { n }))[0]?.twice;

  test('statements with names go on without them when many sessions share few connections', async () => {
    const { DATABASE_URL } = await databaseBehind();
    const pools = [1, 2].map(() =>
      openDatabase({ connectionString: DATABASE_URL }, { max: 10, isPooled: true }),
    );
    try {
      const asked = Array.from({ length: 200 }, (_, n) => n);
      const answers = await Promise.all(
        asked.map((n) => twiceOf((pools[n % 2] as (typeof pools)[number]).db, n)),
      );
      expect(answers).toEqual(asked.map((n) => n * 2));
    } finally {
      for (const pool of pools) await pool.close();
    }
  });
});
