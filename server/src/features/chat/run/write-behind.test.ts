import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { saved } from '../../../../test/process/other-process.ts';
import { hold, scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages } from '../../../db/tables/chat.ts';

const RENEW_MS = 3_000;
const [silent, talking, ending] = [hold(), hold(), hold()];
const model = scripted(({ prompt }) =>
  prompt.question === 'Pense bem.' ? [silent, 'Pronto.'] : ['Bom', talking, ' dia', ending],
);
let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(model) });
});
afterEach(() => vi.useRealTimers());
afterAll(() => testServer.close());

async function asks(question: string) {
  const person = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: person.id, agent_id: agent.id });
  return { id: person.id, reply: testServer.as(person).ask(id, question) };
}

test('B1 an answer that is still silent stays alive although others are being saved whenever its lease is due', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { db } = testServer.context;
  const [thinks, talks] = [await asks('Pense bem.'), await asks('Oi?')];
  await Promise.all([silent.reached, talking.reached]);
  await saved(testServer.context, talks.id, 'Bom');
  await db.transaction(async (tx) => {
    await tx.execute(sql`select from ${messages} where user_id = ${talks.id} for update`);
    talking.release();
    await expect
      .poll(async () => (await db.execute(sql`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0);
    await db
      .update(messages)
      .set({ lease_until: sql`now() + interval '1 second'` })
      .where(eq(messages.user_id, thinks.id));
    vi.advanceTimersByTime(RENEW_MS);
    // There is no other moment at which it would be due.
    vi.useRealTimers();
  });
  const seconds = sql<number>`extract(epoch from ${messages.lease_until} - now())::float`;
  await expect
    .poll(async () => {
      const [row] = await db.select({ seconds }).from(messages).where(eq(messages.user_id, thinks.id));
      return row?.seconds;
    })
    .toBeGreaterThan(5);
  silent.release();
  ending.release();
  expect((await thinks.reply).answer).toBe('Pronto.');
  await talks.reply;
});
