import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Candidate } from '../server/src/features/verified-answers/matching/candidates.ts';
import { findVerified } from '../server/src/features/verified-answers/matching/find-verified.ts';
import { choose } from '../server/src/features/verified-answers/matching/match.ts';
import { partsOf } from '../server/src/features/verified-answers/matching/question-parts.ts';
import { buildAgent } from '../server/test/builders.ts';
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

test('R-LOP-08 R-LOP-10 asked of the database, each of the two hundred comes out as it does compared with all', async () => {
  const { context } = testServer;
  const agent = await buildAgent(context, {});
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const ids: number[] = [];
  for (const { wordings } of PHRASES) {
    const [question, ...others] = wordings;
    const { status, body } = await admin.post(`/agents/${agent.id}/verified-answers`, {
      question,
      wordings: others,
      answer: 'Assim.',
      owner_label: 'Atendimento',
      review_on: '2027-01-31',
    });
    expect(status, JSON.stringify(body)).toBe(201);
    ids.push(body.data.id);
  }
  const all = PHRASES.flatMap(({ paraphrases, misses }) => [...paraphrases, ...misses]);
  const parts = await partsOf(context.db, all);
  for (const [place, question] of all.entries()) {
    const chosen = choose(parts[place] as (typeof parts)[number], answers);
    const found = await findVerified(context.db, agent.id, question, '2026-11-28');
    expect([found?.verified?.verified.id, found?.verified_near?.id], question).toEqual([
      chosen?.outcome === 'match' ? ids[chosen.answer.id] : undefined,
      chosen?.outcome === 'near' ? ids[chosen.answer.id] : undefined,
    ]);
  }
});
