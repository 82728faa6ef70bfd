/** How many background jobs wait, run and have failed for good. */
import { sql } from 'drizzle-orm';
import type { Settings } from '#contract/settings.ts';
import type { Queryable } from '../../db/client.ts';

/** More are not counted: «this many» is all that anybody needs to know then. */
const COUNTED_MAX = 10_000;

/** The queue keeps jobs of its own, and a copy of each that failed. */
export async function queueDepth(db: Queryable): Promise<Settings['queue']> {
  const { rows } = await db.execute<Settings['queue']>(sql`
    select count(*) filter (where state in ('created', 'retry'))::int waiting,
      count(*) filter (where state = 'active')::int running,
      count(*) filter (where state = 'failed')::int failed
    from (
      select state from pgboss.job
      where state in ('created', 'retry', 'active', 'failed') and name <> 'dead' and name not like '\_\_pgboss%'
      limit ${COUNTED_MAX}) jobs`);
  return rows[0] ?? { waiting: 0, running: 0, failed: 0 };
}
