/** Grounding in an agent's knowledge bases: whole texts where they are short, else a search. */
import type { AppContext } from '../../app-context.ts';
import { type Excerpt, fillContext } from '../knowledge/search/fill-context.ts';
import { type FoundPassages, findPassages } from '../knowledge/search/find-passages.ts';
import { basesScope, type Passage } from '../knowledge/search/passage.ts';
import { areShort, type Beginning, findBeginnings, wholeTexts } from '../knowledge/search/whole-texts.ts';
import { searchedAs } from './follow-up.ts';
import { snippetOf } from './snippet.ts';
import type { Asked, Finding, Findings, GroundingContext, SourceKind } from './source-kind.ts';
import { wholeQuestion } from './whole-question.ts';

/** Documents are not filtered and nothing is run on a database for them. */
const NOTHING = { found: [], filters: [], queries: [], notes: [], steps: [] } satisfies Findings;

/** A model gets the whole texts up to so many tokens, and up to this share of its window. */
const WHOLE_TOKENS_MAX = 24_000;
const WHOLE_WINDOW_SHARE = 0.3;

export const wholeTokensMax = (context_window: number): number =>
  Math.min(WHOLE_TOKENS_MAX, Math.floor(context_window * WHOLE_WINDOW_SHARE));

export const fromKnowledgeBases: SourceKind = async (context, asked) =>
  asked.knowledge_base_ids.length ? (characters) => readBases(context, asked, characters) : null;

async function readBases(context: GroundingContext, asked: Asked, characters: number): Promise<Findings> {
  if (asked.reader === 'local') return searchBases(context, asked, characters);
  const { knowledge_base_ids, context_window } = asked;
  const tokens_max = wholeTokensMax(context_window);
  if (await areShort(context.db, { knowledge_base_ids, tokens_max })) {
    const found = (await wholeTexts(context.db, basesScope(knowledge_base_ids))).map((passage) => ({
      ...findingOf({ ...passage, spans: [passage] }, asked.question),
      score: null,
    }));
    return { ...NOTHING, found };
  }
  const about = wholeQuestion(asked.question);
  if (about === null) return searchBases(context, asked, characters);
  // A question that leans on the one before it is about that question's subject, too.
  const isWhole = about === 'whole' && searchedAs(asked.question, asked.history) === asked.question;
  const searched = isWhole ? NOTHING : await searchBases(context, asked, characters / 2);
  const overview = await overviewOf(context, asked, {
    characters: isWhole ? characters : characters / 2,
    first: searched.found.flatMap(({ source }) => source.document_id ?? []),
  });
  return {
    ...searched,
    found: [...searched.found, ...overview.found],
    notes: [...searched.notes, ...overview.notes],
  };
}

/** With a local reader nothing is found unless it is relevant; a model gets the best passages and judges itself. */
async function searchBases(
  context: GroundingContext,
  { knowledge_base_ids, ...asked }: Asked,
  characters: number,
): Promise<Findings> {
  const question = searchedAs(asked.question, asked.history);
  const { residency_max = 'exterior', guard, signal } = asked;
  const rule = guard?.personal_data;
  const masked_kinds = rule && !rule.is_sent ? rule.kinds : [];
  const wanted = { knowledge_base_ids, question, residency_max, masked_kinds };
  const search = await findPassages(context, wanted, signal);
  const { passages } = search;
  const steps = stepsOf(search);
  for (const step of steps) asked.onStep?.(step);
  const missing = search.missing === null ? {} : { missing: search.missing };
  if (!search.isRelevant && asked.reader === 'local') return { ...NOTHING, steps, ...missing };
  const notes =
    search.missing === null ? [] : [`Nenhum dos trechos encontrados fala de «${search.missing}».`];
  const best = Math.max(...passages.map(({ score }) => score), Number.MIN_VALUE);
  const found = fillContext(passages, characters).map((excerpt) => {
    const { passage, source } = findingOf(excerpt, question);
    const { score, scores } = bestIn(excerpt, passages);
    return { passage: { ...passage, score: score / best }, source, score, ...(scores ? { scores } : {}) };
  });
  return { ...NOTHING, found, steps, notes, ...missing };
}

/** Characters; with less, the beginning and the headings of a document say nothing. */
const BEGINNING_CHARACTERS = 700;
/** The headings get up to this share of it. */
const HEADINGS_SHARE = 0.5;

/** The beginning and the headings of as many documents as there is room for, and a note when some are left out. */
async function overviewOf(
  { db }: Pick<AppContext, 'db'>,
  { knowledge_base_ids, question }: Asked,
  { characters, first }: { characters: number; first: number[] },
): Promise<Pick<Findings, 'found' | 'notes'>> {
  const limit = Math.max(1, Math.floor(characters / BEGINNING_CHARACTERS));
  const { beginnings, documents } = await findBeginnings(db, {
    scope: basesScope(knowledge_base_ids),
    first,
    limit,
  });
  const share = Math.floor(characters / Math.max(1, beginnings.length));
  const notes =
    documents > beginnings.length
      ? [
          `Dos ${documents} documentos deste agente, foram lidos o início e os títulos de ${beginnings.length}.`,
        ]
      : [];
  return { found: beginnings.map((beginning) => overviewFinding(beginning, question, share)), notes };
}

function overviewFinding({ headings, ...passage }: Beginning, question: string, share: number): Finding {
  const listed = cutAtWord(headings.join('; '), share * HEADINGS_SHARE);
  const content = cutAtWord(passage.content, share - listed.length);
  const begun = { ...passage, content, end: passage.start + content.length };
  const finding = findingOf({ ...begun, spans: [begun] }, question);
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

function findingOf(
  excerpt: Omit<Excerpt, 'start' | 'end'>,
  question: string,
): Pick<Finding, 'passage' | 'source'> {
  const { page, ...snippet } = snippetOf(excerpt.spans, question);
  return {
    passage: { title: excerpt.title, section: excerpt.section, text: excerpt.content },
    source: {
      kind: 'document',
      title: excerpt.title,
      ...snippet,
      knowledge_base_id: excerpt.knowledge_base_id,
      document_id: excerpt.document_id,
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
