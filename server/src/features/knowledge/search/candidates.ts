/** The passages that BM25 puts first, straight from the index: no table of postings beside it. */
import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '../../../db/client.ts';
import { rarityOf } from './bm25.ts';
import { type Passage, type PassageKey, passageColumns, type SearchScope } from './passage.ts';
import type { QuestionTerms } from './question/question-terms.ts';
import { rarestFirst, type Term } from './question/term.ts';

export type Candidate = Omit<Passage, 'coverage'> & {
  ordinal: number;
  /** The hash of the document's text, in decimal digits. */
  document_hash: string;
  /** With the synonyms of the question's words; equal to `score` where it has none. */
  related_score: number;
};

const CANDIDATES = 60;
/**
 * Up to so many passages the bases are read through. Beyond, the index of words finds the passages; it knows the
 * words of all bases, however many there are, so for a small base it would be the longer way.
 */
const READ_THROUGH = 3_000;

/** How many passages are looked at; all words count in the score of each. */
export type Budget = {
  /** Passages with a rare word of the question. */
  passages: number;
  /** A pasted page has many words: it is the passages times the words that cost. */
  pairs: number;
  /** Where no word is rare: passages that have several of the words, and in any case passages that have one. */
  several: number;
  any: number;
  /** Fewer passages with a rare word are filled up with passages that have the other words together. */
  few: number;
  filled: number;
};

const BUDGET: Budget = {
  passages: 5_000,
  pairs: 60_000,
  several: 8_000,
  any: 1_000,
  few: 300,
  filled: 2_000,
};

/**
 * BM25 with k1 0.9 and b 0.8. With equal weights ts_rank of one word is Σ 1/j² (j ≤ tf) ÷ 1.64493, so the word's
 * frequency can be read back from it. The score is one flat sum over the words: a lateral join of passages and words
 * says the same and takes twice as long. `offset 0` keeps the planner from working things out once for each place
 * where they are used.
 */
export async function findCandidates(
  db: Queryable,
  question: QuestionTerms,
  scope: SearchScope,
  { budget = BUDGET, further = [] }: { budget?: Budget; further?: PassageKey[] } = {},
): Promise<Candidate[]> {
  const { searched, related, passages } = question;
  const terms = [...searched, ...related].sort(rarestFirst);
  if (!terms.length && !further.length) return [];
  // `offset 0` again: what lies behind it is not searched by the index of words.
  const fence = passages <= READ_THROUGH ? sql`offset 0` : sql``;
  const own = sql`
    select knowledge_base_id, id, document_hash, ordinal, lexeme_count, tsv
    from (select * from ${scope.passages} all_passages where ${scope.isIn} ${fence}) own`;
  const { rows } = await db.execute<Candidate>(sql`
    with best as materialized (
      select * from (${scored(matchesOf(own, terms, passages, budget), question)}) matching
      order by related_score desc fetch first ${CANDIDATES} rows with ties
    )${further.length ? sql`, found as (select * from best union all (${furtherOf(further, scope, question)}))` : sql``}
    select ${passageColumns}, p.ordinal, p.document_hash::text, best.score, best.related_score
    from ${further.length ? sql`found` : sql`best`} best
    join ${scope.passages} p on p.knowledge_base_id = best.knowledge_base_id and p.id = best.id
    ${scope.documents}
    order by best.related_score desc, p.document_hash, p.ordinal, p.id limit ${CANDIDATES + further.length}`);
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    score: Number(row.score),
    related_score: Number(row.related_score),
  }));
}

/** Passages that were found by other means than their words, scored as those are. */
const furtherOf = (further: PassageKey[], scope: SearchScope, question: QuestionTerms): SQL =>
  scored(
    sql`
      select knowledge_base_id, id, document_hash, ordinal, lexeme_count, tsv from ${scope.passages} all_passages
      where knowledge_base_id = any (${sql.param(further.map((one) => one.knowledge_base_id))}::int[])
        and id = any (${sql.param(further.map(({ id }) => id))}::bigint[]) and id not in (select id from best)
        and ${scope.isIn}`,
    question,
  );

