import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { openProviderStub, type ProviderStub, STUB_TEXT } from '../../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages, token_entries } from '../../../db/tables/chat.ts';
import { parseEnv } from '../../../env.ts';

let stub: ProviderStub;
let testServer: TestServer;
beforeAll(async () => {
  stub = await openProviderStub();
  const overrides = { 'gpt-4o': { retired_successor: 'gpt-5-nano' } };
  const env = parseEnv({
    NODE_ENV: 'test',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: stub.url,
    MODEL_OVERRIDES: JSON.stringify(overrides),
  });
  testServer = await startTestServer({ env });
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await testServer.close();
  await stub.close();
});

test('an agent of a retired model answers with its successor: its limits hold, and record, ledger and trace name it', async () => {
  const admin = await testServer.user({ role: 'admin' });
  const agent = await buildAgent(testServer.context, { model: 'gpt-4o', temperature: 0.3 });
  const { id } = await buildSession(testServer.context, {
    user_id: admin.id,
    agent_id: agent.id,
    is_test: true,
  });
  const { answer, events } = await testServer.as(admin).ask(id, 'Oi?');
  expect(answer).toBe(STUB_TEXT);
  const sent = JSON.stringify(stub.calls.at(-1)?.body);
  expect(sent).toContain('"gpt-5-nano"');
  expect(sent).toContain('4096');
  expect(sent).not.toContain('temperature');
  const { db } = testServer.context;
  const [record] = await db.select().from(messages).where(eq(messages.user_id, admin.id));
  const [entry] = await db.select().from(token_entries).where(eq(token_entries.user_id, admin.id));
  const { body } = await testServer.as(admin).get(`/chat/messages/${events.at(-1)?.message_id}/trace`);
  expect([record?.model, entry?.model, body.data.model, body.data.calls[0].model]).toEqual([
    'gpt-5-nano',
    'gpt-5-nano',
    'gpt-5-nano',
    'gpt-5-nano',
  ]);
});
