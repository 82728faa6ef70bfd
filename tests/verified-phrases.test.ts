import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Candidate } from '../server/src/features/verified-answers/matching/find-verified.ts';
import { choose } from '../server/src/features/verified-answers/matching/match.ts';
import { partsOf } from '../server/src/features/verified-answers/matching/question-parts.ts';
import { startTestServer, type TestServer } from '../server/test/test-server.ts';
import { PHRASES } from './fixtures/verified-phrases.ts';

let testServer: TestServer;
let answers: { id: number; wordings: Candidate['wordings'] }[];
beforeAll(async () => {
  testServer = await startTestServer();
  answers = await Promise.all(
    PHRASES.map(async ({ wordings }, id) => ({
      id,
      wordings: (await partsOf(testServer.context.db, wordings)).map((part, place) => ({
        ...part,
        text: wordings[place] ?? '',
      })),
    })),
  );
});
afterAll(() => testServer.close());

async function outcomes(of: 'paraphrases' | 'misses') {
  const all = PHRASES.flatMap((set, id) => set[of].map((question) => ({ question, id })));
  const parts = await partsOf(
    testServer.context.db,
    all.map(({ question }) => question),
  );
  return all.map(({ question, id }, place) => {
    const chosen = choose(parts[place] as (typeof parts)[number], answers);
    return { question, outcome: chosen?.outcome ?? 'none', isRight: chosen?.answer.id === id };
  });
}

test('R-LOP-08 R-LOP-10 of a hundred paraphrases of twenty questions at least 75 are given and 95 given or offered', async () => {
  const found = await outcomes('paraphrases');
  expect(found).toHaveLength(100);
  const given = found.filter(({ outcome, isRight }) => outcome === 'match' && isRight);
  const offered = found.filter(({ outcome, isRight }) => outcome === 'near' && isRight);
  const lost = found
    .filter((one) => one.outcome !== 'match')
    .map(({ question, outcome }) => `${outcome}: ${question}`);
  expect(given.length, lost.join('\n')).toBeGreaterThanOrEqual(75);
  expect(given.length + offered.length, lost.join('\n')).toBeGreaterThanOrEqual(95);
});

test('R-LOP-10 of a hundred near misses none is given', async () => {
  const found = await outcomes('misses');
  expect(found).toHaveLength(100);
  expect(found.filter(({ outcome }) => outcome === 'match').map(({ question }) => question)).toEqual([]);
});
