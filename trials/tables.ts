/**
 * Random plans over random tables, compiled and evaluated in memory: `npm run trials -- tables [--plans N] [--seed N]`.
 * Ends with code 1 at the first difference.
 */
import { parseArgs } from 'node:util';
import { bothSides, fillRandomRows, type RowsDatabase } from '../server/test/tables/compare-plans.ts';
import { planFrom, randomFrom, rowFrom } from '../server/test/tables/random-plans.ts';
import { withDatabase } from '../server/test/with-database.ts';

const ROWS = 400;
/** After as many plans the table has other rows. */
const PLANS_PER_TABLE = 500;

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      plans: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '20261123' },
    },
  });
  const [plans, seed] = [Number(values.plans), Number(values.seed)];
  return withDatabase(async ({ pool }) => {
    const database: RowsDatabase = {
      server: 'postgres',
      base: '(SELECT * FROM random_rows) AS b',
      query: async (sql, params) => (await pool.query(sql, params)).rows,
    };
    const random = randomFrom(seed);
    let rows = [rowFrom(random)];
    let compared = 0;
    for (let place = 0; place < plans; place += 1) {
      if (place % PLANS_PER_TABLE === 0) {
        rows = Array.from({ length: ROWS }, () => rowFrom(random));
        await pool.query('drop table if exists random_rows');
        await fillRandomRows(pool, rows);
      }
      const plan = planFrom(random);
      const sides = await bothSides(database, rows, plan);
      if (!sides) continue;
      compared += 1;
      if (sides.compiled.join() !== sides.evaluated.join()) {
        process.exitCode = 1;
        return { seed, place, plan, ...sides };
      }
    }
    return { seed, plans, compared, differences: 0 };
  });
}
