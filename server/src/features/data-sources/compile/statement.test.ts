import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EMPTY_PLAN, type Plan } from '#contract/table-plan.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import {
  bothSides,
  compiledGroups,
  fillRandomRows,
  type RowsDatabase,
} from '../../../../test/tables/compare-plans.ts';
import type { Row } from '../../../../test/tables/evaluate-plan.ts';
import { cells, planFrom, randomFrom, rowFrom } from '../../../../test/tables/random-plans.ts';
import { fold } from '../../../language/words.ts';
import { figuresStatement } from './figures.ts';
import { queryTable, rowsStatement } from './statement.ts';

const BASE = 'SELECT * FROM random_rows';
const ROWS = 400;

let content: TestContent;
const random = randomFrom(20_261_123);
const rows: Row[] = Array.from({ length: ROWS }, () => rowFrom(random));

beforeAll(async () => {
  content = await openTestContent();
  await fillRandomRows(content.owner, rows);
  await content.owner.query('grant select on random_rows to prosa_leitor');
});
afterAll(() => content.close());

const inDatabase = <T>(work: (database: RowsDatabase) => Promise<T>): Promise<T> =>
  content.reader.read(BASE, ({ server, base, rows: query }) => work({ server, base, query }));

test('R-TBL-52 compiled statements equal a plain evaluation of random plans', async () => {
  for (let round = 0; round < 150; round += 1) {
    const plan = planFrom(random);
    const sides = await inDatabase((database) => bothSides(database, rows, plan));
    if (sides) expect(sides.compiled, JSON.stringify(plan)).toEqual(sides.evaluated);
  }
});

describe('R-TBL-08 numbers are put into at most ten bands of 1, 2 or 5 times a power of ten', () => {
  const count = { ...EMPTY_PLAN, measures: [{ fn: 'count' as const, column: null }] };
  const few: Plan['filters'] = [{ column: 'n', op: 'between', values: ['3', '6'] }];
  test.each([
    ['v', 'whole cells of cents', []],
    ['n', 'few whole numbers, which are not parted further', few],
    ['tx', 'amounts in texts', []],
    ['v', 'rows that words leave', [{ column: 'cat', op: 'filled', values: [] }] as Plan['filters']],
  ] as const)('%s: %s', async (column, _, filters) => {
    const plan: Plan = { ...count, filters: [...filters], group_by: [{ column, bucket: 'band' }] };
    const groups = await inDatabase((database) => compiledGroups(database, plan));
    const bands = groups.filter(({ keys: [key] }) => key !== null);
    const ends = bands.map(({ keys: [key] }) => (key ?? '').split('..').map(Number));
    expect(bands.length).toBeGreaterThan(1);
    expect(bands.length).toBeLessThanOrEqual(10);
    expect(ends).toEqual(ends.toSorted(([one = 0], [other = 0]) => one - other));
    const widths = new Set(ends.map(([from = 0, to = 0]) => (to - from).toPrecision(6)));
    expect([...widths].map((width) => Number(width).toExponential(0))).toEqual([
      expect.stringMatching(/^[125]e/),
    ]);
    if (column === 'n') expect([...widths].map(Number)).toEqual([1]);
    // Each band has the rows between its ends.
    for (const [place, [from = 0, to = 0]] of ends.entries()) {
      const within: Plan['filters'] = [
        { column, op: '>=', values: [String(from)] },
        { column, op: '<', values: [String(to)] },
      ];
      const [all] = await inDatabase((database) =>
        compiledGroups(database, { ...count, filters: [...filters, ...within] }),
      );
      expect(bands[place]?.figures).toEqual(all?.figures);
    }
  });

  test('the rows behind a band are those that it counts', async () => {
    const plan: Plan = { ...count, group_by: [{ column: 'v', bucket: 'band' }] };
    const [band] = await inDatabase((database) => compiledGroups(database, plan));
    const key = { column: 'v', bucket: 'band' as const, value: band?.keys[0] ?? null };
    const { sql, params } = await content.reader.read(BASE, async (session) =>
      rowsStatement(queryTable(session, cells), { ...EMPTY_PLAN, rows: true }, ['v'], { group: [key] }),
    );
    const [row] = await inDatabase(({ query }) => query(sql, params));
    expect(String(row?.considered)).toBe(band?.figures[0]);
  });
});

test('R-TBL-13 distinct values and groups fold case, accents and outer blanks', async () => {
  const count: Plan = {
    ...planFrom(random),
    filters: [],
    group_by: [],
    having: [],
    share: false,
    share_of: [],
  };
  const distinct: Plan = { ...count, measures: [{ fn: 'count_distinct', column: 'cat' }] };
  const [group] = await inDatabase((database) => compiledGroups(database, distinct));
  const folded = new Set(rows.map(({ cat }) => (cat ? fold(cat).trim() : '')).filter(Boolean));
  expect(group?.figures).toEqual([String(folded.size)]);
});

test('R-TBL-06 groups over many rows with long texts stay within the limit of temporary files', async () => {
  await content.owner.query(`create table long_texts as select n % 3 as kind,
    (select string_agg(md5(n || '-' || k), ' ') from generate_series(1, 12) k) as body from generate_series(1, 200000) n`);
  await content.owner.query('grant select on long_texts to prosa_leitor');
  const plan: Plan = {
    ...EMPTY_PLAN,
    measures: [{ fn: 'count', column: null }],
    group_by: [{ column: 'kind', bucket: null }],
  };
  const cells = ['kind', 'body'].map((name) => ({ name, type: name === 'kind' ? 'integer' : 'text' }));
  const found = await content.reader.read(
    'select kind, body from long_texts',
    ({ rows: query, ...session }) => {
      const table = queryTable(
        session,
        cells.map((cell) => ({ ...cell, kind: 'category' as const, reads: null })),
      );
      const { sql, params } = figuresStatement(table, plan);
      return query(sql, params);
    },
  );
  expect(found).toHaveLength(3);
});
