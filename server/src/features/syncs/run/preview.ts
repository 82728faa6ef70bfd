/** Looks at a source as a run would, and writes nothing but the answer. */
import { and, eq, sql } from 'drizzle-orm';
import { PREVIEW_ITEMS_MAX } from '#contract/sync-limits.ts';
import { BROUGHT_AGAIN, type ItemReason, type PreviewState } from '#contract/sync-runs.ts';
import type { Listed } from '../../../adapters/sync-sources/sync-source.ts';
import { sync_items, sync_preview_items } from '../../../db/tables/syncs.ts';
import type { ItemRow } from './list-items.ts';
import { type Look, lookAtPages } from './preview-pages.ts';
import type { Running } from './run-context.ts';

type Judged = { item: Omit<Listed, 'version'>; state: PreviewState; reason: ItemReason | null };

/** `place` null: a source that no sync follows yet. */
export async function preview(
  running: Omit<Running, 'place'> & { place: Running['place'] | null },
  knowledge_base_id: number,
): Promise<void> {
  const { context, place, lease, source, run_id } = running;
  const { db } = context;
  const known = place ? await knownItems(running, place) : new Map<string, ItemRow>();
  const look: Look = { listed: new Map(), ignored: new Map(), read: new Map(), is_partial: false };
  const batches = source.list(undefined, lease.signal);
  let is_complete = false;
  for (;;) {
    const next = await batches.next();
    if (next.done) {
      is_complete = next.value;
      break;
    }
    for (const item of next.value.items) look.listed.set(item.external_id, item);
    for (const item of next.value.ignored) look.ignored.set(item.external_id, item);
    await db.transaction((tx) => lease.write(tx, { listed: look.listed.size + look.ignored.size }));
  }
  if (source.pages) await lookAtPages(source, lease, { known, look });
  const judged = judge(look, known);
  const numbers = Map.groupBy(judged, ({ state }) => state);
  const of = (state: PreviewState) => numbers.get(state)?.length ?? 0;
  const kept = [...numbers.values()].flatMap((some) => some.slice(0, PREVIEW_ITEMS_MAX));
  await db.transaction(async (tx) => {
    await lease.write(tx, {
      listing_complete: is_complete && !look.is_partial,
      partial: look.is_partial,
      listed: judged.length - of('missing'),
      done: judged.length,
      added: of('new'),
      changed: of('changed'),
      unchanged: of('unchanged'),
      missing: of('missing'),
      skipped: of('skipped'),
    });
    for (let first = 0; first < kept.length; first += 500)
      await tx
        .insert(sync_preview_items)
        .values(
          kept.slice(first, first + 500).map(({ item: { external_id, name, size }, state, reason }) => ({
            ...{ knowledge_base_id, run_id, external_id, name, size, state, reason },
          })),
        )
        // A preview that is made again after its process ended.
        .onConflictDoUpdate({
          target: [
            sync_preview_items.knowledge_base_id,
            sync_preview_items.run_id,
            sync_preview_items.external_id,
          ],
          set: { state: sql`excluded.state`, reason: sql`excluded.reason` },
        });
  });
}

async function knownItems(
  { context: { db } }: Pick<Running, 'context'>,
  { knowledge_base_id, sync_id }: Running['place'],
): Promise<Map<string, ItemRow>> {
  const rows = await db
    .select()
    .from(sync_items)
    .where(and(eq(sync_items.knowledge_base_id, knowledge_base_id), eq(sync_items.sync_id, sync_id)));
  return new Map(rows.map((row) => [row.external_id, row]));
}

function judge({ listed, ignored, read, is_partial }: Look, known: Map<string, ItemRow>): Judged[] {
  const judged: Judged[] = [];
  for (const item of listed.values()) {
    const before = known.get(item.external_id);
    const outcome = read.get(item.external_id);
    if (outcome === 'gone') continue;
    if (outcome && 'reason' in outcome) judged.push({ item, state: 'skipped', reason: outcome.reason });
    else judged.push({ item: { ...item, ...outcome?.named }, ...stateOf(item, before, outcome?.is_same) });
  }
  for (const item of ignored.values())
    if (!listed.has(item.external_id)) judged.push({ item, state: 'skipped', reason: item.reason });
  // Items that were not looked at are not missing.
  if (is_partial) return judged;
  for (const row of known.values())
    if (row.state === 'kept' && !isListed(row, listed, read))
      judged.push({ item: row, state: 'missing', reason: null });
  return judged;
}

const isListed = ({ external_id }: ItemRow, listed: Map<string, Listed>, read: Look['read']) =>
  listed.has(external_id) && read.get(external_id) !== 'gone';

function stateOf(
  { version }: Listed,
  before: ItemRow | undefined,
  is_same: boolean | undefined,
): Pick<Judged, 'state' | 'reason'> {
  if (before?.state === 'skipped' && isByHand(before.reason))
    return { state: 'skipped', reason: before.reason };
  if (!before || before.document_id === null) return { state: 'new', reason: null };
  const isUnchanged = is_same ?? (version !== null && version === before.version);
  return { state: isUnchanged ? 'unchanged' : 'changed', reason: null };
}

const isByHand = (reason: ItemReason | null): boolean => BROUGHT_AGAIN.some((one) => one === reason);
