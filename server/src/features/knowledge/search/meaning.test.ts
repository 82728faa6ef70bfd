/** The search by meaning, on a real pgvector, with a model of our own that knows a few words by their meaning. */

import { createHash } from 'node:crypto';
import { Writable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVectorDatabase } from '../../../../test/pgvector.ts';
import { scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { systemClock } from '../../../adapters/clock.ts';
import { openContentDatabases } from '../../../adapters/content/content-databases.ts';
import { noSqlReader } from '../../../adapters/content/sql-reader.ts';
import { openLog } from '../../../adapters/log.ts';
import type { Embedder } from '../../../adapters/models/model.ts';
import { documents } from '../../../db/tables/knowledge.ts';
import { wordsOf } from '../../../language/words.ts';
import { fromKnowledgeBases } from '../../grounding/documents/from-knowledge-bases.ts';
import { createKnowledgeBase } from '../documents/store.ts';
import { embedPassages } from '../embeddings/embed-passages.ts';
import { ingestText } from '../ingest/replace-passages.ts';
import { findPassages } from './find-passages.ts';
import { fuse } from './fusion.ts';
import { widenScan } from './nearest.ts';
import type { Passage } from './passage.ts';
import { searchPassages } from './search-passages.ts';

/** Words of one row mean the same: a question need not share a word with its answer. */
const MEANINGS = [
  ['ferias', 'descanso', 'repouso', 'folga'],
  ['multa', 'penalidade', 'sancao', 'ralho'],
  ['salario', 'remuneracao', 'vencimento', 'pagamento'],
  ['edital', 'licitacao', 'concorrencia', 'pregao'],
];

let calls: string[][] = [];
let fault: Error | null = null;
const meaning = (
  name = 'teste/sentidos',
  width = MEANINGS.length,
  floor: number | null = null,
): Embedder => ({
  name,
  floor,
  async embed(texts) {
    calls.push(texts);
    if (fault) throw fault;
    const vectors = texts.map((text) => {
      const words = wordsOf(text);
      const counts = Array.from(
        { length: width },
        (_, row) => words.filter((word) => MEANINGS[row]?.includes(word)).length,
      );
      return counts.map((count) => count + 0.01);
    });
    return { vectors, tokens: texts.length * 7 };
  },
});

let database: Awaited<ReturnType<typeof openVectorDatabase>>;
const lines: string[] = [];
const log = openLog(
  'info',
  new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  }),
);
const worldWith = (embedder: Embedder | null) => ({
  db: database.db,
  log,
  models: { ...scriptedModels(scripted(['oi'])), embedder },
});
let base: number;

const TEXTS = [
  'O descanso anual do servidor dura um mês inteiro e pode ser dividido.',
  'A penalidade por atraso na entrega é de dois por cento do contrato.',
  'O vencimento é depositado no quinto dia útil de cada mês.',
  'O pregão é a forma usual de compra de bens comuns.',
];

beforeAll(async () => {
  database = await openVectorDatabase();
  base = (await createKnowledgeBase(database.db, { name: 'Sentidos' })).id;
  for (const [number, text] of TEXTS.entries())
    await ingestText(database.db, {
      knowledge_base_id: base,
      original_filename: `${number}.txt`,
      file_type: 'txt',
      file_size: text.length,
      text,
    });
}, 60_000);
afterAll(() => database.close());

const find = (question: string, embedder: Embedder | null = meaning(), limit = 3) =>
  findPassages(worldWith(embedder), { knowledge_base_ids: [base], question, limit });
const textsOf = ({ passages }: { passages: Passage[] }) => passages.map(({ content }) => content);

