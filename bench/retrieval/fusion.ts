/**
 * Search by words and meaning together beside search by words alone: `npm run bench -- fusion --data PATH`, on a pgvector
 * in this process. No embedding model can be reached here: the good one is simulated (the vector of a question is that of
 * the passage which answers it, with noise), the weak one places texts by chance. Ends with code 1 where the weak one
 * costs more than one question of each hundred its place among the first five.
 */
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { openLog } from '../../server/src/adapters/log.ts';
import type { Embedder } from '../../server/src/adapters/models/model.ts';
import { createKnowledgeBase } from '../../server/src/features/knowledge/documents/store.ts';
import { embedPassages } from '../../server/src/features/knowledge/embeddings/embed-passages.ts';
import { ingestPassages } from '../../server/src/features/knowledge/ingest/replace-passages.ts';
import { findPassages } from '../../server/src/features/knowledge/search/find-passages.ts';
import { openVectorDatabase } from '../../server/test/pgvector.ts';
import { scripted, scriptedModels } from '../../server/test/providers/scripted-model.ts';
import { type Question, type QuestionSet, readQuestionSets, sampleOf, textOf } from './question-sets.ts';
import { isMissed, type Row, tableOf } from './table.ts';

const QUESTIONS = 150;
const DEPTH = 5;
const WIDTH = 128;
/** The noise beside the vector of the right passage: about one question in four is led to another one. */
const NOISE = 1.6;
const LOSS_MAX = 1;

type Database = Awaited<ReturnType<typeof openVectorDatabase>>['db'];
type Shares = { r1: number; r5: number };

export async function run(options: string[]): Promise<object> {
  const { values } = parseArgs({ args: options, options: { data: { type: 'string' } } });
  if (!values.data) throw new Error('Uso: npm run bench -- fusion --data CAMINHO');
  const sets = await readQuestionSets(values.data);
  const database = await openVectorDatabase();
  const { db } = database;
  try {
    const all: Record<'words' | 'good' | 'weak', Shares[]> = { words: [], good: [], weak: [] };
    for (const set of sets) {
      const base = await fill(db, set);
      const questions = sampleOf(set.questions, QUESTIONS).map((question) => ({
        question,
        gold: goldOf(set, question),
      }));
      all.words.push(await measure(db, base, questions, null));
      all.good.push(await measure(db, base, questions, goodFor(questions)));
      all.weak.push(await measure(db, base, questions, chance));
    }
    const figures = Object.fromEntries(Object.entries(all).map(([name, shares]) => [name, mean(shares)]));
    const rows = Object.entries(figures).flatMap(([name, { r1, r5 }]) => [
      { name: `${name}, R@1`, figure: { value: r1 } },
      { name: `${name}, R@5`, figure: figureOf(name, r5, figures.words?.r5 ?? 0) },
    ]);
    process.stderr.write(`${tableOf(rows satisfies Row[])}\n`);
    if (rows.some(isMissed)) process.exitCode = 1;
    return { bench: 'fusion', simulated: true, questions_of_a_set: QUESTIONS, ...figures };
  } finally {
    await database.close();
  }
}

const figureOf = (name: string, value: number, words: number) =>
  name === 'weak' ? { value, bar: words - LOSS_MAX } : { value };

const goldOf = ({ documents }: QuestionSet, { gold }: Question): string[] =>
  documents.flatMap(({ passages }) => passages.filter(({ id }) => gold.includes(id)).map(({ text }) => text));

async function fill(db: Database, set: QuestionSet): Promise<number> {
  const { id } = await createKnowledgeBase(db, { name: set.name });
  for (const document of set.documents) {
    const { text, spans } = textOf(document);
    const file = { original_filename: document.title, file_type: 'txt', file_size: text.length };
    await ingestPassages(db, { knowledge_base_id: id, ...file, text }, spans);
  }
  return id;
}

type Asked = { question: Question; gold: string[] };

async function measure(
  db: Database,
  base: number,
  questions: Asked[],
  embedder: Embedder | null,
): Promise<Shares> {
  const models = { ...scriptedModels(scripted(['oi'])), embedder };
  const context = { db, log: openLog('warn'), models };
  if (embedder) await embedPassages(context);
  const places: number[] = [];
  for (const { question, gold } of questions) {
    const search = { knowledge_base_ids: [base], question: question.text, limit: DEPTH };
    const { passages } = await findPassages(context, search);
    places.push(passages.findIndex(({ content }) => gold.includes(content)));
  }
  const share = (most: number) =>
    (100 * places.filter((place) => place >= 0 && place < most).length) / places.length;
  return { r1: share(1), r5: share(DEPTH) };
}

const mean = (all: Shares[]): Shares => {
  const of = (name: keyof Shares) =>
    Math.round((100 * all.reduce((sum, one) => sum + one[name], 0)) / all.length) / 100;
  return { r1: of('r1'), r5: of('r5') };
};

/** Numbers between -1 and 1 that depend on the text alone. */
function chanceVector(text: string): number[] {
  const numbers: number[] = [];
  for (let round = 0; numbers.length < WIDTH; round += 1)
    for (const byte of createHash('sha256').update(`${round} ${text}`).digest())
      numbers.push((byte - 127.5) / 127.5);
  return numbers.slice(0, WIDTH);
}

const embedderOf = (name: string, vectorOf: (text: string) => number[]): Embedder => ({
  name,
  floor: null,
  embed: (texts) => Promise.resolve({ vectors: texts.map(vectorOf), tokens: 0 }),
});

const chance = embedderOf('bench/chance', chanceVector);

function goodFor(questions: Asked[]): Embedder {
  const golds = new Map(questions.map(({ question, gold }) => [question.text, gold[0] ?? '']));
  return embedderOf('bench/good', (text) => {
    const gold = golds.get(text);
    if (gold === undefined) return chanceVector(text);
    const noise = chanceVector(`noise ${text}`);
    return chanceVector(gold).map((number, index) => number + NOISE * (noise[index] ?? 0));
  });
}
