import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { hold, type Script, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages } from '../../../db/tables/chat.ts';

let script: Script = ['Sim'];
const model = scripted((call) => (typeof script === 'function' ? script(call) : script));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

async function conversation() {
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  return { ana, id, as: testServer.as(ana) };
}

async function answered() {
  script = ['Sim'];
  const { id: session_id, ...rest } = await conversation();
  const { events } = await rest.as.ask(session_id, 'Oi?');
  const id = events.at(-1)?.message_id as number;
  const feedback = async () =>
    (await rest.as.get(`/chat/sessions/${session_id}/messages`)).body.data[0].feedback;
  return { ...rest, session_id, id, feedback };
}

describe('the opinion on an answer', () => {
  test('is the last one given, with its reason; null takes it back', async () => {
    const { as, id, feedback } = await answered();
    expect(await feedback()).toBeNull();
    for (const [given, kept] of [
      [
        { value: 'down', reason: '  Não diz\0 o prazo \ud800 ' },
        { value: 'down', reason: 'Não diz o prazo' },
      ],
      [{ value: 'up' }, { value: 'up', reason: null }],
      [
        { value: 'down', reason: ' \0 ' },
        { value: 'down', reason: null },
      ],
      [{ value: null, reason: 'nada' }, null],
      [{ value: null }, null],
    ]) {
      const { status, body } = await as.post(`/chat/messages/${id}/feedback`, given);
      expect([status, body]).toEqual([200, { success: true, data: null }]);
      expect(await feedback()).toEqual(kept);
    }
    const [row] = await testServer.context.db.select().from(messages).where(eq(messages.id, id));
    expect(row).toMatchObject({ feedback: null, feedback_reason: null, feedback_at: null });
  });

  test('is refused when it is none', async () => {
    const { as, id, feedback } = await answered();
    for (const given of [{}, { value: 'bom' }, { value: 'up', reason: 'x'.repeat(2_001) }, { value: 1 }])
      expect((await as.post(`/chat/messages/${id}/feedback`, given)).status).toBe(422);
    expect(await feedback()).toBeNull();
  });

  test('is of one’s own answers only, and only once they have ended and say something', async () => {
    const { ana, as, id: session_id } = await conversation();
    script = [{ failed: 'model_busy' }];
    await as.ask(session_id, 'Oi?');
    const waits = hold();
    script = ['Bom', waits];
    const reply = as.ask(session_id, 'Oi?');
    await waits.reached;
    const rows = await testServer.context.db.select().from(messages).where(eq(messages.user_id, ana.id));
    const other = await answered();
    const ids = [...rows.map(({ id }) => id), other.id, 99_999_999, 'x', -1];
    expect(ids).toHaveLength(6);
    for (const id of ids) {
      const { status, body } = await as.post(`/chat/messages/${id}/feedback`, { value: 'up' });
      expect([id, status, body.code]).toEqual([id, 404, 'message_not_found']);
    }
    await as.post(`/chat/sessions/${session_id}/stop`);
    await reply;
    expect((await as.post(`/chat/messages/${rows[1]?.id}/feedback`, { value: 'up' })).status).toBe(200);
  });

  test('goes with the conversation: its words are erased, and nobody adds any', async () => {
    const { as, id, session_id } = await answered();
    await as.post(`/chat/messages/${id}/feedback`, { value: 'down', reason: 'segredo' });
    await as.delete(`/chat/sessions/${session_id}`);
    const { status, body } = await as.post(`/chat/messages/${id}/feedback`, {
      value: 'up',
      reason: 'de novo',
    });
    expect([status, body.code]).toEqual([404, 'message_not_found']);
    const [row] = await testServer.context.db.select().from(messages).where(eq(messages.id, id));
    expect(row?.feedback_reason).toBeNull();
  });
});
