/** «Não sai da casa»: whatever an agent does, nothing of it reaches an outside provider. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RagConfig } from '#contract/data-sources.ts';
import { modelOfAgent } from '#contract/openai.ts';
import { buildAgent, buildDataSource, buildSession } from '../../../test/builders.ts';
import { openTestContent, type TestContent } from '../../../test/content/test-content.ts';
import { openProviderStub, type ProviderStub } from '../../../test/providers/provider-stub.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { parseEnv } from '../../env.ts';

let outside: ProviderStub;
let inside: ProviderStub;
let content: TestContent;
let testServer: TestServer;
beforeAll(async () => {
  [outside, inside, content] = await Promise.all([openProviderStub(), openProviderStub(), openTestContent()]);
  const env = parseEnv({
    NODE_ENV: 'test',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: outside.url,
    EMBEDDING_MODEL: 'openai/text-embedding-3-small',
    MODEL_OVERRIDES: JSON.stringify({
      'da-casa': { base_url: `${inside.url}/v1`, name: 'Da casa', max_tokens: 500 },
    }),
  });
  testServer = await startTestServer({ env, content: content.reader });
});
afterAll(async () => {
  await testServer.close();
  await Promise.all([outside.close(), inside.close(), content.close()]);
});

test('R-GRD-08: answer, reserve, steps, checks and a program all stay inside', async () => {
  const admin = await testServer.user({ role: 'admin' });
  const source = await buildDataSource(testServer.context, {
    rag_config: RagConfig.parse({
      profile_extraction: {
        model_name: 'gpt-4o',
        terminology_mapping: {
          municipio: { values: [], regex_config: { enabled: true, include_pattern: '.*' } },
        },
      },
      document_search: {
        base_sql_query: 'select id, numero, municipio, objeto from licitacoes order by id',
        main_content_column: 'objeto',
      },
      document_filter: { model_name: 'gpt-4o' },
    }),
  });
  const agent = await buildAgent(testServer.context, {
    model: 'da-casa',
    rules: { residency_max: 'local', fallback_models: ['gpt-4o'] },
    data_sources: [source.id],
    checks: [{ question: 'Quais licitações há no Recife?', expectation: { kind: 'refuses', value: null } }],
  });
  const { id } = await buildSession(testServer.context, { user_id: admin.id, agent_id: agent.id });
  const asAdmin = testServer.as(admin);
  expect((await asAdmin.ask(id, 'Quais licitações de merenda há no Recife?')).status).toBe(200);
  expect(inside.calls.length).toBeGreaterThan(0);
  inside.next('status=500');
  await asAdmin.ask(id, 'E em Olinda?');
  await asAdmin.post(`/agents/${agent.id}/checks/run`, {}, { headers: { accept: 'text/event-stream' } });
  const { body: made } = await asAdmin.post('/users/me/access-keys', { name: 'Programa' });
  await testServer.as({ token: made.data.secret }).post('/openai/chat/completions', {
    model: modelOfAgent(agent.id),
    messages: [{ role: 'user', content: 'Quais licitações há?' }],
  });
  const { body } = await asAdmin.put(`/agents/${agent.id}`, { model: 'gpt-4o' });
  expect(body.code).toBe('residency_refused');
  expect(outside.calls).toEqual([]);
});
