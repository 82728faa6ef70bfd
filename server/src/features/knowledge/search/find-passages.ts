/** The search of answers and of the preview: by words and, where embeddings are configured, by meaning. */
import type { AppContext } from '../../../app-context.ts';
import { countTokens } from '../../../language/tokens.ts';
import { maskUnnumbered } from '../../../personal-data/marks.ts';
import { hasEmbeddings, isAllowedFor, vectorName } from '../embeddings/passage-embeddings.ts';
import { fused, NEAREST, nearestPassages } from './nearest.ts';
import type { Passage } from './passage.ts';
import { relevant } from './relevance.ts';
import { PASSAGES, type Search, searchWithTerms } from './search-passages.ts';

type FindingContext = Pick<AppContext, 'db' | 'models' | 'log'>;

export type FoundPassages = {
  passages: Passage[];
  /** Words, as the index knows them. */
  searched: string[];
  /** Whether the passages speak of the question at all. */
  isRelevant: boolean;
  /** The tokens of the embedding call; null when there was none. */
  embedding: { model: string; tokens: number; estimated: boolean } | null;
};

/** A question does not wait longer for its meaning. */
const PATIENCE_MS = 3_000;

export async function findPassages(
  context: FindingContext,
  search: Search,
  signal?: AbortSignal,
): Promise<FoundPassages> {
  const { limit = PASSAGES, question } = search;
  const { embedder } = context.models;
  const isAllowed = embedder && isAllowedFor(embedder, search.residency_max ?? 'exterior');
  const withMeaning = isAllowed && question.trim() && (await hasEmbeddings(context.db));
  const [byWords, byMeaning] = await Promise.all([
    searchWithTerms(context.db, { ...search, limit: withMeaning ? NEAREST : limit }),
    withMeaning ? searchByMeaning(context, search, signal) : null,
  ]);
  const isSaid = relevant(byWords.passages, question);
  const { searched } = byWords;
  if (!byMeaning)
    return { passages: byWords.passages.slice(0, limit), searched, isRelevant: isSaid, embedding: null };
  const meant = isSaid ? [] : meantBy(byMeaning.passages, embedder?.floor ?? null);
  // Passages that only share a word or two with the question are left out beside those that mean it.
  const passages = meant.length ? meant : fused(byWords.passages, byMeaning.passages);
  return {
    passages: passages.slice(0, limit),
    searched,
    isRelevant: isSaid || meant.length > 0,
    embedding: byMeaning.embedding,
  };
}

/**
 * Where no passage says it in the question's words, those that mean it, if the operator set a floor for the model: how
 * alike texts of one subject are differs between models, so there is none that would hold for all.
 */
const meantBy = (passages: Passage[], floor: number | null): Passage[] =>
  floor === null ? [] : passages.filter(({ score }) => score >= floor);

/** Null when anything is wrong with it: words find what they find without. */
async function searchByMeaning(
  { db, models, log }: FindingContext,
  { question, knowledge_base_ids, masked_kinds = [] }: Search,
  signal?: AbortSignal,
): Promise<Pick<FoundPassages, 'passages' | 'embedding'> | null> {
  const { embedder } = models;
  if (!embedder) return null;
  try {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const { vectors, tokens } = await embedder.embed(
      [embedder.residency === 'local' ? question : maskUnnumbered(question, masked_kinds)],
      signal ? AbortSignal.any([signal, patience]) : patience,
    );
    const passages = await nearestPassages(db, {
      knowledge_base_ids,
      model: vectorName(embedder),
      vector: vectors[0] ?? [],
    });
    const counted = tokens ?? (await countTokens(question));
    return {
      passages,
      embedding: { model: embedder.name, tokens: counted, estimated: tokens === null },
    };
  } catch (error) {
    log.warn(
      { err: { message: (error as Error).message.slice(0, 200) } },
      'search by meaning failed, words go on alone',
    );
    return null;
  }
}
