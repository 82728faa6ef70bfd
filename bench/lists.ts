/**
 * The lists of 5,000 agents and of 100,000 people, whole calls at the server beside bare SQL for the same rows, in one run:
 * `npm run bench -- lists [--rounds N] [--only people]`. Ends with code 1 where a call is slower than its bar.
 * `--full [--seconds 60]`: a year of a large organisation in one database, 16 callers at once, sizes on disk.
 */
import { parseArgs } from 'node:util';
import type { Database } from '../server/src/db/client.ts';
import { withDatabase } from '../server/test/with-database.ts';
import { peopleScenarios } from './lists/people.ts';
import { fill } from './lists/people-and-agents.ts';
import { agentScenarios, type Scenario } from './lists/scenarios.ts';
import { USUAL } from './lists/size.ts';
import { type MeasuredTestServer, startServerProcess } from './lists/test-server.ts';
import { measureWhole } from './lists/whole.ts';

const P95_BAR_MS = 100;
const WARM_UP_ROUNDS = 5;
const FILLING = { patience_ms: 600_000 };

type Times = { p50_ms: number; p95_ms: number };
type Measured = {
  total: number;
  call: Times;
  bare_sql: Times;
  ratio_p50: number;
  ratio_p95: number;
  holds: boolean;
};

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({
    args: options,
    options: {
      rounds: { type: 'string', default: '60' },
      only: { type: 'string', default: '' },
      full: { type: 'boolean', default: false },
      seconds: { type: 'string', default: '6' },
    },
  });
  if (values.full) return measureWhole({ only: values.only, seconds: Number(values.seconds) });
  const rounds = Number(values.rounds);
  return withDatabase(async (database) => {
    await fill(database.db, USUAL);
    const testServer = await startServerProcess(database);
    try {
      const measured: Record<string, Measured> = {};
      const all = [...agentScenarios(USUAL), ...peopleScenarios(USUAL)];
      const wanted = all.filter(({ name }) => name.includes(values.only));
      for (const scenario of wanted)
        measured[scenario.name] = await measure(testServer, database.db, scenario, rounds);
      const holds = Object.values(measured).every((one) => one.holds);
      if (!holds) process.exitCode = 1;
      return { bench: 'lists', ...USUAL, rounds, p95_bar_ms: P95_BAR_MS, holds, measured };
    } finally {
      await testServer.close();
    }
  }, FILLING);
}

/** Call and statement by turns: whatever else the machine does meets both. */
async function measure(
  testServer: MeasuredTestServer,
  db: Database,
  { as, path, bare, bar }: Scenario,
  rounds: number,
): Promise<Measured> {
  const calls: number[] = [];
  const statements: number[] = [];
  let total = 0;
  for (let round = -WARM_UP_ROUNDS; round < rounds; round += 1) {
    const began = performance.now();
    const { data, metadata } = await testServer.get(as, path);
    const answered = performance.now();
    const { rows } = await db.execute(bare);
    const fetched = performance.now();
    if (rows.length !== data.length) throw new Error(`${path}: ${data.length} rows, bare SQL ${rows.length}`);
    total = metadata?.total ?? data.length;
    if (round < 0) continue;
    calls.push(answered - began);
    statements.push(fetched - answered);
  }
  const [call, bare_sql] = [timesOf(calls), timesOf(statements)];
  const ratio_p95 = rounded(call.p95_ms / bare_sql.p95_ms);
  return {
    total,
    call,
    bare_sql,
    ratio_p50: rounded(call.p50_ms / bare_sql.p50_ms),
    ratio_p95,
    holds: bar === undefined ? call.p95_ms <= P95_BAR_MS : ratio_p95 <= bar,
  };
}

function timesOf(milliseconds: number[]): Times {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => rounded(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
  return { p50_ms: at(0.5), p95_ms: at(0.95) };
}

const rounded = (number: number) => Math.round(number * 100) / 100;
