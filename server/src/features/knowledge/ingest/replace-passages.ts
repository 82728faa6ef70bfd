/** Puts texts into a base, each in one transaction: a document is searchable whole or not at all. */
import { createHash } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import { READER_VERSION } from '../../../adapters/extraction/extracted.ts';
import { AppError } from '../../../app-error.ts';
import type { Database, Transaction } from '../../../db/client.ts';
import { document_files, documents, passages } from '../../../db/tables/knowledge.ts';
import { estimateTokens } from '../../../language/tokens.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { withKnowledgeBaseLock } from '../documents/knowledge-base-lock.ts';
import {
  type DocumentPlace,
  type DocumentRow,
  documentColumns,
  isDocument,
  isThere,
  type PassageSize,
  touchBase,
} from '../documents/store.ts';
import { inBatches, type PassageDraft, passagesOf } from '../passages/chunks.ts';
import { type Batches, passagesOfDocument, putPassages } from '../passages/put-passages.ts';
import { addTerms, removeTerms, sizeOfDocument } from '../passages/term-counts.ts';
import { applyValidity, isDated } from '../validity/apply-validity.ts';
import { itemsNamed } from '../validity/named-items.ts';
import { propose } from '../validity/propose.ts';
import { cutAtProvisions } from '../validity/provisions.ts';
import { refreshStatistics } from './index-upkeep.ts';

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
  const content_text = Buffer.from(text);
  const row = await withKnowledgeBaseLock(db, knowledge_base_id, async (transaction) => {
    const { rowCount } = await transaction.execute(
      sql`select from knowledge_bases where id = ${knowledge_base_id} for key share`,
    );
    if (!rowCount) throw new AppError('knowledge_base_not_found');
    if (document_id !== undefined) await requireDocument(transaction, { knowledge_base_id, document_id });
    const place = {
      knowledge_base_id,
      document_id: document_id ?? (await insertDocument(transaction, file)),
    };
    return replaceText(transaction, place, inBatches(drafts), {
      ...file,
      content_text,
      // A text that came without a file.
      file_id: null,
      indexed_file_id: null,
      pages: null,
      pages_without_text: null,
      notes: [],
    });
  });
  await refreshStatistics(db);
  return row;
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
  | 'file_id'
  | 'indexed_file_id'
  | 'pages'
  | 'pages_without_text'
  | 'notes'
> & { /** In UTF-8. */ content_text: Buffer };

/**
 * Takes the document's old passages out and puts the new ones in. `between` is called after each batch, with the place
 * in the text up to which it is done. The document's own row comes last: until then others may note how far its reading is.
 */
export async function replaceText(
  transaction: Transaction,
  place: DocumentPlace,
  batches: Batches,
  { content_text, ...text }: NewText,
  between: (end: number) => Promise<void> = async () => {},
): Promise<DocumentRow> {
  const { knowledge_base_id } = place;
  // Counted while the database is busy. Whatever becomes of it, the passages are waited for: put after the transaction
  // has been rolled back, they would stay.
  const counting = estimateTokens(content_text);
  counting.catch(() => {});
  const gained = await switchPassages(transaction, place, { batches, content_text }, between);
  const token_count = await counting;
  const [row] = await transaction
    .update(documents)
    .set({
      ...text,
      token_count,
      reader_version: READER_VERSION,
      content_text: sql`${sql.param(content_text)}::text`,
      status: 'ready',
      progress: 1,
      step_done: null,
      step_of: null,
      error: null,
      problem: null,
      lease_until: null,
      updated_at: sql`now()`,
    })
    .where(isDocument(place))
    .returning(documentColumns);
  if (!row) throw new AppError('document_not_found');
  await forgetFilesBut(transaction, place, row.file_id);
  await touchBase(transaction, knowledge_base_id, gained);
  return row;
}

/** Gives the size that the document gains. In a dated base no passage holds two provisions, and each gets its days. */
async function switchPassages(
  transaction: Transaction,
  place: DocumentPlace,
  { batches, content_text }: { batches: Batches; content_text: Buffer },
  between: (end: number) => Promise<void>,
): Promise<PassageSize> {
  const { knowledge_base_id, document_id } = place;
  const document = { knowledge_base_id, id: document_id };
  const before = await sizeOfDocument(transaction, document);
  await removeTerms(transaction, document);
  await transaction
    .delete(passages)
    .where(and(eq(passages.knowledge_base_id, knowledge_base_id), eq(passages.document_id, document_id)));
  const target = passagesOfDocument(place, hashOfText(content_text));
  if (await isDated(transaction, knowledge_base_id)) {
    const text = content_text.toString();
    await propose(transaction, place, text);
    const drafts = await divideByProvisions(text, batches, await itemsNamed(transaction, place));
    await putPassages(transaction, target, inBatches(drafts), between);
    await writeProvisions(transaction, place, drafts);
    await applyValidity(transaction, knowledge_base_id);
  } else await putPassages(transaction, target, batches, between);
  await addTerms(transaction, document);
  const after = await sizeOfDocument(transaction, document);
  return { passages: after.passages - before.passages, lexemes: after.lexemes - before.lexemes };
}

async function divideByProvisions(text: string, batches: Batches, items: string[]) {
  const drafts: PassageDraft[] = [];
  for await (const batch of batches)
    for (const { start, end, ...draft } of batch)
      drafts.push({ ...draft, start, end, content: text.slice(start, end) });
  return cutAtProvisions(text, drafts, items);
}

async function writeProvisions(
  transaction: Transaction,
  { knowledge_base_id, document_id }: DocumentPlace,
  drafts: { provisions: string[] }[],
): Promise<void> {
  const lists = drafts.map(({ provisions }) => provisions.join(' '));
  await transaction.execute(sql`
    update passages p set provisions = array_remove(string_to_array(given.list, ' '), '')
    from unnest(${sql.param(lists)}::text[]) with ordinality given(list, place)
    where p.knowledge_base_id = ${knowledge_base_id} and p.document_id = ${document_id}
      and p.ordinal = given.place - 1`);
}

/** Cuts the stored text of a document anew by its provisions, in a base that is dated now. */
export const recutDocument = (db: Database, place: DocumentPlace): Promise<void> =>
  withKnowledgeBaseLock(db, place.knowledge_base_id, (transaction) => recutUnderLock(transaction, place));

export async function recutUnderLock(transaction: Transaction, place: DocumentPlace): Promise<void> {
  const [row] = await transaction
    .select({ text: documents.content_text, file_type: documents.file_type })
    .from(documents)
    .where(and(isDocument(place), isThere))
    .for('no key update');
  if (!row?.text) return;
  const batches = inBatches(passagesOf(row.text, { fileType: row.file_type }));
  const content_text = Buffer.from(row.text);
  const gained = await switchPassages(transaction, place, { batches, content_text }, async () => {});
  await touchBase(transaction, place.knowledge_base_id, gained);
}

/** The first eight bytes of its SHA-256, as PostgreSQL keeps them. */
export const hashOfText = (utf8: Buffer): bigint =>
  createHash('sha256').update(utf8).digest().readBigInt64BE();

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
