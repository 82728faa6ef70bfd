/** Puts documents into a base and takes them out, each in one transaction: a document is searchable whole or not at all. */
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../../db/client.ts';
import { documents, passages } from '../../db/tables/knowledge.ts';
import { AppError } from '../../http/app-error.ts';
import { cleanText } from '../../http/clean-text.ts';
import { type PassageDraft, passagesOf } from './chunks.ts';
import { type DocumentRow, documentColumns } from './store.ts';
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

/** Any fixed number: the first half of the advisory locks that bases are filled under. */
const INGESTION_LOCK = 7_301_885;
const LOCK_PATIENCE_MS = 300_000;
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
  document: NewDocument,
  drafts: PassageDraft[],
): Promise<DocumentRow> {
  const { knowledge_base_id } = document;
  const token_count = await countTokens(document.text);
  return whileAlone(db, knowledge_base_id, async (transaction) => {
    const row = await putDocument(transaction, document, token_count);
    for (let first = 0; first < drafts.length; first += BATCH) {
      await insertPassages(transaction, row, { first, drafts: drafts.slice(first, first + BATCH) });
      await addTerms(transaction, { ...row, from: first });
    }
    await touchBase(transaction, knowledge_base_id);
    if (drafts.length >= LARGE_LOAD) await transaction.execute(sql`analyze passages, passage_terms`);
    return row;
  });
}

export async function removeDocument(db: Database, knowledgeBaseId: number, id: number): Promise<void> {
  await whileAlone(db, knowledgeBaseId, async (transaction) => {
    await takeTermsOut(transaction, { knowledge_base_id: knowledgeBaseId, id });
    const { rowCount } = await transaction
      .delete(documents)
      .where(and(eq(documents.knowledge_base_id, knowledgeBaseId), eq(documents.id, id)));
    if (!rowCount) throw new AppError('document_not_found');
    await touchBase(transaction, knowledgeBaseId);
  });
}

/**
 * One change of a base at a time, so that its term counts add up. Who finds the base taken gives the connection
 * back before trying again: many uploads at once must not hold all connections.
 */
async function whileAlone<T>(
  db: Database,
  knowledgeBaseId: number,
  change: (transaction: Transaction) => Promise<T>,
) {
  const patienceEnds = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const done = await db.transaction(async (transaction) => {
      const { rows } = await transaction.execute<{ is_mine: boolean }>(
        sql`select pg_try_advisory_xact_lock(${INGESTION_LOCK}, ${knowledgeBaseId}) is_mine`,
      );
      return rows[0]?.is_mine ? { value: await change(transaction) } : null;
    });
    if (done) return done.value;
    if (Date.now() > patienceEnds) throw new AppError('knowledge_base_busy');
    await pause(20 + Math.random() * 80);
  }
}

async function putDocument(
  transaction: Transaction,
  document: NewDocument,
  token_count: number,
): Promise<DocumentRow> {
  const { text, document_id, ...given } = document;
  const { rowCount } = await transaction.execute(
    sql`select from knowledge_bases where id = ${document.knowledge_base_id} for key share`,
  );
  if (!rowCount) throw new AppError('knowledge_base_not_found');
  const values = {
    ...given,
    content_text: text,
    token_count,
    status: 'ready' as const,
    progress: 1,
    error: null,
  };
  if (document_id === undefined) {
    const [row] = await transaction.insert(documents).values(values).returning(documentColumns);
    return row as DocumentRow;
  }
  const place = { knowledge_base_id: document.knowledge_base_id, id: document_id };
  await takeTermsOut(transaction, place);
  await transaction
    .delete(passages)
    .where(
      and(eq(passages.knowledge_base_id, place.knowledge_base_id), eq(passages.document_id, document_id)),
    );
  const [row] = await transaction
    .update(documents)
    .set({ ...values, updated_at: sql`now()` })
    .where(and(eq(documents.knowledge_base_id, place.knowledge_base_id), eq(documents.id, document_id)))
    .returning(documentColumns);
  if (!row) throw new AppError('document_not_found');
  return row;
}

async function insertPassages(
  transaction: Transaction,
  { knowledge_base_id, id }: DocumentRow,
  { first, drafts }: { first: number; drafts: PassageDraft[] },
): Promise<void> {
  const column = <T>(pick: (draft: PassageDraft) => T) => sql.param(drafts.map(pick));
  await transaction.execute(sql`
    insert into passages (knowledge_base_id, document_id, ordinal, section, page, content, start_offset, end_offset, lexeme_count)
    select ${knowledge_base_id}, ${id}, ${first} + place - 1, section, page, content, start_offset, end_offset,
      (select coalesce(sum(cardinality(positions)), 0)
        from unnest(to_tsvector('public.pt_ua', section || ' ' || content)))
    from unnest(
      ${column(({ section }) => section)}::text[], ${column(({ page }) => page)}::int[],
      ${column(({ content }) => content)}::text[],
      ${column(({ start }) => start)}::int[], ${column(({ end }) => end)}::int[]
    ) with ordinality drafts(section, page, content, start_offset, end_offset, place)`);
}

async function touchBase(transaction: Transaction, knowledgeBaseId: number): Promise<void> {
  await transaction.execute(sql`update knowledge_bases set updated_at = now() where id = ${knowledgeBaseId}`);
}
