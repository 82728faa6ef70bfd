/** The rows of the files of documents; their content is in `file-storage`. */
import { and, eq } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { document_files } from '../../../db/tables/knowledge.ts';
import { DOCUMENT_FILES, type StoredFile, storeParts } from '../../file-storage/stored-files.ts';

export type FileRow = typeof document_files.$inferSelect;
export type FilePlace = { knowledge_base_id: number; file_id: string };

export async function storeFile(
  db: Queryable,
  file: Omit<FileRow, 'created_at' | 'stored_in'>,
  path: string,
): Promise<void> {
  await db.insert(document_files).values(file);
  await storeParts(db, contentOf(file), path);
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

export const contentOf = ({
  knowledge_base_id,
  id,
  file_size,
}: Pick<FileRow, 'knowledge_base_id' | 'id' | 'file_size'>): StoredFile => ({
  kind: DOCUMENT_FILES,
  owner: knowledge_base_id,
  id,
  file_size,
});
