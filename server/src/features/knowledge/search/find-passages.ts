/** The search of answers and of the preview: by words and, where embeddings are configured, by meaning. */
import { sql } from 'drizzle-orm';
import { type Embedder, MEANING_WEIGHT } from '../../../adapters/models/model.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Database, Queryable } from '../../../db/client.ts';
import { plainQuestion } from '../../../language/questions/plain-question.ts';
import { countTokens } from '../../../language/tokens.ts';
import { maskUnnumbered } from '../../../personal-data/marks.ts';
import { hasEmbeddings, isAllowedFor, vectorName } from '../embeddings/passage-embeddings.ts';
import { fuse } from './fusion.ts';
import { FIRST, isAnswered } from './judgement/is-answered.ts';
import { subjectsOf } from './judgement/subjects.ts';
import { type Meaning, nearestPassages, similaritiesOf } from './nearest.ts';
import { basesScope, type Passage, type PassageKey, type SearchScope } from './passage.ts';
import { withoutPurpose } from './question/asking-part.ts';
import { missingThing } from './question/missing-thing.ts';
import { PASSAGES, type Search, searchWithTerms, type WordsFound } from './search-passages.ts';

type FindingContext = Pick<AppContext, 'db' | 'models' | 'log'>;

export type FoundPassages = {
  passages: Passage[];
  /** Words, as the index knows them. */
  searched: string[];
  /** The words of the question for which others were searched as well, with those that weigh most. */
  synonyms: { word: string; others: string[] }[];
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
  asked: Search,
  signal?: AbortSignal,
): Promise<FoundPassages> {
  const search = { ...asked, question: asking(asked.question) };
  const { limit = PASSAGES, question } = search;
  const { embedder } = context.models;
  const isAllowed = embedder && isAllowedFor(embedder, search.residency_max ?? 'exterior');
  const withMeaning = isAllowed && question.trim() && (await hasEmbeddings(context.db));
  const near = withMeaning ? await searchByMeaning(context, search, signal) : null;
  const scope = basesScope(search.knowledge_base_ids, search.days);
  const byWords = await searchWithTerms(context.db, {
    scope,
    question,
    ...(search.with_synonyms === undefined ? {} : { with_synonyms: search.with_synonyms }),
    limit: near ? Number.POSITIVE_INFINITY : limit,
    further: near?.passages ?? [],
  });
  const [isNear, known_names] = await Promise.all([
    speaksOf(context.db, scope, { question, found: byWords }),
    knownNames(context.db, search),
  ]);
  const said = saidIn(question, byWords, { isNear, known_names, isDated: search.days !== undefined });
  if (!near || !embedder) return foundByWords(said);
  const similarities = await similaritiesOf(context.db, byWords.passages, near.meaning);
  return { ...foundByMeaning(said, { embedder, similarities, limit }), embedding: near.embedding };
}

const asking = (question: string): string => withoutPurpose(plainQuestion(question));

/** By words alone, where passages have no vectors. */
export async function findInScope(
  db: Queryable,
  scope: SearchScope,
  question: string,
): Promise<FoundPassages> {
  const asked = asking(question);
  const found = await searchWithTerms(db, { scope, question: asked });
  const isNear = await speaksOf(db, scope, { question: asked, found });
  return foundByWords(saidIn(asked, found, { isNear, known_names: [], isDated: false }));
}

/** Whether what the words found answers the question. */
async function speaksOf(
  db: Queryable,
  scope: SearchScope,
  { question, found }: { question: string; found: WordsFound },
): Promise<boolean> {
  const { asked } = found.terms;
  const subjects = await subjectsOf(db, scope, { asked, passages: found.passages.slice(0, FIRST) });
  return isAnswered({ question, ...found, subjects });
}

/** The findings by the words of the question. */
type SaidPassages = Pick<FoundPassages, 'passages' | 'searched' | 'synonyms' | 'missing'> & {
  isNear: boolean;
};

