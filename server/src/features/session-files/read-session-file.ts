/** Reads a file of a conversation: its text in a process of its own, then its passages, as files of bases are read. */
import { and, eq, lt, not, or, sql } from 'drizzle-orm';
import type { ProblemCode } from '#contract/errors.ts';
import { SESSION_TEXT_MAX } from '#contract/limits.ts';
import { Unreadable } from '../../adapters/extraction/extracted.ts';
import { WITH_WORDS } from '../../adapters/extraction/process/frames.ts';
import type { ReadText } from '../../adapters/extraction/process/read-frames.ts';
import { readInProcess } from '../../adapters/extraction/process/reader-process.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Database, Transaction } from '../../db/client.ts';
import { chat_sessions } from '../../db/tables/chat.ts';
import { session_files, session_passages } from '../../db/tables/session-files.ts';
import { estimateTokens } from '../../language/tokens.ts';
import { type FilesContext, readFile } from '../file-storage/stored-files.ts';
import { openLocalUpload } from '../knowledge/documents/local-uploads.ts';
import {
  ATTEMPTS_MAX,
  EXTRACTED,
  noteProgress,
  problemOf,
  READER,
  READINGS_MAX,
  sentenceOf,
} from '../knowledge/ingest/ingest-document.ts';
import {
  forward,
  type Lease,
  LeasedElsewhere,
  leaseEnd,
  renewedLease,
} from '../knowledge/ingest/ingestion-lease.ts';
import { hashOfText } from '../knowledge/ingest/replace-passages.ts';
import { putPassages } from '../knowledge/passages/put-passages.ts';
import { recognisedLines } from './scanned-pages.ts';
import {
  contentOf,
  type FileKey,
  fileColumns,
  findFileRow,
  isFile,
  isRecognisedFile,
  isUnfinishedFile,
  type SessionFileRow,
} from './store.ts';
import { isToRecognise, waitForRecognition } from './wait-for-recognition.ts';

type ReadingContext = Pick<AppContext, 'db' | 'objects' | 'signals' | 'log' | 'queue' | 'recognition'>;

/** The topic that is signalled when the reading of a file ends. */
export const readTopic = ({ file_id }: FileKey): string => `session-file:${file_id}`;

export async function readSessionFile(context: ReadingContext, key: FileKey): Promise<void> {
  const { db, signals, log } = context;
  const file = await claim(db, key);
  if (!file) return;
  const lease = renewedLease((now) =>
    db
      .update(session_files)
      .set({ ...forward(session_files, now), lease_until: leaseEnd, updated_at: sql`now()` })
      .where(isOurs(key)),
  );
  try {
    if (file.attempts > READINGS_MAX) await failReading(db, file, 'internal');
    else
      await readContent(context, file, lease, async ({ scanned }) => {
        if (!(await isToRecognise(context, key, scanned))) return false;
        await waitForRecognition(context, key, scanned);
        return true;
      });
  } catch (error) {
    // The file was deleted, or another process reads it.
    if (lease.signal.aborted) return;
    const isParked = await waitForWords(context, key, error);
    const problem = isParked
      ? null
      : (problemOfReading(error) ?? (file.attempts >= ATTEMPTS_MAX ? 'internal' : null));
    if (problem) {
      log.info({ file_id: key.file_id, problem }, 'a file of a conversation could not be read');
      await failReading(db, file, problem);
    } else if (!isParked) {
      // Without a row it was deleted a moment ago, and the lease has not noticed yet.
      if (!(await letGo(db, key))) return;
      throw error;
    }
  } finally {
    lease.end();
  }
  await signals.send(readTopic(key));
}

/** Whether the file has no text but in pictures whose words will be recognised. */
async function waitForWords(context: ReadingContext, key: FileKey, error: unknown): Promise<boolean> {
  if (!(error instanceof Unreadable) || error.problem !== 'file_scanned' || !error.scan) return false;
  const { scanned } = error.scan;
  if (!(await isToRecognise(context, key, scanned))) return false;
  await waitForRecognition(context, key, scanned);
  return true;
}

/** It is to be read, and its scanned pages do not wait to be recognised. */
const isOurs = (key: FileKey) => and(isFile(key), isUnfinishedFile, not(isRecognisedFile));

/** The file, from now on ours; undefined when it is not to be read any more. */
async function claim(db: Database, key: FileKey): Promise<SessionFileRow | undefined> {
  const { lease_until, attempts } = session_files;
  const isFree = or(sql`${lease_until} is null`, lt(lease_until, sql`now()`));
  const [claimed] = await db
    .update(session_files)
    .set({
      status: 'extracting',
      attempts: sql`${attempts} + 1`,
      lease_until: leaseEnd,
      updated_at: sql`now()`,
    })
    .where(and(isOurs(key), isFree))
    .returning(fileColumns);
  if (!claimed && (await findFileRow(db, key))?.lease_until)
    throw new LeasedElsewhere('another process is reading the file');
  return claimed;
}