describe('the search by meaning', () => {
  test('is not there before there are vectors: words go on alone, and nobody is asked', async () => {
    calls = [];
    const found = await find('penalidade por atraso');
    expect(textsOf(found)[0]).toBe(TEXTS[1]);
    expect([found.embedding, calls]).toEqual([null, []]);
  });

  test('is filled by a job, once for each passage', async () => {
    calls = [];
    expect(await embedPassages(worldWith(meaning()))).toBe(4);
    expect(await embedPassages(worldWith(meaning()))).toBe(0);
    expect(calls.flat().toSorted()).toEqual(TEXTS.toSorted());
    const { rows } = await database.db.execute(
      sql`select indexdef from pg_indexes where tablename = 'passage_embeddings' and indexdef like '%hnsw%'`,
    );
    expect(rows).toHaveLength(1);
  });

  test('finds what shares no word with the question, and tells what asking took', async () => {
    const question = 'Há repouso?';
    expect(await searchPassages(database.db, { knowledge_base_ids: [base], question })).toEqual([]);
    const found = await find(question);
    expect(textsOf(found)[0]).toBe(TEXTS[0]);
    expect(found.embedding).toEqual({ model: 'teste/sentidos', tokens: 7, estimated: false });
    const stored = await database.db.select().from(documents).where(eq(documents.knowledge_base_id, base));
    for (const { document_id, start, end, content, title } of found.passages) {
      const document = stored.find(({ id }) => id === document_id);
      expect([document?.content_text.slice(start, end), document?.original_filename]).toEqual([
        content,
        title,
      ]);
    }
  });

  test('without a floor does not decide whether there is an answer: the words do', async () => {
    expect((await find('Há repouso?')).isRelevant).toBe(false);
    const asked = 'Qual é a penalidade por atraso na entrega?';
    expect((await find(asked)).isRelevant).toBe((await find(asked, null)).isRelevant);
    expect((await find(asked)).isRelevant).toBe(true);
  });

  test('answers by itself from its floor on, and only with what means the question', async () => {
    const strict = meaning('teste/sentidos', MEANINGS.length, 0.95);
    const found = await find('Há repouso?', strict);
    expect([found.isRelevant, textsOf(found)]).toEqual([true, [TEXTS[0]]]);
    // Below it nothing is lifted, and what is said in the question's words needs no lifting.
    expect((await find('Qual é a capital da França?', strict)).isRelevant).toBe(false);
    const asked = 'Qual é a penalidade por atraso na entrega?';
    expect(await find(asked, strict)).toEqual(await find(asked));
  });

  test('keeps to the bases that are asked', async () => {
    const other = (await createKnowledgeBase(database.db, { name: 'Outra' })).id;
    const found = await findPassages(worldWith(meaning()), {
      knowledge_base_ids: [other],
      question: 'férias',
    });
    expect(found.passages).toEqual([]);
  });

  test('that fails leaves the words, and says so in the log', async () => {
    fault = new Error('o provedor caiu');
    const found = await find('penalidade por atraso');
    fault = null;
    expect([textsOf(found)[0], found.embedding]).toEqual([TEXTS[1], null]);
    expect(lines.join('')).toContain('search by meaning failed');
    expect(textsOf(await find('penalidade por atraso', null))[0]).toBe(TEXTS[1]);
  });

  test('forgets passages with their document, and begins anew with another model', async () => {
    const text = 'A folga é concedida por escrito.';
    const { id } = await ingestText(database.db, {
      knowledge_base_id: base,
      original_filename: 'folga.txt',
      file_type: 'txt',
      file_size: text.length,
      text,
    });
    expect(await embedPassages(worldWith(meaning()))).toBe(1);
    expect(textsOf(await find('descanso', meaning(), 8))).toContain(text);
    await database.db.delete(documents).where(eq(documents.id, id));
    expect(textsOf(await find('descanso', meaning(), 8))).not.toContain(text);
    const other = meaning('teste/outros', 3);
    expect((await find('ralho', other)).passages).toEqual([]);
    expect(await embedPassages(worldWith(other))).toBe(4);
    expect(textsOf(await find('ralho', other))[0]).toBe(TEXTS[1]);
  });
});

test('what asking for the meaning of a question took is entered with the answer', async () => {
  const context = {
    ...worldWith(meaning('teste/outros', 3)),
    content: openContentDatabases(noSqlReader()),
    clock: systemClock,
  };
  const asked = {
    knowledge_base_ids: [base],
    data_source_ids: [],
    history: [],
    without: [],
    reader: 'local' as const,
    context_window: 8_000,
    signal: AbortSignal.timeout(9_000),
  };
  const read = async (question: string) =>
    (await fromKnowledgeBases(context, { ...asked, question }))?.(4_000);
  const step = {
    purpose: 'embedding',
    model: 'teste/outros',
    usage: { input: 7, output: 0 },
    estimated: false,
  };
  const found = await read('Qual é a penalidade por atraso na entrega?');
  expect([found?.found[0]?.passage.text, found?.steps]).toEqual([TEXTS[1], [step]]);
  expect(await read('Há repouso?')).toMatchObject({ found: [], steps: [step] });
});

