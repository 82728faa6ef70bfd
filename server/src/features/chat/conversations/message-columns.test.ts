import { eq, getTableColumns } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../../test/builders.ts';
import { scripted, scriptedModels } from '../../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { messages } from '../../../db/tables/chat.ts';
import { ERASED, OF_PROGRAM, RETRIED } from './message-columns.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({ models: scriptedModels(scripted(['Sim.'])) });
});
afterAll(() => testServer.close());

/** An erased record keeps keys, dates, counts, the model and the thumb. */
const KEPT_WHEN_ERASED = [
  'agent_version_id',
  'asked_model',
  'budget_group_id',
  'budget_month',
  'copied_from',
  'created_at',
  'fallback_reason',
  'feedback',
  'feedback_at',
  'finished_at',
  'found_nothing',
  'id',
  'lease_owner',
  'lease_until',
  'model',
  'personal_sources',
  'prompt_tokens',
  'replaced_by',
  'reserved_cost',
  'reserved_tokens',
  'run',
  'run_purpose',
  'seq',
  'session_id',
  'status',
  'steps',
  'stop_requested',
  'user_id',
  'variant_root',
  'with_files',
];

test('each column of a record is emptied when its conversation is erased, or is known to hold nothing that anybody said', () => {
  const kept = Object.keys(getTableColumns(messages)).filter((name) => !(name in ERASED));
  expect(kept.sort()).toEqual(KEPT_WHEN_ERASED);
});

test('no word of an answer is kept for a program, and a retry begins without any of the answer before', () => {
  const words = Object.keys(OF_PROGRAM).sort();
  expect(words).toEqual([
    'answer',
    'filters',
    'on_date',
    'results',
    'sources',
    'suggestions',
    'unchecked_numbers',
    'verified',
    'verified_near',
  ]);
  const { queryChunks } = RETRIED;
  const statement = JSON.stringify(queryChunks);
  for (const name of [...words, 'feedback', 'found_nothing', 'masked', 'personal_sources'])
    expect(statement).toContain(`${name} = `);
});

test('the database agrees: an erased record has its empty values, also what a question named', async () => {
  const { db } = testServer.context;
  const ana = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const { id } = await buildSession(testServer.context, { user_id: ana.id, agent_id: agent.id });
  const as = testServer.as(ana);
  await as.ask(id, 'O que valia em 2019?');
  const filled = {
    asked_on: '2019-01-01',
    without_files: [crypto.randomUUID()],
    personal_data: 'mask' as const,
    masked: 2,
    on_date: { by: 'question', label: 'em 2019', from: '2019-01-01', until: '2019-12-31' } as never,
  };
  await db.update(messages).set(filled).where(eq(messages.session_id, id));
  await as.delete(`/chat/sessions/${id}`);
  const [row] = await db.select().from(messages).where(eq(messages.session_id, id));
  expect(row).toMatchObject(ERASED);
});
