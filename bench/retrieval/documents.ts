/** The product's own chunks of whole documents: whether the answer reaches the model, and whether it knows when none does. */

import { systemClock } from '../../server/src/adapters/clock.ts';
import { quotesFor, textOf as textOfQuote } from '../../server/src/adapters/models/local-reader/quotes.ts';
import type { Database } from '../../server/src/db/client.ts';
import { PASSAGES_MAX_LENGTH } from '../../server/src/features/grounding/retrieve.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/documents/store.ts';
import { ingestText } from '../../server/src/features/knowledge/ingest/replace-passages.ts';
import { removeDocument } from '../../server/src/features/knowledge/removal.ts';
import { type Excerpt, fillContext } from '../../server/src/features/knowledge/search/fill-context.ts';
import { findInScope } from '../../server/src/features/knowledge/search/find-passages.ts';
import { basesScope, type Passage } from '../../server/src/features/knowledge/search/passage.ts';
import { searchPassages } from '../../server/src/features/knowledge/search/search-passages.ts';
import { type Document, type Question, type QuestionSet, sampleOf, textOf } from './question-sets.ts';

const PASSAGES = 20;
/** The floor is tried on so many questions of a set. */
const FLOOR_QUESTIONS = 300;

export type FilledBase = { id: number; set: QuestionSet; documents: Map<string, number> };

export async function fillBase(db: Database, set: QuestionSet): Promise<FilledBase> {
  const { id } = await createKnowledgeBase(db, { name: set.name });
  const base = { id, set, documents: new Map<string, number>() };
  for (const document of set.documents) await put(db, base, document);
  return base;
}

/** In how many of the questions, in percent, the passages that fit into `characters` hold one of the answers. */
export const answersInContext = (db: Database, base: FilledBase, characters: number) =>
  answersIn(db, base, (passages) => fillContext(passages, characters).map(({ content }) => content));

/** In how many, in percent, what is quoted where there is no model holds one. */
export const answersQuoted = (db: Database, base: FilledBase) =>
  answersIn(db, base, (found, question) => {
    const excerpts = fillContext(found, PASSAGES_MAX_LENGTH);
    const best = Math.max(...found.map(({ score }) => score));
    const passages = excerpts.map((excerpt, place) => ({
      index: place + 1,
      title: excerpt.title,
      section: excerpt.section,
      text: excerpt.content,
      score: scoreOf(excerpt, found) / best,
    }));
    return quotesFor({ question, passages, history: [] }).map(textOfQuote);
  });

/** An excerpt is as good as the best passage in it. */
const scoreOf = ({ document_id, start, end }: Excerpt, found: Passage[]): number =>
  Math.max(
    0,
    ...found
      .filter(
        (passage) => passage.document_id === document_id && passage.start >= start && passage.start < end,
      )
      .map(({ score }) => score),
  );

/** Null where the set does not say where its answers stand. */
async function answersIn(
  db: Database,
  base: FilledBase,
  readProc: (found: Passage[], question: string) => string[],
): Promise<number | null> {
  const questions = base.set.questions.filter(({ answers }) => answers.some(({ evidence }) => evidence));
  if (!questions.length) return null;
  return shareOf(questions, async ({ text: question, answers }) => {
    const found = await searchPassages(db, { knowledge_base_ids: [base.id], question, limit: PASSAGES });
    const all = folded(readProc(found, question).join('\n\n'));
    return answers.some(({ evidence }) => evidence && all.includes(folded(evidence)));
  });
}

export type FloorErrors = {
  set: string;
  /** Questions whose answer is in the base, refused. */
  answerable_refused: number;
  /** Questions of the other sets, answered from this base. */
  other_sets_answered: number;
  /** Questions of this set after the documents with their answers were taken out, answered. */
  removed_answered: number;
};

export async function floorErrors(
  db: Database,
  base: FilledBase,
  others: FilledBase[],
): Promise<FloorErrors> {
  const isAnswered = async ({ text }: Question) =>
    (await findInScope(db, basesScope([base.id]), text)).isRelevant;
  const questions = sampleOf(base.set.questions, FLOOR_QUESTIONS);
  const strange = others.flatMap(({ set }) => sampleOf(set.questions, FLOOR_QUESTIONS));
  return {
    set: base.set.name,
    answerable_refused: 100 - (await shareOf(questions, isAnswered)),
    other_sets_answered: await shareOf(strange, isAnswered),
    removed_answered: await answeredWithoutTheirDocuments(db, base, { questions, isAnswered }),
  };
}

type Trial = { questions: Question[]; isAnswered: (question: Question) => Promise<boolean> };

async function answeredWithoutTheirDocuments(
  db: Database,
  base: FilledBase,
  { questions, isAnswered }: Trial,
) {
  const documentsOf = ({ gold }: Question) =>
    base.set.documents.filter(({ passages }) => passages.some(({ id }) => gold.includes(id)));
  const trials = Map.groupBy(questions, (question) =>
    documentsOf(question)
      .map(({ id }) => id)
      .join(' '),
  );
  let answered = 0;
  for (const trial of trials.values()) {
    const gone = documentsOf(trial[0] as Question);
    for (const { id } of gone)
      await removeDocument({ db, clock: systemClock }, null, {
        knowledge_base_id: base.id,
        document_id: base.documents.get(id) ?? 0,
      });
    for (const question of trial) if (await isAnswered(question)) answered += 1;
    for (const document of gone) await put(db, base, document);
  }
  return (100 * answered) / questions.length;
}

async function put(db: Database, base: FilledBase, document: Document): Promise<void> {
  const { text } = textOf(document);
  const row = await ingestText(db, {
    knowledge_base_id: base.id,
    original_filename: `${document.title}.txt`,
    file_type: 'txt',
    file_size: Buffer.byteLength(text),
    text,
  });
  base.documents.set(document.id, row.id);
}

async function shareOf(
  questions: Question[],
  holds: (question: Question) => Promise<boolean>,
): Promise<number> {
  let many = 0;
  for (const question of questions) if (await holds(question)) many += 1;
  return (100 * many) / Math.max(1, questions.length);
}

const folded = (text: string) => text.toLowerCase().replace(/\s+/g, ' ').trim();
