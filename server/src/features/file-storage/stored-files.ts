/**
 * The content of files: in pieces in the database, where every file arrives, or as an object of a bucket, to which it is
 * moved once nothing reads it any more. It is never whole in a statement or in memory.
 */
import { open } from 'node:fs/promises';
import { type SQL, sql } from 'drizzle-orm';
import type { ObjectStore } from '../../adapters/s3/object-store.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import type { FILE_PLACES } from '../../db/tables/columns.ts';

export type StoredIn = (typeof FILE_PLACES)[number];

/** The tables of a kind of files. `owner` is the column that stands first in their keys. */
export type FileKind = {
  files: string;
  parts: string;
  owner: string;
  /** The beginning of the keys of its objects. The triggers of the database write it too. */
  folder: string;
  /** Whether nothing reads the file `f` any more. */
  at_rest: SQL;
};

const isDone = (row: string): SQL =>
  sql.raw(`${row}.status in ('ready', 'failed') and ${row}.ocr_state not in ('queued', 'running', 'paused')`);

export const DOCUMENT_FILES: FileKind = {
  files: 'document_files',
  parts: 'document_file_parts',
  owner: 'knowledge_base_id',
  folder: 'documents',
  at_rest: sql`exists (select from documents d
    where d.knowledge_base_id = f.knowledge_base_id and d.id = f.document_id and ${isDone('d')})`,
};

export const CONVERSATION_FILES: FileKind = {
  files: 'session_files',
  parts: 'session_file_parts',
  owner: 'user_id',
  folder: 'conversations',
  at_rest: isDone('f'),
};

export const FILE_KINDS: readonly FileKind[] = [DOCUMENT_FILES, CONVERSATION_FILES];

/** A row of the table of its kind. */
export type StoredFile = {
  kind: FileKind;
  owner: number;
  id: string;
  /** Bytes. */
  file_size: number;
};

export type FilesContext = Pick<AppContext, 'db' | 'objects'>;

export const objectKey = ({ kind, owner, id }: Omit<StoredFile, 'file_size'>): string =>
  `${kind.folder}/${owner}/${id}`;

/** Its row: `where ${isFile(file)}` of its own table. */
export const isFile = ({ kind, owner, id }: Omit<StoredFile, 'file_size'>): SQL =>
  sql`${sql.identifier(kind.owner)} = ${owner} and id = ${id}`;

/** Its pieces: `where ${isPartOf(file)}` of the table of pieces. */
export const isPartOf = ({ kind, owner, id }: Omit<StoredFile, 'file_size'>): SQL =>
  sql`${sql.identifier(kind.owner)} = ${owner} and file_id = ${id}`;

const PART_BYTES = 256 * 1024;

/** Stores a file of the disk, piece by piece, beside its row. */
export async function storeParts(db: Queryable, file: StoredFile, path: string): Promise<void> {
  const handle = await open(path);
  // One for all: what is sent has been copied by the time the statement is answered.
  const buffer = Buffer.alloc(Math.min(PART_BYTES, file.file_size));
  try {
    for (let part = 0; part * PART_BYTES < file.file_size; part += 1) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, part * PART_BYTES);
      await insertPart(db, file, { part, content: buffer.subarray(0, bytesRead) });
    }
  } finally {
    await handle.close();
  }
}

/** Stores a file that comes in pieces of any length. Its bytes are counted. */
export async function storeStream(
  db: Queryable,
  file: StoredFile,
  content: AsyncIterable<Buffer>,
): Promise<number> {
  let part = 0;
  let bytes = 0;
  let waiting: Buffer[] = [];
  let waiting_bytes = 0;
  const store = async () => {
    await insertPart(db, file, { part, content: Buffer.concat(waiting) });
    part += 1;
    waiting = [];
    waiting_bytes = 0;
  };
  for await (const piece of content) {
    bytes += piece.length;
    waiting.push(piece);
    waiting_bytes += piece.length;
    if (waiting_bytes >= PART_BYTES) await store();
  }
  if (waiting_bytes > 0) await store();
  return bytes;
}

async function insertPart(
  db: Queryable,
  { kind, owner, id }: StoredFile,
  { part, content }: { part: number; content: Buffer },
): Promise<void> {
  await db.execute(sql`
    insert into ${sql.identifier(kind.parts)} (${sql.identifier(kind.owner)}, file_id, part, content)
    values (${owner}, ${id}, ${part}, ${content})`);
}

/**
 * The content from its beginning. A file that is moved while it is read goes on in the other place. Ends with an error
 * when it is deleted meanwhile, because half a file must not look like a whole one, and with `file_storage_away` when
 * the bucket does not give it.
 */
export async function* readFile({ db, objects }: FilesContext, file: StoredFile): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const piece of readParts(db, file)) {
    read += piece.length;
    yield piece;
  }
  if (read === file.file_size) return;
  if ((await storedIn(db, file)) !== 'bucket') throw new Error('the file was deleted while it was read');
  yield* readObject(objects, file, read);
}

/** The same, once its first piece is there: what fails before fails here. */
export async function openFile(context: FilesContext, file: StoredFile): Promise<AsyncGenerator<Buffer>> {
  const pieces = readFile(context, file);
  const first = await pieces.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* pieces;
  })();
}

/** The pieces that the database has. */
export async function* readParts(db: Queryable, file: StoredFile): AsyncGenerator<Buffer> {
  for (let part = 0, read = 0; read < file.file_size; part += 1) {
    const { rows } = await db.execute<{ content: Buffer }>(sql`
      select content from ${sql.identifier(file.kind.parts)} where ${isPartOf(file)} and part = ${part}`);
    if (!rows[0]) return;
    read += rows[0].content.length;
    yield rows[0].content;
  }
}

async function storedIn(db: Queryable, file: StoredFile): Promise<StoredIn | undefined> {
  const { rows } = await db.execute<{ stored_in: StoredIn }>(
    sql`select stored_in from ${sql.identifier(file.kind.files)} where ${isFile(file)}`,
  );
  return rows[0]?.stored_in;
}

async function* readObject(
  objects: ObjectStore | null,
  file: StoredFile,
  from: number,
): AsyncGenerator<Buffer> {
  let read = from;
  try {
    if (!objects) throw new Error('FILES_URL is not set, and the file is in a bucket');
    for await (const piece of objects.read(objectKey(file), from)) {
      read += piece.length;
      yield piece;
    }
    if (read !== file.file_size) throw new Error('the object is not as long as the file was');
  } catch (cause) {
    throw new AppError('file_storage_away', { cause });
  }
}
