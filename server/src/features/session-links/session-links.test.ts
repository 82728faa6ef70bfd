import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXPORT_RECORDS_MAX, SESSION_LINKS_MAX } from '#contract/limits.ts';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agents } from '../../db/tables/agents.ts';
import { chat_sessions, messages } from '../../db/tables/chat.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { session_links } from '../../db/tables/session-links.ts';

let testServer: TestServer;
type Person = Awaited<ReturnType<TestServer['user']>>;
let ana: Person;
let eva: Person;
beforeAll(async () => {
  testServer = await startTestServer();
  ana = await testServer.user({ name: 'Ana Pergunta' });
  eva = await testServer.user();
});
afterAll(() => testServer.close());

const NOT_FOUND = [404, 'link_not_found'];
const as = (person: Person) => testServer.as(person);

async function conversation(
  change: { is_test?: boolean; personal_sources?: boolean; questions?: string[] } = {},
) {
  const { db } = testServer.context;
  const { id: agent_id } = await buildAgent(testServer.context);
  const { id: session_id } = await buildSession(testServer.context, {
    user_id: ana.id,
    agent_id,
    is_test: change.is_test ?? false,
  });
  const { questions = ['Qual é o prazo?', 'E a multa?', 'E depois?'] } = change;
  const asked = questions.map((question, place) => ({
    user_id: ana.id,
    session_id,
    question,
    answer: `Resposta ${place + 1} [1].`,
    sources: [{ index: 1, kind: 'document' as const, title: 'regras.txt', snippet: 'O prazo é de 30 dias.' }],
    personal_sources: change.personal_sources ?? false,
    feedback: 'down' as const,
    status: 'done' as const,
    model: 'gpt-5',
  }));
  const rows = await db.insert(messages).values(asked).returning({ id: messages.id });
  return { agent_id, session_id, ids: rows.map(({ id }) => id) };
}
const make = (session_id: string, until_message_id: number | undefined, days: number = 7) =>
  as(ana).post(`/chat/sessions/${session_id}/links`, { until_message_id, days });
const tokenIn = (reply: { body: { data: { url: string } } }): string =>
  reply.body.data.url.split('/').at(-1) ?? '';
const open = (person: Person, token: string) => as(person).get(`/shared/${token}`);
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];

test('R-PRF-09 somebody who may use the agent reads up to the chosen answer, without asker, rating or what came later', async () => {
  const { session_id, ids, agent_id } = await conversation();
  const made = await make(session_id, ids[1]);
  expect(made.status).toBe(201);
  const { status, body, text } = await open(eva, tokenIn(made));
  expect(status).toBe(200);
  expect(body.data.agent.id).toBe(agent_id);
  expect(body.data.records.map(({ question }: { question: string }) => question)).toEqual([
    'Qual é o prazo?',
    'E a multa?',
  ]);
  expect(text).not.toMatch(/Ana Pergunta|feedback|trace|E depois/);
  const source = await as(eva).get(`/shared/${tokenIn(made)}/messages/${ids[0]}/sources/1`);
  expect(source.body.data).toMatchObject({ state: 'removed', source: { title: 'regras.txt' } });
  // The answer after the chosen one is no part of it.
  const later = await as(eva).get(`/shared/${tokenIn(made)}/messages/${ids[2]}/sources/1`);
  expect(outcome(later)).toEqual(NOT_FOUND);
  // The owner sees how often others opened it, and nothing else.
  await open(ana, tokenIn(made));
  const { data } = (await as(ana).get('/chat/links')).body;
  expect(data).toMatchObject([{ session_id, openings: 1 }]);
  expect(JSON.stringify(data)).not.toContain(String(eva.name));
});

test('R-PRF-09 of a very long conversation the last answers are shown, down to the chosen one', async () => {
  const questions = Array.from({ length: EXPORT_RECORDS_MAX + 3 }, (_, place) => `Pergunta ${place}?`);
  const { session_id, ids } = await conversation({ questions });
  const { body } = await open(eva, tokenIn(await make(session_id, ids.at(-2))));
  const { records } = body.data;
  expect([records.length, records[0].question, records.at(-1).id]).toEqual([
    EXPORT_RECORDS_MAX,
    'Pergunta 2?',
    ids.at(-2),
  ]);
});

