import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openProviderStub, type ProviderStub, STUB_TEXT, STUB_USAGE } from '../../../test/provider-stub.ts';
import { versionedUrl } from './base-url.ts';
import type { ModelCall, ModelEvent, Prompt } from './model.ts';
import { type ProviderSettings, providerModel } from './providers.ts';
import type { WireName } from './wire.ts';

const KEY = 'sk-teste-0123456789-abcdef';
const SAID = 'O trecho sigiloso desta conversa não pode aparecer em lugar nenhum.';
const prompt: Prompt = { instructions: 'Seja breve.', passages: null, history: [], question: SAID };
const entry = {
  id: 'modelo',
  provider_model: 'stub',
  name: 'Modelo',
  description: '',
  context_window: 100_000,
  max_tokens: 1_000,
  supports_temperature: true,
  is_new: false,
  recommended: false,
};

/** The five ways to speak to a provider. OpenAI's Chat Completions are used where Responses are missing. */
const ways = [
  { way: 'openai responses', provider: 'openai', always: '' },
  { way: 'openai chat', provider: 'openai', always: 'chatonly' },
  { way: 'anthropic', provider: 'anthropic', always: '' },
  { way: 'google', provider: 'google', always: '' },
  { way: 'compatible', provider: 'compatible', always: '' },
] as const;

let stub: ProviderStub;
let waits: number[] = [];

beforeAll(async () => {
  stub = await openProviderStub();
  // The SDK is loaded at the first question; the limits below are too small for that.
  for (const way of ways) await ask(way, '', { first_token_ms: 20_000 });
});
afterAll(() => stub.close());
afterEach(() => {
  stub.reset();
  waits = [];
});

function settings(own: Partial<ProviderSettings> = {}): ProviderSettings {
  return {
    first_token_ms: 10_000,
    idle_ms: 10_000,
    spoken: new Map<string, WireName>(),
    pause: async (ms) => {
      waits.push(ms);
    },
    ...own,
  };
}

function modelOf(way: (typeof ways)[number], own: Partial<ProviderSettings> = {}) {
  const { provider } = way;
  return providerModel(
    { entry: { ...entry, provider }, base_url: versionedUrl(provider, stub.url), api_key: KEY },
    settings(own),
  );
}

function callWith(own: Partial<ModelCall> = {}): ModelCall {
  return { prompt, temperature: 0.5, max_tokens: 100, signal: new AbortController().signal, ...own };
}

async function ask(way: (typeof ways)[number], plan: string, own: Partial<ProviderSettings> = {}) {
  stub.reset();
  stub.always([way.always, plan].filter(Boolean).join('+'));
  return read(modelOf(way, own)(callWith()));
}

async function read(events: AsyncIterable<ModelEvent>) {
  let text = '';
  let pieces = 0;
  const last: ModelEvent[] = [];
  for await (const event of events) {
    if (event.type !== 'text') last.push(event);
    else {
      expect(last).toEqual([]);
      text += event.text;
      pieces += 1;
    }
  }
  expect(last).toHaveLength(1);
  const [end] = last;
  return { text, pieces, end, failed: end?.type === 'failed' ? end : null };
}

/** Closing a socket takes a moment to be noticed on its other side. */
const nothingOpen = () => expect.poll(() => stub.open, { interval: 5 }).toBe(0);

/** Without the one that found out that Responses are missing. */
const triesOf = (way: (typeof ways)[number]) => stub.calls.length - (way.always ? 1 : 0);

