/**
 * The models an agent can run on, as data. `provider_model` is what the provider's API calls it;
 * MODEL_OVERRIDES can correct any field of an entry without a release.
 */

import type { Effort } from './model-sets.ts';

/**
 * The providers, in the order in which screens list them. `default` and `steps` are the entries that a new installation
 * tries first; `key_env` and `address_env` are the variables that hold the key and another address of the API.
 * A service with OpenAI's API needs no entry here: it is `compatible`, and SERVERS of the form of a provider
 * (web/src/features/models/providers/servers.ts) proposes it by name.
 */
export const PROVIDERS = {
  openai: {
    name: 'OpenAI',
    default: 'gpt-6.1-terra',
    steps: 'gpt-6-luna',
    key_env: 'OPENAI_API_KEY',
    address_env: 'OPENAI_BASE_URL',
    address: 'https://api.openai.com/v1',
  },
  anthropic: {
    name: 'Anthropic',
    default: 'claude-sonnet-5-5',
    steps: 'claude-haiku-5-5',
    key_env: 'ANTHROPIC_API_KEY',
    address_env: 'ANTHROPIC_BASE_URL',
    address: 'https://api.anthropic.com/v1',
  },
  google: {
    name: 'Google',
    default: 'gemini-3.8-flash',
    steps: 'gemini-3.5-flash-lite',
    key_env: 'GOOGLE_GENERATIVE_AI_API_KEY',
    address_env: 'GOOGLE_BASE_URL',
    address: 'https://generativelanguage.googleapis.com/v1beta',
  },
  /** Any server with OpenAI's API; each entry of the catalogue names its own address and key. */
  compatible: {
    name: 'OpenAI-compatible',
    default: null,
    steps: null,
    key_env: null,
    address_env: null,
    address: null,
  },
} as const satisfies Record<string, ProviderFacts>;
export type Provider = keyof typeof PROVIDERS;
export const PROVIDER_KEYS = Object.keys(PROVIDERS) as [Provider, ...Provider[]];

type ProviderFacts = {
  name: string;
  default: string | null;
  steps: string | null;
  key_env: string | null;
  address_env: string | null;
  address: string | null;
};

/** The effort that a call asks a model for: the wanted one where the model accepts it, else its default; null for none. */
export function effortOf(
  { efforts = [], default_effort }: Pick<CatalogueModel, 'efforts' | 'default_effort'>,
  wanted: Effort | null,
): Effort | null {
  if (wanted !== null && efforts.includes(wanted)) return wanted;
  return efforts.length ? (default_effort ?? null) : null;
}

/** USD per million tokens; without `cached_input` cached tokens cost as much as others. */
export type CataloguePrice = {
  input: number;
  cached_input?: number;
  output: number;
  /** The prices of the whole call where its input has more tokens than `above`. */
  long?: { above: number; input: number; cached_input?: number; output: number };
  /** The first day, in UTC, on which the price no longer holds; what it is from then on is not known. */
  ends_at?: string;
};

export type CatalogueModel = {
  id: string;
  provider: Provider;
  provider_model: string;
  name: string;
  description: string;
  /** Tokens. */
  context_window: number;
  /** The longest answer that Prosa asks for and reserves, in tokens. */
  max_tokens: number;
  /** The longest answer that the provider accepts, where that is more. */
  provider_max_tokens?: number;
  supports_temperature: boolean;
  /** The efforts that the model accepts; empty for a model that does not think, absent where nothing is known. */
  efforts?: readonly Effort[];
  default_effort?: Effort;
  /** Whether the provider can hold the model to a JSON schema; absent where nothing is known. */
  structured_output?: boolean;
  /** Whether it reads images; recorded only, absent where nothing is known. */
  vision?: boolean;
  is_new: boolean;
  recommended: boolean;
  price?: CataloguePrice;
  /** The first day, in UTC, on which the provider no longer serves the model: "2026-12-11". */
  ends_at?: string;
  /** The entry that answers once this one has ended. */
  successor?: string;
  /** Set by MODEL_OVERRIDES: the model counts as ended now, and this entry answers for it. */
  retired_successor?: string;
  /** The first day, in UTC, from which a superadmin has it retired. */
  retired_at?: string;
  /** Its provider's list has not named it for a day. */
  gone?: true;
  /** A superadmin took it out of the choice; agents that have it keep it. */
  hidden?: boolean;
  /** The model that the provider says it answers with, where that is another. */
  served_as?: string;
  /** The configured provider, where it is not the built-in one of its kind. */
  provider_id?: number;
  /** Set by MODEL_OVERRIDES: the entry is reached at this address instead of a configured provider. */
  base_url?: string;
  api_key_env?: string;
};

