/** A document as it is read: its text with its passages, and the file that it came from. */
import { and, asc, eq } from 'drizzle-orm';
import type { DocumentText } from '#contract/documents.ts';
import type { Download } from '#contract/endpoint.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { passages } from '../../../db/tables/knowledge.ts';
import { type FilesContext, openFile } from '../../file-storage/stored-files.ts';
import { listRecognisedPages } from '../documents/scanned-pages.ts';
import { type DocumentPlace, findDocument, findDocumentRow, type ShownDocument } from '../documents/store.ts';
import { contentOf, findFile } from '../documents/stored-files.ts';

export type ShownText = ShownDocument & Pick<DocumentText, 'content_text' | 'passages' | 'recognised_pages'>;

export async function showText(db: Queryable, place: DocumentPlace, now: Date): Promise<ShownText> {
  const document = await findDocument(db, place, now);
  if (!document) throw new AppError('document_not_found');
  const found = await db
    .select({
      id: passages.id,
      start: passages.start_offset,
      end: passages.end_offset,
      section: passages.section,
      page: passages.page,
    })
    .from(passages)
    .where(
      and(
        eq(passages.knowledge_base_id, place.knowledge_base_id),
        eq(passages.document_id, place.document_id),
      ),
    )
    .orderBy(asc(passages.ordinal));
  const file_id = document.indexed_file_id ?? document.file_id;
  const recognised_pages = file_id
    ? await listRecognisedPages(db, { knowledge_base_id: place.knowledge_base_id, file_id })
    : [];
  return { ...document, passages: found, recognised_pages };
}

/** The newest file as it was sent; of a text that came without one, the text. */
export async function saveDocument(
  context: FilesContext & Pick<AppContext, 'clock'>,
  place: DocumentPlace,
): Promise<Download> {
  const { db, clock } = context;
  const document = await findDocumentRow(db, place);
  if (!document) throw new AppError('document_not_found');
  const { knowledge_base_id } = place;
  const file = document.file_id && (await findFile(db, { knowledge_base_id, file_id: document.file_id }));
  if (file) return { filename: file.original_filename, content: await openFile(context, contentOf(file)) };
  const { content_text, original_filename } = await showText(db, place, clock.now());
  return { filename: original_filename, media_type: 'text/plain; charset=utf-8', content: content_text };
}