/** The text of the file with the words that were recognised on its pages. `isLeft`: it is not to be indexed now. */
export async function readContent(
  context: FilesContext,
  file: SessionFileRow,
  lease: Lease,
  isLeft: (read: ReadText) => Promise<boolean> = async () => false,
): Promise<void> {
  const { db } = context;
  const received = await openLocalUpload(file.id);
  try {
    const content = received ?? readFile(context, contentOf(file));
    const aside = await recognisedLines(db, { user_id: file.user_id, file_id: file.id });
    const task = file.file_type + (aside ? WITH_WORDS : '');
    const reading = { reader: READER, task, content, signal: lease.signal, ...(aside ? { aside } : {}) };
    await readInProcess(
      { ...reading, isUrgent: true, onProgress: noteProgress(lease, file.file_type) },
      async (read) => {
        if (!(await isLeft(read))) await index(db, file, read, lease);
      },
    );
  } finally {
    await received?.close();
  }
}

async function index(db: Database, file: SessionFileRow, read: ReadText, lease: Lease): Promise<void> {
  if (read.letters > SESSION_TEXT_MAX) throw new AppError('files_text_too_long');
  lease.at('indexing', EXTRACTED);
  await lease.renew();
  await db.transaction(async (tx) => {
    await putText(tx, file, read, async (end) => {
      lease.at('indexing', EXTRACTED + (1 - EXTRACTED) * Math.min(1, end / read.letters));
      // On a connection of its own: the transaction is not visible to others yet.
      await lease.note();
    });
    await requireRoom(tx, file);
  });
}

/**
 * Locks the row of the conversation, so that two files that end being read at the same time are counted together. After
 * the file's own row, as an erasure does.
 */
async function requireRoom(tx: Transaction, { user_id, session_id }: SessionFileRow): Promise<void> {
  await tx
    .update(chat_sessions)
    .set({ had_files: true })
    .where(and(eq(chat_sessions.user_id, user_id), eq(chat_sessions.id, session_id)));
  const [all] = await tx
    .select({ letters: sql<number>`coalesce(sum(length(${session_files.content_text})), 0)::float8` })
    .from(session_files)
    .where(and(eq(session_files.user_id, user_id), eq(session_files.session_id, session_id)));
  if ((all?.letters ?? 0) > SESSION_TEXT_MAX) throw new AppError('files_text_too_long');
}

/** The file's own row comes last: until then others may note how far its reading is. */
async function putText(
  tx: Transaction,
  { user_id, session_id, id }: SessionFileRow,
  { text, passages, pages, pages_without_text }: ReadText,
  between: (end: number) => Promise<void>,
): Promise<void> {
  const key = { user_id, file_id: id };
  const isIn = and(eq(session_passages.user_id, user_id), eq(session_passages.file_id, id));
  await tx.delete(session_passages).where(isIn);
  const counting = estimateTokens(text);
  counting.catch(() => {});
  const target = {
    table: sql`session_passages`,
    keys: sql`user_id, session_id, file_id`,
    values: sql`${user_id}::int, ${session_id}::uuid, ${id}::uuid`,
    hash: hashOfText(text),
  };
  await putPassages(tx, target, passages, between);
  const [size] = await tx
    .select({
      passage_count: sql<number>`count(*)::int`,
      lexeme_sum: sql<number>`coalesce(sum(${session_passages.lexeme_count}), 0)::float8`,
    })
    .from(session_passages)
    .where(isIn);
  const { rowCount } = await tx
    .update(session_files)
    .set({
      ...size,
      content_text: sql`${sql.param(text)}::text`,
      token_count: await counting,
      pages,
      pages_without_text,
      ocr_state: sql`case when ${session_files.ocr_pages} > 0 then 'done' else 'none' end`,
      status: 'ready',
      progress: 1,
      step_done: null,
      step_of: null,
      error: null,
      problem: null,
      lease_until: null,
      updated_at: sql`now()`,
    })
    .where(and(isFile(key), isUnfinishedFile));
  if (!rowCount) throw new AppError('file_not_found');
}

/** The defect of the file, which a retry cannot mend; null for every other error. */
export const problemOfReading = (error: unknown): ProblemCode | null =>
  error instanceof AppError && error.code === 'files_text_too_long' ? error.code : problemOf(error);

export async function failReading(db: Database, file: SessionFileRow, problem: ProblemCode): Promise<void> {
  const error = sentenceOf(problem, file.file_type);
  await db
    .update(session_files)
    .set({
      status: 'failed',
      problem,
      error,
      lease_until: null,
      ocr_state: sql`case when ${isRecognisedFile} then 'failed' else ${session_files.ocr_state} end`,
      updated_at: sql`now()`,
    })
    .where(and(isFile({ user_id: file.user_id, file_id: file.id }), isUnfinishedFile));
}

/** False when the file is gone. */
async function letGo(db: Database, key: FileKey): Promise<boolean> {
  const { rowCount } = await db
    .update(session_files)
    .set({ status: 'queued', lease_until: null })
    .where(isOurs(key));
  return (rowCount ?? 0) > 0;
}
