/** Forms with files, as browsers send them, and what uploading leaves behind. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { documents } from '../src/db/tables/knowledge.ts';
import type { TestServer } from './test-server.ts';

type Bytes = string | Uint8Array<ArrayBuffer>;

export function formWith(name: string, content: Bytes, fields: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([content]), name);
  return form;
}

/** Files that a call received and nobody removed. */
export const leftFiles = ({ context }: TestServer): Promise<string[]> =>
  readdir(join(context.env.DATA_DIR, 'uploads')).catch(() => []);

/** How many rows there are of everything that documents consist of. */
export async function rowsOf({ context }: TestServer): Promise<Record<string, number>> {
  const { rows } = await context.db.execute<Record<string, string>>(sql`
    select (select count(*) from documents) documents, (select count(*) from document_files) files,
      (select count(*) from document_file_parts) parts, (select count(*) from passages) passages`);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, count]) => [name, Number(count)]));
}

/** The document once nobody reads it any more. */
export async function settled(
  { context }: TestServer,
  place: { knowledge_base_id: number; document_id: number },
): Promise<typeof documents.$inferSelect | undefined> {
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const unlisten = context.signals.listen(`document:${place.document_id}`, resolve);
    const [row] = await context.db
      .select()
      .from(documents)
      .where(
        and(eq(documents.knowledge_base_id, place.knowledge_base_id), eq(documents.id, place.document_id)),
      );
    if (!row || row.status === 'ready' || row.status === 'failed') {
      unlisten();
      return row;
    }
    await promise;
    unlisten();
  }
}
