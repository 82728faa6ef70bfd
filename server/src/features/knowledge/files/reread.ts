/** Queues documents to be read: a file that has just come, or a stored one once more. Until the reading ends, the former text stays. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { documents, knowledge_bases } from '../../../db/tables/knowledge.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../../request-guards/idempotency.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { forgetUnread } from '../documents/scanned-pages.ts';
import {
  baseAuditLabel,
  type DocumentPlace,
  type DocumentRow,
  documentAuditLabel,
  documentColumns,
  findShownDocument,
  hasOldText,
  isDocument,
  isThere,
  type ShownDocument,
  touchBase,
} from '../documents/store.ts';
import type { Ingestion } from '../ingest/ingestion-lease.ts';
import { turnOf, turnOfRereading } from './reading-turn.ts';

type QueueContext = Pick<AppContext, 'db' | 'clock' | 'queue'>;
/** `document_ids` null: all documents whose text an earlier reader read. */
export type WantedRereading = { knowledge_base_id: number; document_ids: number[] | null };

/** Recognition is no reading: it ends where a file is read once more, or another one. */
const isUnfinished = ({ status, ocr_state }: Pick<DocumentRow, 'status' | 'ocr_state'>): boolean =>
  (status === 'queued' || status === 'extracting' || status === 'indexing') &&
  !(ocr_state === 'queued' || ocr_state === 'running' || ocr_state === 'paused');

export async function replaceable(tx: Transaction, place: DocumentPlace): Promise<DocumentRow> {
  const [row] = await tx
    .select(documentColumns)
    .from(documents)
    .where(and(isDocument(place), isThere))
    .for('update');
  if (!row) throw new AppError('document_not_found');
  if (isUnfinished(row)) throw new AppError('document_busy');
  return row;
}

const WAITING = {
  status: 'queued' as const,
  progress: 0,
  step_done: null,
  step_of: null,
  error: null,
  problem: null,
  attempts: 0,
  lease_until: null,
  ocr_state: 'none' as const,
  ocr_pages: null,
  ocr_done: null,
  ocr_weak: null,
  ocr_lease_until: null,
  ocr_attempts: 0,
  updated_at: sql`now()`,
};
/** From here on the document waits to be read from this file. */
export async function enqueue(
  tx: Transaction,
  queue: AppContext['queue'],
  reading: Ingestion,
): Promise<void> {
  await tx
    .update(documents)
    .set({ ...WAITING, file_id: reading.file_id })
    .where(isDocument(reading));
  await queue.send('knowledge.read-document', reading, tx, { priority: await turnOf(tx, reading) });
}

/** Reads the kept file once more; answers at once. */
export async function retryDocument(
  { db, clock, queue }: QueueContext,
  by: Actor,
  place: DocumentPlace,
): Promise<ShownDocument> {
  return db.transaction(async (tx) => {
    const { file_id, ...document } = await replaceable(tx, place);
    if (file_id === null)
      throw new AppError('file_missing', { detail: 'O arquivo deste documento não foi guardado.' });
    await forgetUnread(tx, { ...place, file_id });
    await enqueue(tx, queue, { ...place, file_id });
    await touchBase(tx, place.knowledge_base_id);
    const shown = await findShownDocument(tx, place, clock.now());
    if (!shown) throw new AppError('document_not_found');
    await recordChange(tx, by, { action: 'document.retried', ...documentAuditLabel(document) }, clock.now());
    return shown;
  });
}

/**
 * Reads stored files of a base once more, and answers at once. Documents without a file, and those that are being read
 * already, are passed over; `document_busy` only where all that have a file are being read.
 */
export async function rereadDocuments(
  { db, clock, queue }: QueueContext,
  by: Actor,
  wanted: WantedRereading,
  idempotency_key: string | null,
): Promise<{ queued: number }> {
  const { knowledge_base_id } = wanted;
  const request = JSON.stringify(['reread', wanted]);
  const call = idempotency_key && { user_id: by.user_id, key: idempotency_key, request };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, clock.now()));
    if (first) return first.answer as { queued: number };
    const base = await lockBase(tx, knowledge_base_id);
    const readings = await rereadable(tx, wanted);
    const answer = { queued: readings.length };
    if (readings.length) {
      await enqueueAgain(tx, queue, knowledge_base_id, readings);
      await touchBase(tx, knowledge_base_id);
      const change = { action: 'knowledge_base.reread', ...baseAuditLabel(base), after: answer };
      await recordChange(tx, by, change, clock.now());
    }
    if (call) await storeFirstRun(tx, call, { status: 200, answer });
    return answer;
  });
}

/** The files stay those of the documents; there may be thousands, so that their rows change in one statement. */
async function enqueueAgain(
  tx: Transaction,
  queue: AppContext['queue'],
  knowledge_base_id: number,
  readings: Ingestion[],
): Promise<void> {
  const ids = readings.map(({ document_id }) => document_id);
  await tx
    .update(documents)
    .set(WAITING)
    .where(
      and(
        eq(documents.knowledge_base_id, knowledge_base_id),
        sql`${documents.id} = any (${sql.param(ids)}::int[])`,
      ),
    );
  for (const [waiting, reading] of readings.entries())
    await queue.send('knowledge.read-document', reading, tx, { priority: turnOfRereading(waiting) });
}

async function lockBase(tx: Transaction, id: number): Promise<{ id: number; name: string }> {
  const { name } = knowledge_bases;
  const [base] = await tx
    .select({ id: knowledge_bases.id, name })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, id))
    .for('key share');
  if (!base) throw new AppError('knowledge_base_not_found');
  return base;
}

async function rereadable(
  tx: Transaction,
  { knowledge_base_id, document_ids }: WantedRereading,
): Promise<Ingestion[]> {
  const { id: document_id, file_id, status, ocr_state } = documents;
  const rows = await tx
    .select({ document_id, file_id, status, ocr_state })
    .from(documents)
    .where(
      and(
        eq(documents.knowledge_base_id, knowledge_base_id),
        isThere,
        document_ids ? inArray(document_id, document_ids) : hasOldText,
      ),
    )
    // In one order, so that two calls at the same time do not wait for each other.
    .orderBy(asc(document_id))
    .for('update');
  if (document_ids && rows.length < new Set(document_ids).size) throw new AppError('document_not_found');
  const withFile = rows.filter((row) => row.file_id !== null);
  const free = withFile.filter((row) => !isUnfinished(row));
  if (withFile.length && !free.length) throw new AppError('document_busy');
  return free.map((row) => ({
    knowledge_base_id,
    document_id: row.document_id,
    file_id: row.file_id as string,
  }));
}
