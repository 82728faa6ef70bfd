import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { allRoutes } from '../../app.ts';
import { shapeOf } from '../../http/answer-shape.ts';
import { exampleOf, examplesOf } from './api-examples.ts';

let testServer: TestServer;
let endpoints: Endpoint[];
beforeAll(async () => {
  testServer = await startTestServer();
  endpoints = allRoutes(testServer.context, testServer.readiness).map(({ endpoint }) => endpoint);
});
afterAll(() => testServer.close());

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

test('every call has an example of all that it takes and gives, and its schema accepts it', () => {
  const wrong: string[] = [];
  for (const endpoint of endpoints) {
    const { params, query, body, answer } = examplesOf(endpoint);
    const parts: [string, z.ZodType | undefined, unknown][] = [
      ['params', endpoint.params, params],
      ['query', endpoint.query, query],
      // Files stand in an example by their names alone.
      ['body', endpoint.body ?? endpoint.form, body],
      ['answer', endpoint.bare ?? endpoint.list ?? endpoint.reply, answer],
      ['event', endpoint.events, endpoint.events && exampleOf(endpoint.events, 'answer')],
    ];
    for (const [part, schema, example] of parts) {
      const { success, error } = schema?.safeParse(example) ?? { success: true, error: undefined };
      if (!success) wrong.push(`${nameOf(endpoint)} ${part}: ${error?.message.replaceAll(/\s+/g, ' ')}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('every answer goes out as its schema would have it, without what does not belong in it', () => {
  const strange: string[] = [];
  for (const endpoint of endpoints) {
    const schema = endpoint.list ?? endpoint.reply;
    if (!schema) continue;
    const example = examplesOf(endpoint).answer;
    const more = withMore(example);
    // Where names are free, a field more is no stranger.
    const answer = schema.safeParse(more).success ? more : example;
    const shaped = shapeOf(schema)(answer);
    if (JSON.stringify(shaped) !== JSON.stringify(schema.parse(answer))) strange.push(nameOf(endpoint));
  }
  expect(strange).toEqual([]);
});

/** The same with a field more in every object. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withMore(field)]);
  return { ...Object.fromEntries(fields), more: 'never' };
}

test('a field that nobody has written an example for fails, by its name', () => {
  expect(() => exampleOf(z.object({ colour_of_the_sky: z.string() }), 'body')).toThrow(
    'body.colour_of_the_sky',
  );
});

type Described = { description?: string; example?: unknown };
type Operation = Described & {
  summary?: string;
  parameters?: Described[];
  requestBody?: { content: Record<string, Described> };
  responses: Record<string, { content?: Record<string, Described> }>;
};

test('the description of the API tells each call with a summary, who may make it, and examples in Portuguese', async () => {
  const { status, body } = await testServer.as(await testServer.user({ role: 'admin' })).get('/openapi.json');
  expect(status).toBe(200);
  const lacking: string[] = [];
  for (const endpoint of endpoints) {
    const path = `/api/v1${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const operation: Operation | undefined = body.paths[path]?.[endpoint.method.toLowerCase()];
    const lacks = (what: string) => lacking.push(`${nameOf(endpoint)}: ${what}`);
    if (!operation) {
      lacks('everything');
      continue;
    }
    if (!operation.summary?.trim()) lacks('summary');
    if (!operation.description?.trim()) lacks('description');
    if (operation.parameters?.some(({ example }) => example === undefined)) lacks('example of a parameter');
    const takes = endpoint.body ?? endpoint.form ?? endpoint.file ?? endpoint.raw;
    const given = Object.values(operation.requestBody?.content ?? {});
    if (takes && !(given.length && given.every(({ example }) => example !== undefined)))
      lacks('example of its input');
    const answers = Object.values(operation.responses[String(endpoint.status ?? 200)]?.content ?? {});
    // Without a body there is nothing to show.
    const isEmpty = endpoint.status === 204;
    if (!isEmpty && !(answers.length && answers.every(({ example }) => example !== undefined)))
      lacks('example of its answer');
    const failure = Object.values(operation.responses['4XX']?.content ?? {});
    if (!(failure.length && failure.every(({ example }) => example !== undefined)))
      lacks('example of a refusal');
  }
  expect(lacking).toEqual([]);

  const { post } = body.paths['/api/v1/openai/chat/completions'];
  expect(post.security).toEqual([{ key: [] }]);
  expect(Object.keys(post.responses[200].content)).toEqual(['application/json', 'text/event-stream']);
  expect(post.responses[200].content['text/event-stream'].example).toMatch(
    /^data: \{.*\}\n\ndata: \[DONE\]\n\n$/,
  );
});
