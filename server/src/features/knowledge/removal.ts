/** Deleting documents and bases, also while they are being read: who reads notices and lets go. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { documents, knowledge_bases } from '../../db/tables/knowledge.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { withKnowledgeBaseLock } from './documents/knowledge-base-lock.ts';
import {
  baseAuditLabel,
  type DocumentPlace,
  documentAuditLabel,
  isBeingRead,
  isDocument,
  isRecognised,
  isThere,
  touchBase,
} from './documents/store.ts';
import { forgetWithdrawnItem, letGoOfItem } from './documents/synced-documents.ts';
import { removeTerms, sizeOfDocument } from './passages/term-counts.ts';

/** An administrator waits for the lock; an ingestion that is cancelled ends with its next batch. */
const PATIENCE = { patience_ms: 30_000 };

type RemovalContext = Pick<AppContext, 'db' | 'clock'>;

export async function removeDocument(
  { db, clock }: RemovalContext,
  by: Actor | null,
  place: DocumentPlace,
  which: SQL = isThere,
): Promise<null> {
  const { knowledge_base_id, document_id } = place;
  await db
    .update(documents)
    .set(LET_GO)
    .where(and(isDocument(place), which, or(isBeingRead, isRecognised)));
  return withKnowledgeBaseLock(
    db,
    knowledge_base_id,
    async (transaction) => {
      const document = { knowledge_base_id, id: document_id };
      const size = await sizeOfDocument(transaction, document);
      await removeTerms(transaction, document);
      await letGoOfItem(transaction, place, 'deleted_by_hand');
      await forgetWithdrawnItem(transaction, place);
      const [gone] = await transaction
        .delete(documents)
        .where(and(isDocument(place), which))
        .returning({ id: documents.id, original_filename: documents.original_filename });
      if (!gone) throw new AppError('document_not_found');
      await touchBase(transaction, knowledge_base_id, { passages: -size.passages, lexemes: -size.lexemes });
      const change = {
        action: 'document.deleted',
        ...documentAuditLabel(gone),
        before: { knowledge_base_id },
      };
      await recordChange(transaction, by, change, clock.now());
      return null;
    },
    PATIENCE,
  );
}

/** With its documents and its links to agents; the version that says so is kept with the agents' next answers. */
export async function removeBase({ db, clock }: RemovalContext, by: Actor, id: number): Promise<null> {
  await db
    .update(documents)
    .set(LET_GO)
    .where(and(eq(documents.knowledge_base_id, id), or(isBeingRead, isRecognised)));
  return withKnowledgeBaseLock(
    db,
    id,
    async (transaction) => {
      const [gone] = await transaction
        .delete(knowledge_bases)
        .where(eq(knowledge_bases.id, id))
        .returning({ id: knowledge_bases.id, name: knowledge_bases.name });
      if (!gone) throw new AppError('knowledge_base_not_found');
      await recordChange(
        transaction,
        by,
        { action: 'knowledge_base.deleted', ...baseAuditLabel(gone) },
        clock.now(),
      );
      return null;
    },
    PATIENCE,
  );
}

/** A reading goes on only as long as its file is the document's newest. */
const LET_GO = {
  status: 'failed' as const,
  error: 'A leitura deste documento foi interrompida.',
  file_id: sql`null`,
  lease_until: null,
  ocr_state: 'none' as const,
  ocr_lease_until: null,
};
