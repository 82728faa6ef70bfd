/** The rows of bases and documents. */
import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, ne, not, sql } from 'drizzle-orm';
import type { KbDocument, KnowledgeBase } from '#contract/knowledge.ts';
import { READER_VERSION } from '../../../adapters/extraction/extracted.ts';
import type { Queryable } from '../../../db/client.ts';
import { agent_knowledge_bases, agents } from '../../../db/tables/agents.ts';
import { documents, knowledge_bases } from '../../../db/tables/knowledge.ts';
import { validityToday } from './validity-today.ts';

export type KnowledgeBaseRow = Omit<typeof knowledge_bases.$inferSelect, 'passage_count' | 'lexeme_sum'>;
type StoredDocument = typeof documents.$inferSelect;
/** Without the text, which is long and rarely wanted. */
export type DocumentRow = Omit<StoredDocument, 'content_text'>;

/** The key of a document; neither part identifies it alone. */
export type DocumentPlace = { knowledge_base_id: number; document_id: number };

const { passage_count: _, lexeme_sum: __, ...baseColumns } = getTableColumns(knowledge_bases);
const { content_text: ___, ...columns } = getTableColumns(documents);
export const documentColumns = columns;

/** A withdrawn document stands in no list and no search, and its number is unknown to all calls but two. */
export const isThere = isNull(documents.withdrawn_at);

const isKept = sql`${documents.file_id} is not null`;
/** Its scanned pages are still to be recognised; its text waits for them where nothing else of it can be read. */
export const isRecognised = inArray(documents.ocr_state, ['queued', 'running', 'paused']);
const isUnread = inArray(documents.status, ['queued', 'extracting', 'indexing']);
/** A process reads its file, or will; while words are recognised, nobody does. */
export const isBeingRead = sql`(${and(isUnread, not(isRecognised))})`;

const isSettled = inArray(documents.status, ['ready', 'failed']);

/** An earlier reader read the text that is found now. It can be read again only where the file it came from is kept. */
export const hasOldText = sql`(${and(
  lt(documents.reader_version, READER_VERSION),
  // Compared by length: the text itself is not fetched for it.
  ne(documents.content_text, ''),
  isKept,
  isThere,
)})`;

export const canReread = sql<boolean>`(${hasOldText} and ${isSettled})`;

/** The hint for a file that was refused because it is scanned. */
export const SCANNED_HINT = 'Ligue “Reconhecer texto” nesta base para ler páginas digitalizadas.';

/** As administrators see it, but for whether it holds. */
const shownDocument = {
  ...documentColumns,
  step: sql<
    KbDocument['step']
  >`case when ${documents.status} = 'extracting' and ${documents.step_of} is not null
    then json_build_object('done', ${documents.step_done}, 'of', ${documents.step_of}) end`,
  ocr: sql<
    KbDocument['ocr']
  >`case when ${documents.ocr_state} <> 'none' then json_build_object('state', ${documents.ocr_state},
    'pages', coalesce(${documents.ocr_pages}, 0), 'done', coalesce(${documents.ocr_done}, 0), 'weak', coalesce(${documents.ocr_weak}, 0)) end`,
  hint: sql<
    KbDocument['hint']
  >`case when ${documents.status} = 'failed' and ${documents.problem} = 'file_scanned'
    then ${SCANNED_HINT} end`,
  searchable: sql<boolean>`${documents.content_text} <> ''`,
  can_retry: sql<boolean>`(${isKept} and ${isSettled})`,
  can_reread: canReread,
};

const agentsOfBase = sql<KnowledgeBase['agents']>`coalesce((
  select json_agg(json_build_object('id', ${agents}.id, 'name', ${agents}.name, 'deploy_status', ${agents}.deploy_status)
    order by fold_text(${agents}.name), ${agents}.id)
  from ${agent_knowledge_bases} join ${agents} on ${agents}.id = ${agent_knowledge_bases}.agent_id
  where ${agent_knowledge_bases}.knowledge_base_id = ${knowledge_bases}.id), '[]')`;

export async function createKnowledgeBase(
  db: Queryable,
  { name, description = null, ocr = false }: { name: string; description?: string | null; ocr?: boolean },
): Promise<KnowledgeBaseRow> {
  const [row] = await db.insert(knowledge_bases).values({ name, description, ocr }).returning(baseColumns);
  return row as KnowledgeBaseRow;
}

