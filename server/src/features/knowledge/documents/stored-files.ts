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
  const handle = await open(path);
  // One for all: what is sent has been copied by the time the statement is answered.
  const buffer = Buffer.alloc(Math.min(PART_BYTES, file.file_size));
  try {
    for (let part = 0; part * PART_BYTES < file.file_size; part += 1) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, part * PART_BYTES);
      await db.insert(document_file_parts).values({
        knowledge_base_id: file.knowledge_base_id,
        file_id: file.id,
        part,
        content: buffer.subarray(0, bytesRead),
      });
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

/** Ends with an error when the file is deleted meanwhile: half a file must not look like a whole one. */
export async function* readFileParts(db: Queryable, file: FileRow): AsyncGenerator<Buffer> {
  const { knowledge_base_id, file_id, part, content } = document_file_parts;
  for (let number = 0, read = 0; read < file.file_size; number += 1) {
    const [row] = await db
      .select({ content })
      .from(document_file_parts)
      .where(and(eq(knowledge_base_id, file.knowledge_base_id), eq(file_id, file.id), eq(part, number)));
    if (!row) throw new Error('the file was deleted while it was read');
    read += row.content.length;
    yield row.content;
  }
}
