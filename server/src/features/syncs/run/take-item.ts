/** Brings one item into the base: fetched, checked as an upload is, and stored with its document in one transaction. */
import { rm } from 'node:fs/promises';
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import type { ItemReason } from '#contract/sync-runs.ts';
import type { Fetched, FetchedFile, Found } from '../../../adapters/sync-sources/sync-source.ts';
import { AppError } from '../../../app-error.ts';
import { isDiskFull, type Transaction } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { type PageFacts, sync_items } from '../../../db/tables/syncs.ts';
import { isDocument } from '../../knowledge/documents/store.ts';
import { checkedType, hashOf, storeUpload } from '../../knowledge/files/upload.ts';
import { reinstate } from '../../knowledge/withdrawal.ts';
import { isItemOf } from '../records/stored-syncs.ts';
import { countListed, type ItemRow, noteIgnored, noteItems } from './list-items.ts';
import type { Running } from './run-context.ts';

/** The outcome that the run's patience counts: a source or a disk may fail again and again. */
export type Taken = 'settled' | 'away' | 'disk_full';

export async function takeItem(running: Running, item: ItemRow): Promise<Taken> {
  const { source, lease } = running;
  const fetched = await source.fetch(item, lease.signal);
  const found = linksOf(running, item, fetched);
  try {
    await settle(running, item, { fetched, found });
  } catch (error) {
    if (!isDiskFull(error) && !(error instanceof AppError && error.code === 'storage_full')) throw error;
    await fail(running, item, 'storage_full');
    return 'disk_full';
  } finally {
    if (fetched.kind === 'file') await rm(fetched.path, { force: true });
  }
  return fetched.kind === 'failed' && fetched.reason === 'sync_away' ? 'away' : 'settled';
}

/** Where items are found by links: those of the page, also of one that was not read again. */
function linksOf({ source }: Running, item: ItemRow, { found }: Fetched): Found {
  const none = { links: [], ignored: [], is_cut: false };
  if (!found) return none;
  const followed = source.pages?.follows_links && item.depth < source.pages.depth;
  return followed ? found : { ...none, ...(found.canonical ? { canonical: found.canonical } : {}) };
}

type Settling = { fetched: Fetched; found: Found };

async function settle(running: Running, item: ItemRow, { fetched, found }: Settling): Promise<void> {
  const { facts = item.facts } = fetched;
  if (fetched.kind === 'failed') return fail(running, item, fetched.reason);
  if (fetched.kind === 'file') return store(running, item, { file: fetched, facts, found });
  await inTransaction(running, item, async (tx) => {
    if (fetched.kind === 'same') {
      await running.lease.count(tx, 'done', item.document_id === null ? 'skipped' : 'unchanged');
      const kept = item.document_id === null ? {} : { state: 'kept' as const, reason: null };
      await write(tx, running, item, { ...kept, facts, version: item.listed_version ?? item.version });
    } else if (fetched.kind === 'absent') {
      await running.lease.count(tx, 'done');
      // Not seen after all; a document of it counts as missing when the run compares.
      const gone =
        item.document_id === null ? { state: 'skipped' as const, reason: 'not_found' as const } : {};
      await write(tx, running, item, { ...gone, seen_run: null });
    } else {
      await running.lease.count(tx, 'done', 'skipped');
      await leaveOut(tx, running, item, { reason: fetched.reason, facts });
    }
    await noteFound(tx, running, item, found);
  });
}

/**
 * Locks the run, the document and the item, in this order. Where somebody deleted, replaced or restored the document
 * since the item was read, theirs holds, and the run is done with the item.
 */
async function inTransaction(
  running: Running,
  item: ItemRow,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const { context, lease, place } = running;
  await context.db.transaction(async (tx) => {
    await lease.write(tx, {});
    if (item.document_id !== null)
      await tx
        .select({ id: documents.id })
        .from(documents)
        .where(isDocument({ ...place, document_id: item.document_id }))
        .for('update');
    const { document_id, state } = sync_items;
    const [current] = await tx
      .select({ document_id, state })
      .from(sync_items)
      .where(and(isItemOf(place), eq(sync_items.external_id, item.external_id)))
      .for('update');
    if (current?.document_id === item.document_id && current.state === item.state) return change(tx);
    await lease.count(tx, 'done');
    await write(tx, running, item, {});
  });
}

/** A document that its source now wants left out is not seen: it counts as missing. */
async function leaveOut(
  tx: Transaction,
  running: Running,
  item: ItemRow,
  { reason, facts, sha256 = null }: { reason: ItemReason; facts: PageFacts | null; sha256?: Buffer | null },
): Promise<void> {
  if (item.document_id !== null) return write(tx, running, item, { seen_run: null });
  const version = item.listed_version;
  await write(tx, running, item, { state: 'skipped', reason, facts, version, sha256 });
}

