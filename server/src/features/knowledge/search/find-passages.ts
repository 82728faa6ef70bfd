/** The search of answers and of the preview: by words and, where embeddings are configured, by meaning. */
import { sql } from 'drizzle-orm';
import type { AppContext } from '../../../app-context.ts';
import type { Database } from '../../../db/client.ts';
import { countTokens } from '../../../language/tokens.ts';
import { maskUnnumbered } from '../../../personal-data/marks.ts';
import { hasEmbeddings, isAllowedFor, vectorName } from '../embeddings/passage-embeddings.ts';
import { fused, NEAREST, nearestPassages } from './nearest.ts';
import { basesScope, type Passage } from './passage.ts';
import { missingThing } from './question/missing-thing.ts';
import { relevant } from './relevance.ts';
import { PASSAGES, type Search, searchWithTerms } from './search-passages.ts';

type FindingContext = Pick<AppContext, 'db' | 'models' | 'log'>;

export type FoundPassages = {
  passages: Passage[];
  /** Words, as the index knows them. */
  searched: string[];
  /** Whether the passages speak of the question at all. */
  isRelevant: boolean;
  /** A thing that the question names and the first passages do not have; they are then not relevant. */
  missing: string | null;
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
    searchWithTerms(context.db, {
      scope: basesScope(search.knowledge_base_ids),
      question,
      limit: withMeaning ? NEAREST : limit,
    }),
    withMeaning ? searchByMeaning(context, search, signal) : null,
  ]);
  const { terms } = byWords;
  const isNear = relevant(byWords.passages, question);
  const said: SaidPassages = {
    passages: byWords.passages,
    searched: [...terms.searched, ...terms.related].map(({ lexeme }) => lexeme),
    isNear,
    missing: isNear ? await missingIn(context.db, search, byWords) : null,
  };
  return foundOf(said, byMeaning, { floor: embedder?.floor ?? null, limit });
}

/** The findings by the words of the question. */
type SaidPassages = Pick<FoundPassages, 'passages' | 'searched' | 'missing'> & { isNear: boolean };

function foundOf(
  { passages, searched, isNear, missing }: SaidPassages,
  byMeaning: Pick<FoundPassages, 'passages' | 'embedding'> | null,
  { floor, limit }: { floor: number | null; limit: number },
): FoundPassages {
  const isSaid = isNear && missing === null;
  if (!byMeaning)
    return { passages: passages.slice(0, limit), searched, isRelevant: isSaid, missing, embedding: null };
  const meant = isSaid ? [] : meantBy(byMeaning.passages, floor);
  // Passages that only share a word or two with the question are left out beside those that mean it.
  const best = meant.length ? meant : fused(passages, byMeaning.passages);
  return {
    passages: best.slice(0, limit),
    searched,
    isRelevant: isSaid || meant.length > 0,
    missing: meant.length > 0 ? null : missing,
    embedding: byMeaning.embedding,
  };
}

/** A question may name a base, or an agent that reads it; its passages need not. */
async function missingIn(
  db: Database,
  { question, knowledge_base_ids }: Search,
  { passages, terms }: Awaited<ReturnType<typeof searchWithTerms>>,
): Promise<string | null> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from knowledge_bases where id = any (${sql.param(knowledge_base_ids)}::int[])
    union
    select a.name from agents a join agent_knowledge_bases l on l.agent_id = a.id
    where l.knowledge_base_id = any (${sql.param(knowledge_base_ids)}::int[])`);
  const known_names = rows.map(({ name }) => name);
  return missingThing({ question, terms, found: passages, known_names });
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
      'question',
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