const scored = (matches: SQL, { searched, related, passages, average_length }: QuestionTerms): SQL => sql`
  select knowledge_base_id, id, score, score + related related_score
  from (
    select looked_at.*, ${scoreOf(searched, passages)} score, ${scoreOf(related, passages)} related
    from (
      select matches.*, 0.9 * (0.2 + 0.8 * matches.lexeme_count / ${average_length}::float8) damping
      from (${matches}) matches
      offset 0
    ) looked_at
    offset 0
  ) scored`;

/**
 * The passages that have a rare word of the question. Where even its rarest word is nearly everywhere they would be too
 * many, and any thousands of them as good as none: there the best are among those that have several of the words.
 * Nearly every passage has any of them, so these are read in the order of the index `passages_order` until they are
 * enough; another order would sort all of them first.
 */
function matchesOf(own: SQL, terms: Term[], passages: number, budget: Budget): SQL {
  if (!terms.length) return sql`${own} where false`;
  if ((terms[0]?.document_frequency ?? 0) <= budget.passages)
    return withRareWord(own, terms, passages, budget);
  const several = sql`tsv @@ ${written(conjunctiveTerms(terms, passages, budget), ' & ')}::tsquery`;
  const any = sql`tsv @@ ${written(terms, ' | ')}::tsquery`;
  return sql`
    (${own} where ${several} order by document_hash, ordinal, id limit ${budget.several}) union all
    (${own} where ${any} and not (${several}) order by knowledge_base_id, document_hash, ordinal, id limit ${budget.any})`;
}

/**
 * The passages that have a rare word. A question for something that is hardly mentioned has a handful of them, and the
 * others of its best passages are those that have its common words together.
 */
function withRareWord(own: SQL, terms: Term[], passages: number, budget: Budget): SQL {
  const rare = rarest(terms, budget);
  const common = terms.filter((term) => !rare.includes(term));
  const isRare = sql`tsv @@ ${written(rare, ' | ')}::tsquery`;
  const many = rare.reduce((sum, { document_frequency }) => sum + document_frequency, 0);
  if (many >= budget.few || common.length < 2) return sql`${own} where ${isRare}`;
  const conjunction = conjunctiveTerms(common, passages, { several: budget.filled });
  return sql`
    (${own} where ${isRare}) union all
    (${own} where tsv @@ ${written(conjunction, ' & ')}::tsquery and not (${isRare})
      order by document_hash, ordinal, id limit ${budget.filled})`;
}

/** Σ weight × times × 1.9 ÷ (times + damping), written so that `times` is worked out once; a word that is missing adds 0. */
function scoreOf(terms: Term[], passages: number): SQL {
  const shares = terms.map(({ lexeme, weight, document_frequency }) => {
    const worth = 1.9 * weight * rarityOf(document_frequency, passages);
    const rank = sql`ts_rank('{1,1,1,1}', tsv, ${quoted(lexeme)}::tsquery)`;
    return sql`${worth}::float8 * (1 - damping / (round(0.60793 / (1.000001 - ${rank}) - 0.5) + damping))`;
  });
  return shares.length ? sql.join(shares, sql` + `) : sql`0::float8`;
}

/** As many words as stay within the budget, the rarest in any case. `terms` come rarest first. */
function rarest(terms: Term[], budget: Budget): Term[] {
  const most = Math.min(budget.passages, budget.pairs / terms.length);
  let passages = 0;
  return terms.filter(({ document_frequency }, index) => {
    passages += document_frequency;
    return index === 0 || passages <= most;
  });
}

/** As many words, the rarest first, as it takes until few enough passages can be expected to have all of them. */
function conjunctiveTerms(terms: Term[], passages: number, { several }: Pick<Budget, 'several'>): Term[] {
  let expected = passages;
  return terms.filter(({ document_frequency }) => {
    const isNeeded = expected > several;
    if (isNeeded) expected *= Math.min(1, document_frequency / passages);
    return isNeeded;
  });
}

const written = (terms: Term[], between: ' & ' | ' | '): string =>
  terms.map(({ lexeme }) => quoted(lexeme)).join(between);

/** A word as a tsquery reads it, whatever is in it. */
const quoted = (lexeme: string): string => `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
