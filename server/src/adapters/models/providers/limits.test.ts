/** Time, aborts and connections: nothing calls.waits for ever and nothing stays open. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  callWith,
  ENTRY,
  KEY,
  openProviderCalls,
  type ProviderCalls,
  read,
  WAYS,
} from '../../../../test/providers/calls.ts';
import { openProviderStub, STUB_TEXT, STUB_USAGE } from '../../../../test/providers/provider-stub.ts';
import { versionedUrl } from './base-url.ts';
import { EventReader } from './event-reader.ts';
import { type ProviderSettings, providerModel } from './provider-model.ts';

let calls: ProviderCalls;
beforeAll(async () => {
  calls = await openProviderCalls();
});
afterAll(() => calls.stub.close());
afterEach(() => calls.reset());

describe.each(WAYS)('$way', (way) => {
  test('an answer that goes on is not cut by the time limits', async () => {
    const answer = await calls.ask(way, 'pace=20', { first_token_ms: 500, idle_ms: 400 });
    expect(answer.end?.type).toBe('end');
  });

  test.each(['slowhead', 'hang@0', 'hang@3', '429+retry=9'])(
    'an abort during %s ends without a last event and closes the connection',
    async (plan) => {
      calls.plan(way, plan);
      const abort = new AbortController();
      const said: string[] = [];
      const pause: ProviderSettings['pause'] = (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve());
          abort.abort();
        });
      const model = calls.modelOf(way, { pause });
      const reading = model(callWith({ signal: abort.signal }), (text) => said.push(text));
      const asked = way.always ? 2 : 1;
      if (!plan.startsWith('429')) {
        await expect.poll(() => calls.stub.calls.length, { interval: 2 }).toBe(asked);
        if (plan === 'hang@3') await expect.poll(() => said.length, { interval: 2 }).toBeGreaterThan(0);
        abort.abort();
      }
      const started = performance.now();
      expect(await reading).toBeUndefined();
      expect(performance.now() - started).toBeLessThan(5_000);
      await calls.nothingOpen();
      expect(calls.stub.calls).toHaveLength(asked);
    },
  );

  test('an abort by the listener at the first text closes the connection, and no further text arrives', async () => {
    calls.plan(way, 'hang@5+pace=1');
    const abort = new AbortController();
    const said: string[] = [];
    const last = await calls.modelOf(way)(callWith({ signal: abort.signal }), (text) => {
      said.push(text);
      abort.abort();
    });
    expect([said.length, last]).toEqual([1, undefined]);
    await calls.nothingOpen();
  });

  test('an aborted call does not reach the provider', async () => {
    const call = callWith({ signal: AbortSignal.abort() });
    expect(await calls.modelOf(way)(call, () => expect.unreachable())).toBeUndefined();
    expect(calls.stub.calls).toHaveLength(0);
  });

  test('the connection is kept for the next question', async () => {
    const own = await openProviderStub();
    own.always(way.always);
    const { provider } = way;
    const base_url = versionedUrl(provider, own.url);
    const model = providerModel({ entry: { ...ENTRY, provider }, base_url, api_key: KEY }, calls.settings());
    for (let turn = 0; turn < 10; turn += 1) await read(model);
    // Asked in the same instant in which the answer ends, the agent may open a second one before the first is free.
    expect(own.connections).toBeLessThanOrEqual(2);
    await own.close();
  });
});

test('a connection that stays open after the last event does not hold the answer back', async () => {
  calls.stub.next('linger', 'linger', 'linger', 'linger');
  const answers = WAYS.filter(({ always }) => !always).map((way) => read(calls.modelOf(way)));
  for (const { text, end } of await Promise.all(answers)) {
    expect(text).toBe(STUB_TEXT);
    expect(end).toEqual({ type: 'end', usage: STUB_USAGE, reason: 'stop' });
  }
  await calls.nothingOpen();
});

test.each(WAYS)(
  '$way: a model that thinks first is given more time, and its thoughts are not the answer',
  async (way) => {
    const answer = await calls.ask(way, 'think=700', { first_token_ms: 500, idle_ms: 300 });
    expect(answer.text).toBe(STUB_TEXT);
    expect(answer.end?.type).toBe('end');
    const stuck = await calls.ask(way, 'think=10000', { first_token_ms: 200, idle_ms: 30 });
    expect(stuck.failed?.code).toBe('model_timeout');
    await calls.nothingOpen();
  },
);

test('an event of many lines that has no end is a failure, and does not fill the memory', () => {
  let tooLong = 0;
  const reader = new EventReader({ event: () => '', done: () => {}, tooLong: () => (tooLong += 1) });
  const line = `data: ${'x'.repeat(1024 * 1024)}\n`;
  for (let lines = 0; lines < 16; lines += 1) reader.take(line);
  expect(tooLong).toBe(0);
  reader.take(line);
  expect(tooLong).toBe(1);
});
