import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openProviderStub, type ProviderStub, STUB_TEXT } from '../../../test/providers/provider-stub.ts';
import { parseEnv, StartRefused } from '../../env.ts';
import { openLog } from '../log.ts';
import type { Model, ModelEnding } from './model.ts';
import { openModels } from './open-models.ts';

let stub: ProviderStub;
beforeAll(async () => {
  stub = await openProviderStub();
});
afterAll(() => stub.close());
beforeEach(() => stub.reset());

const lines: string[] = [];
const log = openLog('info', { write: (line: string) => void lines.push(line) });

let now = new Date('2026-11-23T12:00:00.000Z');
const clock = { now: () => now };

function open(variables: Record<string, string>, overrides: object = {}) {
  const own = { NODE_ENV: 'test', MODEL_OVERRIDES: JSON.stringify(overrides), ...variables };
  return openModels(parseEnv(own), { log, clock, variables: own });
}

async function answer(model: Model | undefined): Promise<{ text: string; last: ModelEnding | undefined }> {
  if (!model) throw new Error('no model');
  let text = '';
  const prompt = { instructions: '', passages: null, history: [], question: 'Oi?' };
  const { signal } = new AbortController();
  const last = await model({ prompt, temperature: 0.5, max_tokens: 50, signal }, (words) => {
    text += words;
  });
  return { text, last };
}

test('without any key every agent runs on the local reader', async () => {
  const models = open({});
  expect(models.local).toBe(true);
  expect(models.setup?.providers()).toEqual([]);
  const opened = models.open('gpt-5');
  expect(opened).toMatchObject({ local: true, entry: { id: 'gpt-5' } });
  expect((await answer(opened?.model)).text).toContain('não há como responder');
  // An agent may name a model that an override once added.
  expect(models.open('de-outro-tempo')?.local).toBe(true);
});

test('with one key the other providers have none', () => {
  const models = open({ ANTHROPIC_API_KEY: 'k' });
  expect(models.local).toBe(false);
  expect(models.open('claude-4-sonnet')).toMatchObject({ local: false, entry: { id: 'claude-sonnet-5-5' } });
  expect(models.open('gpt-4o')).toBeNull();
  expect(models.refusal('gpt-4o')).toBe('model_not_configured');
  // The Gemini models of the first release are retired, and so the default of this installation answers for them.
  expect(models.open('gemini-2.0-flash')).toMatchObject({ entry: { id: 'claude-sonnet-5-5' } });
  expect(models.open('gemini-3.8-flash')).toBeNull();
  expect(models.open('nenhum')).toBeNull();
  expect(models.open('__proto__')).toBeNull();
});

test('a key of blanks is no key', () => {
  expect(open({ OPENAI_API_KEY: '  ' }).local).toBe(true);
});

test.each([
  ['OPENAI', 'gpt-4o', ''],
  ['OPENAI', 'gpt-4o', '/v1'],
  ['ANTHROPIC', 'claude-opus-5-5', ''],
  ['ANTHROPIC', 'claude-opus-5-5', '/v1'],
  ['GOOGLE', 'gemini-3.8-flash', ''],
  ['GOOGLE', 'gemini-3.8-flash', '/v1beta'],
])('%s_BASE_URL moves %s to another host, with %j', async (name, id, version) => {
  const key = name === 'GOOGLE' ? 'GOOGLE_GENERATIVE_AI_API_KEY' : `${name}_API_KEY`;
  const models = open({ [key]: 'k-teste', [`${name}_BASE_URL`]: stub.url + version });
  const opened = models.open(id);
  expect((await answer(opened?.model)).text).toBe(STUB_TEXT);
  expect(stub.calls[0]).toMatchObject({ key: 'k-teste', model: opened?.entry.provider_model });
});

