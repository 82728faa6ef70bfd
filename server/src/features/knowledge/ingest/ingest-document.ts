/** Reads an uploaded file into its document: extracts the text in a process of its own, then switches the passages. */
import { and, eq, sql } from 'drizzle-orm';
import { documentType } from '#contract/document-types.ts';
import type { ProblemCode } from '#contract/errors.ts';
import { Unreadable } from '../../../adapters/extraction/extracted.ts';
import { WITH_WORDS } from '../../../adapters/extraction/process/frames.ts';
import type { ReadText } from '../../../adapters/extraction/process/read-frames.ts';
import type { ReaderLimits } from '../../../adapters/extraction/process/reader-limits.ts';
import { readInProcess } from '../../../adapters/extraction/process/reader-process.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError, filledDetail } from '../../../app-error.ts';
import { isDiskFull, reasonOf } from '../../../db/client.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { type FilesContext, readFile } from '../../file-storage/stored-files.ts';
import { withKnowledgeBaseLock } from '../documents/knowledge-base-lock.ts';
import { openLocalUpload } from '../documents/local-uploads.ts';
import { recognisedLines } from '../documents/scanned-pages.ts';
import { type DocumentPlace, type DocumentRow, isBeingRead, isDocument } from '../documents/store.ts';
import { contentOf, type FileRow, findFile } from '../documents/stored-files.ts';
import { indexPendingWords, refreshStatistics } from './index-upkeep.ts';
import { claimIngestion, holdLease, type Ingestion, type Lease } from './ingestion-lease.ts';
import { replaceText } from './replace-passages.ts';
import { isToRecognise, noteRecognition, park } from './scanned-documents.ts';

type ReadingContext = Pick<AppContext, 'db' | 'objects' | 'signals' | 'log' | 'queue' | 'recognition'>;

export const READER = new URL('./file-reader.ts', import.meta.url);
/** Readings that fail for a reason which may pass. */
export const ATTEMPTS_MAX = 4;
/**
 * Readings in all. A document that ends every process that begins to read it must not do so for ever; but processes end
 * for reasons of their own, several times in a row on a bad day, and take with them whatever they were reading.
 */
export const READINGS_MAX = 12;
/** The share of the progress that extraction takes. */
export const EXTRACTED = 0.5;

/** The topic that is signalled when the ingestion of a document ends. */
export const ingestionTopic = ({ document_id }: Pick<DocumentPlace, 'document_id'>): string =>
  `document:${document_id}`;

export async function ingestDocument(
  context: ReadingContext,
  reading: Ingestion,
  limits?: ReaderLimits,
): Promise<void> {
  const { db, signals, log } = context;
  const document = await claimIngestion(db, reading);
  if (!document) return;
  const lease = holdLease(db, reading);
  try {
    if (document.attempts > READINGS_MAX) return await fail(context, reading, 'internal');
    const file = await findFile(db, reading);
    if (!file) return;
    await extract(
      context,
      file,
      lease,
      (read) => take(context, { reading, file, document, lease }, read),
      limits,
    );
  } catch (error) {
    // Deleted, or taken over: it is nobody's concern any more.
    if (lease.signal.aborted) return;
    const isParked = await waitForWords(context, reading, error);
    const problem = isParked
      ? null
      : (problemOf(error) ?? (document.attempts >= ATTEMPTS_MAX ? 'internal' : null));
    if (problem) {
      log.info({ document_id: reading.document_id, problem }, 'a document could not be read');
      await fail(context, reading, problem);
    } else if (!isParked) {
      // Deleted a moment ago, and its file with it: the lease has not noticed yet.
      if (!(await letGo(context, reading))) return;
      throw error;
    }
  } finally {
    lease.end();
  }
  await signals.send(ingestionTopic(reading));
  await tidyUp(context);
}

/** Speeds up the next search. The document is ready even if this fails; PostgreSQL does the same by itself in time. */
export async function tidyUp({ db, log }: Pick<ReadingContext, 'db' | 'log'>): Promise<void> {
  try {
    await refreshStatistics(db);
    await indexPendingWords(db);
  } catch (error) {
    log.warn({ err: { message: reasonOf(error) } }, 'the index was not tidied up after a document');
  }
}

type Taking = { reading: Ingestion; file: FileRow; document: DocumentRow; lease: Lease };

/** The text of pages that have one is found at once; that of another file is found until its follower is whole. */
async function take(context: ReadingContext, { reading, file, document, lease }: Taking, read: ReadText) {
  const { db } = context;
  const isOther = document.indexed_file_id !== null && document.indexed_file_id !== reading.file_id;
  if (isOther && read.scanned.length && (await isToRecognise(context, reading, read.scanned)))
    await db.transaction((tx) => park(tx, context, reading, read.scanned));
  else await index(context, reading, file, read, lease);
}

