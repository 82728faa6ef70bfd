import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { createKnowledgeBase } from '../documents/store.ts';
import { ingestText } from '../ingest/replace-passages.ts';
import { type Budget, findCandidates } from './candidates.ts';
import { basesScope } from './passage.ts';
import { termsOf } from './question/question-terms.ts';

const ALL = 'O prazo do recurso contra a multa corre em dobro.';
/** Each of the three words is in more than half of these, and hardly two of them together. */
const TEXTS = [
  ...Array.from({ length: 6 }, (_, index) => `O prazo da licença ${index} é contado em dias.`),
  ...Array.from({ length: 6 }, (_, index) => `O recurso ${index} é dirigido ao chefe.`),
  ...Array.from({ length: 6 }, (_, index) => `A multa ${index} é paga no banco.`),
];

let testServer: TestServer;
let base: number;
beforeAll(async () => {
  testServer = await startTestServer();
  base = (await createKnowledgeBase(testServer.context.db, { name: 'Comuns' })).id;
  for (const [number, text] of [...TEXTS, ALL].entries())
    await ingestText(testServer.context.db, {
      knowledge_base_id: base,
      original_filename: `${number}.txt`,
      file_type: 'txt',
      file_size: text.length,
      text,
    });
});
afterAll(() => testServer.close());

/** As in a base so large that every word of the question is in too many passages. */
const NARROW: Budget = { passages: 2, pairs: 60_000, several: 5, any: 4, few: 0, filled: 0 };

async function find(question: string, budget?: Budget) {
  const { db } = testServer.context;
  const scope = basesScope([base]);
  return findCandidates(db, await termsOf(db, question, scope), scope, budget ? { budget } : {});
}

test('where every word is common, what has several of them is looked at before what has any', async () => {
  const found = await find('prazo, recurso e multa', NARROW);
  expect(found[0]?.content).toBe(ALL);
  // The one that has them together, and as many others as there is room for, none of them twice.
  expect(found).toHaveLength(1 + NARROW.any);
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length);
});

test('common words that no passage has together still find passages', async () => {
  const found = await find('licença e banco', NARROW);
  expect(found).toHaveLength(NARROW.any);
  for (const { content } of found) expect(content).toMatch(/licença|banco/);
});

test('what a budget leaves unseen changes no score of what is seen', async () => {
  const whole = new Map((await find('prazo, recurso e multa')).map(({ id, score }) => [id, score]));
  expect(whole.size).toBe(TEXTS.length + 1);
  for (const { id, score } of await find('prazo, recurso e multa', NARROW))
    expect(score).toBeCloseTo(whole.get(id) ?? 0, 9);
});

test('a word that hardly any passage has is filled up with passages that have the common words together', async () => {
  const question = 'prazo da licença em dobro, contado em dias';
  const narrow = { ...NARROW, few: 0 };
  expect((await find(question, narrow)).map(({ content }) => content)).toEqual([ALL]);
  const found = await find(question, { ...NARROW, few: 10, filled: 6 });
  expect(found).toHaveLength(7);
  expect(new Set(found.map(({ id }) => id)).size).toBe(7);
  // One word besides it is no reason to look at thousands.
  expect(await find('licença em dobro', { ...NARROW, few: 10, filled: 6 })).toHaveLength(1);
});
