import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { type OtherProcess, openOtherProcess, readAll } from '../../../../test/process/other-process.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { chat_sessions, messages } from '../../../db/tables/chat.ts';
import { idempotency_keys } from '../../../db/tables/idempotency.ts';
import { deleteExpiredIdempotencyKeys } from '../../../request-guards/idempotency.ts';

let script: Script = [];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
let other: OtherProcess;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
  other = await openOtherProcess(testServer.context, testServer.address);
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await other.close();
  await testServer.close();
});

const under = (key: string) => ({ headers: { 'idempotency-key': key } });

async function conversation() {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  return { ana, agent, id, as: testServer.as(ana) };
}
const messagesOf = (user_id: number) =>
  testServer.context.db.select().from(messages).where(eq(messages.user_id, user_id));

describe('a question sent again with its key', () => {
  test('under a key of more than 200 characters is refused: two keys must not become one', async () => {
    script = ['Sim'];
    const { ana, id, as } = await conversation();
    const send = (key: string) =>
      as.post(`/chat/sessions/${id}/messages`, { question: 'Oi?' }, { headers: { 'idempotency-key': key } });
    expect((await send('k'.repeat(200))).status).toBe(200);
    const { status, body } = await send(`${'k'.repeat(200)}2`);
    expect([status, body.code, body.errors[0].field]).toEqual([422, 'validation', 'Idempotency-Key']);
    expect(await messagesOf(ana.id)).toHaveLength(1);
  });

  test('with another filter taken away is another question', async () => {
    script = ['Sim'];
    const { ana, id, as } = await conversation();
    const send = (value: string) =>
      as.post(
        `/chat/sessions/${id}/messages`,
        { question: 'Oi?', without: [{ data_source_id: 1, parameter: 'ano', value }] },
        under('k0'),
      );
    expect([(await send('2025')).status, (await send('2025')).status]).toEqual([200, 200]);
    const { status, body } = await send('2026');
    expect([status, body.code]).toEqual([422, 'idempotency_mismatch']);
    expect(await messagesOf(ana.id)).toHaveLength(1);
  });

  test('twenty times at once, here and in another process, is one question, one answer and one charge', async () => {
    const waits = hold();
    script = ['Bom', ' dia', waits, '!', { end: { input: 5, output: 5 } }];
    const { ana, id, as } = await conversation();
    const calls = model.calls.length;
    const sends = [
      ...Array.from({ length: 14 }, () =>
        as.ask(id, 'Oi?', under('k1')).then(({ answer, events }) => ({ text: answer, last: events.at(-1) })),
      ),
      ...Array.from({ length: 6 }, () => readAll(other.ask(ana.id, id, 'Oi?', 'k1'))),
    ];
    await waits.reached;
    waits.release();
    const replies = await Promise.all(sends);
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(['Bom dia!']));
    expect(new Set(replies.map(({ last }) => last?.message_id)).size).toBe(1);
    expect(await messagesOf(ana.id)).toHaveLength(1);
    expect(model.calls.length).toBe(calls + 1);
    const { body } = await as.get('/users/me');
    expect(body.data.token_used).toBe(10);
  });

  test('after its end gets the stored answer, although the agent is gone by now', async () => {
    script = ['Bom dia'];
    const { ana, id, as } = await conversation();
    const first = await as.ask(id, 'Oi?', under('k2'));
    await testServer.context.db
      .update(chat_sessions)
      .set({ agent_id: 999_999 })
      .where(eq(chat_sessions.id, id));
    const again = await as.ask(id, 'Oi?', under('k2'));
    expect([again.status, again.answer, again.events.at(-1)]).toEqual([200, 'Bom dia', first.events.at(-1)]);
    expect(await messagesOf(ana.id)).toHaveLength(1);
  });

  test('gets the failure of the first run; another key tries again', async () => {
    script = [{ failed: 'model_busy' }];
    const { id, as } = await conversation();
    expect((await as.ask(id, 'Oi?', under('k3'))).status).toBe(502);
    script = ['Sim'];
    expect((await as.ask(id, 'Oi?', under('k3'))).body.code).toBe('model_busy');
    expect((await as.ask(id, 'Oi?', under('k4'))).answer).toBe('Sim');
  });

  test('is free again when the first run was refused', async () => {
    const { id, as, agent } = await conversation();
    const { id: without } = await buildSession(testServer.context, {
      user_id: (await testServer.user()).id,
      agent_id: agent.id,
    });
    expect((await as.ask(without, 'Oi?', under('k5'))).status).toBe(404);
    script = ['Sim'];
    expect((await as.ask(id, 'Oi?', under('k5'))).answer).toBe('Sim');
  });

  test('is refused with another question, in another conversation or for another call', async () => {
    script = ['Sim'];
    const { ana, agent, id, as } = await conversation();
    const { id: second } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
    await as.ask(id, 'Oi?', under('k6'));
    for (const reply of [
      await as.ask(id, 'Outra?', under('k6')),
      await as.ask(second, 'Oi?', under('k6')),
      await as.post('/chat/create-session', undefined, under('k6')),
    ])
      expect([reply.status, reply.body.code]).toEqual([422, 'idempotency_mismatch']);
  });

  test('of somebody else is a key like any other', async () => {
    script = ['Sim'];
    const [ana, bia] = [await conversation(), await conversation()];
    await ana.as.ask(ana.id, 'Oi?', under('k7'));
    expect((await bia.as.ask(bia.id, 'Oi?', under('k7'))).status).toBe(200);
    expect((await bia.as.ask(ana.id, 'Oi?', under('k7'))).status).not.toBe(200);
  });

  test('finds nothing of an erased conversation', async () => {
    script = ['Segredo'];
    const { id, as } = await conversation();
    await as.ask(id, 'Oi?', under('k8'));
    await as.delete(`/chat/sessions/${id}`);
    const { status, text } = await as.ask(id, 'Oi?', under('k8'));
    expect([status, text.includes('Segredo')]).toEqual([404, false]);
  });

  test('is remembered for a day', async () => {
    script = ['Sim'];
    const { ana, id, as } = await conversation();
    await as.ask(id, 'Oi?', under('k9'));
    const later = new Date(testServer.context.clock.now().getTime() + 24 * 3_600_000 + 1);
    await deleteExpiredIdempotencyKeys(testServer.context.db, later);
    expect(
      await testServer.context.db.select().from(idempotency_keys).where(eq(idempotency_keys.user_id, ana.id)),
    ).toEqual([]);
  });
});

test('opening a conversation again with its key opens one', async () => {
  const { ana, agent, as } = await conversation();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      as.post(`/chat/create-session?agent_id=${agent.id}`, undefined, under('s1')),
    ),
  );
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.data?.id}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(201);
  const sessions = await testServer.context.db
    .select()
    .from(chat_sessions)
    .where(eq(chat_sessions.user_id, ana.id));
  expect(sessions).toHaveLength(2);
  expect((await as.post('/chat/create-session', undefined, under('s1'))).status).toBe(422);
});
