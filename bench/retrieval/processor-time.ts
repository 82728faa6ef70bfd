/** Processor time, which a machine that has other things to do changes less than it changes the clock's. */
import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '../../server/src/db/client.ts';

/** Clock ticks of a hundredth of a second, on every Linux. */
const TICK_MS = 10;
/** After the name of a process: its parent, and its own time and that of children which ended. */
const PARENT = 1;
const TIMES = [11, 12, 13, 14];

type Seen = { parent: number; ms: number };

async function seen(pid: number | string): Promise<Seen> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = TIMES.reduce((sum, field) => sum + Number(fields[field] ?? 0), 0);
  return { parent: Number(fields[PARENT] ?? 0), ms: ticks * TICK_MS };
}

/** Tells the time so far of a process, of PostgreSQL where it runs here, and of all their children; 0 where Linux does not. */
export async function processorsOf(db: Database, pid: number): Promise<() => Promise<number>> {
  const postgres = await postgresOf(db);
  const roots = postgres === null ? [pid] : [pid, postgres];
  return async () => {
    const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
    const all = new Map(await Promise.all(pids.map(async (one) => [Number(one), await seen(one)] as const)));
    // The one may be a child of the other.
    const counted = new Set<number>();
    const count = (one: number): void => {
      counted.add(one);
      for (const [child, { parent }] of all) if (parent === one && !counted.has(child)) count(child);
    };
    roots.forEach(count);
    return [...counted].reduce((sum, one) => sum + (all.get(one)?.ms ?? 0), 0);
  };
}

/** The process that all of PostgreSQL's are children of; null when it runs on another machine. */
async function postgresOf(db: Database): Promise<number | null> {
  const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() pid`);
  const { parent } = await seen(rows[0]?.pid ?? 0);
  const name = await readFile(`/proc/${parent}/comm`, 'utf8').catch(() => '');
  return name.startsWith('postgres') ? parent : null;
}
