/** Notes what a source lists. Noted twice, an item stays one: a listing may begin again after its process ended. */
import { and, eq, inArray, isNull, ne, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { BROUGHT_AGAIN } from '#contract/sync-runs.ts';
import type { Ignored, Listed } from '../../../adapters/sync-sources/sync-source.ts';
import type { Transaction } from '../../../db/client.ts';
import { sync_items } from '../../../db/tables/syncs.ts';
import type { RunRow } from '../records/stored-runs.ts';
import { isItemOf, type SyncPlace } from '../records/stored-syncs.ts';
import type { Running } from './run-context.ts';

/** Whether the listing is whole. */
export async function listItems(
  { context, place, run_id, source, lease }: Running,
  run: RunRow,
): Promise<void> {
  const { db } = context;
  const batches = source.list(run.cursor.listing, lease.signal);
  let listing = run.cursor.listing;
  for (;;) {
    const next = await batches.next();
    if (next.done) {
      await db.transaction(async (tx) => {
        await lease.write(tx, {
          listing_complete: next.value,
          cursor: { phase: 'reading', ...(listing ? { listing } : {}) },
        });
        await passUnchanged(tx, { place, run_id, asksSource: source.pages !== null });
      });
      return;
    }
    const { items, ignored, cursor } = next.value;
    listing = cursor ?? listing;
    await db.transaction(async (tx) => {
      await lease.write(tx, cursor === undefined ? {} : { cursor: { phase: 'listing', listing: cursor } });
      await noteItems(tx, { place, run_id, depth: 0 }, items);
      await noteIgnored(tx, { place, run_id }, ignored);
      await countListed(tx, { place, run_id });
    });
  }
}

type Noting = { place: SyncPlace; run_id: number };

export async function noteItems(
  tx: Transaction,
  { place, run_id, depth }: Noting & { depth: number },
  items: Listed[],
): Promise<void> {
  // A source may list one item twice, which one statement cannot change twice. In one order, so that nobody waits in a circle.
  const unique = [...new Map(items.map((item) => [item.external_id, item])).values()];
  if (!unique.length) return;
  const rows = unique
    .sort((a, b) => (a.external_id < b.external_id ? -1 : 1))
    .map(({ version, ...item }) => ({ ...place, ...item, listed_version: version, depth, seen_run: run_id }));
  await tx
    .insert(sync_items)
    .values(rows)
    .onConflictDoUpdate({
      target: [sync_items.knowledge_base_id, sync_items.sync_id, sync_items.external_id],
      set: {
        // Pages get their name from their title, which no listing knows.
        name: sql`case when ${sync_items.document_id} is null then excluded.name else ${sync_items.name} end`,
        // A link says nothing of the version that a sitemap stated.
        listed_version: sql`case when ${sync_items.seen_run} = ${run_id}
          then coalesce(excluded.listed_version, ${sync_items.listed_version}) else excluded.listed_version end`,
        size: sql`excluded.size`,
        seen_run: run_id,
        missing_runs: 0,
        // Found again within a run, it keeps its shortest way.
        depth: sql`case when ${sync_items.seen_run} = ${run_id} then least(${sync_items.depth}, excluded.depth)
          else excluded.depth end`,
      },
      // An address that this run found gone is not found again by the next page that still links to it.
      setWhere: sql`not (${sync_items.done_run} is not distinct from ${run_id} and ${sync_items.seen_run} is null)`,
    });
}

/** Notes items that cannot be documents. One that is a document already counts as missing instead. */
export async function noteIgnored(
  tx: Transaction,
  { place, run_id }: Noting,
  ignored: Ignored[],
): Promise<void> {
  const unique = [...new Map(ignored.map((item) => [item.external_id, item])).values()];
  if (!unique.length) return;
  const state = 'skipped' as const;
  const rows = unique
    .sort((a, b) => (a.external_id < b.external_id ? -1 : 1))
    .map((item) => ({ ...place, ...item, state, seen_run: run_id, done_run: run_id }));
  await tx
    .insert(sync_items)
    .values(rows)
    .onConflictDoUpdate({
      target: [sync_items.knowledge_base_id, sync_items.sync_id, sync_items.external_id],
      set: {
        name: sql`excluded.name`,
        size: sql`excluded.size`,
        state,
        reason: sql`excluded.reason`,
        version: null,
        seen_run: run_id,
        done_run: run_id,
      },
      setWhere: and(
        isNull(sync_items.document_id),
        or(isNull(sync_items.reason), notInArray(sync_items.reason, [...BROUGHT_AGAIN])),
        // An item that this run has looked at stays as it was found.
        sql`${sync_items.done_run} is distinct from ${run_id}`,
      ),
    });
}

const isSeen = ({ place, run_id }: Noting) => and(isItemOf(place), eq(sync_items.seen_run, run_id));
const isUndone = (run_id: number): SQL => sql`${sync_items.done_run} is distinct from ${run_id}`;

export async function countListed(tx: Transaction, { place, run_id }: Noting): Promise<void> {
  await tx.execute(sql`
    update sync_runs set
      listed = (select count(*) from sync_items where ${isSeen({ place, run_id })}),
      skipped = (select count(*) from sync_items where ${isSeen({ place, run_id })}
        and done_run = ${run_id} and state = 'skipped'),
      done = (select count(*) from sync_items where ${isItemOf(place)} and done_run = ${run_id})
    where knowledge_base_id = ${place.knowledge_base_id} and id = ${run_id}`);
}

/** Items that their source says are unchanged are done at once, all in one statement. */
async function passUnchanged(
  tx: Transaction,
  { place, run_id, asksSource }: Noting & { asksSource: boolean },
): Promise<void> {
  if (!asksSource)
    await tx
      .update(sync_items)
      .set({
        // One that was restored by hand is kept again; one without a document stays left out for its reason.
        state: sql`case when ${sync_items.document_id} is null then 'skipped' else 'kept' end`,
        reason: sql`case when ${sync_items.document_id} is null then ${sync_items.reason} end`,
        done_run: run_id,
      })
      .where(
        and(
          isSeen({ place, run_id }),
          isUndone(run_id),
          eq(sync_items.version, sync_items.listed_version),
          inArray(sync_items.state, ['kept', 'skipped']),
        ),
      );
  // An item that somebody took out stays out until somebody asks for it.
  await tx
    .update(sync_items)
    .set({ done_run: run_id })
    .where(
      and(
        isSeen({ place, run_id }),
        isUndone(run_id),
        eq(sync_items.state, 'skipped'),
        inArray(sync_items.reason, [...BROUGHT_AGAIN]),
      ),
    );
  await countListed(tx, { place, run_id });
  await tx.execute(sql`
    update sync_runs set unchanged = (
      select count(*) from sync_items where ${isSeen({ place, run_id })} and done_run = ${run_id} and state = 'kept')
    where knowledge_base_id = ${place.knowledge_base_id} and id = ${run_id}`);
}

export type ItemRow = typeof sync_items.$inferSelect;

/** The next ones to look at, those nearest to the first page first. */
export const nextItems = ({ context: { db }, place, run_id }: Running, limit: number): Promise<ItemRow[]> =>
  db
    .select()
    .from(sync_items)
    .where(and(isSeen({ place, run_id }), isUndone(run_id)))
    .orderBy(sync_items.depth, sync_items.external_id)
    .limit(limit);

/** Items that are no documents, and that a whole listing lacked, are forgotten. */
export async function forgetGoneItems(tx: Transaction, { place, run_id }: Noting): Promise<void> {
  await tx
    .delete(sync_items)
    .where(
      and(
        isItemOf(place),
        isNull(sync_items.document_id),
        ne(sync_items.state, 'withdrawn'),
        or(isNull(sync_items.reason), notInArray(sync_items.reason, [...BROUGHT_AGAIN])),
        or(isNull(sync_items.seen_run), ne(sync_items.seen_run, run_id)),
      ),
    );
}