test('R-PRF-09 it ends with its withdrawal, its days, the conversation, the agent and the group', async () => {
  const { db } = testServer.context;
  const first = await conversation();
  const link = await make(first.session_id, first.ids[2]);
  expect((await as(ana).delete(`/chat/links/${link.body.data.id}`)).status).toBe(200);
  expect(outcome(await open(eva, tokenIn(link)))).toEqual(NOT_FOUND);

  const short = tokenIn(await make(first.session_id, first.ids[2]));
  const days = { expires_at: new Date(testServer.context.clock.now().getTime() - 1) };
  await db.update(session_links).set(days);
  expect(outcome(await open(eva, short))).toEqual(NOT_FOUND);

  const second = await conversation();
  const token = tokenIn(await make(second.session_id, second.ids[0], 90));
  const [group] = await db.insert(user_groups).values({ name: 'Outro grupo' }).returning();
  await db.update(users).set({ user_group_id: group?.id }).where(eq(users.id, eva.id));
  expect(outcome(await open(eva, token))).toEqual(NOT_FOUND);
  await db.update(users).set({ user_group_id: null }).where(eq(users.id, eva.id));
  expect((await open(eva, token)).status).toBe(200);
  await db.update(agents).set({ deploy_status: false }).where(eq(agents.id, second.agent_id));
  expect(outcome(await open(eva, token))).toEqual(NOT_FOUND);
  await db.update(agents).set({ deploy_status: true }).where(eq(agents.id, second.agent_id));
  await as(ana).delete(`/chat/sessions/${second.session_id}`);
  expect(outcome(await open(eva, token))).toEqual(NOT_FOUND);
});

test('a link that was guessed, altered or is no link is refused like one for others', async () => {
  const { session_id, ids } = await conversation();
  const token = tokenIn(await make(session_id, ids[0]));
  const altered = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BA' : 'AA'}`;
  for (const wrong of [altered, 'x', 'a'.repeat(54), `${token}A`])
    expect(outcome(await open(eva, wrong))).toEqual(NOT_FOUND);
  const kept = await testServer.context.db.select().from(session_links);
  expect(JSON.stringify(kept)).not.toContain(token);
});

test('tests and what one person alone may read are not shown to others, nor what became so later', async () => {
  const { db } = testServer.context;
  const trial = await conversation({ is_test: true });
  expect(outcome(await make(trial.session_id, trial.ids[0]))).toEqual([409, 'link_not_allowed']);
  const passing = await conversation();
  await db.update(chat_sessions).set({ temporary: true }).where(eq(chat_sessions.id, passing.session_id));
  expect(outcome(await make(passing.session_id, passing.ids[0]))).toEqual([409, 'link_not_allowed']);
  const own = await conversation({ personal_sources: true });
  expect(outcome(await make(own.session_id, own.ids[0]))).toEqual([409, 'link_not_allowed']);
  const { session_id, ids } = await conversation();
  const token = tokenIn(await make(session_id, ids[2]));
  await db
    .update(messages)
    .set({ personal_sources: true })
    .where(and(eq(messages.user_id, ana.id), eq(messages.id, ids[1] ?? 0)));
  expect(outcome(await open(eva, token))).toEqual(NOT_FOUND);
  expect(outcome(await make(session_id, 999_999))).toEqual([404, 'message_not_found']);
  const { status } = await as(ana).post(`/chat/sessions/${session_id}/links`, {
    until_message_id: ids[0],
    days: 8,
  });
  expect(status).toBe(422);
});

test('a person has twenty links at a time', async () => {
  const { session_id, ids } = await conversation();
  await testServer.context.db.delete(session_links);
  for (let made = 0; made < SESSION_LINKS_MAX; made += 1)
    expect((await make(session_id, ids[0])).status).toBe(201);
  expect(outcome(await make(session_id, ids[0]))).toEqual([409, 'too_many_links']);
});