test('an override corrects a model of the catalogue and leaves the rest of it', async () => {
  const models = open(
    { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url },
    { 'gpt-4o': { provider_model: 'gpt-4o-2024-11-20', max_tokens: 20, price: { input: 1, output: 2 } } },
  );
  const opened = models.open('gpt-4o');
  expect(opened?.entry).toMatchObject({
    name: 'GPT-4o',
    context_window: 128_000,
    price: { input: 1, output: 2 },
  });
  await answer(opened?.model);
  expect(stub.calls[0]).toMatchObject({ model: 'gpt-4o-2024-11-20', body: { max_output_tokens: 20 } });
});

test('an override adds a model behind a compatible address, with the key its variable holds', async () => {
  const added = {
    provider: 'compatible',
    provider_model: 'llama',
    base_url: stub.url,
    api_key_env: 'MINHA_CHAVE',
  } as const;
  const models = open({ MINHA_CHAVE: 'segredo' }, { 'meu-modelo': added });
  expect(models.local).toBe(false);
  expect(models.catalogue.find(({ id }) => id === 'meu-modelo')).toMatchObject({
    name: 'meu-modelo',
    context_window: 32_000,
  });
  expect((await answer(models.open('meu-modelo')?.model)).text).toBe(STUB_TEXT);
  expect(stub.calls[0]).toMatchObject({ dialect: 'chat', model: 'llama', key: 'segredo' });
  expect(open({}, { 'meu-modelo': added }).local).toBe(true);
});

test('a compatible server may ask for no key', async () => {
  const models = open({}, { local: { base_url: stub.url, provider_model: 'qwen' } });
  expect((await answer(models.open('local')?.model)).text).toBe(STUB_TEXT);
  expect(stub.calls[0]?.headers.authorization).toBeUndefined();
});

test('a compatible model without an address stops the start', () => {
  expect(() => open({}, { 'meu-modelo': { name: 'Meu' } })).toThrow(StartRefused);
  expect(() => open({}, { 'meu-modelo': { name: 'Meu' } })).toThrow(
    'MODEL_OVERRIDES: o modelo "meu-modelo" precisa de "base_url".',
  );
});

test('a retired model runs on its successor, and on that one’s', () => {
  const overrides = {
    'gpt-4o': { retired_successor: 'gpt-5-mini' },
    'gpt-5-mini': { retired_successor: 'gpt-5' },
  };
  expect(open({ OPENAI_API_KEY: 'k' }, overrides).open('gpt-4o')?.entry.id).toBe('gpt-5');
  // Nothing is asked in local mode, so nothing has been retired there.
  expect(open({}, overrides).open('gpt-4o')).toMatchObject({ entry: { id: 'gpt-4o' }, local: true });
});

test('a successor that leads in a circle or nowhere leaves the default, with a line in the log', () => {
  lines.length = 0;
  const overrides = {
    'gpt-4o': { retired_successor: 'gpt-5' },
    'gpt-5': { retired_successor: 'gpt-4o' },
    'gpt-5-mini': { retired_successor: 'nenhum' },
  };
  const models = open({ OPENAI_API_KEY: 'k' }, overrides);
  expect(models.open('gpt-4o')?.entry.id).toBe('gpt-6.1-terra');
  expect(models.open('gpt-5-mini')?.entry.id).toBe('gpt-6.1-terra');
  expect(lines.filter((line) => line.includes('no usable successor'))).toHaveLength(3);
});

test('the time limits are the operator’s', async () => {
  stub.always('hang@2');
  const slow = { MODEL_FIRST_TOKEN_SECONDS: '20', MODEL_IDLE_SECONDS: '0.05' };
  const models = open({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url, ...slow });
  expect((await answer(models.open('gpt-4o')?.model)).last).toMatchObject({
    type: 'failed',
    code: 'model_timeout',
  });
});

test('what is logged about a second try holds no key', async () => {
  lines.length = 0;
  stub.next('503');
  const models = open({ OPENAI_API_KEY: 'sk-muito-secreta-123', OPENAI_BASE_URL: stub.url });
  expect((await answer(models.open('gpt-4o')?.model)).text).toBe(STUB_TEXT);
  expect(lines.join('')).toContain('"status":503');
  expect(lines.join('')).not.toContain('secreta');
});