describe.each(ways)('$way', (way) => {
  test('an answer comes in pieces, whole, with its usage', async () => {
    const answer = await ask(way, 'pace=1');
    expect(answer.text).toBe(STUB_TEXT);
    expect(answer.pieces).toBeGreaterThan(10);
    expect(answer.end).toEqual({ type: 'end', usage: STUB_USAGE, reason: 'stop' });
  });

  test.each(['noise', 'garbage@0', 'garbage@3', 'bytes=1', 'noise+garbage@2+bytes=5'])(
    'junk, comments and odd cuts change nothing: %s',
    async (plan) => {
      const answer = await ask(way, plan);
      expect(answer.text).toBe(STUB_TEXT);
      expect(answer.end).toEqual({ type: 'end', usage: STUB_USAGE, reason: 'stop' });
    },
  );

  test('a single piece of a mebibyte arrives', async () => {
    const answer = await ask(way, 'huge+bytes=60000');
    expect(Buffer.byteLength(answer.text)).toBe(1024 * 1024);
    expect(answer.end?.type).toBe('end');
  });

  test('no usage is null, zero is zero', async () => {
    expect((await ask(way, 'nousage')).end).toEqual({ type: 'end', usage: null, reason: 'stop' });
    expect((await ask(way, 'zerousage')).end).toMatchObject({ usage: { input: 0, output: 0 } });
  });

  test.each([
    ['401', 'model_refused_key', 1],
    ['403', 'model_refused_key', 1],
    ['429', 'model_busy', 3],
    ['500', 'model_failed', 3],
    ['502', 'model_failed', 3],
    ['503', 'model_failed', 3],
    ['529', 'model_failed', 3],
    ['400', 'model_failed', 1],
    ['504', 'model_failed', 1],
  ])('%s is %s after %i tries', async (plan, code, tries) => {
    const answer = await ask(way, plan);
    expect(answer.text).toBe('');
    expect(answer.failed).toMatchObject({ code, usage: null, cause: { status: Number(plan), tries } });
    expect(triesOf(way)).toBe(tries);
  });

  test('what passes is tried again, and the reader sees nothing of it', async () => {
    const answer = await ask(way, 'flaky=2');
    expect(answer.text).toBe(STUB_TEXT);
    expect(waits).toHaveLength(2);
    expect(waits[0]).toBeGreaterThanOrEqual(200);
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
  });

  test('Retry-After is honoured up to ten seconds in all', async () => {
    await ask(way, '429+retry=4');
    expect(waits).toEqual([4000, 4000]);
    waits = [];
    await ask(way, '429+retry=6');
    expect(waits).toEqual([6000]);
    waits = [];
    expect((await ask(way, '429+retry=60')).failed?.code).toBe('model_busy');
    expect(waits).toEqual([]);
  });

  test.each([
    ['cut@3', 'model_failed'],
    ['eof@3', 'model_failed'],
    ['eof@26', 'model_failed'],
    ['errevent@3', 'model_failed'],
    ['hang@3', 'model_timeout'],
  ])('%s after some text fails once, keeps the text and closes the connection', async (plan, code) => {
    // Every word of the stub's text, and no finish.
    const pieces = plan === 'eof@26' ? 26 : 3;
    stub.reset();
    const answer = await ask(way, plan, { idle_ms: 200 });
    expect(answer.text).toBe((STUB_TEXT.match(/\s*\S+/g) ?? []).slice(0, pieces).join(''));
    expect(answer.failed?.code).toBe(code);
    expect(triesOf(way)).toBe(1);
    await nothingOpen();
  });

  test.each([
    ['slowhead', 'model_timeout'],
    ['hang@0', 'model_timeout'],
    ['cut@0', 'model_failed'],
    ['eof@0', 'model_failed'],
    ['garbage', 'model_failed'],
    ['empty', 'model_failed'],
  ])('%s before the first word is %s', async (plan, code) => {
    const isSilent = plan === 'slowhead' || plan === 'hang@0';
    const answer = await ask(way, plan, { first_token_ms: isSilent ? 120 : 10_000 });
    expect(answer.text).toBe('');
    expect(answer.failed?.code).toBe(code);
    expect(triesOf(way)).toBe(1);
    await nothingOpen();
  });

  test('an error event before the first word is a failure', async () => {
    const answer = await ask(way, 'errevent@0');
    expect(answer.failed).toMatchObject({ code: 'model_failed', usage: null });
    await nothingOpen();
  });

  test('an answer that goes on is not cut by the time limits', async () => {
    const answer = await ask(way, 'pace=20', { first_token_ms: 500, idle_ms: 400 });
    expect(answer.end?.type).toBe('end');
  });

  test('a slow reader is no slow provider', async () => {
    stub.always(way.always);
    let text = '';
    for await (const event of modelOf(way, { idle_ms: 200 })(callWith())) {
      if (event.type === 'text' && text === '') await new Promise((resolve) => setTimeout(resolve, 300));
      if (event.type === 'text') text += event.text;
      else expect(event.type).toBe('end');
    }
    expect(text).toBe(STUB_TEXT);
  });

  test.each(['slowhead', 'hang@0', 'hang@3', '429+retry=9'])(
    'an abort during %s ends without a last event and closes the connection',
    async (plan) => {
      stub.always([way.always, plan].filter(Boolean).join('+'));
      const abort = new AbortController();
      const seen: ModelEvent[] = [];
      const pause: ProviderSettings['pause'] = (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve());
          abort.abort();
        });
      const reading = (async () => {
        for await (const event of modelOf(way, { pause })(callWith({ signal: abort.signal })))
          seen.push(event);
      })();
      const calls = way.always ? 2 : 1;
      if (!plan.startsWith('429')) {
        await expect.poll(() => stub.calls.length, { interval: 2 }).toBe(calls);
        if (plan === 'hang@3') await expect.poll(() => seen.length, { interval: 2 }).toBeGreaterThan(0);
        abort.abort();
      }
      const started = performance.now();
      await reading;
      expect(performance.now() - started).toBeLessThan(500);
      expect(seen.filter(({ type }) => type !== 'text')).toEqual([]);
      await nothingOpen();
      expect(stub.calls).toHaveLength(calls);
    },
  );

  test('a reader that leaves closes the connection', async () => {
    stub.always([way.always, 'hang@5'].filter(Boolean).join('+'));
    for await (const event of modelOf(way)(callWith())) if (event.type === 'text') break;
    await nothingOpen();
  });

  test('an aborted call does not reach the provider', async () => {
    const seen: ModelEvent[] = [];
    for await (const event of modelOf(way)(callWith({ signal: AbortSignal.abort() }))) seen.push(event);
    expect(seen).toEqual([]);
    expect(stub.calls).toHaveLength(0);
  });

  test('the connection is kept for the next question', async () => {
    const own = await openProviderStub();
    own.always(way.always);
    const { provider } = way;
    const base_url = versionedUrl(provider, own.url);
    const model = providerModel({ entry: { ...entry, provider }, base_url, api_key: KEY }, settings());
    for (let turn = 0; turn < 10; turn += 1) await read(model(callWith()));
    // Asked in the same instant in which the answer ends, the agent may open a second one before the first is free.
    expect(own.connections).toBeLessThanOrEqual(2);
    await own.close();
  });

  test.each(['401', '400', '500', 'errevent@2', 'cut@1', 'slowhead'])(
    '%s says nothing secret',
    async (plan) => {
      const { failed } = await ask(way, plan, { first_token_ms: 100 });
      const told = JSON.stringify(failed);
      expect(told).not.toContain(KEY);
      expect(told).not.toContain('sigiloso');
      expect(told.length).toBeLessThan(500);
    },
  );

  test('instructions stand apart from the question, and the temperature only where it is known', async () => {
    await ask(way, '');
    const body = JSON.stringify(stub.calls.at(-1)?.body);
    expect(body).toMatch(/"(developer|system|systemInstruction)".{0,40}Seja breve\./);
    expect(body).toMatch(/"role":"user"[^}]*sigiloso/);
    expect(body).toContain('"temperature":0.5');
    expect(stub.calls.at(-1)?.key).toBe(KEY);

    const { provider } = way;
    const silent = providerModel(
      {
        entry: { ...entry, provider, supports_temperature: false },
        base_url: versionedUrl(provider, stub.url),
        api_key: KEY,
      },
      settings(),
    );
    await read(silent(callWith()));
    expect(JSON.stringify(stub.calls.at(-1)?.body)).not.toContain('temperature');
  });
});

