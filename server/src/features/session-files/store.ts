/** The rows of the files of conversations. Everything is found through its owner. */
import { and, asc, eq, getTableColumns, inArray, ne, not, type SQL, sql } from 'drizzle-orm';
import type { SessionFile } from '#contract/session-files.ts';
import type { Queryable } from '../../db/client.ts';
import { session_files } from '../../db/tables/session-files.ts';
import {
  CONVERSATION_FILES,
  type StoredFile as FileContent,
  storeParts,
} from '../file-storage/stored-files.ts';

/** The key of a file; neither part identifies it alone. */
export type FileKey = { user_id: number; file_id: string };
type StoredFile = typeof session_files.$inferSelect;
/** Without the text, which is long and rarely wanted. */
export type SessionFileRow = Omit<StoredFile, 'content_text'>;

const { content_text: _, ...columns } = getTableColumns(session_files);
export const fileColumns = columns;

export const isFile = ({ user_id, file_id }: FileKey): SQL | undefined =>
  and(eq(session_files.user_id, user_id), eq(session_files.id, file_id));

export const isUnfinishedFile = inArray(session_files.status, ['queued', 'extracting', 'indexing']);
/** Its scanned pages are recognised before it is read once more. */
export const isRecognisedFile = inArray(session_files.ocr_state, ['queued', 'running']);

export const isRecognising = ({ ocr_state }: Pick<StoredFile, 'ocr_state'>): boolean =>
  ocr_state === 'queued' || ocr_state === 'running';

/** As a handler returns it; the serializer turns its time into text. */
export type ShownFile = Omit<SessionFile, 'created_at'> & { created_at: Date };

export const shownFile = ({
  id,
  original_filename,
  file_type,
  file_size,
  status,
  progress,
  error,
  pages,
  token_count,
  ocr_state,
  ocr_pages,
  ocr_done,
  ocr_weak,
  created_at,
}: SessionFileRow): ShownFile => ({
  id,
  original_filename,
  file_type,
  file_size,
  status,
  progress,
  error,
  pages,
  token_count,
  ocr:
    ocr_state === 'none'
      ? null
      : { state: ocr_state, pages: ocr_pages ?? 0, done: ocr_done ?? 0, weak: ocr_weak ?? 0 },
  created_at,
});

export async function findFileRow(db: Queryable, key: FileKey): Promise<SessionFileRow | undefined> {
  const [file] = await db.select(fileColumns).from(session_files).where(isFile(key));
  return file;
}

/**
 * The turn of a file in the line of those that wait to be read, as a priority of the queue: the more files of its person
 * wait, the later it comes.
 */
export async function turnOf(db: Queryable, { user_id, file_id }: FileKey): Promise<number> {
  const isOther = and(eq(session_files.user_id, user_id), ne(session_files.id, file_id));
  return 0 - (await db.$count(session_files, and(isOther, isUnfinishedFile, not(isRecognisedFile))));
}

/** In the order of their upload. */
export const listFiles = (db: Queryable, user_id: number, session_id: string): Promise<SessionFileRow[]> =>
  db
    .select(fileColumns)
    .from(session_files)
    .where(and(eq(session_files.user_id, user_id), eq(session_files.session_id, session_id)))
    .orderBy(asc(session_files.created_at), asc(session_files.id));

/** The text of a file; undefined when it was removed. */
export async function findFileText(db: Queryable, key: FileKey): Promise<string | undefined> {
  const [file] = await db.select({ text: session_files.content_text }).from(session_files).where(isFile(key));
  return file?.text;
}

/** The sum of the sizes of a person's files, in bytes. */
export async function bytesOfPerson(db: Queryable, user_id: number): Promise<number> {
  const [sum] = await db
    .select({ bytes: sql<number>`coalesce(sum(${session_files.file_size}), 0)::float8` })
    .from(session_files)
    .where(eq(session_files.user_id, user_id));
  return sum?.bytes ?? 0;
}

export type NewSessionFile = Pick<
  StoredFile,
  'user_id' | 'id' | 'session_id' | 'original_filename' | 'file_type' | 'file_size' | 'created_at'
>;

export async function insertFile(db: Queryable, file: NewSessionFile, path: string): Promise<void> {
  await db.insert(session_files).values({ ...file, status: 'queued' });
  await storeParts(db, contentOf(file), path);
}

export const contentOf = ({
  user_id,
  id,
  file_size,
}: Pick<SessionFileRow, 'user_id' | 'id' | 'file_size'>): FileContent => ({
  kind: CONVERSATION_FILES,
  owner: user_id,
  id,
  file_size,
});
