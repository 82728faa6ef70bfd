/** The passages that BM25 puts first, straight from the index: no table of postings beside it. */
import { sql } from 'drizzle-orm';
import type { Queryable } from '../../db/client.ts';
import { rarityOf } from './bm25.ts';
import type { QuestionTerms, Term } from './terms.ts';

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
};

const CANDIDATES = 60;
/**
 * Up to so many passages the bases are read through. Beyond, the index of words finds the passages; it knows the
 * words of all bases, however many there are, so for a small base it would be the longer way.
 */
const READ_THROUGH = 3_000;
/** The average length is taken from so many passages: in a large base counting them all would cost more than the search. */
const SAMPLE = 1_000;
/** Passages that are looked at: those with a rare word of the question. All words count in the score of each. */
const BUDGET = 5_000;
/** A pasted page has many words: it is the passages times the words that cost. */
const BUDGET_OF_PAIRS = 60_000;
/** Of a question that has only words that are nearly everywhere, so many passages are as good as all. */
const MATCHES_MAX = 20_000;

/**
 * BM25 with k1 0.9 and b 0.8. With equal weights ts_rank of one word is Σ 1/j² (j ≤ tf) ÷ 1.64493, so the word's
 * frequency can be read back from it. `offset 0` keeps the planner from working out a rank, or fetching a long
 * tsvector, once for each place where it is used.
 */
export async function findCandidates(
  db: Queryable,
  { searched: terms, passages }: QuestionTerms,
  knowledgeBaseIds: number[],
): Promise<Candidate[]> {
  if (!terms.length) return [];
  const bases = sql`${sql.param(knowledgeBaseIds)}::int[]`;
  // `offset 0` again: what lies behind it is not searched by the index of words.
  const fence = passages <= READ_THROUGH ? sql`offset 0` : sql``;
  const { rows } = await db.execute<Candidate>(sql`
    with size as materialized (
      select greatest(avg(lexeme_count), 1)::float8 average
      from (select lexeme_count from passages where knowledge_base_id = any (${bases}) limit ${SAMPLE}) sample
    ), words as materialized (
      select word::tsquery word, weight * rarity idf
      from unnest(
        ${sql.param(terms.map(({ lexeme }) => quoted(lexeme)))}::text[],
        ${sql.param(terms.map(({ document_frequency }) => rarityOf(document_frequency, passages)))}::float8[],
        ${sql.param(terms.map(({ weight }) => weight))}::float8[]
      ) asked(word, rarity, weight)
    ), best as materialized (
      select matches.knowledge_base_id, matches.id, scored.score
      from size cross join (
        select * from (
          select knowledge_base_id, id, lexeme_count, tsv from passages where knowledge_base_id = any (${bases}) ${fence}
        ) own
        where tsv @@ ${anyOf(rarest(terms))}::tsquery
        limit ${MATCHES_MAX}
      ) matches
      cross join lateral (select matches.tsv || ''::tsvector tsv offset 0) whole
      cross join lateral (
        select sum(words.idf * found.times * 1.9
          / (found.times + 0.9 * (0.2 + 0.8 * matches.lexeme_count / size.average))) score
        from words cross join lateral (
          select round(0.60793 / (1.000001 - ts_rank('{1,1,1,1}', whole.tsv, words.word)) - 0.5) times offset 0
        ) found
        where found.times > 0
      ) scored
      order by scored.score desc nulls last, matches.id limit ${CANDIDATES}
    )
    select p.id, p.knowledge_base_id, p.document_id, d.original_filename, p.ordinal, p.section, p.page, p.content,
      p.start_offset "start", p.end_offset "end", best.score
    from best
    join passages p on p.knowledge_base_id = best.knowledge_base_id and p.id = best.id
    join documents d on d.knowledge_base_id = p.knowledge_base_id and d.id = p.document_id
    order by best.score desc, p.id`);
  return rows.map((row) => ({ ...row, id: Number(row.id), score: Number(row.score) }));
}

/** As many words as stay within the budget, the rarest in any case. `terms` come rarest first. */
function rarest(terms: Term[]): Term[] {
  const budget = Math.min(BUDGET, BUDGET_OF_PAIRS / terms.length);
  let passages = 0;
  return terms.filter(({ document_frequency }, index) => {
    passages += document_frequency;
    return index === 0 || passages <= budget;
  });
}

const anyOf = (terms: Term[]): string => terms.map(({ lexeme }) => quoted(lexeme)).join(' | ');

/** A word as a tsquery reads it, whatever is in it. */
const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
