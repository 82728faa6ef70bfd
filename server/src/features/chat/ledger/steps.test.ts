/** Model calls on the way to an answer reach the ledger, also when the process that made them dies. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildAgent } from '../../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../../test/content/test-content.ts';
import { brokenInvariants } from '../../../../test/invariants.ts';
import { openOtherProcess, readAll, saved } from '../../../../test/process/other-process.ts';
import {
  type Hold,
  hold,
  type Step,
  scripted,
  scriptedModels,
} from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import type { ModelCall } from '../../../adapters/models/model.ts';
import { messages, token_entries } from '../../../db/tables/chat.ts';
import { endAbandoned } from '../run/sweep.ts';

let waits: { at: 'perfil' | 'relevantes' | 'answer'; hold: Hold };
const model = scripted(({ form }: ModelCall): Step[] => {
  if (form?.name === 'perfil')
    return [
      ...(waits.at === 'perfil' ? [waits.hold] : []),
      '{"filters":{"uf":["PE"]},"consulta":"escolas"}',
      { end: { input: 100, output: 20 } },
    ];
  if (form?.name === 'relevantes')
    return [
      ...(waits.at === 'relevantes' ? [waits.hold] : []),
      '{"relevant":[1]}',
      { end: { input: 50, output: 5 } },
    ];
  return ['Há ', 'uma', ...(waits.at === 'answer' ? [waits.hold] : [])];
});

let content: TestContent;
let testServer: TestServer;
let agent: { id: number };
beforeAll(async () => {
  content = await openTestContent();
  testServer = await startTestServer({ content: content.reader, models: scriptedModels(model) });
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const { id } = (await admin.post('/data-sources', { name: 'Licitações' })).body.data;
  await admin.put(`/data-sources/${id}`, {
    rag_config: {
      profile_extraction: { terminology_mapping: { uf: ['PE', 'SP', 'BA'] } },
      document_search: {
        base_sql_query: 'select id, numero, uf, objeto from licitacoes',
        main_content_column: 'objeto',
      },
    },
  });
  agent = await buildAgent(testServer.context);
  await admin.post(`/data-sources/${id}/agents/${agent.id}`);
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await testServer.close();
  await content.close();
});

/** Asks in another process and kills that one where the script waits; then somebody sweeps. */
async function died(at: 'relevantes' | 'answer') {
  waits = { at, hold: hold() };
  const { db } = testServer.context;
  const ana = await testServer.user();
  const { id } = (await testServer.as(ana).post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
  const dying = await openOtherProcess(testServer.context, testServer.address);
  const reading = readAll(dying.ask(ana.id, id, 'O que há de escolas em PE?')).catch(() => undefined);
  await waits.hold.reached;
  const steps = async () => (await db.select().from(messages).where(eq(messages.user_id, ana.id)))[0]?.steps;
  await expect.poll(async () => (await steps())?.length, { interval: 5 }).toBe(at === 'answer' ? 2 : 1);
  if (at === 'answer') await saved(testServer.context, ana.id, 'Há uma');
  await dying.kill();
  await db.execute(
    sql`update messages set lease_until = now() - interval '1 second' where user_id = ${ana.id}`,
  );
  expect(await endAbandoned(testServer.context, { owner: testServer.context.chat.owner, ids: [] })).toBe(1);
  expect(await steps()).toEqual([]);
  for (const answer of dying.context.chat.running.values()) answer.cut('lost');
  waits.hold.release();
  await reading;
  return spentBy(ana);
}

async function spentBy(ana: Awaited<ReturnType<TestServer['user']>>) {
  const entries = await testServer.context.db
    .select()
    .from(token_entries)
    .where(eq(token_entries.user_id, ana.id))
    .orderBy(token_entries.id);
  return {
    used: (await testServer.as(ana).get('/users/me')).body.data.token_used as number,
    entries: entries.map(({ purpose, input_tokens, output_tokens }) => [
      purpose,
      input_tokens,
      output_tokens,
    ]),
    charged: entries.reduce((sum, entry) => sum + entry.charged, 0),
  };
}

test('of an answer that was being written they are charged with its text (R-DS-60)', async () => {
  const { used, entries, charged } = await died('answer');
  expect(entries).toEqual([
    ['answer', expect.any(Number), expect.any(Number)],
    ['profile_extraction', 100, 20],
    ['filter', 50, 5],
  ]);
  expect(used).toBe(charged);
  expect(used).toBeGreaterThan(175);
});

test('before the first word they are entered, and nobody pays for an answer that never came', async () => {
  expect(await died('relevantes')).toEqual({
    used: 0,
    entries: [['profile_extraction', 100, 20]],
    charged: 0,
  });
});

test.each([
  ['perfil', [['profile_extraction', expect.any(Number), 0]]],
  [
    'relevantes',
    [
      ['profile_extraction', 100, 20],
      ['filter', expect.any(Number), 0],
    ],
  ],
] as const)(
  'of a question that its asker stops during «%s» they are charged: they were made',
  async (at, entries) => {
    waits = { at, hold: hold() };
    const ana = await testServer.user();
    const as = testServer.as(ana);
    const { id } = (await as.post(`/chat/create-session?agent_id=${agent.id}`)).body.data;
    const reply = as.ask(id, 'O que há de escolas em PE?');
    await waits.hold.reached;
    await as.post(`/chat/sessions/${id}/stop`);
    waits.hold.release();
    expect((await reply).events.at(-1)).toMatchObject({ status: 'stopped', done: true });
    const spent = await spentBy(ana);
    expect(spent.entries).toEqual(entries);
    expect(spent.used).toBe(spent.charged);
    expect(spent.used).toBeGreaterThan(at === 'perfil' ? 20 : 140);
  },
);
