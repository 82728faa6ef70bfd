import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAgent, buildSession } from '../../../test/builders.ts';
import { buildProvider } from '../../../test/identity/built-provider.ts';
import { newTab } from '../../../test/identity/sign-on.ts';
import { scripted, scriptedModels } from '../../../test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { openDatabase } from '../../db/client.ts';
import { measureDatabase } from './database-figures.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer({
    now: new Date(),
    models: scriptedModels(scripted(['Sim'], ['Metade', { failed: 'model_busy' }])),
  });
});
afterAll(() => testServer.close());

const scrape = async () => {
  const { body } = await testServer.app.inject({ url: '/api/v1/metrics' });
  return new Map(
    body
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  );
};

test('metrics cover requests by route, answers, first words, tokens, failures, jobs and the pool; ids are no labels', async () => {
  const person = await testServer.user();
  const agent = await buildAgent(testServer.context);
  const sessions = await Promise.all(
    [1, 2, 3].map(() => buildSession(testServer.context, { user_id: person.id, agent_id: agent.id })),
  );
  const as = testServer.as(person);
  for (const { id } of sessions) await as.ask(id, 'Quanto tempo vale a senha?');
  for (const path of ['/nada', '/nada/2', `/nada/${sessions[0]?.id}`]) await as.get(path);
  const figures = await scrape();

  const route = '/api/v1/chat/sessions/:id/messages';
  expect(figures.get(`prosa_http_request_seconds_count{method="POST",route="${route}",status="200"}`)).toBe(
    3,
  );
  expect([...figures.keys()].filter((name) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(name))).toEqual([]);
  expect(figures.get('prosa_answers_running')).toBe(0);
  expect(figures.get('prosa_answers_ended_total{status="done"}')).toBe(1);
  expect(figures.get('prosa_answers_ended_total{status="interrupted"}')).toBe(2);
  const provider = 'provider="anthropic"';
  expect(figures.get(`prosa_model_calls_total{${provider},purpose="answer"}`)).toBe(3);
  expect(figures.get(`prosa_model_failures_total{${provider},code="model_busy"}`)).toBe(2);
  expect(figures.get(`prosa_model_first_token_seconds_count{${provider}}`)).toBe(3);
  expect(figures.get(`prosa_model_tokens_total{${provider},direction="input"}`)).toBe(7);
  expect(figures.get('prosa_ledger_tokens_last_hour{purpose="answer"}')).toBeGreaterThan(0);
  expect(figures.get('prosa_database_up')).toBe(1);
  expect(figures.get('prosa_database_connections{state="in_use"}')).toBeGreaterThanOrEqual(0);
  expect(figures.get('prosa_answers_late')).toBe(0);
  expect(figures.get('prosa_documents_left')).toBe(0);
  expect(figures.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(figures.get('prosa_streams_open')).toBe(0);
});

test('metrics cover how people come in and what their providers answer, by their address names alone', async () => {
  const person = await testServer.user();
  const enter = (password: string) =>
    testServer.anyone().form('/auth/login', { username: person.email, password });
  await enter('não é esta');
  await enter(person.password);
  await testServer.anyone().post('/auth/second-step', { token: 'nenhum', method: 'totp', code: '000000' });
  await buildProvider(testServer.context, { slug: 'fora-do-ar', settings: { issuer: 'http://127.0.0.1:1' } });
  const { binding_hash } = newTab();
  expect((await testServer.anyone().post('/auth/sso/fora-do-ar/start', { binding_hash })).status).toBe(503);
  const figures = await scrape();
  const entries = (method: string, outcome: string) =>
    figures.get(`prosa_sign_ins_total{method="${method}",outcome="${outcome}"}`);
  expect([entries('password', 'refused'), entries('password', 'entered')]).toEqual([1, 1]);
  expect(entries('second_step', 'refused')).toBe(1);
  const failure = 'slug="fora-do-ar",code="identity_provider_away"';
  expect(figures.get(`prosa_provider_failures_total{${failure}}`)).toBe(1);
  const call = 'slug="fora-do-ar",step="discovery"';
  expect(figures.get(`prosa_provider_calls_seconds_count{${call}}`)).toBe(1);
  expect(figures.get('prosa_secrets_unreadable')).toBe(0);
});

test('in production, and where others reach the process, they ask for METRICS_TOKEN or an administrator', async () => {
  const METRICS_TOKEN = 'token-of-prometheus';
  const inProduction = { production: true, METRICS_TOKEN };
  const exposed = { APP_URL: 'https://prosa.exemplo.com.br', METRICS_TOKEN };
  for (const env of [inProduction, exposed, { production: true }]) {
    const other = await startTestServer({ env });
    const admin = await other.user({ role: 'admin' });
    const ask = async (bearer?: string) =>
      (await other.anyone().get('/metrics', { headers: bearer ? { authorization: `Bearer ${bearer}` } : {} }))
        .status;
    expect(await ask()).toBe(401);
    expect(await ask('undefined')).toBe(401);
    expect(await ask(`${METRICS_TOKEN}x`)).toBe(401);
    expect(await ask(METRICS_TOKEN)).toBe('METRICS_TOKEN' in env ? 200 : 401);
    expect(await ask(admin.token)).toBe(200);
    await other.close();
  }
});

test('they are for this machine and for administrators, whatever a proxy says', async () => {
  const [admin, person] = [await testServer.user({ role: 'admin' }), await testServer.user()];
  const ask = async (from: string, headers: Record<string, string> = {}) =>
    (await testServer.app.inject({ url: '/api/v1/metrics', remoteAddress: from, headers })).statusCode;
  expect(await ask('127.0.0.1')).toBe(200);
  expect(await ask('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(401);
  expect(await ask('10.0.0.9')).toBe(401);
  expect(await ask('10.0.0.9', { authorization: `Bearer ${person.token}` })).toBe(403);
  expect(await ask('10.0.0.9', { authorization: `Bearer ${admin.token}` })).toBe(200);
});

test('B27 a body of nothing but brackets is refused in words', async () => {
  const { status, body } = await testServer
    .as(await testServer.user({ role: 'admin' }))
    .post('/agents/tags', `${'['.repeat(400_000)}${']'.repeat(400_000)}`, {
      headers: { 'content-type': 'application/json' },
    });
  expect([status, body.detail]).toEqual([400, 'Não foi possível entender a requisição.']);
});

test('a database that is away leaves the other figures, and says so itself', async () => {
  const registry = new Registry();
  const database = openDatabase({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' });
  measureDatabase(database.db, registry);
  const text = await registry.metrics();
  expect(text).toContain('prosa_database_up 0');
  expect(text).toContain('prosa_answers_late Nan');
  expect(text).not.toMatch(/prosa_queue_jobs\{/);
  await database.close();
});

test('a request has one name from the browser to the log: its own if it brings one, and a mistake shows it', async () => {
  const given = 'pedido-do-navegador-1';
  const { headers, body } = await testServer.anyone().get('/nada', { headers: { 'x-request-id': given } });
  expect([headers['x-request-id'], body.request_id]).toEqual([given, given]);
  expect(testServer.logs.filter((line) => line.includes(`"request_id":"${given}"`))).toHaveLength(1);
  for (const wrong of ['curto', 'x'.repeat(65), 'com espaço e\taspas"', '../../../etc']) {
    const reply = await testServer.anyone().get('/nada', { headers: { 'x-request-id': wrong } });
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f]{8}-/);
  }
});
