/** Keeps the planner's statistics and the index of words in order after documents have changed. */
import { sql } from 'drizzle-orm';
import { lowerPriority } from '../../../db/backend-priority.ts';
import type { Database } from '../../../db/client.ts';

/** Fewer new rows mislead nobody. */
const MANY = 500;
/** Against what was known last; PostgreSQL's own look comes every minute, and a base may be filled within one. */
const GROWTH = 0.5;

/** After the change is there: a look at thirty thousand rows must not keep a document back, or the base locked. */
export async function refreshStatistics(db: Database): Promise<void> {
  const { rowCount } = await db.execute(sql`
    select from pg_stat_user_tables seen join pg_class kept on kept.oid = seen.relid
    where seen.relid = 'public.passages'::regclass
      and seen.n_mod_since_analyze > greatest(${MANY}, ${GROWTH} * kept.reltuples)`);
  if (!rowCount) return;
  await db.transaction(async (transaction) => {
    await lowerPriority(transaction);
    await transaction.execute(sql`analyze (skip_locked) passages, passage_terms`);
  });
}

/**
 * Flushes the pending lists of the GIN indexes: new words are put into a list that every search reads through, and the
 * insert that makes it too long would have to work it off.
 */
export async function indexPendingWords(db: Database): Promise<void> {
  await db.transaction(async (transaction) => {
    await lowerPriority(transaction);
    // PostgreSQL lets only the owner of an index ask for it; for others its own look comes every minute.
    await transaction.execute(sql`
      select gin_clean_pending_list(oid) from pg_class
      where oid in ('public.passages_tsv'::regclass, 'public.passage_terms_trigrams'::regclass)
        and pg_has_role(relowner, 'usage')`);
  });
}
