import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { token_entries } from '../../../db/tables/chat.ts';
import { users } from '../../../db/tables/people.ts';

/** Without a provider's key every agent answers with the local reader. */
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(() => testServer.close());

test('local mode reserves and charges nothing, and no limit refuses it', async () => {
  const { db } = testServer.context;
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  await db.update(users).set({ token_limit: 0 }).where(eq(users.id, ana.id));
  const reply = await testServer.as(ana).ask(id, 'Oi?');
  expect(reply.events.at(-1)).toMatchObject({ done: true, status: 'done', local: true });
  const [person] = await db.select().from(users).where(eq(users.id, ana.id));
  expect(person).toMatchObject({ token_used: 0, token_reserved: 0 });
  const entries = await db.select().from(token_entries).where(eq(token_entries.user_id, ana.id));
  expect(entries).toMatchObject([{ purpose: 'answer', model: 'local', charged: 0 }]);
});

test('the trace of a local answer names no model call, because no provider was asked', async () => {
  const admin = await testServer.user({ role: 'superadmin' });
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, {
    user_id: admin.id,
    agent_id: agent.id,
    is_test: true,
  });
  const as = testServer.as(admin);
  const { events } = await as.ask(id, 'Oi?');
  const { body } = await as.get(`/chat/messages/${events.at(-1)?.message_id}/trace`);
  expect(body.data).toMatchObject({ calls: [], prompt: { turns: [{ role: 'user', text: 'Oi?' }] } });
});
