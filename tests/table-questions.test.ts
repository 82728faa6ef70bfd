/** A short pass of `npm run bench -- tables`: questions to the sample of tenders, judged by SQL. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askTable } from '../bench/tables/ask.ts';
import { judge, type Verdict } from '../bench/tables/judge.ts';
import { tableQuestions } from '../bench/tables/questions.ts';
import { createTenderSource } from '../server/src/seed/seed-tenders.ts';
import { openTestContent, type TestContent } from '../server/test/content/test-content.ts';
import { startTestServer, type TestServer } from '../server/test/test-server.ts';

let content: TestContent;
let testServer: TestServer;
let data_source_id: number;
beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader });
  data_source_id = await createTenderSource(testServer.context.db);
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

/** The first question of each family. */
const firstOfEach = [...Map.groupBy(tableQuestions(), ({ family }) => family).values()].flatMap((all) =>
  all.slice(0, 1),
);

async function gold(sql: string): Promise<(string | null)[][]> {
  const { rows } = await content.owner.query({
    text: sql.replace(/\bfrom t\b/g, 'from licitacoes'),
    rowMode: 'array',
    types: { getTypeParser: () => (value: unknown) => value as string },
  });
  return rows;
}

const asked = async (reader: 'local' | 'model') => {
  const verdicts: Record<string, Verdict> = {};
  for (const question of firstOfEach) {
    const answer = await askTable(testServer.context, question, { data_source_id, reader });
    verdicts[question.turns.join(' | ')] = await judge(question, answer, gold);
  }
  return verdicts;
};

const allExact = Object.fromEntries(firstOfEach.map(({ turns }) => [turns.join(' | '), 'exact']));

test('R-TBL-52 a question of each family is answered exactly by rules alone', async () => {
  expect(firstOfEach.length).toBeGreaterThan(20);
  expect(await asked('local')).toEqual(allExact);
});

test('R-TBL-52 with the best plan of a model the same questions are answered exactly', async () => {
  expect(await asked('model')).toEqual(allExact);
});

test('R-TBL-52 the judge sees a wrong figure, a missing reading and a figure where there is none', async () => {
  const [count, ...others] = firstOfEach;
  const of = (family: string) => others.find((question) => question.family === family);
  const [ambiguous, unknown] = [of('ambiguous'), of('unknown')];
  if (!count || !ambiguous || !unknown) throw new Error('a family has no question');
  const answer = await askTable(testServer.context, count, { data_source_id, reader: 'local' });
  if (!answer.result) throw new Error('the count has no result');
  const wrong = { ...answer, result: { ...answer.result, rows: [['359']] } };
  expect(await judge(count, wrong, gold)).toBe('wrong');
  expect(await judge(unknown, answer, gold)).toBe('wrong');
  expect(await judge(count, { result: null, text: 'Não sei.' }, gold)).toBe('honest');
  expect(await judge(count, { ...answer, text: 'Veja a tabela.' }, gold)).toBe('partial');
  const both = await askTable(testServer.context, ambiguous, { data_source_id, reader: 'local' });
  if (!both.result) throw new Error('the ambiguous question has no result');
  const one = { ...both, result: { ...both.result, alternatives: [] } };
  expect(await judge(ambiguous, one, gold)).toBe('partial');
});
