/** Every provider with every fault: what the reader of the answer sees. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  callWith,
  openProviderCalls,
  type ProviderCalls,
  read,
  WAYS,
  type Way,
} from '../../../../test/providers/calls.ts';
import { STUB_TEXT, STUB_USAGE } from '../../../../test/providers/provider-stub.ts';
import type { ModelCall, ReportedUsage } from '../model.ts';
import type { Dialect } from './stream-parsers.ts';

let calls: ProviderCalls;
beforeAll(async () => {
  calls = await openProviderCalls();
});
afterAll(() => calls.stub.close());
afterEach(() => calls.reset());

describe.each(WAYS)('$way', (way) => {
  test('an answer comes in pieces, whole, with its usage', async () => {
    const answer = await calls.ask(way, 'pace=1');
    expect(answer.text).toBe(STUB_TEXT);
    expect(answer.pieces).toBeGreaterThan(10);
    expect(answer.end).toEqual({ type: 'end', usage: STUB_USAGE, reason: 'stop' });
  });

  test.each(['noise', 'garbage@0', 'garbage@3', 'bytes=1', 'noise+garbage@2+bytes=5'])(
    'junk, comments and odd cuts change nothing: %s',
    async (plan) => {
      const answer = await calls.ask(way, plan);
      expect(answer.text).toBe(STUB_TEXT);
      expect(answer.end).toEqual({ type: 'end', usage: STUB_USAGE, reason: 'stop' });
    },
  );

  test('a single piece of a mebibyte arrives', async () => {
    const answer = await calls.ask(way, 'huge+bytes=60000');
    expect(Buffer.byteLength(answer.text)).toBe(1024 * 1024);
    expect(answer.end?.type).toBe('end');
  });

  test('B12 no usage is null, zero is zero', async () => {
    expect((await calls.ask(way, 'nousage')).end).toEqual({ type: 'end', usage: null, reason: 'stop' });
    expect((await calls.ask(way, 'zerousage')).end).toMatchObject({ usage: { input: 0, output: 0 } });
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
    const answer = await calls.ask(way, plan);
    expect(answer.text).toBe('');
    expect(answer.failed).toMatchObject({ code, usage: null, cause: { status: Number(plan), tries } });
    expect(calls.triesOf(way)).toBe(tries);
  });

  test('B7 what passes is tried again, and the reader sees nothing of it', async () => {
    const answer = await calls.ask(way, 'flaky=2');
    expect(answer.text).toBe(STUB_TEXT);
    expect(calls.waits).toHaveLength(2);
    expect(calls.waits[0]).toBeGreaterThanOrEqual(200);
    expect(calls.waits[1]).toBeGreaterThan(calls.waits[0] ?? 0);
  });

  test('Retry-After is honoured up to ten seconds in all', async () => {
    await calls.ask(way, '429+retry=4');
    expect(calls.waits).toEqual([4000, 4000]);
    calls.waits.length = 0;
    await calls.ask(way, '429+retry=6');
    expect(calls.waits).toEqual([6000]);
    calls.waits.length = 0;
    expect((await calls.ask(way, '429+retry=60')).failed?.code).toBe('model_busy');
    expect(calls.waits).toEqual([]);
  });

  test.each([
    ['cut@3', 'model_failed'],
    ['eof@3', 'model_failed'],
    ['eof@26', 'model_failed'],
    ['errevent@3', 'model_failed'],
    ['hang@3', 'model_timeout'],
  ])('B9 B10 %s after some text fails once, keeps the text and closes the connection', async (plan, code) => {
    // Every word of the stub's text, and no finish.
    const pieces = plan === 'eof@26' ? 26 : 3;
    calls.stub.reset();
    const answer = await calls.ask(way, plan, { idle_ms: 200 });
    expect(answer.text).toBe((STUB_TEXT.match(/\s*\S+/g) ?? []).slice(0, pieces).join(''));
    expect(answer.failed?.code).toBe(code);
    expect(calls.triesOf(way)).toBe(1);
    await calls.nothingOpen();
  });

  test.each([
    ['slowhead', 'model_timeout'],
    ['hang@0', 'model_timeout'],
    ['cut@0', 'model_failed'],
    ['eof@0', 'model_failed'],
    ['garbage', 'model_failed'],
    ['empty', 'model_failed'],
  ])('B8 %s before the first word is %s', async (plan, code) => {
    const isSilent = plan === 'slowhead' || plan === 'hang@0';
    const answer = await calls.ask(way, plan, { first_token_ms: isSilent ? 120 : 10_000 });
    expect(answer.text).toBe('');
    expect(answer.failed?.code).toBe(code);
    expect(calls.triesOf(way)).toBe(1);
    await calls.nothingOpen();
  });

  test('an error event before the first word is a failure', async () => {
    const answer = await calls.ask(way, 'errevent@0');
    expect(answer.failed).toMatchObject({ code: 'model_failed', usage: null });
    await calls.nothingOpen();
  });
});

test('one gateway may serve all providers at the same address: each is spoken to in its own way, again and again', async () => {
  const known_dialects = new Map<string, Dialect>();
  const ways = WAYS.filter(({ always }) => always === '');
  const said: string[] = [];
  const asks = async (way: Way) => said.push((await read(calls.modelOf(way, { known_dialects }))).text);
  for (const way of [...ways, ...ways.toReversed()]) await asks(way);
  expect(said).toEqual(said.map(() => STUB_TEXT));
  expect(calls.stub.calls.map(({ dialect }) => dialect).slice(0, ways.length)).toEqual(
    calls.stub.calls
      .map(({ dialect }) => dialect)
      .slice(ways.length)
      .toReversed(),
  );
});

describe('the tokens that a provider has reported before an answer was cut', () => {
  const anthropic = WAYS.find(({ way }) => way === 'anthropic') as Way;
  const told = async (faults: string, own: Partial<ModelCall> = {}) => {
    const usages: ReportedUsage[] = [];
    calls.stub.reset();
    calls.plan(anthropic, faults);
    const onUsage = (usage: ReportedUsage) => usages.push(usage);
    await read(calls.modelOf(anthropic), callWith({ ...own, onUsage }));
    return usages;
  };

  test('are its input, and not the output, which it counts at the end', async () => {
    expect(await told('cut@3')).toEqual([{ input: STUB_USAGE.input, output: null }]);
  });

  test('are all of them where nothing was cut', async () => {
    expect(await told('')).toEqual([STUB_USAGE]);
  });
});