test('a refused connection is tried again and is model_failed', async () => {
  const closed = await openProviderStub();
  await closed.close();
  const model = providerModel(
    { entry: { ...entry, provider: 'anthropic' }, base_url: `${closed.url}/v1`, api_key: KEY },
    settings(),
  );
  const { failed } = await read(model(callWith()));
  expect(failed).toMatchObject({
    code: 'model_failed',
    cause: { status: null, message: 'no answer (ECONNREFUSED)', tries: 3 },
  });
});

test('a key that no header can carry fails without being repeated', async () => {
  const api_key = 'sk-chave\ncom-quebra';
  const model = providerModel(
    { entry: { ...entry, provider: 'openai' }, base_url: `${stub.url}/v1`, api_key },
    settings(),
  );
  const { failed } = await read(model(callWith()));
  expect(failed?.code).toBe('model_failed');
  expect(JSON.stringify(failed)).not.toContain('com-quebra');
});

test('which API a host speaks is asked once', async () => {
  const [, chat] = ways;
  const model = modelOf(chat);
  stub.always('chatonly');
  await read(model(callWith()));
  await read(model(callWith()));
  expect(stub.calls.map(({ dialect }) => dialect)).toEqual(['responses', 'chat', 'chat']);
});

test('OpenAI is told not to keep the conversation', async () => {
  await ask(ways[0], '');
  expect(stub.calls[0]?.body).toMatchObject({ store: false, max_output_tokens: 100 });
});

