/** How well open questions are put together, against two hundred that were labelled by hand. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '../server/src/db/tables/chat.ts';
import { open_question_members } from '../server/src/db/tables/open-questions.ts';
import { groupQuestions } from '../server/src/features/open-questions/group-questions.ts';
import { buildAgent, buildSession } from '../server/test/builders.ts';
import { startTestServer, type TestServer } from '../server/test/test-server.ts';
import { GROUPED_QUESTIONS } from './fixtures/grouped-questions.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const LABELLED = GROUPED_QUESTIONS.flatMap((questions, label) =>
  questions.map((question) => ({ question, label })),
);

/** Mixed, always alike: questions of one label do not come one after the other. */
const mixed = LABELLED.map((one, place) => ({ ...one, order: (place * 83) % LABELLED.length })).toSorted(
  (a, b) => a.order - b.order,
);

async function groupAll(): Promise<{ question: string; label: number; group: number }[]> {
  const { context, clock } = testServer;
  const { id: agent_id } = await buildAgent(context);
  const { id: user_id } = await testServer.user();
  const { id: session_id } = await buildSession(context, { user_id, agent_id });
  const asked = mixed.map(({ question }) => ({
    user_id,
    session_id,
    question,
    answer: 'Não encontrei.',
    found_nothing: true,
    status: 'done' as const,
    model: 'gpt-5',
    created_at: context.clock.now(),
    finished_at: context.clock.now(),
  }));
  const rows = await context.db.insert(messages).values(asked).returning({ id: messages.id });
  clock.advance(120_000);
  await groupQuestions(context);
  const members = await context.db.select().from(open_question_members);
  const groupOf = new Map(members.map(({ message_id, group_id }) => [message_id, group_id]));
  return mixed.map(({ question, label }, place) => ({
    question,
    label,
    group: groupOf.get(rows[place]?.id ?? 0) ?? -place,
  }));
}

test('R-LOP-01 R-LOP-02 of two hundred labelled questions, pairs are put together rightly and few are missed', async () => {
  const found = await groupAll();
  expect(found).toHaveLength(200);
  const wrong: string[] = [];
  let [joined, right, wanted] = [0, 0, 0];
  for (const [place, one] of found.entries())
    for (const other of found.slice(place + 1)) {
      const isSame = one.label === other.label;
      const isTogether = one.group === other.group;
      if (isSame) wanted += 1;
      if (isTogether) joined += 1;
      if (isTogether && isSame) right += 1;
      if (isTogether && !isSame) wrong.push(`${one.question} | ${other.question}`);
    }
  const precision = right / joined;
  const recall = right / wanted;
  expect({ precision, recall, wrong: precision < 0.95 ? wrong : [] }).toEqual({
    precision: expect.toSatisfy((share: number) => share >= 0.95),
    recall: expect.toSatisfy((share: number) => share >= 0.7),
    wrong: [],
  });
});
