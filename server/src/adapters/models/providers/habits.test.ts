/** The requests to each provider, texts that must not leak, and servers with habits of their own. */

import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  ENTRY,
  KEY,
  openProviderCalls,
  type ProviderCalls,
  read,
  WAYS,
} from '../../../../test/providers/calls.ts';
import { openProviderStub } from '../../../../test/providers/provider-stub.ts';
import { versionedUrl } from './base-url.ts';
import { providerModel } from './provider-model.ts';

let calls: ProviderCalls;
beforeAll(async () => {
  calls = await openProviderCalls();
});
afterAll(() => calls.stub.close());
afterEach(() => calls.reset());

describe.each(WAYS)('$way', (way) => {
  test.each(['401', '400', '500', 'errevent@2', 'cut@1', 'slowhead'])(
    '%s says nothing secret',
    async (plan) => {
      const { failed } = await calls.ask(way, plan, { first_token_ms: 100 });
      const told = JSON.stringify(failed);
      expect(told).not.toContain(KEY);
      expect(told).not.toContain('sigiloso');
      expect(told.length).toBeLessThan(500);
    },
  );

  test('instructions stand apart from the question, and the temperature only where it is known', async () => {
    await calls.ask(way, '');
    const body = JSON.stringify(calls.stub.calls.at(-1)?.body);
    expect(body).toMatch(/"(developer|system|systemInstruction)".{0,40}Seja breve\./);
    expect(body).toMatch(/"role":"user"[^}]*sigiloso/);
    expect(body).toContain('"temperature":0.5');
    expect(calls.stub.calls.at(-1)?.key).toBe(KEY);

    const { provider } = way;
    const silent = providerModel(
      {
        entry: { ...ENTRY, provider, supports_temperature: false },
        base_url: versionedUrl(provider, calls.stub.url),
        api_key: KEY,
      },
      calls.settings(),
    );
    await read(silent);
    expect(JSON.stringify(calls.stub.calls.at(-1)?.body)).not.toContain('temperature');
  });
});

test('a refused connection is tried again and is model_failed', async () => {
  const closed = await openProviderStub();
  await closed.close();
  const model = providerModel(
    { entry: { ...ENTRY, provider: 'anthropic' }, base_url: `${closed.url}/v1`, api_key: KEY },
    calls.settings(),
  );
  const { failed } = await read(model);
  expect(failed).toMatchObject({
    code: 'model_failed',
    cause: { status: null, message: 'no answer (ECONNREFUSED)', tries: 3 },
  });
});

test('a key that no header can carry fails without being repeated', async () => {
  const api_key = 'sk-chave\ncom-quebra';
  const model = providerModel(
    { entry: { ...ENTRY, provider: 'openai' }, base_url: `${calls.stub.url}/v1`, api_key },
    calls.settings(),
  );
  const { failed } = await read(model);
  expect(failed?.code).toBe('model_failed');
  expect(JSON.stringify(failed)).not.toContain('com-quebra');
});

test('which API a host speaks is asked once', async () => {
  const [, chat] = WAYS;
  const model = calls.modelOf(chat);
  calls.stub.always('chatonly');
  await read(model);
  await read(model);
  expect(calls.stub.calls.map(({ dialect }) => dialect)).toEqual(['responses', 'chat', 'chat']);
});

test('questions that arrive together, before it is known which API a host speaks, are all answered', async () => {
  const [, chat] = WAYS;
  const model = calls.modelOf(chat);
  calls.stub.always('chatonly');
  const answers = await Promise.all([read(model), read(model), read(model)]);
  expect(answers.map(({ failed }) => failed)).toEqual([null, null, null]);
});

test('OpenAI is asked not to keep the conversation', async () => {
  await calls.ask(WAYS[0], '');
  expect(calls.stub.calls[0]?.body).toMatchObject({ store: false, max_output_tokens: 100 });
});

