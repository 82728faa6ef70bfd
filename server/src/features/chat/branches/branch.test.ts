/** «Continuar daqui em outra conversa»: copies that cost nothing. */
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { BRANCH_RECORDS_MAX } from '#contract/limits.ts';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages, token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
  testServer.clock.advance(60_000);
});
afterAll(() => testServer.close());

async function conversation(...questions: string[]) {
  script = ({ prompt }) => [`Sobre ${prompt.question}`];
  const ana = await testServer.user({ role: 'admin' });
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const as = testServer.as(ana);
  for (const question of questions) await as.ask(id, question);
  const recordsOf = async (session_id: string) =>
    (await as.get(`/chat/sessions/${session_id}/messages`)).body.data;
  const branch = (message_id: number, headers = {}) =>
    as.post(`/chat/sessions/${id}/branch`, { message_id }, { headers });
  return { ana, agent, id, as, recordsOf, branch };
}

test('R-RCH-03 the records up to the answer are copied, with their times, and no token is charged', async () => {
  const { ana, agent, as, id, recordsOf, branch } = await conversation('Um?', 'Dois?', 'Três?');
  const { db } = testServer.context;
  const [one, two, three] = await recordsOf(id);
  testServer.clock.advance(300_000);
  const before = await db.select().from(users).where(eq(users.id, ana.id));
  const { status, body } = await branch(two.id);
  expect(status).toBe(201);
  const { session, left_out } = body.data;
  expect(left_out).toBe(0);
  expect(session).toMatchObject({
    agent_id: agent.id,
    chat_title: 'Um? (continuação)',
    messages_count: 2,
    can_send: true,
  });
  const copies = await recordsOf(session.id);
  expect(copies.map(({ id: _, copied, ...copy }: { id: number; copied: boolean }) => copy)).toEqual(
    [one, two].map(({ id: _, ...record }) => record),
  );
  expect(copies.every(({ copied }: { copied: boolean }) => copied)).toBe(true);
  const of = copies.map((copy: { id: number }) => copy.id);
  expect(await db.select().from(token_entries).where(inArray(token_entries.message_id, of))).toEqual([]);
  expect(await db.select().from(users).where(eq(users.id, ana.id))).toMatchObject([
    { token_used: before[0]?.token_used, token_reserved: 0 },
  ]);
  // Not counted as questions, anywhere.
  expect((await as.get(`/agents/${agent.id}`)).body.data.messages_count).toBe(3);
  // It goes on by itself, and the original is as it was.
  await as.ask(session.id, 'Quatro?');
  expect(model.calls.at(-1)?.prompt.history.map(({ question }) => question)).toEqual(['Um?', 'Dois?']);
  expect(await recordsOf(id)).toEqual([one, two, three]);
  expect((await as.get(`/agents/${agent.id}`)).body.data.messages_count).toBe(4);
});

test('R-RCH-03 a repeat is the same conversation; a copy is rated with its original only, and may be edited', async () => {
  const { as, id, recordsOf, branch } = await conversation('Um?');
  const [one] = await recordsOf(id);
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const [first, second] = await Promise.all([branch(one.id, headers), branch(one.id, headers)]);
  expect(second.body).toEqual(first.body);
  const { session } = first.body.data;
  const [copy] = await recordsOf(session.id);
  expect((await as.post(`/chat/messages/${copy.id}/feedback`, { value: 'down' })).status).toBe(404);
  const edited = await as.post(`/chat/sessions/${session.id}/messages`, {
    question: 'Dois?',
    edits: copy.id,
  });
  expect(edited.status).toBe(200);
  expect(await recordsOf(session.id)).toMatchObject([
    { question: 'Dois?', variants: { index: 2, count: 2 } },
  ]);
  // A branch of a branch has one such word in its title.
  const again = await as.post(`/chat/sessions/${session.id}/branch`, { message_id: copy.id });
  expect(again.body.data.session.chat_title).toBe('Um? (continuação)');
  expect(await recordsOf(again.body.data.session.id)).toMatchObject([{ question: 'Um?', copied: true }]);
});

test('R-RCH-03 is refused for a running answer, an unknown one, and the conversation of anybody else', async () => {
  const { as, id, recordsOf, branch } = await conversation('Um?');
  const [one] = await recordsOf(id);
  const bia = testServer.as(await testServer.user({ role: 'superadmin' }));
  expect((await bia.post(`/chat/sessions/${id}/branch`, { message_id: one.id })).status).toBe(404);
  expect((await branch(one.id + 999_999)).status).toBe(404);
  const elsewhere = await conversation('Lá?');
  expect((await elsewhere.branch(one.id)).status).toBe(404);
  const gate = hold();
  script = ['Do', gate, 'is.'];
  const running = as.ask(id, 'Dois?');
  await gate.reached;
  const [, two] = await recordsOf(id);
  const refused = await branch(two.id);
  expect([refused.status, refused.body.code]).toEqual([409, 'answer_running']);
  expect((await branch(one.id)).status).toBe(201);
  gate.release();
  await running;
});

test('R-RCH-03 a very long conversation gives its newest 500 records, and the number of those left out', async () => {
  const { ana, id, branch } = await conversation('Um?');
  const { db } = testServer.context;
  const [first] = await db.select().from(messages).where(eq(messages.session_id, id));
  if (!first) throw new Error('no record');
  const many = Array.from({ length: BRANCH_RECORDS_MAX + 9 }, (_, place) => ({
    user_id: ana.id,
    session_id: id,
    question: `Pergunta ${place}`,
    answer: 'Sim.',
    status: 'done' as const,
    model: 'local',
    // As if it were a copy itself: without an entry of the ledger.
    copied_from: first.id,
  }));
  const rows = await db.insert(messages).values(many).returning({ id: messages.id });
  const { body } = await branch(rows.at(-1)?.id ?? 0);
  expect(body.data).toMatchObject({ left_out: 10, session: { messages_count: BRANCH_RECORDS_MAX } });
  const copies = await db
    .select({ question: messages.question })
    .from(messages)
    .where(eq(messages.session_id, body.data.session.id))
    .orderBy(asc(messages.id));
  expect([copies[0]?.question, copies.at(-1)?.question]).toEqual(['Pergunta 9', 'Pergunta 508']);
});
