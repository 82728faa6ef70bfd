import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EMPTY_PLAN, hoursBetween, timeOfDay } from '#contract/table-plan.ts';
import { hasMysqlServer, type MysqlServer, startMysqlServer } from '../../../../test/content/mysql-server.ts';
import { bothSides, type RowsDatabase } from '../../../../test/tables/compare-plans.ts';
import type { Row } from '../../../../test/tables/evaluate-plan.ts';
import { planFrom, randomFrom, rowFrom } from '../../../../test/tables/random-plans.ts';
import { openMysqlReader } from '../../../adapters/content/mysql/mysql-reader.ts';
import type { SqlReader } from '../../../adapters/content/sql-reader.ts';
import { openLog } from '../../../adapters/log.ts';
import { figuresStatement } from './figures.ts';
import { queryTable } from './statement.ts';

const BASE = 'SELECT * FROM random_rows';
const ROWS = 400;
const PLANS = 150;

const CREATE_TABLE = `create table random_rows (cat text, \`oth"er\` text, n integer, v decimal(14,2), tx text, du text, d date,
  ts datetime, b boolean) character set utf8mb4 collate utf8mb4_general_ci`;

describe.skipIf(!hasMysqlServer)('the notation of MySQL and MariaDB', () => {
  let server: MysqlServer;
  let reader: SqlReader;
  const random = randomFrom(20_261_123);
  const rows: Row[] = Array.from({ length: ROWS }, () => rowFrom(random));

  beforeAll(async () => {
    server = await startMysqlServer();
    await server.owner.query(`create database prova; create user leitor identified by 'senha';
      grant select on prova.* to leitor; use prova`);
    await server.owner.query(CREATE_TABLE);
    const cells = rows.map((row) =>
      Object.values(row).map((cell) => (cell === 'true' ? 1 : cell === 'false' ? 0 : cell)),
    );
    await server.owner.query('insert into random_rows values ?', [cells]);
    const address = {
      host: '127.0.0.1',
      port: server.port,
      database: 'prova',
      user: 'leitor',
      password: 'senha',
    };
    reader = openMysqlReader(address, openLog('silent'));
  }, 60_000);
  afterAll(async () => {
    await reader?.close();
    await server?.close();
  });

  const inDatabase = <T>(work: (database: RowsDatabase) => Promise<T>): Promise<T> =>
    reader.read(BASE, ({ server: kind, base, rows: query }) => work({ server: kind, base, query }));

  test('R-TBL-48 compiled statements equal a plain evaluation of random plans', async () => {
    let compared = 0;
    for (let round = 0; round < PLANS; round += 1) {
      const plan = planFrom(random);
      const sides = await inDatabase((database) => bothSides(database, rows, plan));
      if (!sides) continue;
      expect(sides.compiled, JSON.stringify(plan)).toEqual(sides.evaluated);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(PLANS / 2);
  }, 60_000);

  test('R-TBL-54 hours lie between two columns that have the time of the day', async () => {
    const moment = { type: 'timestamp without time zone', kind: 'date' as const, reads: null };
    const cells = ['ts', 'later'].map((name) => ({ name, ...moment }));
    const column = hoursBetween('ts', 'later');
    const plan = {
      ...EMPTY_PLAN,
      measures: [
        { fn: 'average' as const, column },
        { fn: 'maximum' as const, column },
      ],
    };
    const query = 'SELECT ts, ts + INTERVAL 95 MINUTE AS later FROM random_rows';
    const [figures] = await reader.read(query, (session) => {
      const { sql, params } = figuresStatement(queryTable(session, cells), plan);
      return session.rows(sql, params);
    });
    expect(Number(figures?.m0)).toBeCloseTo(1.58, 2);
    expect(Number(figures?.m1)).toBe(1.58);
  });

  test('R-TBL-54 the time of the day is in minutes since midnight', async () => {
    const cells = [{ name: 'ts', type: 'timestamp without time zone', kind: 'date' as const, reads: null }];
    const plan = { ...EMPTY_PLAN, measures: [{ fn: 'maximum' as const, column: timeOfDay('ts') }] };
    const query = "SELECT TIMESTAMP '2026-03-04 17:45:10' AS ts";
    const [figures] = await reader.read(query, (session) => {
      const { sql, params } = figuresStatement(queryTable(session, cells), plan);
      return session.rows(sql, params);
    });
    expect(Number(figures?.m0)).toBe(17 * 60 + 45);
  });
});