test('a redirect does not carry the key to another host', async () => {
  const elsewhere = createServer((_, response) => {
    response.writeHead(307, { location: `${calls.stub.url}/v1/messages` }).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as { port: number };
  const base_url = `http://127.0.0.1:${port}/v1`;
  const model = providerModel(
    { entry: { ...ENTRY, provider: 'anthropic' }, base_url, api_key: KEY },
    calls.settings(),
  );
  expect((await read(model)).failed).toMatchObject({
    code: 'model_failed',
    cause: { status: 307 },
  });
  expect(calls.stub.calls).toHaveLength(0);
  elsewhere.closeAllConnections();
  elsewhere.close();
});

describe('compatible servers have habits of their own', () => {
  const chunk = (delta: object, more: object = {}) =>
    JSON.stringify({ choices: [{ index: 0, delta, ...more }] });
  const stop = chunk({}, { finish_reason: 'stop' });
  const usage = '{"usage":{"prompt_tokens":5,"completion_tokens":2}}';
  const compatible = WAYS[4];

  test.each([
    [
      'a role the SDK does not know',
      [chunk({ role: 'model', content: 'Olá, ' }), chunk({ content: 'Ana' }), stop, usage],
    ],
    [
      'words beside something else, and then words alone',
      [chunk({ content: 'Olá, ', refusal: null }), chunk({ content: 'Ana' }), stop, usage],
    ],
    ['usage before the end', [chunk({ content: 'Olá, ' }), usage, chunk({ content: 'Ana' }), stop]],
    [
      'a finish reason together with text',
      [chunk({ content: 'Olá, ' }), usage, chunk({ content: 'Ana' }, { finish_reason: 'stop' })],
    ],
    [
      'no finish reason but [DONE]',
      [chunk({ content: 'Olá, ' }), chunk({ content: 'Ana' }), usage, '[DONE]'],
    ],
    [
      'nulls',
      [
        chunk({ content: null, tool_calls: null }),
        chunk({ content: 'Olá, Ana' }, { finish_reason: null }),
        usage,
        stop,
      ],
    ],
  ])('%s', async (_, events) => {
    calls.stub.sayExactly(events.map((event) => `data: ${event}\n\n`).join(''));
    const answer = await read(calls.modelOf(compatible));
    expect(answer.text).toBe('Olá, Ana');
    expect(answer.end).toEqual({ type: 'end', usage: { input: 5, output: 2 }, reason: 'stop' });
  });

  test.each([
    ['no blank line after the last event', `data: ${chunk({ content: 'Olá' })}\n\ndata: ${stop}`],
    [
      'an event on several lines',
      `data: {"choices":\ndata: [{"index":0,"delta":{"content":"Olá"},\ndata: "finish_reason":"stop"}]}\n\n`,
    ],
    [
      'junk right before an event',
      `data: {quebrado\ndata: ${chunk({ content: 'Olá' })}\n\ndata: ${stop}\n\n`,
    ],
    ['bare carriage returns', `data: ${chunk({ content: 'Olá' })}\r\rdata: ${stop}\r\r`],
    ['no space after the colon', `data:${chunk({ content: 'Olá' })}\n\ndata:${stop}\n\n`],
  ])('%s', async (_, text) => {
    calls.stub.sayExactly(text);
    const answer = await read(calls.modelOf(compatible));
    expect(answer.text).toBe('Olá');
    expect(answer.end).toMatchObject({ type: 'end', usage: null });
  });

  test.each([
    ['tool_calls', 'other'],
    ['content_filter', 'other'],
    ['eos', 'stop'],
  ])('an end for «%s» is «%s»', async (finish_reason, reason) => {
    calls.stub.sayExactly(`data: ${chunk({ content: 'Olá' }, { finish_reason })}\n\n`);
    expect((await read(calls.modelOf(compatible))).end).toMatchObject({ type: 'end', reason });
  });

  test('the answer that was cut by its length says so', async () => {
    calls.stub.sayExactly(`data: ${chunk({ content: 'Olá' }, { finish_reason: 'length' })}\n\n`);
    expect((await read(calls.modelOf(compatible))).end).toMatchObject({ reason: 'length' });
  });

  test('an error in the stream may name its status', async () => {
    calls.stub.sayExactly(
      `data: ${chunk({ content: 'Olá' })}\n\ndata: {"error":{"code":429,"message":"devagar"}}\n\n`,
    );
    const answer = await read(calls.modelOf(compatible));
    expect(answer).toMatchObject({
      text: 'Olá',
      failed: { code: 'model_busy', cause: { status: 429, tries: 1 } },
    });
  });

  test('a usage that is no number is none', async () => {
    calls.stub.sayExactly(
      `data: ${chunk({ content: 'Olá' })}\n\ndata: {"usage":{"prompt_tokens":-5,"completion_tokens":"2"}}\n\ndata: ${stop}\n\n`,
    );
    expect((await read(calls.modelOf(compatible))).end).toMatchObject({
      type: 'end',
      usage: null,
    });
  });

  test('a page instead of a stream is a failure', async () => {
    calls.stub.sayExactly('<!doctype html><title>Entrar</title>');
    expect((await read(calls.modelOf(compatible))).failed?.code).toBe('model_failed');
  });
});
