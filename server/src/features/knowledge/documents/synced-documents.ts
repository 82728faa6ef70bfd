/** Changes by hand of documents that a sync brought: their items follow. */
import { and, eq, ne } from 'drizzle-orm';
import type { Transaction } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { sync_items } from '../../../db/tables/syncs.ts';
import { type DocumentPlace, isDocument } from './store.ts';

const isItemOf = ({ knowledge_base_id, document_id }: DocumentPlace) =>
  and(eq(sync_items.knowledge_base_id, knowledge_base_id), eq(sync_items.document_id, document_id));

/** The sync does not bring the item again until somebody asks for it; the document counts as uploaded by hand. */
export async function letGoOfItem(
  tx: Transaction,
  place: DocumentPlace,
  reason: 'deleted_by_hand' | 'replaced_by_hand',
): Promise<void> {
  // The document before its item, as a run locks them.
  await tx.update(documents).set({ sync_id: null, source_url: null }).where(isDocument(place));
  await tx
    .update(sync_items)
    .set({ state: 'skipped', reason, document_id: null, missing_runs: 0 })
    .where(and(isItemOf(place), ne(sync_items.state, 'withdrawn')));
}

/** An item whose document was withdrawn long ago is forgotten: listed again, it is new. */
export async function forgetWithdrawnItem(tx: Transaction, place: DocumentPlace): Promise<void> {
  await tx.delete(sync_items).where(and(isItemOf(place), eq(sync_items.state, 'withdrawn')));
}