const foundByWords = ({ isNear, ...said }: SaidPassages): FoundPassages => ({
  ...said,
  isRelevant: isNear && said.missing === null,
  embedding: null,
});

function foundByMeaning(
  { passages, searched, synonyms, isNear, missing }: SaidPassages,
  {
    embedder: { floor, weight = MEANING_WEIGHT },
    similarities,
    limit,
  }: { embedder: Embedder; similarities: ReadonlyMap<number, number>; limit: number },
): Omit<FoundPassages, 'embedding'> {
  const isSaid = isNear && missing === null;
  const ranked = fuse(passages, similarities, weight);
  const meant = isSaid ? [] : meantBy(ranked, similarities, floor);
  // Passages that only share a word or two with the question are left out beside those that mean it.
  const best = meant.length ? meant : ranked;
  return {
    passages: best.slice(0, limit),
    searched,
    synonyms,
    isRelevant: isSaid || meant.length > 0,
    missing: meant.length > 0 ? null : missing,
  };
}

function saidIn(
  question: string,
  { passages, terms, synonyms }: WordsFound,
  { isNear, ...known }: { isNear: boolean; known_names: string[]; isDated: boolean },
): SaidPassages {
  return {
    passages,
    searched: [...terms.searched, ...terms.related].map(({ lexeme }) => lexeme),
    synonyms: terms.related.length > 0 ? synonyms.map(toldSynonym) : [],
    isNear,
    missing: isNear ? missingThing({ question, terms, found: passages, ...known }) : null,
  };
}

/** As many of the other words as an administrator reads. */
const OTHERS_TOLD = 8;

const toldSynonym = ({ forms, alternatives }: WordsFound['synonyms'][number]) => ({
  word: forms.join(' '),
  others: alternatives
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, OTHERS_TOLD)
    .map(({ text }) => text),
});

/** A question may name a base, or an agent that reads it; its passages need not. */
async function knownNames(db: Database, { knowledge_base_ids }: Search): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select name from knowledge_bases where id = any (${sql.param(knowledge_base_ids)}::int[])
    union
    select a.name from agents a join agent_knowledge_bases l on l.agent_id = a.id
    where l.knowledge_base_id = any (${sql.param(knowledge_base_ids)}::int[])`);
  return rows.map(({ name }) => name);
}

/**
 * Where no passage says it in the question's words, those that mean it, if the operator set a floor for the model: how
 * alike texts of one subject are differs between models, so there is none that would hold for all.
 */
const meantBy = (
  passages: Passage[],
  similarities: ReadonlyMap<number, number>,
  floor: number | null,
): Passage[] =>
  floor === null
    ? []
    : passages
        .map((passage) => ({ ...passage, score: similarities.get(passage.id) ?? -1 }))
        .filter(({ score }) => score >= floor)
        .sort((one, other) => other.score - one.score);

type Near = { passages: PassageKey[]; meaning: Meaning } & Pick<FoundPassages, 'embedding'>;

/** Null when anything is wrong with it: words find what they find without. */
async function searchByMeaning(
  { db, models, log }: FindingContext,
  { question, knowledge_base_ids, masked_kinds = [] }: Search,
  signal?: AbortSignal,
): Promise<Near | null> {
  const { embedder } = models;
  if (!embedder) return null;
  try {
    const patience = AbortSignal.timeout(PATIENCE_MS);
    const { vectors, tokens } = await embedder.embed(
      [embedder.residency === 'local' ? question : maskUnnumbered(question, masked_kinds)],
      signal ? AbortSignal.any([signal, patience]) : patience,
      'question',
    );
    const meaning = { model: vectorName(embedder), vector: vectors[0] ?? [] };
    const passages = await nearestPassages(db, { knowledge_base_ids, ...meaning });
    const counted = tokens ?? (await countTokens(question));
    return {
      passages,
      meaning,
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
