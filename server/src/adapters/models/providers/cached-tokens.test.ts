/** The tokens that a provider read from its cache, in the form of each provider. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openProviderCalls, type ProviderCalls, read, WAYS } from '../../../../test/providers/calls.ts';

let calls: ProviderCalls;
beforeAll(async () => {
  calls = await openProviderCalls();
});
afterAll(() => calls.stub.close());
afterEach(() => calls.reset());

describe.each(WAYS)('$way', (way) => {
  const usageOf = async (usage: { input: number; output: number; cached?: number }) => {
    calls.stub.reset();
    calls.plan(way, '');
    calls.stub.say(['Sim.'], usage);
    return (await read(calls.modelOf(way))).end;
  };

  test('R-MNY-02 cached tokens are reported as a part of the prompt', async () => {
    expect(await usageOf({ input: 1_000, output: 20, cached: 640 })).toEqual({
      type: 'end',
      usage: { input: 1_000, output: 20, cached: 640 },
      reason: 'stop',
    });
    expect(await usageOf({ input: 1_000, output: 20 })).toMatchObject({
      usage: { input: 1_000, output: 20 },
    });
  });

  // Anthropic lists them apart, so its sum always holds them.
  if (way.provider !== 'anthropic')
    test('more cached tokens than tokens are no report', async () => {
      const end = await usageOf({ input: 10, output: 20, cached: 640 });
      expect(end).toEqual({ type: 'end', usage: { input: 10, output: 20 }, reason: 'stop' });
    });
});