const openai = { provider: 'openai', is_new: false, recommended: false } as const;
/** The Claude and Gemini models of the first release do not think and ended before structured output. */
const anthropic = {
  provider: 'anthropic',
  is_new: false,
  recommended: false,
  supports_temperature: true,
  efforts: [],
} as const;
const google = {
  provider: 'google',
  is_new: false,
  recommended: false,
  supports_temperature: true,
  efforts: [],
} as const;
const gpt5 = {
  ...openai,
  is_new: true,
  supports_temperature: false,
  efforts: ['minimal', 'low', 'medium', 'high'],
  default_effort: 'low',
  ends_at: '2026-12-11',
} as const;

/** The longest answer that Prosa asks of the models below; the providers would write far more. */
const ANSWER_TOKENS = 16_384;
/** Tokens of a prompt above which OpenAI and Anthropic have other prices. */
const GPT6_LONG_PROMPT = 272_000;
const HAIKU_LONG_PROMPT = 100_000;
const gpt6 = {
  ...openai,
  // The window has 1,050,000 tokens, of which the prompt may take this many.
  context_window: 922_000,
  max_tokens: ANSWER_TOKENS,
  provider_max_tokens: 128_000,
  supports_temperature: false,
  structured_output: true,
} as const;
const claude5 = {
  provider: 'anthropic',
  is_new: false,
  recommended: false,
  context_window: 1_000_000,
  max_tokens: ANSWER_TOKENS,
  provider_max_tokens: 128_000,
  supports_temperature: false,
  structured_output: true,
} as const;
const gemini3 = {
  provider: 'google',
  is_new: false,
  recommended: false,
  context_window: 1_048_576,
  max_tokens: ANSWER_TOKENS,
  provider_max_tokens: 65_536,
  supports_temperature: false,
  structured_output: true,
} as const;

/** The day on which the entries were last read in the providers' pages; see scripts/release/check-catalogue.ts. */
export const CATALOGUE_READ_ON = '2026-11-23';

