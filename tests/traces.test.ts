/** Traces as a collector receives them: spans belong together, and none holds personal data or secrets. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLog } from '../server/src/adapters/log.ts';
import { openTracing, type Tracing } from '../server/src/adapters/telemetry/open-tracing.ts';
import { parseEnv } from '../server/src/env.ts';
import { buildAgent, buildSession } from '../server/test/builders.ts';
import { scripted, scriptedModels } from '../server/test/providers/scripted-model.ts';
import { startTestServer, type TestServer } from '../server/test/test-server.ts';

type Value = { stringValue?: string; intValue?: string; boolValue?: boolean };
type Span = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: Value }[];
  status: { code?: number };
};

let collector: Server;
let tracing: Tracing;
let testServer: TestServer;
const bodies: string[] = [];
const headers: Record<string, unknown>[] = [];

beforeAll(async () => {
  collector = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(body);
      headers.push(request.headers);
      response.setHeader('content-type', 'application/json');
      response.end('{}');
    });
  });
  collector.listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const env = parseEnv({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20do-coletor',
    OTEL_SERVICE_NAME: 'prosa-teste',
  });
  tracing = openTracing(env, openLog('silent'));
  testServer = await startTestServer({
    tracing,
    models: scriptedModels(scripted(['Resposta ', 'sigilosa'])),
  });
});
afterAll(() => new Promise((resolve) => void collector.close(resolve)));

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

test('a question is one trace, from the browser’s step to the database and the provider; words, tokens and queries are in none', async () => {
  const person = await testServer.user({ name: 'Nome Secreto' });
  const agent = await buildAgent(testServer.context, { custom_prompt: 'Instrução sigilosa' });
  const { id } = await buildSession(testServer.context, { user_id: person.id, agent_id: agent.id });
  const traceparent = `00-${TRACE}-00f067aa0ba902b7-01`;
  const asked = await testServer.as(person).ask(id, 'Pergunta sigilosa?', { headers: { traceparent } });
  expect(asked.answer).toBe('Resposta sigilosa');
  await testServer.as(person).get('/chat/search?q=procura-sigilosa', { headers: { traceparent } });
  await testServer.anyone().get('/nada-disso?token=sigiloso');
  // Asked for by somebody, done later by a job: it belongs to the same trace.
  const recovery = { email: person.email };
  await testServer.anyone().post('/auth/request-reset', recovery, { headers: { traceparent } });
  await testServer.mailbox.next(person.email);
  await testServer.close();
  await tracing.close();

  const spans = bodies.flatMap((body) => JSON.parse(body).resourceSpans[0].scopeSpans[0].spans as Span[]);
  const one = spans.filter(({ traceId }) => traceId === TRACE);
  const root = one.find(({ name }) => name === 'POST /api/v1/chat/sessions/:id/messages');
  expect(root).toMatchObject({ parentSpanId: '00f067aa0ba902b7', kind: 2, status: {} });
  expect(attributesOf(root)).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/v1/chat/sessions/:id/messages',
    'http.response.status_code': '200',
    'prosa.request_id': asked.headers['x-request-id'],
  });
  const under = one.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  const call = under.find(({ name }) => name.startsWith('chat '));
  expect(call).toMatchObject({ kind: 3 });
  expect(attributesOf(call)).toMatchObject({
    'gen_ai.usage.input_tokens': '7',
    'gen_ai.usage.output_tokens': '3',
  });
  const statements = under.filter(({ name }) => name.startsWith('postgresql '));
  expect(statements.length).toBeGreaterThan(5);
  expect(new Set(statements.map(({ name }) => name))).toContain('postgresql COMMIT');
  for (const { startTimeUnixNano, endTimeUnixNano } of spans)
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  const request = one.find(({ name }) => name === 'POST /api/v1/auth/request-reset');
  const job = one.find(({ name }) => name === 'job account.reset');
  expect(job).toMatchObject({ parentSpanId: request?.spanId, kind: 5 });
  // The ids of what was asked for are in the route only as their place.
  expect(one.map(({ name }) => name)).toContain('GET /api/v1/chat/search');
  expect(bodies.join()).not.toMatch(/sigilos|Secret|Bearer|eyJ/);
  expect(bodies.join()).not.toContain(person.token);
  expect(bodies.join()).not.toContain(person.email);
  expect(bodies.join()).not.toContain(id);
  expect(headers[0]).toMatchObject({
    authorization: 'Bearer do-coletor',
    'content-type': 'application/json',
  });
  expect(JSON.parse(bodies[0] ?? '').resourceSpans[0].resource.attributes).toContainEqual({
    key: 'service.name',
    value: { stringValue: 'prosa-teste' },
  });
});

const attributesOf = (span: Span | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.boolValue,
    ]),
  );
