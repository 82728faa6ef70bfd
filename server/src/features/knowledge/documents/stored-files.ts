/** Files of documents, kept in pieces: none of them is ever whole in a statement or in memory. */
import { open } from 'node:fs/promises';
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { document_file_parts, document_files } from '../../../db/tables/knowledge.ts';

export type FileRow = typeof document_files.$inferSelect;
export type FilePlace = { knowledge_base_id: number; file_id: string };

const PART_BYTES = 256 * 1024;

export async function storeFile(
  db: Queryable,
  file: Omit<FileRow, 'created_at'>,
  path: string,
): Promise<void> {
  await db.insert(document_files).values(file);
  const { knowledge_base_id, id: file_id } = file;
  await inParts(path, file.file_size, (part, content) =>
    db.insert(document_file_parts).values({ knowledge_base_id, file_id, part, content }),
  );
}

/** Calls `store` with a file on the disk, piece by piece. */
export async function inParts(
  path: string,
  file_size: number,
  store: (part: number, content: Buffer) => PromiseLike<unknown>,
): Promise<void> {
  const handle = await open(path);
  // One for all: what is sent has been copied by the time the statement is answered.
  const buffer = Buffer.alloc(Math.min(PART_BYTES, file_size));
  try {
    for (let part = 0; part * PART_BYTES < file_size; part += 1) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, part * PART_BYTES);
      await store(part, buffer.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

export async function findFile(
  db: Queryable,
  { knowledge_base_id, file_id }: FilePlace,
): Promise<FileRow | null> {
  const [row] = await db
    .select()
    .from(document_files)
    .where(and(eq(document_files.knowledge_base_id, knowledge_base_id), eq(document_files.id, file_id)));
  return row ?? null;
}

export function readFileParts(db: Queryable, file: FileRow): AsyncGenerator<Buffer> {
  const { knowledge_base_id, file_id, part, content } = document_file_parts;
  return partsOf(file.file_size, (number) =>
    db
      .select({ content })
      .from(document_file_parts)
      .where(and(eq(knowledge_base_id, file.knowledge_base_id), eq(file_id, file.id), eq(part, number))),
  );
}

/** Ends with an error when the file is deleted meanwhile: half a file must not look like a whole one. */
export async function* partsOf(
  file_size: number,
  find: (part: number) => PromiseLike<{ content: Buffer }[]>,
): AsyncGenerator<Buffer> {
  for (let part = 0, read = 0; read < file_size; part += 1) {
    const [row] = await find(part);
    if (!row) throw new Error('the file was deleted while it was read');
    read += row.content.length;
    yield row.content;
  }
}
