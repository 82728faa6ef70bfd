/**
 * Words that were put off: an index takes those of new passages into a list at first, which every search looks through,
 * and whoever makes it too long has to work it off. Done here, where nobody waits, so that the next document need not.
 */
import { sql } from 'drizzle-orm';
import { lowerPriority } from '../../db/backend-priority.ts';
import type { Database } from '../../db/client.ts';

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
