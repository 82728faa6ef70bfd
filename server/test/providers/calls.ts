/** Asks every kind of provider the same thing, against the stub. */
import { expect } from 'vitest';
import type { CatalogueModel } from '#contract/model-catalogue.ts';
import type { Model, ModelCall, Prompt } from '../../src/adapters/models/model.ts';
import { versionedUrl } from '../../src/adapters/models/providers/base-url.ts';
import { type ProviderSettings, providerModel } from '../../src/adapters/models/providers/provider-model.ts';
import type { Dialect } from '../../src/adapters/models/providers/stream-parsers.ts';
import { openProviderStub } from './provider-stub.ts';

export const KEY = 'sk-teste-0123456789-abcdef';
export const SAID = 'O trecho sigiloso desta conversa não pode aparecer em lugar nenhum.';

export const ENTRY: Omit<CatalogueModel, 'provider'> = {
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
export const WAYS = [
  { way: 'openai responses', provider: 'openai', always: '' },
  { way: 'openai chat', provider: 'openai', always: 'chatonly' },
  { way: 'anthropic', provider: 'anthropic', always: '' },
  { way: 'google', provider: 'google', always: '' },
  { way: 'compatible', provider: 'compatible', always: '' },
] as const;
export type Way = (typeof WAYS)[number];

export type ProviderCalls = Awaited<ReturnType<typeof openProviderCalls>>;

export async function openProviderCalls() {
  const stub = await openProviderStub();
  const waits: number[] = [];

  /** Waiting between tries is written down, not done. */
  const settings = (own: Partial<ProviderSettings> = {}): ProviderSettings => ({
    first_token_ms: 10_000,
    idle_ms: 10_000,
    known_dialects: new Map<string, Dialect>(),
    pause: async (ms) => {
      waits.push(ms);
    },
    ...own,
  });

  const modelOf = (
    { provider }: Way,
    own: Partial<ProviderSettings> = {},
    entry: Partial<typeof ENTRY> = {},
  ) =>
    providerModel(
      { entry: { ...ENTRY, ...entry, provider }, base_url: versionedUrl(provider, stub.url), api_key: KEY },
      settings(own),
    );

  const plan = (way: Way, faults: string) => stub.always([way.always, faults].filter(Boolean).join('+'));

  const ask = (way: Way, faults: string, own: Partial<ProviderSettings> = {}) => {
    stub.reset();
    plan(way, faults);
    return read(modelOf(way, own));
  };

  // The SDK is loaded at the first question; the limits in tests are too small for that.
  for (const way of WAYS) await ask(way, '', { first_token_ms: 20_000 });

  return {
    stub,
    waits,
    settings,
    modelOf,
    plan,
    ask,
    /** Closing a socket takes a moment to be noticed on its other side. */
    nothingOpen: () => expect.poll(() => stub.open, { interval: 5 }).toBe(0),
    /** Without the one that found out that Responses are missing. */
    triesOf: (way: Way) => stub.calls.length - (way.always ? 1 : 0),
    reset() {
      stub.reset();
      waits.length = 0;
    },
  };
}

export function callWith(own: Partial<ModelCall> = {}): ModelCall {
  const prompt: Prompt = { instructions: 'Seja breve.', passages: null, history: [], question: SAID };
  return { prompt, temperature: 0.5, max_tokens: 100, signal: new AbortController().signal, ...own };
}

/** The whole of an answer; nothing is said after its end. */
export async function read(model: Model, call = callWith()) {
  const pieces: string[] = [];
  let isOver = false;
  const end = await model(call, (text) => {
    expect(isOver).toBe(false);
    pieces.push(text);
  });
  isOver = true;
  expect(end).toBeDefined();
  return { text: pieces.join(''), pieces: pieces.length, end, failed: end?.type === 'failed' ? end : null };
}
