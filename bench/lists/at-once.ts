/** Several callers at once: whole calls over HTTP, and the plain statements over as many connections, by turns. */
import { Agent, request } from 'node:http';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { at } from '../quick/statistics.ts';
import type { Scenario } from './scenarios.ts';

/** `token` is that of whom the scenario asks as. */
export type Place = { url: string; token: string; pool: pg.Pool };
export type Effort = { callers: number; rounds: number; round_ms: number };
export type AtOnce = {
  calls: number;
  call: { p50_ms: number; p95_ms: number };
  bare_sql: { p50_ms: number; p95_ms: number };
  ratio_p95: number;
};

const WARM_UP_MS = 400;

const dialect = new PgDialect();
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

export async function measureAtOnce(
  { url, token, pool }: Place,
  { path, others = [], bare }: Scenario,
  { callers, rounds, round_ms }: Effort,
): Promise<AtOnce> {
  const { sql: text, params: values } = dialect.sqlToQuery(bare);
  const paths = [path, ...others];
  let turn = 0;
  const call = () => get(`${url}/api/v1${paths[turn++ % paths.length]}`, token);
  const fetch = () => pool.query(text, values);
  const calls: number[] = [];
  const statements: number[] = [];
  // As after a minute: connections are open, plans are made, code is compiled.
  await timesOf(call, callers, WARM_UP_MS);
  await timesOf(fetch, callers, WARM_UP_MS);
  for (let round = 0; round < rounds; round += 1) {
    calls.push(...(await timesOf(call, callers, round_ms)));
    statements.push(...(await timesOf(fetch, callers, round_ms)));
  }
  const [ours, bare_sql] = [spread(calls), spread(statements)];
  return { calls: calls.length, call: ours, bare_sql, ratio_p95: rounded(ours.p95_ms / bare_sql.p95_ms) };
}

export const closeCallers = () => agent.destroy();

async function timesOf(act: () => Promise<unknown>, callers: number, ms: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ms;
  const callAgain = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      await act();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, callAgain));
  return times;
}

function get(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, headers: { authorization: `Bearer ${token}` } }, (response) => {
      response.resume();
      response.once('error', reject);
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    });
    asking.once('error', reject);
    asking.end();
  });
}

const spread = (times: number[]) => ({ p50_ms: rounded(at(times, 0.5)), p95_ms: rounded(at(times, 0.95)) });
const rounded = (number: number) => Math.round(number * 100) / 100;
