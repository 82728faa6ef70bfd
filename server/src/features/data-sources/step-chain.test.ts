/** Reserves within one step of a data source, over HTTP: another model plans where the named one does not answer. */
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Residency } from '#contract/model-sets.ts';
import { buildAgent } from '../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { brokenInvariants } from '../../../test/invariants.ts';
import { openProviderStub, type ProviderStub } from '../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { users } from '../../db/tables/people.ts';
import { parseEnv } from '../../env.ts';

const NAMED = 'gpt-6-luna';
const RESERVE = 'claude-haiku-5-5';
const STEP_USAGE = { input: 100, output: 20 };

let named: ProviderStub;
let reserve: ProviderStub;
let home: ProviderStub;
let content: TestContent;
let testServer: TestServer;
let source_id: number;
beforeAll(async () => {
  [named, reserve, home] = await Promise.all([openProviderStub(), openProviderStub(), openProviderStub()]);
  content = await openTestContent();
  const casa = { base_url: `${home.url}/v1`, provider_model: 'qwen4-32b' };
  const env = parseEnv({
    NODE_ENV: 'test',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: named.url,
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: reserve.url,
    MODEL_OVERRIDES: JSON.stringify({ casa }),
    MODEL_FIRST_TOKEN_SECONDS: '2',
  });
  testServer = await startTestServer({ env, content: content.reader });
  const admin = testServer.as(await testServer.user({ role: 'admin' }));
  const superadmin = testServer.as(await testServer.user({ role: 'superadmin' }));
  const defaults = { default: null, steps: NAMED, reserves: [RESERVE, 'casa'], follow_successor: true };
  expect((await superadmin.put('/models/defaults', { ...defaults, version: 0 })).status).toBe(200);
  source_id = (await admin.post('/data-sources', { name: 'Licitações' })).body.data.id;
  const steps = { model_name: NAMED, system_prompt: '' };
  await admin.put(`/data-sources/${source_id}`, {
    rag_config: {
      profile_extraction: {
        ...steps,
        terminology_mapping: { situacao: ['Aberta', 'Encerrada', 'Homologada', 'Suspensa'] },
      },
      document_search: {
        base_sql_query: 'select id, numero, municipio, situacao, objeto from licitacoes',
        main_content_column: 'objeto',
        max_documents: 5,
      },
      document_filter: { ...steps, max_filtered_documents: 5 },
    },
  });
});
beforeEach(() => {
  for (const stub of [named, reserve, home]) {
    stub.reset();
    stub.sayTo((body) => (body.includes('objeto JSON') ? { pieces: [PLAN], usage: STEP_USAGE } : undefined));
  }
  // A model that rested in the test before can be asked again.
  testServer.clock.advance(120_000);
});
afterEach(async () => {
  expect(await brokenInvariants(testServer.context.db)).toEqual([]);
});
afterAll(async () => {
  await testServer.close();
  await content.close();
  await Promise.all([named, reserve, home].map((stub) => stub.close()));
});

/** The rules of the parser do not know that these words mean «Suspensa». */
const QUESTION = 'Quantas licitações pararam no caminho?';
const PLAN = '{"filters":{"situacao":["Suspensa"]},"measures":[{"fn":"count","column":null}]}';

type AskedWith = { model?: string; residency_max?: Residency; question?: string; is_test?: boolean };

async function asked({
  model = RESERVE,
  residency_max,
  question = QUESTION,
  is_test = false,
}: AskedWith = {}) {
  const agent = await buildAgent(testServer.context, {
    model,
    ...(residency_max ? { rules: { residency_max } } : {}),
  });
  const person = await testServer.user({ role: 'admin' });
  const as = testServer.as(person);
  expect((await as.post(`/data-sources/${source_id}/agents/${agent.id}`)).status).toBe(200);
  const created = await as.post(`/chat/create-session?agent_id=${agent.id}&is_test=${is_test}`);
  const { id } = created.body.data;
  const last = (await as.ask(id, question)).events.at(-1);
  const { db } = testServer.context;
  const entries = await db
    .select()
    .from(token_entries)
    .where(eq(token_entries.session_id, id))
    .orderBy(token_entries.id);
  const [row] = await db.select().from(users).where(eq(users.id, person.id));
  return {
    filters: last?.results?.[0]?.plan.filters,
    rows: last?.results?.[0]?.rows,
    entries: entries.map(({ purpose, model, charged }) => [purpose, model, charged]),
    charged: entries.reduce((sum, { charged }) => sum + charged, 0),
    used: row?.token_used,
    trace: async () => (await as.get(`/chat/messages/${last?.message_id}/trace`)).body.data,
  };
}
const SUSPENDED = [{ column: 'situacao', op: 'in', values: ['Suspensa'] }];

describe('the reserve plans where the named model of a step', () => {
  test.each([
    ['is gone', () => named.knowsOnly('gpt-5')],
    ['fails', () => named.always('500')],
    ['is busy', () => named.always('429+retry=60')],
    ['says nothing in time', () => named.always('slowhead')],
    ['refuses the key', () => named.always('401')],
  ])('%s, and one call is charged', async (_, fail) => {
    fail();
    const { filters, entries, charged, used } = await asked();
    expect(filters).toEqual(SUSPENDED);
    expect(entries).toEqual([
      ['answer', RESERVE, expect.any(Number)],
      ['attempt', NAMED, 0],
      ['profile_extraction', RESERVE, STEP_USAGE.input + STEP_USAGE.output],
    ]);
    expect(used).toBe(charged);
  });
});

test('a failed model of a step stands in the trace', async () => {
  named.always('500');
  const { trace } = await asked({ is_test: true });
  const { calls } = await trace();
  expect(calls.map(({ purpose, model }: { purpose: string; model: string }) => [purpose, model])).toEqual([
    ['attempt', NAMED],
    ['profile_extraction', RESERVE],
    ['answer', RESERVE],
  ]);
});

test('where the reserves fail too, the rules read the question, and nobody is charged for the step', async () => {
  named.always('401');
  reserve.always('500');
  // The answer is no step: it comes after the two tries of the last model, each of which is repeated by its client.
  home.next(...Array.from({ length: 6 }, () => '500'));
  const { filters, entries } = await asked({ model: 'casa', question: 'Quantas licitações suspensas há?' });
  expect(filters).toEqual(SUSPENDED);
  expect(entries).toEqual([
    ['answer', 'casa', expect.any(Number)],
    ['attempt', NAMED, 0],
    ['attempt', RESERVE, 0],
    ['attempt', 'casa', 0],
  ]);
});

test('no model outside of the residency of the agent is asked', async () => {
  named.always('500');
  const { filters, entries } = await asked({ model: 'casa', residency_max: 'local' });
  expect(filters).toEqual(SUSPENDED);
  expect(entries.map(([purpose, model]) => [purpose, model])).toEqual([
    ['answer', 'casa'],
    ['profile_extraction', 'casa'],
  ]);
  expect([named.calls, reserve.calls]).toEqual([[], []]);
});