/** Whether the file has no text but in pictures whose words will be recognised. */
async function waitForWords(context: ReadingContext, reading: Ingestion, error: unknown): Promise<boolean> {
  if (!(error instanceof Unreadable) || error.problem !== 'file_scanned' || !error.scan) return false;
  const { scanned } = error.scan;
  if (!(await isToRecognise(context, reading, scanned))) return false;
  return context.db.transaction((tx) => park(tx, context, reading, scanned));
}

export async function extract(
  context: FilesContext,
  file: FileRow,
  lease: Lease,
  use: (read: ReadText) => Promise<void>,
  limits?: ReaderLimits,
): Promise<void> {
  const { db } = context;
  const received = await openLocalUpload(file.id);
  try {
    const content = received ?? readFile(context, contentOf(file));
    const aside = await recognisedLines(db, { knowledge_base_id: file.knowledge_base_id, file_id: file.id });
    const task = file.file_type + (aside ? WITH_WORDS : '');
    const reading = { reader: READER, task, content, signal: lease.signal, ...(aside ? { aside } : {}) };
    await readInProcess(
      { ...reading, onProgress: noteProgress(lease, file.file_type), ...(limits ? { limits } : {}) },
      use,
    );
  } finally {
    await received?.close();
  }
}

export const noteProgress = (lease: Lease, file_type: string) => (done: number, of: number) => {
  const page = documentType(file_type)?.isPaged ? { done, of } : undefined;
  lease.at('extracting', (EXTRACTED * done) / of, page);
  // A loss of the lease ends the reader by its signal, and the next note writes what this one could not.
  lease.note().catch(() => {});
};

export async function index(
  context: Omit<ReadingContext, 'signals'>,
  reading: Ingestion,
  file: FileRow,
  { text, letters, passages, pages, pages_without_text, notes, scanned }: ReadText,
  lease: Lease,
): Promise<void> {
  const { db } = context;
  lease.at('indexing', EXTRACTED);
  await lease.renew();
  const isWanted = scanned.length > 0 && (await isToRecognise(context, reading, scanned));
  await withKnowledgeBaseLock(
    db,
    reading.knowledge_base_id,
    async (transaction) => {
      // While this ingestion waited for the lock, the document may have been deleted.
      await lease.renew();
      await replaceText(
        transaction,
        reading,
        passages,
        {
          original_filename: file.original_filename,
          file_type: file.file_type,
          file_size: file.file_size,
          content_text: text,
          file_id: reading.file_id,
          indexed_file_id: reading.file_id,
          pages,
          pages_without_text,
          notes,
        },
        async (end) => {
          lease.at('indexing', EXTRACTED + (1 - EXTRACTED) * Math.min(1, end / letters));
          // On a connection of its own: what stands in this transaction nobody else sees.
          await lease.note();
        },
      );
      await noteRecognition(transaction, context, reading, { scanned, isWanted });
    },
    { signal: lease.signal },
  );
}

/** The defect of the file, which a retry cannot mend; null for every other error. */
export function problemOf(error: unknown): ProblemCode | null {
  if (error instanceof Unreadable) return error.problem;
  return isDiskFull(error) ? 'storage_full' : null;
}

/** The former text, if there is one, stays searchable. */
async function fail(
  { db }: Pick<ReadingContext, 'db'>,
  reading: Ingestion,
  problem: ProblemCode,
): Promise<void> {
  const file = await findFile(db, reading);
  const error = sentenceOf(problem, file?.file_type ?? '');
  await db
    .update(documents)
    .set({ status: 'failed', problem, error, lease_until: null, updated_at: sql`now()` })
    .where(isOurs(reading));
}

/** False when it is nobody's any more. */
async function letGo({ db }: ReadingContext, reading: Ingestion): Promise<boolean> {
  const { rowCount } = await db
    .update(documents)
    .set({ status: 'queued', lease_until: null })
    .where(isOurs(reading));
  return (rowCount ?? 0) > 0;
}

const isOurs = (reading: Ingestion) =>
  and(isDocument(reading), eq(documents.file_id, reading.file_id), isBeingRead);

export const sentenceOf = (problem: ProblemCode, fileType: string): string =>
  filledDetail(problem, { type: fileType });

/** The error that a waiting client receives for a problem. */
export const asAppError = (problem: ProblemCode, fileType: string): AppError =>
  new AppError(problem, { detail: sentenceOf(problem, fileType) });
