/** Finds the passages of some bases that speak of a question, in PostgreSQL alone, best first. */

import type { Residency } from '#contract/model-sets.ts';
import type { PersonalDataKind } from '#contract/personal-data.ts';
import type { Queryable } from '../../../db/client.ts';
import { type AskedSynonym, synonymsIn } from '../../../language/synonyms/asked-synonyms.ts';
import type { Period } from '../../../language/values/calendar.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { type Budget, type Candidate, findCandidates } from './candidates.ts';
import { coverageOf } from './judgement/coverage.ts';
import { basesScope, type Passage, type PassageKey, type SearchScope } from './passage.ts';
import { ownSynonyms } from './question/question-synonyms.ts';
import { type QuestionTerms, termsOf } from './question/question-terms.ts';
import { rerank, wordsOfPassages } from './rerank.ts';

export type Search = {
  knowledge_base_ids: number[];
  /** The days that the passages must hold on; absent where the bases are not dated. */
  days?: Period | undefined;
  question: string;
  limit?: number;
  /** The farthest place to which the question may be sent for its meaning. */
  residency_max?: Residency;
  /** The kinds of personal data that get a mark before it is sent. */
  masked_kinds?: readonly PersonalDataKind[];
  /** False: no other words are looked for than those of the question. */
  with_synonyms?: boolean;
};

export const PASSAGES = 8;

/** Nothing when no word of the question can be found, or when it has none that tells anything. */
export async function searchPassages(db: Queryable, search: Search): Promise<Passage[]> {
  const { knowledge_base_ids, days, ...asked } = search;
  if (!knowledge_base_ids.length) return [];
  return (await searchWithTerms(db, { scope: basesScope(knowledge_base_ids, days), ...asked })).passages;
}

const NO_TERMS: QuestionTerms = { searched: [], related: [], asked: [], passages: 0, average_length: 1 };

type WordSearch = Pick<Search, 'question' | 'limit' | 'with_synonyms'> & {
  scope: SearchScope;
  /** Passages of the scope that are ranked with those that have words of the question. */
  further?: PassageKey[];
  /** Fewer or more passages than usual are looked at. */
  budget?: Budget;
};

export type WordsFound = {
  passages: Passage[];
  /** The scores of all passages that were ranked, best first. */
  scores: number[];
  terms: QuestionTerms;
  synonyms: readonly AskedSynonym[];
};

/** Also returns the words of the question, with those that were searched for. */
export async function searchWithTerms(
  db: Queryable,
  { scope, question, limit = PASSAGES, further = [], with_synonyms = true, budget }: WordSearch,
): Promise<WordsFound> {
  const text = cleanText(question);
  if (!text.trim()) return { passages: [], scores: [], terms: NO_TERMS, synonyms: [] };
  const { synonyms, terms } = await askedTerms(db, text, { scope, with_synonyms });
  const candidates = await findCandidates(db, terms, scope, { further, budget });
  return { ...rankCandidates(text, { synonyms, terms, candidates, limit }), terms, synonyms };
}

/** Hardly a base has synonyms of its own: they are asked for beside the words, which are looked up anew where there are some. */
async function askedTerms(
  db: Queryable,
  text: string,
  { scope, with_synonyms }: { scope: SearchScope; with_synonyms: boolean },
): Promise<{ synonyms: readonly AskedSynonym[]; terms: QuestionTerms }> {
  const known = with_synonyms ? synonymsIn(text) : [];
  const [own, terms] = await Promise.all([
    with_synonyms ? ownSynonyms(db, scope) : [],
    termsOf(db, text, scope, known),
  ]);
  if (!own.length) return { synonyms: known, terms };
  const synonyms = synonymsIn(text, own);
  return { synonyms, terms: await termsOf(db, text, scope, synonyms) };
}

/** Puts the candidates of the index into their final order, with the share of the question that each covers. */
export function rankCandidates(
  text: string,
  {
    synonyms,
    terms,
    candidates,
    limit,
  }: { synonyms: readonly AskedSynonym[]; terms: QuestionTerms; candidates: Candidate[]; limit: number },
): Omit<WordsFound, 'terms' | 'synonyms'> {
  const bm25 = new Map(candidates.map(({ id, score }) => [id, score]));
  const coverage = coverageOf(terms.asked, terms.passages);
  const ranked = terms.related.length ? rankedTwice(text, synonyms, candidates) : rerank(text, candidates);
  const passages = ranked
    .slice(0, limit)
    .map(({ ordinal: _, document_hash: __, related_score: ___, ...passage }) => ({
      ...passage,
      coverage: coverage(`${passage.section} ${passage.content}`, bm25.get(passage.id) ?? 0),
    }));
  return { passages, scores: ranked.map(({ score }) => score) };
}

/** The share of the ranking by the question as typed; that with its synonyms has the rest. */
const TYPED_SHARE = 0.5;

/** With less for the question as typed, synonyms weaken good results; with more, the words of people find too little. */
function rankedTwice(
  question: string,
  synonyms: readonly AskedSynonym[],
  candidates: Candidate[],
): Candidate[] {
  // A word that stands in the question again and again has its alternatives once.
  const lists = new Set(synonyms.map(({ alternatives }) => alternatives));
  const others = [...lists].flatMap((alternatives) => alternatives.map(({ text }) => text));
  const text = wordsOfPassages(candidates);
  const typed = rerank(question, candidates, text);
  const related = rerank(
    `${question} ${others.join(' ')}`,
    candidates.map((candidate) => ({ ...candidate, score: candidate.related_score })),
    text,
  );
  const best = Math.max(typed[0]?.score ?? 0, Number.MIN_VALUE);
  const bestRelated = Math.max(related[0]?.score ?? 0, Number.MIN_VALUE);
  const scores = new Map(related.map(({ id, score }) => [id, score / bestRelated]));
  return typed
    .map((candidate) => ({
      ...candidate,
      score: TYPED_SHARE * (candidate.score / best) + (1 - TYPED_SHARE) * (scores.get(candidate.id) ?? 0),
    }))
    .sort((one, other) => other.score - one.score);
}