test('a connection that stays open after the last event does not hold the answer back', async () => {
  stub.next('linger', 'linger', 'linger', 'linger');
  const answers = ways.filter(({ always }) => !always).map((way) => read(modelOf(way)(callWith())));
  for (const { text, end } of await Promise.all(answers)) {
    expect(text).toBe(STUB_TEXT);
    expect(end).toEqual({ type: 'end', usage: STUB_USAGE, reason: 'stop' });
  }
  await nothingOpen();
});

// Chat Completions of OpenAI's package say nothing about thoughts.
test.each(ways.filter(({ way }) => way !== 'openai chat'))(
  '$way: a model that thinks first is given more time, and its thoughts are not the answer',
  async (way) => {
    const answer = await ask(way, 'think=700', { first_token_ms: 500, idle_ms: 300 });
    expect(answer.text).toBe(STUB_TEXT);
    expect(answer.end?.type).toBe('end');
    const stuck = await ask(way, 'think=10000', { first_token_ms: 200, idle_ms: 30 });
    expect(stuck.failed?.code).toBe('model_timeout');
    await nothingOpen();
  },
);

test('a redirect does not carry the key to another host', async () => {
  const { createServer } = await import('node:http');
  const elsewhere = createServer((_, response) => {
    response.writeHead(307, { location: `${stub.url}/v1/messages` }).end();
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  const { port } = elsewhere.address() as { port: number };
  const base_url = `http://127.0.0.1:${port}/v1`;
  const model = providerModel(
    { entry: { ...entry, provider: 'anthropic' }, base_url, api_key: KEY },
    settings(),
  );
  expect((await read(model(callWith()))).failed).toMatchObject({
    code: 'model_failed',
    cause: { status: 307 },
  });
  expect(stub.calls).toHaveLength(0);
  elsewhere.closeAllConnections();
  elsewhere.close();
});

describe('compatible servers have habits of their own', () => {
  const chunk = (delta: object, more: object = {}) =>
    JSON.stringify({ choices: [{ index: 0, delta, ...more }] });
  const stop = chunk({}, { finish_reason: 'stop' });
  const usage = '{"usage":{"prompt_tokens":5,"completion_tokens":2}}';
  const compatible = ways[4];

  test.each([
    [
      'a role the SDK does not know',
      [chunk({ role: 'model', content: 'Olá, ' }), chunk({ content: 'Ana' }), stop, usage],
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
    stub.sayExactly(events.map((event) => `data: ${event}\n\n`).join(''));
    const answer = await read(modelOf(compatible)(callWith()));
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
    stub.sayExactly(text);
    const answer = await read(modelOf(compatible)(callWith()));
    expect(answer.text).toBe('Olá');
    expect(answer.end).toMatchObject({ type: 'end', usage: null });
  });

  test('the answer that was cut by its length says so', async () => {
    stub.sayExactly(`data: ${chunk({ content: 'Olá' }, { finish_reason: 'length' })}\n\n`);
    expect((await read(modelOf(compatible)(callWith()))).end).toMatchObject({ reason: 'length' });
  });

  test('an error in the stream may name its status', async () => {
    stub.sayExactly(
      `data: ${chunk({ content: 'Olá' })}\n\ndata: {"error":{"code":429,"message":"devagar"}}\n\n`,
    );
    const answer = await read(modelOf(compatible)(callWith()));
    expect(answer).toMatchObject({
      text: 'Olá',
      failed: { code: 'model_busy', cause: { status: 429, tries: 1 } },
    });
  });

  test('a usage that is no number is none', async () => {
    stub.sayExactly(
      `data: ${chunk({ content: 'Olá' })}\n\ndata: {"usage":{"prompt_tokens":-5,"completion_tokens":"2"}}\n\ndata: ${stop}\n\n`,
    );
    expect((await read(modelOf(compatible)(callWith()))).end).toMatchObject({ type: 'end', usage: null });
  });

  test('a page instead of a stream is a failure', async () => {
    stub.sayExactly('<!doctype html><title>Entrar</title>');
    expect((await read(modelOf(compatible)(callWith()))).failed?.code).toBe('model_failed');
  });
});
