/** Every way on which words that concern an agent reach a model, beyond the question of a conversation. */
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ModelRules } from '#contract/agent-configuration.ts';
import type { PromptSections } from '#contract/agent-prompt.ts';
import { RagConfig } from '#contract/data-sources.ts';
import { modelOfAgent } from '#contract/openai.ts';
import { buildAgent, buildDataSource, buildSession } from '../../../test/builders.ts';
import { openCounter, visitAt } from '../../../test/counters.ts';
import { connectMcp, toolResult } from '../../../test/programs/mcp-client.ts';
import { openProviderStub, type ProviderStub, STUB_USAGE } from '../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { agent_check_runs, agents } from '../../db/tables/agents.ts';
import { messages } from '../../db/tables/chat.ts';
import { parseEnv } from '../../env.ts';
import { runNight } from '../checks/nightly/run-night.ts';
import { createKnowledgeBase } from '../knowledge/documents/store.ts';
import { ingestText } from '../knowledge/ingest/replace-passages.ts';
import { groupQuestions } from '../open-questions/group-questions.ts';

const CPF = '529.982.247-25';
const TEXT = `# Férias

## Prazo de marcação de quem tem o CPF ${CPF}

As férias do servidor de CPF ${CPF} são marcadas com quarenta e cinco dias de antecedência.

## Documentos necessários

O pedido leva o formulário azul e a cópia do CPF ${CPF}, entregues no setor de pessoas.

## Abono pecuniário

Um terço das férias pode ser trocado por abono, pedido até quinze dias antes.
`;
const QUESTION = `Com que prazo o servidor de CPF ${CPF} marca as férias?`;
/** An object that fits each of the forms that are asked for. */
const OBJECT = `{"questions":["Quais documentos leva o CPF ${CPF}?"],"wordings":[],"nota":4,"motivo":"Bom."}`;
const SECTIONS: Partial<PromptSections> = { goal: `Atender o CPF ${CPF}.` };