/** The former text stays; what pages are found by may lack some then. */
async function fail(running: Running, item: ItemRow, reason: ItemReason): Promise<void> {
  await inTransaction(running, item, async (tx) => {
    await running.lease.write(tx, {
      done: sql`sync_runs.done + 1`,
      failed: sql`sync_runs.failed + 1`,
      ...(running.source.pages?.follows_links ? { listing_complete: false } : {}),
    });
    const state = item.document_id === null ? { state: 'failed' as const } : {};
    await write(tx, running, item, { ...state, reason });
  });
}

type Storing = { file: FetchedFile; facts: PageFacts | null; found: Found };

async function store(running: Running, item: ItemRow, { file, facts, found }: Storing): Promise<void> {
  const received = { path: file.path, original_filename: file.filename, size: file.size };
  const file_type = await checkedType(received).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  if (file_type instanceof AppError) return fail(running, item, file_type.code);
  const sha256 = await hashOf(file.path);
  const { context, place, lease } = running;
  try {
    await inTransaction(running, item, async (tx) => {
      const change = await changeOf(tx, running, item, sha256);
      await lease.count(tx, 'done', change === 'duplicate' ? 'skipped' : change);
      const version = file.version ?? item.listed_version;
      await noteFound(tx, running, item, found);
      if (change === 'duplicate') return leaveOut(tx, running, item, { reason: 'duplicate', facts, sha256 });
      const kept = { state: 'kept' as const, reason: null, version, sha256, facts, size: file.size };
      if (item.state === 'withdrawn' && item.document_id !== null)
        await reinstate(tx, context, { ...place, document_id: item.document_id }, change === 'unchanged');
      if (change === 'unchanged') return write(tx, running, item, { ...kept, name: file.filename });
      const upload = {
        knowledge_base_id: place.knowledge_base_id,
        document_id: item.document_id ?? undefined,
        file: { ...received, file_type, sha256 },
      };
      await storeUpload(tx, context, null, upload, async (_, stored) => {
        await tx
          .update(documents)
          .set({ sync_id: place.sync_id, source_url: file.url ?? null })
          .where(isDocument(stored));
        await write(tx, running, item, { ...kept, name: file.filename, document_id: stored.document_id });
      });
    });
  } catch (error) {
    // Its former file is still being read: the next run brings the new one.
    if (error instanceof AppError && error.code === 'document_busy') return fail(running, item, error.code);
    throw error;
  }
}

async function changeOf(
  tx: Transaction,
  { place, source }: Running,
  item: ItemRow,
  sha256: Buffer,
): Promise<'added' | 'changed' | 'unchanged' | 'duplicate'> {
  if (item.document_id !== null && item.sha256?.equals(sha256)) return 'unchanged';
  if (source.pages && (await isElsewhere(tx, { place, item, sha256 }))) return 'duplicate';
  return item.document_id === null ? 'added' : 'changed';
}

async function isElsewhere(
  tx: Transaction,
  { place, item, sha256 }: { place: Running['place']; item: ItemRow; sha256: Buffer },
): Promise<boolean> {
  const [same] = await tx
    .select({ external_id: sync_items.external_id })
    .from(sync_items)
    .where(
      and(
        isItemOf(place),
        eq(sync_items.sha256, sha256),
        eq(sync_items.state, 'kept'),
        isNotNull(sync_items.document_id),
        ne(sync_items.external_id, item.external_id),
      ),
    )
    .limit(1);
  return same !== undefined;
}

async function noteFound(tx: Transaction, running: Running, item: ItemRow, found: Found): Promise<void> {
  const { links, canonical, ignored, is_cut } = found;
  if (is_cut) await running.lease.write(tx, { listing_complete: false });
  if (canonical) await noteItems(tx, { ...running, depth: item.depth }, [canonical]);
  await noteItems(tx, { ...running, depth: item.depth + 1 }, links);
  await noteIgnored(tx, running, ignored);
  if (links.length || canonical || ignored.length) await countListed(tx, running);
}

async function write(
  tx: Transaction,
  { place, run_id }: Pick<Running, 'place' | 'run_id'>,
  item: ItemRow,
  set: Partial<ItemRow>,
): Promise<void> {
  await tx
    .update(sync_items)
    .set({ done_run: run_id, ...set })
    .where(and(isItemOf(place), eq(sync_items.external_id, item.external_id)));
}
