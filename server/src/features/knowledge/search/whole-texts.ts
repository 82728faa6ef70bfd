/** Reads documents in their own order instead of searching them: all of a few, or the beginnings of many. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { type Passage, passageColumns, type SearchScope } from './passage.ts';

type Row = Omit<Passage, 'score' | 'coverage'>;

/** False when the documents of the bases have more tokens than `tokens_max`, or more passages than `passages_max`. */
export async function areShort(
  db: Queryable,
  {
    knowledge_base_ids,
    tokens_max,
    passages_max,
  }: { knowledge_base_ids: number[]; tokens_max: number; passages_max: number },
): Promise<boolean> {
  const bases = sql`${sql.param(knowledge_base_ids)}::int[]`;
  // A base knows how many passages it has; the documents are summed up only where they are few.
  const { rows: sizes } = await db.execute<{ fits: boolean | null }>(sql`
    select case when passages <= ${passages_max} then (
      select coalesce(sum(token_count), 0) <= ${tokens_max} from documents
      where withdrawn_at is null and knowledge_base_id = any (${bases})
    ) end fits
    from (
      select coalesce(sum(passage_count), 0) passages from knowledge_bases where id = any (${bases})
    ) counted`);
  return sizes[0]?.fits ?? false;
}

/** All passages, document by document, without the words that two neighbours share. */
export async function wholeTexts(db: Queryable, scope: SearchScope): Promise<Row[]> {
  const { rows } = await db.execute<Row>(sql`
    select ${passageColumns}
    from (select * from ${scope.passages} all_passages where ${scope.isIn}) p
    ${scope.documents}
    order by d.original_filename collate "C", p.document_hash, p.document_id, p.ordinal`);
  return withoutOverlaps(rows.map((row) => ({ ...row, id: Number(row.id) })));
}

function withoutOverlaps(passages: Row[]): Row[] {
  return passages.flatMap((passage, place) => {
    const before = passages[place - 1];
    const isNeighbour = before?.document_id === passage.document_id;
    const start = isNeighbour ? Math.max(passage.start, before.end) : passage.start;
    const content = passage.content.slice(start - passage.start);
    return content.trim() ? [{ ...passage, start, content }] : [];
  });
}

/** The first passage of a document and its headings in their order. */
export type Beginning = Row & { headings: string[] };

const HEADINGS_MAX = 60;

/**
 * The beginnings of at most `limit` documents, those of `first` before the others, and how many documents have a
 * text in all.
 */
export async function findBeginnings(
  db: Queryable,
  { scope, first, limit }: { scope: SearchScope; first: number[]; limit: number },
): Promise<{ beginnings: Beginning[]; documents: number }> {
  const { rows } = await db.execute<Beginning & { documents: number }>(sql`
    select ${passageColumns}, count(*) over ()::int documents, array(
        select section from ${scope.passages} own
        where own.knowledge_base_id = p.knowledge_base_id and own.document_id = p.document_id and section <> ''
        group by section order by min(ordinal), section collate "C" limit ${HEADINGS_MAX}
      ) headings
    from (select * from ${scope.passages} all_passages where ${scope.isIn} and ordinal = 0) p
    ${scope.documents}
    order by array_position(${sql.param(first)}::int[], d.id), d.original_filename collate "C", p.document_hash, d.id
    limit ${limit}`);
  return {
    beginnings: rows.map(({ documents: _, ...row }) => ({ ...row, id: Number(row.id) })),
    documents: rows[0]?.documents ?? 0,
  };
}
