/** Documents that their source does not list any more are counted, then withdrawn. */
import { and, asc, count, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { RunOutcome } from '#contract/sync-runs.ts';
import { sync_items } from '../../../db/tables/syncs.ts';
import { withdrawDocument } from '../../knowledge/withdrawal.ts';
import type { RunRow } from '../records/stored-runs.ts';
import { countKept, isItemOf, isToWithdraw } from '../records/stored-syncs.ts';
import { countListed, forgetGoneItems } from './list-items.ts';
import type { Running } from './run-context.ts';

/** At most so many documents go without a person who agrees: three, or this share of all that the sync keeps. */
const WITHOUT_ASKING = 3;
const SHARE_WITHOUT_ASKING = 0.3;

/** Counts what is missing, once for each run. A listing that is not whole, or that has nothing in it, proves nothing. */
export async function compareItems({ context, place, run_id, lease }: Running): Promise<void> {
  await context.db.transaction(async (tx) => {
    const run = await lease.write(tx, { cursor: { phase: 'withdrawing' } });
    if (run.cursor.phase !== 'withdrawing') throw new Error('the run was not moved on');
    await countListed(tx, { place, run_id });
    const [found] = await tx
      .select({ there: count() })
      .from(sync_items)
      .where(
        and(isItemOf(place), eq(sync_items.seen_run, run_id), inArray(sync_items.state, ['kept', 'failed'])),
      );
    const isWhole = run.listing_complete === true && (found?.there ?? 0) > 0;
    if (!isWhole) {
      await lease.write(tx, { listing_complete: false });
      return;
    }
    const { rowCount } = await tx
      .update(sync_items)
      .set({ missing_runs: sql`${sync_items.missing_runs} + 1` })
      .where(
        and(
          isItemOf(place),
          eq(sync_items.state, 'kept'),
          isNotNull(sync_items.document_id),
          or(isNull(sync_items.seen_run), ne(sync_items.seen_run, run_id)),
        ),
      );
    await lease.write(tx, { missing: rowCount ?? 0 });
    await forgetGoneItems(tx, { place, run_id });
  });
}

/** Withdraws what two whole listings lacked, or stops and asks where that is much. */
export async function withdrawMissing(running: Running, run: RunRow): Promise<RunOutcome> {
  const { context, place, lease } = running;
  if (!run.listing_complete) return 'done';
  const gone = await context.db
    .select()
    .from(sync_items)
    .where(isToWithdraw(place))
    .orderBy(asc(sync_items.external_id));
  const most = Math.max(
    WITHOUT_ASKING,
    Math.floor(SHARE_WITHOUT_ASKING * (await countKept(context.db, place))),
  );
  if (gone.length > most && !run.cursor.confirmed) return 'needs_confirmation';
  for (const { external_id, document_id } of gone) {
    lease.signal.throwIfAborted();
    if (document_id === null) continue;
    await withdrawDocument(context, null, { ...place, document_id }, async (tx) => {
      await lease.count(tx, 'withdrawn');
      await tx
        .update(sync_items)
        .set({ state: 'withdrawn' })
        .where(and(isItemOf(place), eq(sync_items.external_id, external_id)));
    });
  }
  return 'done';
}