let outside: ProviderStub;
let inside: ProviderStub;
let testServer: TestServer;
let origin: string;
let boss: ReturnType<TestServer['as']>;
let base_id: number;
beforeAll(async () => {
  [outside, inside] = await Promise.all([openProviderStub(), openProviderStub()]);
  const env = parseEnv({
    NODE_ENV: 'test',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: outside.url,
    EMBEDDING_MODEL: 'openai/text-embedding-3-small',
    MODEL_OVERRIDES: JSON.stringify({
      'da-casa': { base_url: `${inside.url}/v1`, name: 'Da casa', max_tokens: 500 },
      'outra-da-casa': { base_url: `${inside.url}/v1`, name: 'Outra da casa', max_tokens: 500 },
    }),
  });
  testServer = await startTestServer({ env });
  await testServer.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(testServer.app.server.address() as AddressInfo).port}`;
  boss = testServer.as(await testServer.user({ role: 'superadmin' }));
  const { db } = testServer.context;
  base_id = (await createKnowledgeBase(db, { name: 'Férias' })).id;
  const file = { original_filename: 'ferias.md', file_type: 'md', file_size: TEXT.length, text: TEXT };
  await ingestText(db, { knowledge_base_id: base_id, ...file });
});
beforeEach(() => {
  for (const stub of [outside, inside]) {
    stub.calls.length = 0;
    stub.say(['O prazo é de quarenta e cinco dias [1].']);
    stub.sayTo((body) =>
      body.includes('objeto JSON') ? { pieces: [OBJECT], usage: STUB_USAGE } : undefined,
    );
  }
});
afterAll(async () => {
  await testServer.close();
  await Promise.all([outside.close(), inside.close()]);
});

async function agentWith(model: string, rules: Partial<ModelRules>): Promise<number> {
  const { id } = await buildAgent(testServer.context, {
    model,
    rules,
    knowledge_bases: [base_id],
    prompt_sections: SECTIONS,
    checks: [{ question: QUESTION, expectation: { kind: 'rubric', text: `Nomeia o CPF ${CPF}.`, pass: 3 } }],
  });
  await testServer.context.db.update(agents).set({ suggestions: 'model' });
  return id;
}

const asEvents = { headers: { accept: 'text/event-stream' } };

async function secretOf(): Promise<string> {
  const { body } = await boss.post('/users/me/access-keys', { name: 'Programa' });
  return body.data.secret;
}

const clientOf = async () =>
  new OpenAI({ apiKey: await secretOf(), baseURL: `${origin}/api/v1/openai`, maxRetries: 0 });

/** The id of the question’s record. */
async function asked(agent_id: number): Promise<number> {
  const { id } = (await boss.post(`/chat/create-session?agent_id=${agent_id}`)).body.data;
  const { status, events } = await boss.ask(id, QUESTION);
  expect(status).toBe(200);
  return events.at(-1)?.message_id as number;
}

/** How often a model is asked at least on each way. */
const WAYS: Record<
  string,
  { calls: number; go: (agent_id: number, other_model: string) => Promise<unknown> }
> = {
  'questions that follow an answer': {
    calls: 2,
    go: async (agent_id) => boss.get(`/chat/messages/${await asked(agent_id)}/suggestions`),
  },
  'example questions that are proposed': {
    calls: 1,
    go: (agent_id) => boss.post(`/agents/${agent_id}/openers/propose`),
  },
  'other forms of a verified question': {
    calls: 1,
    go: (agent_id) =>
      boss.post(`/agents/${agent_id}/verified-answers/wordings`, { question: QUESTION, wordings: [] }),
  },
  'a check that a model judges': {
    calls: 2,
    go: (agent_id) => boss.post(`/agents/${agent_id}/checks/run`, {}, asEvents),
  },
  'a comparison of two columns': {
    calls: 4,
    go: (agent_id, other_model) => {
      const columns = [null, other_model].map((model) => ({ version_id: null, model }));
      return boss.post(`/agents/${agent_id}/checks/compare`, { columns }, asEvents);
    },
  },
  'a tool of the Model Context Protocol': {
    calls: 1,
    go: async (agent_id) => {
      const mcp = await connectMcp(origin, await secretOf());
      await toolResult(mcp, 'perguntar', { agente: agent_id, pergunta: QUESTION });
      await mcp.close();
    },
  },
  'OpenAI’s Responses form': {
    calls: 1,
    go: async (agent_id) =>
      (await clientOf()).responses.create({ model: modelOfAgent(agent_id), input: QUESTION }),
  },
  'OpenAI’s chat form': {
    calls: 1,
    go: async (agent_id) =>
      (await clientOf()).chat.completions.create({
        model: modelOfAgent(agent_id),
        messages: [{ role: 'user', content: QUESTION }],
      }),
  },
  'a counter whose answers a model writes': {
    calls: 1,
    go: async (agent_id) => {
      const slug = `balcao-${agent_id}`;
      await openCounter(boss, { slug, agent_id, mode: 'model', tokens_per_day: 1_000_000 });
      const visit = await visitAt(testServer, slug);
      expect((await visit.ask(QUESTION)).status).toBe(200);
    },
  },
  'a nightly run': {
    calls: 2,
    go: async (agent_id) => {
      const { db, clock } = testServer.context;
      const night = { agent_id, night: '2026-11-15' };
      await db
        .insert(agent_check_runs)
        .values({ ...night, note: 'waiting', total: 0, started_at: clock.now() });
      await runNight(testServer.context, night);
    },
  },
  'an open question that is asked again': {
    calls: 2,
    go: async (agent_id) => {
      const { db, clock } = testServer.context;
      const finished_at = new Date(clock.now().getTime() - 300_000);
      const id = await asked(agent_id);
      await db.update(messages).set({ found_nothing: true, finished_at }).where(eq(messages.id, id));
      await groupQuestions(testServer.context);
      const { data } = (await boss.get('/admin/open-questions', { query: { agent_id: String(agent_id) } }))
        .body;
      const path = `/admin/open-questions/${data[0].id}`;
      expect((await boss.post(`${path}/ask-again`)).status).toBe(200);
      await expect.poll(async () => (await boss.get(path)).body.data.asking, { timeout: 30_000 }).toBe(false);
    },
  },
};

test.each(Object.entries(WAYS))(
  'R-GRD-08: of an agent that does not leave, %s stays inside',
  async (_, way) => {
    const rules = { residency_max: 'local', fallback_models: ['gpt-4o'] } satisfies Partial<ModelRules>;
    await way.go(await agentWith('da-casa', rules), 'outra-da-casa');
    expect(inside.calls.length).toBeGreaterThanOrEqual(way.calls);
    expect(outside.calls).toEqual([]);
  },
);

test.each(Object.entries(WAYS))('R-GRD-03: with marks, no personal data leaves by %s', async (_, way) => {
  const rules = { personal_data: 'mask', personal_data_kinds: ['cpf'] } satisfies Partial<ModelRules>;
  await way.go(await agentWith('gpt-4o', rules), 'gpt-6-luna');
  expect(outside.calls.length).toBeGreaterThanOrEqual(way.calls);
  for (const { body } of outside.calls) {
    expect(JSON.stringify(body)).not.toMatch(/529\.?982\.?247/);
    expect(JSON.stringify(body)).toContain('[CPF');
  }
});

test('R-GRD-09: a conversation says that it stays only where no reserve, step or search may take it outside', async () => {
  const person = await testServer.user();
  const processing = async (rules: Partial<ModelRules>, more: object = {}) => {
    const agent = await buildAgent(testServer.context, { model: 'da-casa', rules, ...more });
    const { id } = await buildSession(testServer.context, { user_id: person.id, agent_id: agent.id });
    return (await testServer.as(person).get(`/chat/sessions/${id}`)).body.data.processing;
  };
  const own = { provider: 'OpenAI-compatible', residency: 'local', is_masked: false };
  expect(await processing({})).toEqual(own);
  expect(await processing({ fallback_models: ['outra-da-casa'] })).toEqual(own);
  const abroad = { provider: 'OpenAI', residency: 'exterior' };
  expect(await processing({ fallback_models: ['outra-da-casa', 'gpt-6-luna'] })).toEqual({
    ...own,
    beyond: abroad,
  });
  const source = await buildDataSource(testServer.context, {
    rag_config: RagConfig.parse({ document_filter: { model_name: 'gpt-6-luna' } }),
  });
  expect(await processing({}, { data_sources: [source.id] })).toMatchObject({ beyond: abroad });
  // The question is searched for by the embedder of the installation, which is abroad.
  const read = { knowledge_bases: [base_id] };
  expect((await processing({}, read)).beyond).toMatchObject({ residency: 'exterior' });
  const kept = { residency_max: 'local' as const, fallback_models: ['gpt-6-luna'] };
  expect(await processing(kept, { ...read, data_sources: [source.id] })).toEqual(own);
});
