/**
 * Figures of plans over a table of 50,000 rows beside the statements that a person would write by hand, on one connection:
 * `npm run bench -- figures [--rounds N] [--rows N]`. Ends with code 1 where a figure is slower than its bar.
 */
import { parseArgs } from 'node:util';
import { inReadOnly } from '../../server/src/adapters/content/read-only-session.ts';
import { figuresStatement } from '../../server/src/features/data-sources/compile/figures.ts';
import { queryTable } from '../../server/src/features/data-sources/compile/statement.ts';
import { withDatabase } from '../../server/test/with-database.ts';
import { cells, createTable, PLANS } from './plans.ts';

const P95_BAR_MS = 1_000;
const RATIO_BAR = 1.5;
const WARM_UP_ROUNDS = 3;
const STATEMENT_TIMEOUT_MS = 30_000;

const table = queryTable({ base: '(SELECT * FROM compras) AS b', server: 'postgres' }, cells);

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: { rounds: { type: 'string', default: '20' }, rows: { type: 'string', default: '50000' } },
  });
  const [rounds, rows] = [Number(values.rounds), Number(values.rows)];
  return withDatabase(async ({ pool }) => {
    await pool.query(createTable(rows));
    const client = await pool.connect();
    const timed = async (sql: string, params: unknown[]) => {
      const began = performance.now();
      await client.query(sql, params);
      return performance.now() - began;
    };
    try {
      return await inReadOnly(client, STATEMENT_TIMEOUT_MS, async () => {
        const measured: Record<string, object> = {};
        for (const [name, { plan, bare }] of Object.entries(PLANS)) {
          const { sql, params } = figuresStatement(table, plan);
          const figures: number[] = [];
          const bares: number[] = [];
          for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
            const times = [await timed(sql, params), await timed(bare, [])] as const;
            if (round < 0) continue;
            figures.push(times[0]);
            bares.push(times[1]);
          }
          const [own, hand] = [timesOf(figures), timesOf(bares)];
          const ratio_p50 = rounded(own.p50_ms / hand.p50_ms);
          const holds = own.p95_ms <= P95_BAR_MS && ratio_p50 <= RATIO_BAR;
          measured[name] = { figures: own, bare_sql: hand, ratio_p50, holds };
          if (!holds) process.exitCode = 1;
        }
        return { bench: 'figures', rows, rounds, p95_bar_ms: P95_BAR_MS, ratio_bar: RATIO_BAR, measured };
      });
    } finally {
      client.release();
    }
  });
}

function timesOf(all: number[]) {
  const sorted = all.toSorted((one, other) => one - other);
  const at = (share: number) => rounded(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

const rounded = (number: number): number => Math.round(number * 100) / 100;
