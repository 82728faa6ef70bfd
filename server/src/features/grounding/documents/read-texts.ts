/** Grounding in texts, of bases or of files: whole texts where they are short, else a search. */
import type { Source } from '#contract/citations.ts';
import type { Queryable } from '../../../db/client.ts';
import { type Excerpt, fillContext } from '../../knowledge/search/fill-context.ts';
import type { FoundPassages } from '../../knowledge/search/find-passages.ts';
import type { Passage, SearchScope } from '../../knowledge/search/passage.ts';
import { type Beginning, findBeginnings, wholeTexts } from '../../knowledge/search/whole-texts.ts';
import { searchedAs } from '../follow-up.ts';
import type { Asked, Finding, Findings } from '../source-kind.ts';
import { snippetOf } from './snippet.ts';
import { wholeQuestion } from './whole-question.ts';

/** Texts are not filtered and nothing is run on a database for them. */
const NOTHING = {
  found: [],
  filters: [],
  queries: [],
  notes: [],
  steps: [],
  isDocuments: true,
} satisfies Findings;

/** A model gets the whole texts up to so many tokens, and up to this share of its window. */
const WHOLE_TOKENS_MAX = 24_000;
const WHOLE_WINDOW_SHARE = 0.3;
/** A citation marker has at most three digits. */
export const WHOLE_PASSAGES_MAX = 999;

/** For the files of the conversation and the documents of the agent together, the files first. */
export const wholeTokensMax = (context_window: number): number =>
  Math.min(WHOLE_TOKENS_MAX, Math.floor(context_window * WHOLE_WINDOW_SHARE));

type Place = Pick<Passage, 'knowledge_base_id' | 'document_id'>;

export type Texts = {
  scope: SearchScope;
  /** Whether a model gets them whole. */
  areShort: () => Promise<boolean>;
  search: (question: string) => Promise<FoundPassages>;
  /** The part of a citation that names the text of a passage. */
  sourceOf: (place: Place) => Pick<Source, 'kind' | 'knowledge_base_id' | 'document_id' | 'file_id'>;
  /** «Dos 12 {plural}, foram lidos …» */
  plural: string;
};

export async function readTexts(
  db: Queryable,
  asked: Asked,
  texts: Texts,
  characters: number,
): Promise<Findings> {
  if (asked.reader === 'local') return searchTexts(asked, texts, characters);
  if (await texts.areShort()) {
    const found = (await wholeTexts(db, texts.scope)).map((passage) => ({
      ...findingOf({ ...passage, spans: [passage] }, asked.question, texts),
      score: null,
    }));
    return { ...NOTHING, found };
  }
  const about = wholeQuestion(asked.question);
  if (about === null) return searchTexts(asked, texts, characters);
  // A question that leans on the one before it is about that question's subject, too.
  const isWhole = about === 'whole' && searchedAs(asked.question, asked.history) === asked.question;
  const half = isWhole ? characters : characters / 2;
  const searched = isWhole ? { ...NOTHING, places: [] } : await searchTexts(asked, texts, half);
  const first = searched.places.map(({ document_id }) => document_id);
  const overview = await overviewOf(db, asked.question, texts, { characters: half, first });
  return {
    ...searched,
    found: [...searched.found, ...overview.found],
    notes: [...searched.notes, ...overview.notes],
  };
}

/** With a local reader nothing is found unless it is relevant; a model gets the best passages and judges itself. */
async function searchTexts(
  asked: Asked,
  texts: Texts,
  characters: number,
): Promise<Findings & { places: Place[] }> {
  const question = searchedAs(asked.question, asked.history);
  const search = await texts.search(question);
  const { passages } = search;
  const steps = stepsOf(search);
  for (const step of steps) asked.onStep?.(step);
  const facts = {
    steps,
    ...(search.missing === null ? {} : { missing: search.missing }),
    ...(search.synonyms.length ? { synonyms: search.synonyms } : {}),
  };
  if (!search.isRelevant && asked.reader === 'local') return { ...NOTHING, ...facts, places: [] };
  const best = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE);
  const excerpts = fillContext(passages, characters);
  const found = excerpts.map((excerpt) => {
    const { passage, source } = findingOf(excerpt, question, texts);
    const { score, scores } = bestIn(excerpt, passages);
    return {
      passage: { ...passage, score: score / best },
      source,
      spans: excerpt.spans,
      score,
      ...(scores ? { scores } : {}),
    };
  });
  return { ...NOTHING, found, ...facts, places: excerpts };
}

/** Characters; with less, the beginning and the headings of a document say nothing. */
const BEGINNING_CHARACTERS = 700;
/** The headings get up to this share of it. */
const HEADINGS_SHARE = 0.5;

/** The beginning and the headings of as many documents as there is room for, and a note when some are left out. */
async function overviewOf(
  db: Queryable,
  question: string,
  texts: Texts,
  { characters, first }: { characters: number; first: number[] },
): Promise<Pick<Findings, 'found' | 'notes'>> {
  const limit = Math.max(1, Math.floor(characters / BEGINNING_CHARACTERS));
  const { beginnings, documents } = await findBeginnings(db, { scope: texts.scope, first, limit });
  const share = Math.floor(characters / Math.max(1, beginnings.length));
  const notes =
    documents > beginnings.length
      ? [`Dos ${documents} ${texts.plural}, foram lidos o início e os títulos de ${beginnings.length}.`]
      : [];
  return {
    found: beginnings.map((beginning) => overviewFinding(beginning, question, texts, share)),
    notes,
  };
}

function overviewFinding(
  { headings, ...passage }: Beginning,
  question: string,
  texts: Texts,
  share: number,
): Finding {
  const listed = cutAtWord(headings.join('; '), share * HEADINGS_SHARE);
  const content = cutAtWord(passage.content, share - listed.length);
  const begun = { ...passage, content, end: passage.start + content.length };
  const finding = findingOf({ ...begun, spans: [begun] }, question, texts);
  const text = listed ? `${content}\n\nTítulos deste documento: ${listed}` : content;
  return { ...finding, passage: { ...finding.passage, text }, score: null };
}

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text;
  return text
    .slice(0, length)
    .replace(/\s+\S*$/, '')
    .toWellFormed();
}

export function findingOf(
  excerpt: Omit<Excerpt, 'start' | 'end'>,
  question: string,
  { sourceOf }: Texts,
): Pick<Finding, 'passage' | 'source'> {
  const { page, ...snippet } = snippetOf(excerpt.spans, question);
  return {
    passage: { title: excerpt.title, section: excerpt.section, text: excerpt.content },
    source: {
      ...sourceOf(excerpt),
      title: excerpt.title,
      ...snippet,
      ...(excerpt.section ? { section: excerpt.section } : {}),
      ...(page === null ? {} : { page }),
    },
  };
}

/** The embedding call of the question, where there was one. */
const stepsOf = ({ embedding }: FoundPassages): Findings['steps'] =>
  embedding
    ? [
        {
          purpose: 'embedding',
          model: embedding.model,
          usage: { input: embedding.tokens, output: 0 },
          estimated: embedding.estimated,
        },
      ]
    : [];

/** An excerpt is as good as the best passage in it, of which perhaps only the beginning fitted. */
function bestIn(excerpt: Excerpt, passages: Passage[]): Pick<Passage, 'score' | 'scores'> {
  const [best] = passages.filter(
    ({ document_id, start }) =>
      document_id === excerpt.document_id && start >= excerpt.start && start < excerpt.end,
  );
  return best ?? { score: 0 };
}