/** As a handler returns them; times become text on the wire. */
type WithDates<T> = Omit<T, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };
export type ShownDocument = WithDates<KbDocument>;
export type ListedBase = WithDates<Omit<KnowledgeBase, 'documents' | 'passages_to_embed' | 'ocr_engine'>> & {
  documents: ShownDocument[];
};

/** The list has no pages: more than any installation should have, and what an answer can still carry. */
const BASES_MAX = 10_000;

/** All bases, or those of the given ids, last changed first; with their documents, newest first. Two statements, and one about the dated. */
export async function listKnowledgeBases(db: Queryable, now: Date, ids?: number[]): Promise<ListedBase[]> {
  const bases = await db
    .select({ ...baseColumns, agents: agentsOfBase })
    .from(knowledge_bases)
    .where(ids && inArray(knowledge_bases.id, ids))
    .orderBy(desc(knowledge_bases.updated_at), asc(knowledge_bases.id))
    .limit(BASES_MAX);
  if (!bases.length) return [];
  const rows = await db
    .select(shownDocument)
    .from(documents)
    .where(
      and(
        sql`${documents.knowledge_base_id} = any (${sql.param(bases.map(({ id }) => id))}::int[])`,
        isThere,
      ),
    )
    .orderBy(desc(documents.created_at), desc(documents.id));
  const dated = bases.filter(({ validity }) => validity).map(({ id }) => id);
  const validityOf = await validityToday(db, dated, { now });
  const shown = rows.map((row) => ({ ...row, validity: validityOf(row) }));
  const byBase = Map.groupBy(shown, ({ knowledge_base_id }) => knowledge_base_id);
  return bases.map((base) => withTotals(base, byBase.get(base.id) ?? []));
}

const withTotals = (
  base: KnowledgeBaseRow & Pick<KnowledgeBase, 'agents'>,
  rows: ShownDocument[],
): ListedBase => ({
  ...base,
  documents: rows,
  documents_count: rows.length,
  total_storage: rows.reduce((sum, { file_size }) => sum + file_size, 0),
  total_tokens: rows.reduce((sum, { token_count }) => sum + token_count, 0),
  old_documents: rows.filter(({ can_reread }) => can_reread).length,
});

export const isDocument = ({ knowledge_base_id, document_id }: DocumentPlace) =>
  and(eq(documents.knowledge_base_id, knowledge_base_id), eq(documents.id, document_id));

const isShown = (place: DocumentPlace) => and(isDocument(place), isThere);

/** Without its text, for those who need no more than its columns. */
export async function findDocumentRow(db: Queryable, place: DocumentPlace): Promise<DocumentRow | null> {
  const [row] = await db.select(documentColumns).from(documents).where(isShown(place));
  return row ?? null;
}

export async function findShownDocument(
  db: Queryable,
  place: DocumentPlace,
  now: Date,
): Promise<(ShownDocument & DocumentRow) | null> {
  const [row] = await db.select(shownDocument).from(documents).where(isShown(place));
  return row ? withValidity(db, row, now) : null;
}

/** A document with its extracted text, of which every passage is a span. */
export async function findDocument(
  db: Queryable,
  place: DocumentPlace,
  now: Date,
): Promise<(ShownDocument & StoredDocument) | null> {
  const [row] = await db
    .select({ ...shownDocument, content_text: documents.content_text })
    .from(documents)
    .where(isShown(place));
  return row ? withValidity(db, row, now) : null;
}

async function withValidity<T extends DocumentRow>(db: Queryable, row: T, now: Date) {
  const validityOf = await validityToday(db, [row.knowledge_base_id], { now, document_id: row.id });
  return { ...row, validity: validityOf(row) };
}

/** The share of some passages in the size of their base. */
export type PassageSize = { passages: number; lexemes: number };

/** A change of its documents makes a base the one that was changed last. */
export async function touchBase(
  db: Queryable,
  id: number,
  gained: PassageSize = { passages: 0, lexemes: 0 },
): Promise<void> {
  await db.execute(sql`
    update knowledge_bases set updated_at = now(), passage_count = passage_count + ${gained.passages}::int,
      lexeme_sum = lexeme_sum + ${gained.lexemes}::bigint
    where id = ${id}`);
}

/** The audit log keeps names and sizes of bases and documents, never a text. */
export const baseAuditLabel = ({ id, name }: { id: number; name: string }) => ({
  object_type: 'knowledge_base' as const,
  object_id: id,
  object_name: name,
});

export const documentAuditLabel = ({ id, original_filename }: { id: number; original_filename: string }) => ({
  object_type: 'document' as const,
  object_id: id,
  object_name: original_filename,
});
