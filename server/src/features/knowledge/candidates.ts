/** The passages that BM25 puts first, straight from the index: no table of postings beside it. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { EVERYWHERE } from './term-counts.ts';
import type { Term } from './terms.ts';

export type Candidate = {
  id: number;
  knowledge_base_id: number;
  document_id: number;
  original_filename: string;
  ordinal: number;
  section: string;
  page: number | null;
  content: string;
  start: number;
  end: number;
  score: number;
  /** In all of the bases. */
  passages_in_bases: number;
};

const CANDIDATES = 60;
/** The average length is taken from so many passages: in a large base counting them all would cost more than the search. */
const SAMPLE = 1_000;
/** Passages that are looked at: those with a rare word of the question. All words count in the score of each. */
const BUDGET = 5_000;

/**
 * BM25 with k1 0.9 and b 0.8. With equal weights ts_rank of one word is Σ 1/j² (j ≤ tf) ÷ 1.64493, so the word's
 * frequency can be read back from it.
 */
export async function findCandidates(
  db: Queryable,
  terms: Term[],
  knowledgeBaseIds: number[],
): Promise<Candidate[]> {
  if (!terms.length) return [];
  const bases = sql`${sql.param(knowledgeBaseIds)}::int[]`;
  const { rows } = await db.execute<Candidate>(sql`
    with size as materialized (
      select
        (select coalesce(sum(document_frequency), 0)::float8 from passage_terms
          where knowledge_base_id = any (${bases}) and lexeme = ${EVERYWHERE}) passages,
        (select greatest(avg(lexeme_count), 1)::float8
          from (select lexeme_count from passages where knowledge_base_id = any (${bases}) limit ${SAMPLE}) sample) average
    ), words as materialized (
      select word::tsquery word,
        weight * ln(1 + (greatest(size.passages, frequency) - frequency + 0.5) / (frequency + 0.5)) idf
      from size, unnest(
        ${sql.param(terms.map(({ lexeme }) => quoted(lexeme)))}::text[],
        ${sql.param(terms.map((term) => term.document_frequency))}::int[],
        ${sql.param(terms.map(({ weight }) => weight))}::float8[]
      ) asked(word, frequency, weight)
    ), best as materialized (
      select passages.knowledge_base_id, passages.id, scored.score
      from size cross join passages cross join lateral (
        select sum(words.idf * found.times * 1.9
          / (found.times + 0.9 * (0.2 + 0.8 * passages.lexeme_count / size.average))) score
        from words cross join lateral (
          select round(0.60793 / (1.000001 - ts_rank('{1,1,1,1}', passages.tsv, words.word)) - 0.5) times offset 0
        ) found
        where found.times > 0
      ) scored
      where passages.tsv @@ ${rarest(terms)
        .map(({ lexeme }) => quoted(lexeme))
        .join(' | ')}::tsquery
        and passages.knowledge_base_id = any (${bases})
      order by scored.score desc nulls last, passages.id limit ${CANDIDATES}
    )
    select p.id, p.knowledge_base_id, p.document_id, d.original_filename, p.ordinal, p.section, p.page, p.content,
      p.start_offset "start", p.end_offset "end", best.score, size.passages passages_in_bases
    from best cross join size
    join passages p on p.knowledge_base_id = best.knowledge_base_id and p.id = best.id
    join documents d on d.knowledge_base_id = p.knowledge_base_id and d.id = p.document_id
    order by best.score desc, p.id`);
  return rows.map((row) => ({ ...row, id: Number(row.id), score: Number(row.score) }));
}

/** As many words as stay within the budget, the rarest in any case. `terms` come rarest first. */
function rarest(terms: Term[]): Term[] {
  let passages = 0;
  return terms.filter(({ document_frequency }, index) => {
    passages += document_frequency;
    return index === 0 || passages <= BUDGET;
  });
}

/** A word as a tsquery reads it, whatever is in it. */
const quoted = (lexeme: string) => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
