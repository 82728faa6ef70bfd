import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import {
  bothSides,
  compiledGroups,
  fillRandomRows,
  type RowsDatabase,
} from '../../../../test/tables/compare-plans.ts';
import type { Row } from '../../../../test/tables/evaluate-plan.ts';
import { planFrom, randomFrom, rowFrom } from '../../../../test/tables/random-plans.ts';
import { fold } from '../../../language/words.ts';

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
