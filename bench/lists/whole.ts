/** `lists --full`: everything that grows in one database, its lists with many callers, what it takes on disk. */
import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';
import { searchPassages } from '../../server/src/features/knowledge/search/search-passages.ts';
import { seeded } from '../../trials/support/seeded-random.ts';
import { signIn } from '../quick/signing-in.ts';
import { at } from '../quick/statistics.ts';
import { startServerProcess } from '../quick/test-server.ts';
import { inventLanguage } from '../retrieval/invented.ts';
import { type AtOnce, closeCallers, measureAtOnce } from './at-once.ts';
import { conversationScenarios } from './conversations.ts';
import { peopleScenarios } from './people.ts';
import { ADMIN, fill, PASSWORD, READER } from './people-and-agents.ts';
import { agentScenarios } from './scenarios.ts';
import { FULL } from './size.ts';

const CALLERS = 16;
const ROUNDS = 3;
const BAR_MS = { list: 50, deep: 120, statistics: 100, ids: 300 };
const SEARCHES = 100;

export async function measureWhole({ only, seconds }: { only: string; seconds: number }): Promise<object> {
  let fill_seconds = 0;
  const open = await startServerProcess({
    durable: false,
    prepare: async (db) => {
      const began = performance.now();
      await fill(db, FULL);
      fill_seconds = Math.round((performance.now() - began) / 1_000);
    },
  });
  try {
    const { testServer, database } = open;
    const emails = { admin: ADMIN, reader: READER };
    const all = [...agentScenarios(FULL), ...peopleScenarios(FULL), ...conversationScenarios].filter(
      ({ name }) => name.includes(only),
    );
    const measured: Record<string, AtOnce & { bar_ms: number; holds: boolean }> = {};
    for (const scenario of all) {
      console.error(scenario.name);
      // Anew for each scenario: all of them together take longer than a session's token lives.
      const { token } = await signIn(testServer.url, { email: emails[scenario.as], password: PASSWORD });
      const place = { url: testServer.url, token, pool: database.pool };
      const figures = await measureAtOnce(place, scenario, {
        callers: CALLERS,
        rounds: ROUNDS,
        round_ms: (seconds * 1_000) / ROUNDS,
      });
      const bar_ms = barOf(scenario.name);
      measured[scenario.name] = { ...figures, bar_ms, holds: figures.call.p95_ms <= bar_ms };
    }
    const holds = Object.values(measured).every((one) => one.holds);
    if (!holds) process.exitCode = 1;
    const disk = { tables: await tablesOf(testServer.db), database_mib: await sizeOf(testServer.db) };
    return {
      bench: 'lists',
      ...FULL,
      fill_seconds,
      callers: CALLERS,
      seconds,
      holds,
      measured,
      passages_search: await searched(testServer.db),
      disk,
    };
  } finally {
    closeCallers();
    await open.close();
  }
}

function barOf(name: string): number {
  if (name.startsWith('statistics')) return BAR_MS.statistics;
  if (name.startsWith('ids')) return BAR_MS.ids;
  return name.includes('deep') || name.includes('middle') ? BAR_MS.deep : BAR_MS.list;
}

/** One question after the other, as a model's answer begins with. */
async function searched(db: Database) {
  const language = inventLanguage(seeded(7));
  const { rows } = await db.execute<{ id: number }>(
    sql`select id from knowledge_bases where name = 'Manuais'`,
  );
  const times: number[] = [];
  for (let search = -10; search < SEARCHES; search += 1) {
    const began = performance.now();
    await searchPassages(db, { knowledge_base_ids: rows.map(({ id }) => id), question: language.question() });
    if (search >= 0) times.push(performance.now() - began);
  }
  return { p50_ms: rounded(at(times, 0.5)), p95_ms: rounded(at(times, 0.95)) };
}

/** Each table with its indexes, the largest first. */
async function tablesOf(db: Database) {
  const mebibytes = (size: SQL) => sql`round(${size} / 1048576.0, 1)::float8`;
  const { rows } = await db.execute(sql`
    select c.relname as "table", c.reltuples::bigint::float8 as rows, ${mebibytes(sql`pg_table_size(c.oid)`)} as table_mib,
      (select json_object_agg(i.relname, ${mebibytes(sql`pg_relation_size(i.oid)`)} order by pg_relation_size(i.oid) desc)
       from pg_index x join pg_class i on i.oid = x.indexrelid where x.indrelid = c.oid) as indexes_mib
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and pg_total_relation_size(c.oid) > 4194304
    order by pg_total_relation_size(c.oid) desc`);
  return rows;
}

async function sizeOf(db: Database): Promise<number> {
  const { rows } = await db.execute<{ size: string }>(sql`select pg_database_size(current_database()) size`);
  return Math.round(Number(rows[0]?.size) / 1_048_576);
}

const rounded = (number: number) => Math.round(number * 100) / 100;
