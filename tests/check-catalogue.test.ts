import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { catalogueProblems } from '../scripts/release/check-catalogue.ts';
import { openLog } from '../server/src/adapters/log.ts';
import { openModels } from '../server/src/adapters/models/open-models.ts';
import { parseEnv } from '../server/src/env.ts';
import { openProviderStub, type ProviderStub } from '../server/test/providers/provider-stub.ts';

let stub: ProviderStub;
beforeAll(async () => {
  stub = await openProviderStub();
});
afterEach(() => stub.reset());
afterAll(() => stub.close());

const NOW = new Date('2026-12-20T12:00:00.000Z');

const problems = (variables: Record<string, string>, now = NOW) =>
  catalogueProblems(
    openModels(parseEnv({ NODE_ENV: 'test', ...variables }), {
      log: openLog('silent'),
      clock: { now: () => now },
    }).setup,
    now,
  );
const google = () => ({ GOOGLE_GENERATIVE_AI_API_KEY: 'k', GOOGLE_BASE_URL: stub.url });

test('a catalogue whose active models all answer has no problem, whatever has ended', async () => {
  stub.knowsOnly('gemini-3.8-flash', 'gemini-3.5-flash-lite');
  expect(await problems(google())).toEqual([]);
});

test('a model that the provider no longer lists, one that does not answer and a dead list are named', async () => {
  stub.knowsOnly('gemini-3.8-flash');
  stub.always('401');
  expect(await problems(google())).toEqual([
    'google: gemini-3.8-flash does not answer',
    'google: gemini-3.5-flash-lite is not in the list',
  ]);
  expect(await problems({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' })).toEqual([
    'anthropic: the list of models cannot be read',
  ]);
});

test('without a key only a table older than 90 days is a problem', async () => {
  expect(await problems({})).toEqual([]);
  expect(await problems({}, new Date('2027-03-01T00:00:00.000Z'))).toEqual([
    expect.stringContaining('the catalogue was read 98 days ago'),
  ]);
});