test('R-DOC-21 fused scores keep how far apart passages are: words lead, meaning above the median adds', () => {
  const ranked = [
    { id: 1, score: 20 },
    { id: 2, score: 19 },
    { id: 3, score: 5 },
    { id: 4, score: 4 },
  ];
  const similarities = new Map([
    [1, 0.5],
    [2, 0.9],
    [3, 0.6],
  ]);
  expect(fuse(ranked, similarities, 0.3)).toEqual([
    { id: 2, score: 0.95 + 0.3, scores: { words: 0.95, meaning: 1 } },
    { id: 1, score: 1, scores: { words: 1, meaning: 0 } },
    { id: 3, score: 0.25, scores: { words: 0.25, meaning: 0 } },
    { id: 4, score: 0.2, scores: { words: 0.2, meaning: 0 } },
  ]);
  // All alike: nothing stands above the median.
  expect(fuse(ranked, new Map([[4, 0.7]]), 0.3).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
});

describe('R-DOC-21 an embedding model of chance', () => {
  const TOPICS = ['férias', 'licença', 'multa', 'salário', 'pregão', 'diária', 'estágio', 'concurso'];
  const PLACES = ['Serra', 'Vale', 'Porto', 'Campo', 'Lagoa'];
  const texts = TOPICS.flatMap((topic) =>
    PLACES.map((place) => `Em ${place} o prazo de ${topic} é contado pela secretaria do município.`),
  );
  /** The same vector for the same text, and no relation between any two. */
  const chance: Embedder = {
    ...meaning('teste/acaso'),
    async embed(all) {
      const vectors = all.map((text) => {
        const bytes = createHash('sha256').update(text).digest();
        return Array.from(bytes.subarray(0, 24), (byte) => byte - 127.5);
      });
      return { vectors, tokens: null };
    },
  };

  test('costs at most one of forty questions its passage, and the trace shows both scores', async () => {
    const { id } = await createKnowledgeBase(database.db, { name: 'Prazos' });
    for (const [number, text] of texts.entries())
      await ingestText(database.db, {
        knowledge_base_id: id,
        original_filename: `${number}.txt`,
        file_type: 'txt',
        file_size: text.length,
        text,
      });
    await embedPassages(worldWith(chance));
    const rightWith = async (embedder: Embedder | null) => {
      const right = [];
      for (const [number, text] of texts.entries()) {
        const question = `Qual é o prazo de ${TOPICS[Math.floor(number / PLACES.length)]} em ${PLACES[number % PLACES.length]}?`;
        const search = { knowledge_base_ids: [id], question, limit: 5 };
        const { passages } = await findPassages(worldWith(embedder), search);
        if (passages[0]?.content === text) right.push(number);
        const scored = passages.map(({ score, scores }) => [score, scores]);
        if (embedder)
          for (const [score, scores] of scored as [number, { words: number; meaning: number }][])
            expect(score).toBeCloseTo(scores.words + 0.3 * scores.meaning);
      }
      return right.length;
    };
    const alone = await rightWith(null);
    expect(alone).toBeGreaterThan(35);
    expect(await rightWith(chance)).toBeGreaterThanOrEqual(alone - 1);
  });
});

test('R-DOC-24 pgvector before 0.8 looks at more from the start, later versions go on looking', async () => {
  const settings = () =>
    database.db.transaction(async (tx) => {
      await widenScan(tx);
      const { rows } = await tx.execute(sql`
        select current_setting('hnsw.iterative_scan', true) scan, current_setting('hnsw.ef_search', true) ef_search`);
      return rows[0];
    });
  expect(await settings()).toMatchObject({ scan: 'relaxed_order', ef_search: '40' });
  const version = (number: string) =>
    database.db.execute(sql`update pg_extension set extversion = ${number} where extname = 'vector'`);
  const { rows } = await database.db.execute<{ extversion: string }>(
    sql`select extversion from pg_extension where extname = 'vector'`,
  );
  await embedPassages(worldWith(meaning('teste/outros', 3)));
  await version('0.7.4');
  expect(await settings()).toMatchObject({ scan: 'off', ef_search: '200' });
  expect(textsOf(await find('ralho', meaning('teste/outros', 3)))[0]).toBe(TEXTS[1]);
  await version(rows[0]?.extversion ?? '0.8.0');
});