test('R-MDL-06 a model runs itself until the day on which it ends, and from then on its successor does', () => {
  const models = open({ OPENAI_API_KEY: 'k' });
  now = new Date('2026-12-10T23:59:59.999Z');
  expect(models.open('gpt-5-mini')?.entry.id).toBe('gpt-5-mini');
  now = new Date('2026-12-11T00:00:00.000Z');
  expect(models.open('gpt-5-mini')?.entry.id).toBe('gpt-6.1-terra');
  now = new Date('2026-11-23T12:00:00.000Z');
});

test('R-MDL-07 where successors are not followed, a retired model has gone, whatever key there is', () => {
  const models = open({ ANTHROPIC_API_KEY: 'k' });
  models.setup?.configure({ default: null, steps: null, follow_successor: false, added: [] });
  expect(models.open('claude-4-sonnet')).toBeNull();
  expect(models.refusal('claude-4-sonnet')).toBe('model_gone');
  expect(models.open('claude-sonnet-5-5')?.entry.id).toBe('claude-sonnet-5-5');
});

test('R-MDL-05 what the installation has chosen answers for retired models without a usable successor', () => {
  const models = open({ OPENAI_API_KEY: 'k', GOOGLE_GENERATIVE_AI_API_KEY: 'k' });
  models.setup?.configure({ default: 'gemini-3.8-flash', steps: null, follow_successor: true, added: [] });
  expect(models.open('claude-3-7-sonnet')?.entry.id).toBe('gemini-3.8-flash');
  expect(models.open('gemini-2.0-flash-lite')?.entry.id).toBe('gemini-3.5-flash-lite');
});

test('a chosen default whose key is gone is passed over', () => {
  const models = open({ OPENAI_API_KEY: 'k' });
  models.setup?.configure({ default: 'gemini-3.8-flash', steps: null, follow_successor: true, added: [] });
  expect(models.open('claude-3-7-sonnet')?.entry.id).toBe('gpt-6.1-terra');
});

test('a step runs on its own model while that is active, otherwise on the cheap one and never on a successor', () => {
  const models = open({ OPENAI_API_KEY: 'k' });
  expect(models.openSteps('gpt-5-mini')[0]?.entry.id).toBe('gpt-5-mini');
  expect(models.openSteps('claude-3-7-sonnet')[0]?.entry.id).toBe('gpt-6-luna');
  expect(models.openSteps('claude-sonnet-5-5')[0]?.entry.id).toBe('gpt-6-luna');
  models.setup?.configure({ default: 'gpt-6.2-sol', steps: 'gpt-5-nano', follow_successor: true, added: [] });
  expect(models.openSteps('claude-3-7-sonnet')[0]?.entry.id).toBe('gpt-5-nano');
});

