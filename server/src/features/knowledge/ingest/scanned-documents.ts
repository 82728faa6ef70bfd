/** Documents with scanned pages, once their file has been read: the words of these pages are recognised later. */
import { and, eq, sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import type { Database, Transaction } from '../../../db/client.ts';
import { documents, knowledge_bases } from '../../../db/tables/knowledge.ts';
import { noteScannedPages, recognisedNumbers } from '../documents/scanned-pages.ts';
import { isDocument } from '../documents/store.ts';
import type { Ingestion } from './ingestion-lease.ts';

type QueueContext = Pick<AppContext, 'queue'>;

/** The base wants words recognised, the server can, and some pages wait for it. */
export async function isToRecognise(
  { db, recognition }: { db: Database; recognition: AppContext['recognition'] },
  { knowledge_base_id, file_id }: Ingestion,
  scanned: number[],
): Promise<boolean> {
  // A server that has just begun may still be trying its engine: a scan would be refused for good.
  if (!scanned.length || !(await recognition.ready)) return false;
  const [base] = await db
    .select({ ocr: knowledge_bases.ocr })
    .from(knowledge_bases)
    .where(eq(knowledge_bases.id, knowledge_base_id));
  if (!base?.ocr) return false;
  const known = new Set(await recognisedNumbers(db, { knowledge_base_id, file_id }));
  return scanned.some((page) => !known.has(page));
}

/** Short documents first: a job does a part of its document, and the rest waits behind those with fewer pages left. */
export const sendRecognition = (
  { queue }: QueueContext,
  tx: Transaction,
  { knowledge_base_id, document_id, file_id }: Ingestion,
  pagesLeft: number,
): Promise<void> =>
  queue.send('knowledge.recognise', { knowledge_base_id, document_id, file_id }, tx, {
    priority: -pagesLeft,
  });

/** Beside the text of the other pages, which has been put into the base in this transaction. */
export async function noteRecognition(
  tx: Transaction,
  context: QueueContext,
  reading: Ingestion,
  { scanned, isWanted }: { scanned: number[]; isWanted: boolean },
): Promise<void> {
  const counts = await noteScannedPages(tx, reading, scanned);
  const left = counts.ocr_pages - counts.ocr_done;
  const ocr_state = !counts.ocr_pages ? 'none' : left === 0 ? 'done' : isWanted ? 'queued' : 'none';
  await tx
    .update(documents)
    .set({ ...counts, ocr_state, ocr_lease_until: null, ocr_attempts: 0 })
    .where(isDocument(reading));
  if (ocr_state === 'queued') await sendRecognition(context, tx, reading, left);
}

/** Nothing of it is found before its pages are recognised. False when it is not wanted any more. */
export async function park(
  tx: Transaction,
  context: QueueContext,
  reading: Ingestion,
  scanned: number[],
): Promise<boolean> {
  const counts = await noteScannedPages(tx, reading, scanned);
  const { rowCount } = await tx
    .update(documents)
    .set({
      ...counts,
      status: 'extracting',
      progress: 0,
      step_done: null,
      step_of: null,
      lease_until: null,
      ocr_state: 'queued',
      ocr_lease_until: null,
      ocr_attempts: 0,
      updated_at: sql`now()`,
    })
    .where(and(isDocument(reading), eq(documents.file_id, reading.file_id)));
  if (!rowCount) return false;
  await sendRecognition(context, tx, reading, counts.ocr_pages - counts.ocr_done);
  return true;
}
