/** Puts texts into a base, each in one transaction: a document is searchable whole or not at all. */
import { and, eq, ne, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/client.ts';
import { document_files, documents, passages } from '../../db/tables/knowledge.ts';
import { AppError } from '../../http/app-error.ts';
import { cleanText } from '../../http/clean-text.ts';
import { whileAlone } from './alone.ts';
import { type PassageDraft, passagesOf } from './chunks.ts';
import { type DocumentPlace, type DocumentRow, documentColumns, isDocument, touchBase } from './store.ts';
import { addTerms, takeTermsOut } from './term-counts.ts';
import { countTokens } from './tokens.ts';

export type NewDocument = {
  knowledge_base_id: number;
  original_filename: string;
  /** Lower-case extension. */
  file_type: string;
  /** Bytes. */
  file_size: number;
  text: string;
  /** The document of this base whose text this replaces; without it the document is new. */
  document_id?: number;
};

/** Passages at a time: no statement may take as long as a query is allowed to. */
const BATCH = 500;
/** From here on the planner's old statistics would mislead it. */
const LARGE_LOAD = 500;

export async function ingestText(db: Database, document: NewDocument): Promise<DocumentRow> {
  const text = cleanText(document.text);
  return ingestPassages(db, { ...document, text }, passagesOf(text, { fileType: document.file_type }));
}

/** For a text that is divided already. */
export async function ingestPassages(
  db: Database,
  { text, document_id, ...file }: NewDocument,
  drafts: PassageDraft[],
): Promise<DocumentRow> {
  const { knowledge_base_id } = file;
  const token_count = await countTokens(text);
  return whileAlone(db, knowledge_base_id, async (transaction) => {
    const { rowCount } = await transaction.execute(
      sql`select from knowledge_bases where id = ${knowledge_base_id} for key share`,
    );
    if (!rowCount) throw new AppError('knowledge_base_not_found');
    if (document_id !== undefined) await requireDocument(transaction, { knowledge_base_id, document_id });
    const place = {
      knowledge_base_id,
      document_id: document_id ?? (await insertDocument(transaction, file)),
    };
    return switchText(transaction, place, drafts, {
      ...file,
      content_text: text,
      token_count,
      // A text that came without a file.
      file_id: null,
      indexed_file_id: null,
      pages: null,
      pages_without_text: null,
    });
  });
}

async function requireDocument(transaction: Transaction, place: DocumentPlace): Promise<void> {
  const [found] = await transaction
    .select({ id: documents.id })
    .from(documents)
    .where(isDocument(place))
    .for('no key update');
  if (!found) throw new AppError('document_not_found');
}

async function insertDocument(
  transaction: Transaction,
  file: Pick<NewDocument, 'knowledge_base_id' | 'original_filename' | 'file_type' | 'file_size'>,
): Promise<number> {
  const [row] = await transaction
    .insert(documents)
    .values({ ...file, status: 'indexing' })
    .returning({ id: documents.id });
  if (!row) throw new Error('no document was inserted');
  return row.id;
}

export type NewText = Pick<
  typeof documents.$inferSelect,
  | 'original_filename'
  | 'file_type'
  | 'file_size'
  | 'content_text'
  | 'token_count'
  | 'file_id'
  | 'indexed_file_id'
  | 'pages'
  | 'pages_without_text'
>;

/**
 * Takes the document's old passages out and puts the new ones in. `between` is called after each batch, with the share
 * that is done. The document's own row comes last: until then others may note how far its reading is.
 */
export async function switchText(
  transaction: Transaction,
  place: DocumentPlace,
  drafts: PassageDraft[],
  text: NewText,
  between: (done: number) => Promise<void> = async () => {},
): Promise<DocumentRow> {
  const { knowledge_base_id, document_id } = place;
  await takeTermsOut(transaction, { knowledge_base_id, id: document_id });
  await transaction
    .delete(passages)
    .where(and(eq(passages.knowledge_base_id, knowledge_base_id), eq(passages.document_id, document_id)));
  for (let first = 0; first < drafts.length; first += BATCH) {
    await insertPassages(transaction, place, { first, drafts: drafts.slice(first, first + BATCH) });
    await addTerms(transaction, { knowledge_base_id, id: document_id, from: first });
    await between(Math.min(1, (first + BATCH) / drafts.length));
  }
  if (drafts.length >= LARGE_LOAD) await transaction.execute(sql`analyze passages, passage_terms`);
  const [row] = await transaction
    .update(documents)
    .set({
      ...text,
      status: 'ready',
      progress: 1,
      error: null,
      problem: null,
      lease_until: null,
      updated_at: sql`now()`,
    })
    .where(isDocument(place))
    .returning(documentColumns);
  if (!row) throw new AppError('document_not_found');
  await forgetFilesBut(transaction, place, row.file_id);
  await touchBase(transaction, knowledge_base_id);
  return row;
}

/** The newest file is kept, to be read again or saved; what it replaced is not. */
async function forgetFilesBut(
  transaction: Transaction,
  { knowledge_base_id, document_id }: DocumentPlace,
  file_id: string | null,
): Promise<void> {
  await transaction
    .delete(document_files)
    .where(
      and(
        eq(document_files.knowledge_base_id, knowledge_base_id),
        eq(document_files.document_id, document_id),
        file_id === null ? undefined : ne(document_files.id, file_id),
      ),
    );
}

async function insertPassages(
  transaction: Transaction,
  { knowledge_base_id, document_id }: DocumentPlace,
  { first, drafts }: { first: number; drafts: PassageDraft[] },
): Promise<void> {
  const column = <T>(pick: (draft: PassageDraft) => T) => sql.param(drafts.map(pick));
  await transaction.execute(sql`
    insert into passages (knowledge_base_id, document_id, ordinal, section, page, content, start_offset, end_offset, lexeme_count)
    select ${knowledge_base_id}, ${document_id}, ${first} + place - 1, section, page, content, start_offset, end_offset,
      (select coalesce(sum(cardinality(positions)), 0)
        from unnest(to_tsvector('public.pt_ua', section || ' ' || content)))
    from unnest(
      ${column(({ section }) => section)}::text[], ${column(({ page }) => page)}::int[],
      ${column(({ content }) => content)}::text[],
      ${column(({ start }) => start)}::int[], ${column(({ end }) => end)}::int[]
    ) with ordinality drafts(section, page, content, start_offset, end_offset, place)`);
}
