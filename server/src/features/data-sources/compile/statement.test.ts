import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { evaluatePlan, type Row } from '../../../../test/tables/evaluate-plan.ts';
import { CREATE_TABLE, cells, planFrom, randomFrom, rowFrom } from '../../../../test/tables/random-plans.ts';
import { movePoint } from '../../../language/values/decimal.ts';
import { fold } from '../../../language/words.ts';
import { figuresStatement, GROUPS_MAX } from './statement.ts';

const BASE = 'SELECT * FROM random_rows';
const ROWS = 400;

let content: TestContent;
const random = randomFrom(20_261_123);
const rows: Row[] = Array.from({ length: ROWS }, () => rowFrom(random));

beforeAll(async () => {
  content = await openTestContent();
  await content.owner.query(CREATE_TABLE);
  await content.owner.query('grant select on random_rows to prosa_leitor');
  await content.owner.query(
    'insert into random_rows select * from jsonb_populate_recordset(null::random_rows, $1::jsonb)',
    [JSON.stringify(rows)],
  );
});
afterAll(() => content.close());

/** «7.50» and «7.5» are one figure. */
const plain = (figure: unknown): string | null => {
  if (typeof figure !== 'string' && typeof figure !== 'number') return null;
  const moved = movePoint(String(figure), 0);
  return moved === '-0' ? '0' : moved;
};

/** The groups of the database in the form of the reference, in one order. */
function comparable(groups: { keys: (string | null)[]; figures: (string | null)[] }[]): string[] {
  return groups.map(({ keys, figures }) => JSON.stringify([...keys, ...figures.map(plain)])).toSorted();
}

async function compiled(plan: Plan) {
  return content.reader.read(BASE, async (session) => {
    const { sql, params } = figuresStatement(session.base, cells, plan);
    const found = await session.rows(sql, params);
    return found.map((row) => ({
      keys: plan.group_by.map(({ bucket }, place) => {
        const key = row[`k${place}`];
        if (typeof key !== 'string') return null;
        return bucket ? key : fold(key).trim();
      }),
      figures: plan.measures.map((_, place) => (row[`m${place}`] ?? null) as string | null),
    }));
  });
}

const evaluated = (plan: Plan) => evaluatePlan(rows, new Map(cells.map((cell) => [cell.name, cell])), plan);

test('R-TBL-52 compiled statements equal a plain evaluation of random plans', async () => {
  for (let round = 0; round < 150; round += 1) {
    const plan = planFrom(random);
    const wanted = evaluated(plan);
    if (wanted.length >= GROUPS_MAX) continue;
    expect(comparable(await compiled(plan)), JSON.stringify(plan)).toEqual(comparable(wanted));
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
  const [group] = await compiled(distinct);
  const folded = new Set(rows.map(({ cat }) => (cat ? fold(cat).trim() : '')).filter(Boolean));
  expect(group?.figures).toEqual([String(folded.size)]);
});
