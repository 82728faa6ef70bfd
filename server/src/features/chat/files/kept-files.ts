/** The files of a conversation that its owner has: listed, saved, read once more, deleted. */
import { and, eq } from 'drizzle-orm';
import type { Download, Page } from '#contract/endpoint.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { session_files } from '../../../db/tables/session-files.ts';
import { type FilesContext, openFile } from '../../file-storage/stored-files.ts';
import { forgetUnread } from '../../session-files/scanned-pages.ts';
import {
  contentOf,
  type FileKey,
  findFileRow,
  isFile,
  listFiles,
  type SessionFileRow,
  type ShownFile,
  shownFile,
  turnOf,
} from '../../session-files/store.ts';
import { findRunning } from '../conversations/message-store.ts';
import { hasSession } from '../conversations/session-store.ts';
import { lockPerson } from '../ledger/reservations.ts';
import type { FileContext } from './upload-file.ts';

type FileOfSession = FileKey & { session_id: string };

export async function filesOfSession(
  db: Queryable,
  user_id: number,
  session_id: string,
): Promise<Page<ShownFile>> {
  if (!(await hasSession(db, user_id, session_id))) throw new AppError('session_not_found');
  const rows = (await listFiles(db, user_id, session_id)).map(shownFile);
  return { rows, total: rows.length };
}

async function requireFile(db: Queryable, { session_id, ...key }: FileOfSession): Promise<SessionFileRow> {
  const file = await findFileRow(db, key);
  if (file?.session_id !== session_id) throw new AppError('file_not_found');
  return file;
}

export async function saveFile(context: FilesContext, file: FileOfSession): Promise<Download> {
  const row = await requireFile(context.db, file);
  return { filename: row.original_filename, content: await openFile(context, contentOf(row)) };
}

/** Reads the stored file once more; one that was read, or is being read, stays as it is. */
export async function retryFile({ db, queue }: FileContext, key: FileOfSession): Promise<ShownFile> {
  return db.transaction(async (tx) => {
    await lockPerson(tx, key.user_id);
    const { status } = await requireFile(tx, key);
    if (status === 'failed') {
      const waiting = {
        status: 'queued',
        progress: 0,
        step_done: null,
        step_of: null,
        error: null,
        problem: null,
        attempts: 0,
        ocr_state: 'none',
        ocr_attempts: 0,
      } as const;
      await forgetUnread(tx, key);
      await tx.update(session_files).set(waiting).where(isFile(key));
      const reading = { user_id: key.user_id, file_id: key.file_id };
      await queue.send('chat.read-file', reading, tx, { priority: await turnOf(tx, reading) });
    }
    return shownFile(await requireFile(tx, key));
  });
}

export async function removeFile({ db }: FileContext, key: FileOfSession): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPerson(tx, key.user_id);
    await requireFile(tx, key);
    if (await findRunning(tx, key.user_id, key.session_id)) throw new AppError('answer_running');
    await tx.delete(session_files).where(and(isFile(key), eq(session_files.session_id, key.session_id)));
  });
}
