/** Documents that their source does not have any more: withdrawn for thirty days, then deleted. */
import { and, asc, count, desc, eq, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { WITHDRAWN_DAYS } from '#contract/sync-limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { documents, knowledge_bases, passages } from '../../db/tables/knowledge.ts';
import { sync_items } from '../../db/tables/syncs.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { withKnowledgeBaseLock } from './documents/knowledge-base-lock.ts';
import {
  type DocumentPlace,
  documentAuditLabel,
  findShownDocument,
  isBeingRead,
  isDocument,
  isRecognised,
  isThere,
  type ShownDocument,
  touchBase,
} from './documents/store.ts';
import { enqueue } from './files/reread.ts';
import { removeTerms, sizeOfDocument } from './passages/term-counts.ts';
import { removeDocument } from './removal.ts';

type WithdrawalContext = Pick<AppContext, 'db' | 'clock'>;
const DAY_MS = 24 * 3_600_000;

/** Takes its passages out and keeps text and file. `alongside` runs in the same transaction; false where it is gone already. */
export async function withdrawDocument(
  { db, clock }: WithdrawalContext,
  by: Actor | null,
  place: DocumentPlace,
  alongside: (tx: Transaction) => Promise<void>,
): Promise<boolean> {
  const { knowledge_base_id, document_id } = place;
  // A reading that is under way ends.
  await db
    .update(documents)
    .set({
      status: 'failed',
      error: 'A leitura deste documento foi interrompida.',
      lease_until: null,
      ocr_state: 'none',
      ocr_lease_until: null,
    })
    .where(and(isDocument(place), isThere, or(isBeingRead, isRecognised)));
  return withKnowledgeBaseLock(db, knowledge_base_id, async (tx) => {
    const [gone] = await tx
      .update(documents)
      .set({ withdrawn_at: clock.now(), step_done: null, step_of: null, updated_at: sql`now()` })
      .where(and(isDocument(place), isThere))
      .returning({ id: documents.id, original_filename: documents.original_filename });
    if (!gone) return false;
    await alongside(tx);
    const document = { knowledge_base_id, id: document_id };
    const size = await sizeOfDocument(tx, document);
    await removeTerms(tx, document);
    await tx
      .delete(passages)
      .where(and(eq(passages.knowledge_base_id, knowledge_base_id), eq(passages.document_id, document_id)));
    await touchBase(tx, knowledge_base_id, { passages: -size.passages, lexemes: -size.lexemes });
    const change = {
      action: 'document.withdrawn',
      ...documentAuditLabel(gone),
      after: { knowledge_base_id },
    };
    await recordChange(tx, by, change, clock.now());
    return true;
  });
}

type RestoringContext = WithdrawalContext & Pick<AppContext, 'queue'>;

/** Back in the base within the transaction; its file is read again, unless another one comes. */
export async function reinstate(
  tx: Transaction,
  { queue }: Pick<AppContext, 'queue'>,
  place: DocumentPlace,
  isRead = true,
): Promise<{ id: number; original_filename: string } | null> {
  const [back] = await tx
    .update(documents)
    .set({ withdrawn_at: null })
    .where(and(isDocument(place), isNotNull(documents.withdrawn_at)))
    .returning({
      id: documents.id,
      original_filename: documents.original_filename,
      file_id: documents.file_id,
    });
  if (!back) return null;
  if (back.file_id && isRead) await enqueue(tx, queue, { ...place, file_id: back.file_id });
  await touchBase(tx, place.knowledge_base_id);
  return back;
}

/** By an administrator. The item of its sync waits until the source lists it again. */
export async function restoreDocument(
  { db, clock, queue }: RestoringContext,
  by: Actor,
  place: DocumentPlace,
): Promise<ShownDocument> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ withdrawn_at: documents.withdrawn_at })
      .from(documents)
      .where(isDocument(place))
      .for('update');
    if (!found) throw new AppError((await wasDeleted(tx, place)) ? 'document_gone' : 'document_not_found');
    if (!found.withdrawn_at) throw new AppError('document_not_found');
    if (deletionOf(found.withdrawn_at) <= clock.now()) throw new AppError('document_gone');
    const back = await reinstate(tx, { queue }, place);
    const shown = await findShownDocument(tx, place, clock.now());
    if (!back || !shown) throw new AppError('document_not_found');
    await tx
      .update(sync_items)
      .set({ state: 'skipped', reason: 'restored_by_hand', missing_runs: 0 })
      .where(
        and(
          eq(sync_items.knowledge_base_id, place.knowledge_base_id),
          eq(sync_items.document_id, place.document_id),
        ),
      );
    const change = {
      action: 'document.restored',
      ...documentAuditLabel(back),
      after: { knowledge_base_id: place.knowledge_base_id },
    };
    await recordChange(tx, by, change, clock.now());
    return shown;
  });
}

const deletionOf = (withdrawn_at: Date) => new Date(withdrawn_at.getTime() + WITHDRAWN_DAYS * DAY_MS);

/** Only the audit log knows of deleted documents. */
async function wasDeleted(
  db: Queryable,
  { knowledge_base_id, document_id }: DocumentPlace,
): Promise<boolean> {
  const [entry] = await db
    .select({ id: audit_entries.id })
    .from(audit_entries)
    .where(
      and(
        eq(audit_entries.object_type, 'document'),
        eq(audit_entries.object_id, document_id),
        eq(audit_entries.action, 'document.deleted'),
        sql`${audit_entries.before} ->> 'knowledge_base_id' = ${String(knowledge_base_id)}`,
      ),
    )
    .limit(1);
  return entry !== undefined;
}

export async function listWithdrawn(
  { db, clock }: WithdrawalContext,
  knowledge_base_id: number,
  { skip, limit }: { skip: number; limit: number },
) {
  const [base] = await db
    .select({ id: knowledge_bases.id })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, knowledge_base_id));
  if (!base) throw new AppError('knowledge_base_not_found');
  const { id, original_filename, file_type, file_size, withdrawn_at } = documents;
  const over = new Date(clock.now().getTime() - WITHDRAWN_DAYS * DAY_MS);
  const isListed = and(
    eq(documents.knowledge_base_id, knowledge_base_id),
    sql`${withdrawn_at} > ${over.toISOString()}::timestamptz`,
  );
  const rows = await db
    .select({ id, original_filename, file_type, file_size, withdrawn_at })
    .from(documents)
    .where(isListed)
    .orderBy(desc(withdrawn_at), desc(id))
    .limit(limit)
    .offset(skip);
  const [counted] = await db.select({ total: count() }).from(documents).where(isListed);
  return {
    rows: rows.map((row) => {
      const since = row.withdrawn_at ?? clock.now();
      return { ...row, withdrawn_at: since, deleted_at: deletionOf(since) };
    }),
    total: counted?.total ?? 0,
  };
}

/** Deletes what was withdrawn thirty days ago. */
export async function deleteWithdrawn({ db, clock }: WithdrawalContext): Promise<void> {
  const over = new Date(clock.now().getTime() - WITHDRAWN_DAYS * DAY_MS);
  const isOver: SQL = lte(documents.withdrawn_at, over);
  const due = await db
    .select({ knowledge_base_id: documents.knowledge_base_id, document_id: documents.id })
    .from(documents)
    .where(isOver)
    .orderBy(asc(documents.withdrawn_at), asc(documents.id));
  for (const place of due)
    await removeDocument({ db, clock }, null, place, isOver).catch((error: unknown) => {
      // Restored or deleted a moment ago.
      if (!(error instanceof AppError && error.code === 'document_not_found')) throw error;
    });
}