test('R-MDL-08 a model that its provider does not know rests for a minute, and is asked again after it', async () => {
  stub.knowsOnly('gpt-6.2-sol');
  const models = open({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  const gone = { type: 'failed', code: 'model_gone' };
  const question = () => answer(models.open('gpt-5')?.model);
  expect((await question()).last).toMatchObject(gone);
  const asked = stub.calls.length;
  expect((await question()).last).toMatchObject(gone);
  expect(stub.calls).toHaveLength(asked);
  expect(models.stateOf(models.catalogue.find(({ id }) => id === 'gpt-5') as never)).toBe('failing');
  stub.knowsOnly('gpt-5');
  now = new Date(now.getTime() + 60_000);
  expect((await question()).text).toBe(STUB_TEXT);
  expect(models.stateOf(models.catalogue.find(({ id }) => id === 'gpt-5') as never)).toBe('ending');
});

describe('a residency', () => {
  const home = { base_url: 'http://127.0.0.1:11434', provider_model: 'qwen4-32b' };
  const keys = { ANTHROPIC_API_KEY: 'k' };

  test('keeps out a model, a successor and a default that process outside of it', () => {
    const models = open(keys, { casa: home });
    expect(models.open('claude-sonnet-5-5', 'local')).toBeNull();
    expect(models.refusal('claude-sonnet-5-5', 'local')).toBe('model_gone');
    expect(models.open('claude-4-sonnet', 'brasil')?.entry.id).toBe('casa');
    expect(models.openSteps('claude-haiku-5-5', 'local')[0]?.entry.id).toBe('casa');
    expect(models.open('casa', 'local')?.provider).toMatchObject({ id: null, residency: 'local' });
    expect(open(keys).open('claude-4-sonnet', 'local')).toBeNull();
  });

  test('of an address that only MODEL_OVERRIDES names is local where MODEL_PRIVATE_HOSTS lists it', () => {
    const hosts = { MODEL_PRIVATE_HOSTS: 'modelos.orgao.br,200.10.0.0/16' };
    const residencyOf = (base_url: string, variables = {}) =>
      open(variables, { casa: { ...home, base_url } }).open('casa')?.provider.residency;
    expect(residencyOf('https://modelos.orgao.br')).toBe('exterior');
    expect(residencyOf('https://modelos.orgao.br', hosts)).toBe('local');
    expect(residencyOf('https://200.10.3.4', hosts)).toBe('local');
    expect(residencyOf('https://200.11.3.4', hosts)).toBe('exterior');
  });

  test('of a configured provider is the one that was declared for it', () => {
    const models = open({});
    const sovereign = {
      id: 7,
      kind: 'compatible',
      name: 'Nuvem nacional',
      base_url: 'https://modelos.exemplo.br',
      typed_address: true,
      key: 'k',
      key_source: 'stored',
      key_readable: true,
      residency: 'brasil',
    } as const;
    models.setup?.configure({ providers: [sovereign], rows: [{ id: 'jandaia', provider_id: 7 }] });
    expect(models.local).toBe(false);
    expect(models.open('jandaia', 'local')).toBeNull();
    expect(models.open('jandaia', 'brasil')).toMatchObject({
      entry: { id: 'jandaia', provider: 'compatible', context_window: 32_000, max_tokens: 4_096 },
      provider: { id: 7, name: 'Nuvem nacional', residency: 'brasil' },
    });
  });
});

describe('the layers of the catalogue', () => {
  test('are MODEL_OVERRIDES, the rows of the installation and the list in code, field by field', () => {
    const models = open({ OPENAI_API_KEY: 'k' }, { 'gpt-6-luna': { max_tokens: 900 } });
    const row = { id: 'gpt-6-luna', max_tokens: 500, name: 'Luna', ends_at: '2027-02-01' };
    models.setup?.configure({ rows: [row] });
    expect(models.open('gpt-6-luna')?.entry).toMatchObject({
      name: 'Luna',
      max_tokens: 900,
      ends_at: '2027-02-01',
      context_window: 922_000,
      efforts: ['none'],
    });
  });

  test('a row that moves an entry to another model drops what the code says of the old one', () => {
    const models = open({ OPENAI_API_KEY: 'k' });
    models.setup?.configure({ rows: [{ id: 'gpt-5', provider_model: 'gpt-5-lts' }] });
    const entry = models.open('gpt-5')?.entry;
    expect(entry).toMatchObject({ provider_model: 'gpt-5-lts', max_tokens: 32_768 });
    expect(entry?.ends_at).toBeUndefined();
    expect(entry?.efforts).toBeUndefined();
  });

  test('a row may retire an entry by its date, and the provider’s list by leaving it out', () => {
    const models = open({ OPENAI_API_KEY: 'k' });
    models.setup?.configure({ rows: [{ id: 'gpt-6.2-sol', retired_at: '2026-11-23' }], gone: ['gpt-4o'] });
    expect(models.open('gpt-6.2-sol')?.entry.id).toBe('gpt-6.1-terra');
    expect(models.open('gpt-4o')?.entry.id).toBe('gpt-6-luna');
  });
});

test('a change replaces the catalogue as a whole, and what was opened before stays as it was', async () => {
  const models = open({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  expect(models.version).toBe(-1);
  const before = models.open('gpt-6-luna');
  const unchanged = models.open('gpt-6.2-sol');
  models.setup?.configure({ version: 3, rows: [{ id: 'gpt-6-luna', provider_model: 'gpt-6-luna-2' }] });
  expect(models.version).toBe(3);
  await answer(before?.model);
  await answer(models.open('gpt-6-luna')?.model);
  expect(stub.calls.map(({ model }) => model)).toEqual(['gpt-6-luna', 'gpt-6-luna-2']);
  // Callers key their state by the model: it is the same one for as long as it is reached in the same way.
  expect(models.open('gpt-6.2-sol')?.model).toBe(unchanged?.model);
});

describe('a model rests', () => {
  const models = () => open({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });

  test.each([
    ['401', 'model_refused_key'],
    ['402', 'model_without_credit'],
  ])('for a minute after %s', async (plan, code) => {
    stub.always(plan);
    const opened = models().open('gpt-4o');
    expect((await answer(opened?.model)).last).toMatchObject({ code });
    const asked = stub.calls.length;
    expect((await answer(opened?.model)).last).toMatchObject({ code, retry_after_ms: 60_000 });
    expect(stub.calls).toHaveLength(asked);
  });

  test('for 15 seconds after three refusals of a busy provider within 30 seconds, and not before', async () => {
    stub.always('429+retry=60');
    const opened = models().open('gpt-4o');
    for (const rests of [false, false, true]) {
      await answer(opened?.model);
      const asked = stub.calls.length;
      if (!rests) continue;
      expect((await answer(opened?.model)).last).toMatchObject({
        code: 'model_busy',
        retry_after_ms: 15_000,
      });
      expect(stub.calls).toHaveLength(asked);
    }
    stub.reset();
    now = new Date(now.getTime() + 15_000);
    expect((await answer(opened?.model)).text).toBe(STUB_TEXT);
  });

  test('no longer once its key is another', async () => {
    stub.always('401');
    const models = open({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
    await answer(models.open('gpt-4o')?.model);
    stub.reset();
    const configured = { id: 1, kind: 'openai', name: 'OpenAI', base_url: stub.url, key: 'outra' } as const;
    const stored = {
      typed_address: false,
      key_source: 'stored',
      key_readable: true,
      residency: 'exterior',
    } as const;
    models.setup?.configure({ providers: [{ ...configured, ...stored }] });
    expect((await answer(models.open('gpt-4o')?.model)).text).toBe(STUB_TEXT);
    expect(stub.calls[0]?.key).toBe('outra');
  });
});

test('while the successor of a retired model rests, the default of the installation answers', async () => {
  stub.knowsOnly('gemini-3.8-flash');
  const models = open({
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: stub.url,
    GOOGLE_GENERATIVE_AI_API_KEY: 'k',
    GOOGLE_BASE_URL: stub.url,
  });
  expect((await answer(models.open('claude-4-sonnet')?.model)).last).toMatchObject({ code: 'model_gone' });
  models.setup?.configure({ default: 'gemini-3.8-flash', steps: null, follow_successor: true, added: [] });
  expect((await answer(models.open('claude-4-sonnet')?.model)).text).toBe(STUB_TEXT);
});

test('a provider that answers with another model than it was asked for is logged once', async () => {
  lines.length = 0;
  const models = open({ OPENAI_API_KEY: 'k', OPENAI_BASE_URL: stub.url });
  await answer(models.open('gpt-4o')?.model);
  await answer(models.open('gpt-4o')?.model);
  expect(lines.filter((line) => line.includes('"served_as":"stub"'))).toHaveLength(1);
});
