/** Files of conversations with scanned pages, once they have been read: the words of these pages are recognised first. */
import { and, sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import type { Transaction } from '../../db/client.ts';
import { session_files } from '../../db/tables/session-files.ts';
import { noteScannedPages, recognisedNumbers } from './scanned-pages.ts';
import { type FileKey, isFile, isUnfinishedFile } from './store.ts';

type RecognitionContext = Pick<AppContext, 'db' | 'queue' | 'recognition'>;

/** The server can recognise words, and some of the pages wait for it. */
export async function isToRecognise(
  { db, recognition }: Pick<RecognitionContext, 'db' | 'recognition'>,
  key: FileKey,
  scanned: number[],
): Promise<boolean> {
  // A server that has just begun may still be trying its engine.
  if (!scanned.length || !(await recognition.ready)) return false;
  const known = new Set(await recognisedNumbers(db, key));
  return scanned.some((page) => !known.has(page));
}

/** The file is not read before its scanned pages are recognised: an answer from a part of it would mislead. */
export function waitForRecognition(
  context: Pick<RecognitionContext, 'db' | 'queue'>,
  key: FileKey,
  scanned: number[],
): Promise<void> {
  return context.db.transaction(async (tx) => {
    // Its row first, as an erasure locks it.
    const { rowCount } = await tx
      .update(session_files)
      .set({
        status: 'extracting',
        progress: 0,
        step_done: null,
        step_of: null,
        lease_until: null,
        ocr_state: 'queued',
        ocr_attempts: 0,
        updated_at: sql`now()`,
      })
      .where(and(isFile(key), isUnfinishedFile));
    if (!rowCount) return;
    const counts = await noteScannedPages(tx, key, scanned);
    await tx.update(session_files).set(counts).where(isFile(key));
    await sendRecognition(context, tx, key, counts.ocr_pages - counts.ocr_done);
  });
}

/** Short files first: a job does a part of its file, and the rest waits behind those with fewer pages left. */
export const sendRecognition = (
  { queue }: Pick<RecognitionContext, 'queue'>,
  tx: Transaction,
  { user_id, file_id }: FileKey,
  pagesLeft: number,
): Promise<void> => queue.send('chat.recognise-file', { user_id, file_id }, tx, { priority: -pagesLeft });