/** The entries by id, in the order in which screens list them. */
export const MODELS = {
  'gpt-4o': {
    ...openai,
    provider_model: 'gpt-4o',
    name: 'GPT-4o',
    description: 'Versátil e rápido para o dia a dia.',
    context_window: 128_000,
    max_tokens: 16_384,
    supports_temperature: true,
    efforts: [],
    ends_at: '2027-01-14',
    successor: 'gpt-6-luna',
  },
  'gpt-5': {
    ...gpt5,
    provider_model: 'gpt-5',
    name: 'GPT-5',
    description: 'Raciocínio forte para perguntas difíceis.',
    context_window: 200_000,
    max_tokens: 32_768,
    recommended: true,
    successor: 'gpt-6.1-sol',
  },
  'gpt-5-mini': {
    ...gpt5,
    provider_model: 'gpt-5-mini',
    name: 'GPT-5 mini',
    description: 'Bom equilíbrio entre custo e qualidade.',
    context_window: 128_000,
    max_tokens: 16_384,
    successor: 'gpt-6.1-terra',
  },
  'gpt-5-nano': {
    ...gpt5,
    provider_model: 'gpt-5-nano',
    name: 'GPT-5 nano',
    description: 'O mais leve, para respostas curtas.',
    context_window: 64_000,
    max_tokens: 4_096,
    successor: 'gpt-6-luna',
  },
  'claude-3-5-sonnet': {
    ...anthropic,
    provider_model: 'claude-3-5-sonnet-20241022',
    name: 'Claude 3.5 Sonnet',
    description: 'Texto cuidadoso e boa leitura de documentos.',
    context_window: 200_000,
    max_tokens: 8_192,
    ends_at: '2025-10-28',
    successor: 'claude-sonnet-5-5',
  },
  'claude-3-7-sonnet': {
    ...anthropic,
    provider_model: 'claude-3-7-sonnet-20250219',
    name: 'Claude 3.7 Sonnet',
    description: 'Leitura atenta, respostas estruturadas.',
    context_window: 200_000,
    max_tokens: 16_384,
    ends_at: '2026-02-19',
    successor: 'claude-sonnet-5-5',
  },
  'claude-3-5-haiku': {
    ...anthropic,
    provider_model: 'claude-3-5-haiku-20241022',
    name: 'Claude 3.5 Haiku',
    description: 'Rápido e econômico.',
    context_window: 200_000,
    max_tokens: 8_192,
    ends_at: '2026-02-19',
    successor: 'claude-haiku-5-5',
  },
  'claude-4-sonnet': {
    ...anthropic,
    provider_model: 'claude-sonnet-4-20250514',
    name: 'Claude 4 Sonnet',
    description: 'O mais indicado para responder com documentos.',
    context_window: 400_000,
    max_tokens: 32_768,
    is_new: true,
    recommended: true,
    ends_at: '2026-06-15',
    successor: 'claude-sonnet-5-5',
  },
  'gemini-2.0-flash': {
    ...google,
    provider_model: 'gemini-2.0-flash',
    name: 'Gemini 2.0 Flash',
    description: 'Muito contexto e resposta rápida.',
    context_window: 1_000_000,
    max_tokens: 8_192,
    ends_at: '2026-06-01',
    successor: 'gemini-3.8-flash',
  },
  'gemini-2.0-flash-lite': {
    ...google,
    provider_model: 'gemini-2.0-flash-lite',
    name: 'Gemini 2.0 Flash-Lite',
    description: 'Muito contexto com o menor custo.',
    context_window: 1_000_000,
    max_tokens: 8_192,
    ends_at: '2026-06-01',
    successor: 'gemini-3.5-flash-lite',
  },
  'gpt-6.2-sol': {
    ...gpt6,
    provider_model: 'gpt-6.2-sol',
    name: 'GPT-6.2 Sol',
    description: 'O mais capaz da OpenAI, para perguntas difíceis.',
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    default_effort: 'low',
    price: {
      input: 2,
      cached_input: 0.1,
      output: 10,
      long: { above: GPT6_LONG_PROMPT, input: 4, cached_input: 0.2, output: 15 },
    },
  },
  'gpt-6.1-sol': {
    ...gpt6,
    provider_model: 'gpt-6.1-sol',
    name: 'GPT-6.1 Sol',
    description: 'Raciocínio forte para perguntas difíceis.',
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    default_effort: 'low',
    price: {
      input: 2,
      cached_input: 0.1,
      output: 10,
      long: { above: GPT6_LONG_PROMPT, input: 4, cached_input: 0.2, output: 15 },
    },
  },
  'gpt-6.1-terra': {
    ...gpt6,
    provider_model: 'gpt-6.1-terra',
    name: 'GPT-6.1 Terra',
    description: 'Bom equilíbrio entre custo e qualidade.',
    efforts: ['none', 'low', 'medium', 'high', 'xhigh', 'max'],
    default_effort: 'low',
    price: {
      input: 1,
      cached_input: 0.05,
      output: 5,
      long: { above: GPT6_LONG_PROMPT, input: 2, cached_input: 0.1, output: 7.5 },
    },
    is_new: true,
    recommended: true,
  },
  'gpt-6-luna': {
    ...gpt6,
    provider_model: 'gpt-6-luna',
    name: 'GPT-6 Luna',
    description: 'O mais leve, para respostas curtas.',
    efforts: ['none'],
    default_effort: 'none',
    price: {
      input: 0.1,
      cached_input: 0.01,
      output: 0.5,
      long: { above: GPT6_LONG_PROMPT, input: 0.2, cached_input: 0.02, output: 0.75 },
    },
  },
  'claude-sonnet-5-5': {
    ...claude5,
    provider_model: 'claude-sonnet-5-5',
    name: 'Claude Sonnet 5.5',
    description: 'O mais indicado para responder com documentos.',
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    default_effort: 'low',
    price: { input: 2, cached_input: 0.2, output: 10 },
    is_new: true,
    recommended: true,
  },
  'claude-haiku-5-5': {
    ...claude5,
    provider_model: 'claude-haiku-5-5',
    name: 'Claude Haiku 5.5',
    description: 'Rápido e econômico.',
    efforts: ['none'],
    default_effort: 'none',
    price: {
      input: 0.1,
      output: 0.5,
      long: { above: HAIKU_LONG_PROMPT, input: 0.5, output: 2.5 },
    },
  },
  'claude-opus-5-5': {
    ...claude5,
    provider_model: 'claude-opus-5-5',
    name: 'Claude Opus 5.5',
    description: 'O mais capaz da Anthropic, para textos longos e difíceis.',
    efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
    default_effort: 'low',
    price: { input: 4, cached_input: 0.2, output: 20 },
  },
  'gemini-3.8-flash': {
    ...gemini3,
    provider_model: 'gemini-3.8-flash',
    name: 'Gemini 3.8 Flash',
    description: 'Muito contexto e resposta rápida.',
    efforts: ['low'],
    default_effort: 'low',
    price: { input: 0.75, output: 3.75, ends_at: '2027-01-01' },
    is_new: true,
    recommended: true,
  },
  'gemini-3.5-flash-lite': {
    ...gemini3,
    provider_model: 'gemini-3.5-flash-lite',
    name: 'Gemini 3.5 Flash-Lite',
    description: 'Muito contexto com o menor custo.',
    efforts: ['minimal'],
    default_effort: 'minimal',
  },
} as const satisfies Record<string, Omit<CatalogueModel, 'id'>>;
export type ModelId = keyof typeof MODELS;

export const modelCatalogue: readonly CatalogueModel[] = Object.entries(MODELS).map(
  ([id, entry]: [string, Omit<CatalogueModel, 'id'>]) => ({ id, ...entry }),
);
