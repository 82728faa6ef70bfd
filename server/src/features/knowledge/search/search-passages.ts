/** Finds the passages of some bases that speak of a question, in PostgreSQL alone, best first. */

import type { Residency } from '#contract/model-catalogue.ts';
import type { PersonalDataKind } from '#contract/personal-data.ts';
import type { Queryable } from '../../../db/client.ts';
import { cleanText } from '../../../text/clean-text.ts';
import { findCandidates } from './candidates.ts';
import type { Passage } from './passage.ts';
import { termsOf } from './question-terms.ts';
import { coverageOf } from './relevance.ts';
import { rerank } from './rerank.ts';

export type Search = {
  knowledge_base_ids: number[];
  question: string;
  limit?: number;
  /** The farthest place to which the question may be sent for its meaning. */
  residency_max?: Residency;
  /** The kinds of personal data that get a mark before it is sent. */
  masked_kinds?: readonly PersonalDataKind[];
};

export const PASSAGES = 8;

/** Nothing when no word of the question can be found, or when it has none that tells anything. */
export async function searchPassages(db: Queryable, search: Search): Promise<Passage[]> {
  return (await searchWithTerms(db, search)).passages;
}

/** Also says which words, as the index knows them, were searched for. */
export async function searchWithTerms(
  db: Queryable,
  { knowledge_base_ids, question, limit = PASSAGES }: Search,
): Promise<{ passages: Passage[]; searched: string[] }> {
  const text = cleanText(question);
  if (!knowledge_base_ids.length || !text.trim()) return { passages: [], searched: [] };
  const terms = await termsOf(db, text, knowledge_base_ids);
  const candidates = await findCandidates(db, terms, knowledge_base_ids);
  const bm25 = new Map(candidates.map(({ id, score }) => [id, score]));
  const coverage = coverageOf(terms.asked, terms.passages);
  const passages = rerank(text, candidates)
    .slice(0, limit)
    .map(({ ordinal: _, document_hash: __, ...passage }) => ({
      ...passage,
      coverage: coverage(`${passage.section} ${passage.content}`, bm25.get(passage.id) ?? 0),
    }));
  return { passages, searched: terms.searched.map(({ lexeme }) => lexeme) };
}
