/**
 * The models an agent can run on, as data. `provider_model` is what the provider's API calls it;
 * MODEL_OVERRIDES can correct any field of an entry without a release.
 */
export type Provider = 'openai' | 'anthropic' | 'google' | 'compatible';

export type CatalogueModel = {
  id: string;
  provider: Provider;
  provider_model: string;
  name: string;
  description: string;
  /** Tokens. */
  context_window: number;
  /** The longest answer, in tokens. */
  max_tokens: number;
  supports_temperature: boolean;
  is_new: boolean;
  recommended: boolean;
  /** USD per million tokens, when known. */
  price?: { input: number; output: number };
  /** Where agents of a model that its provider withdrew run on. */
  retired_successor?: string;
  /** Only for entries added by MODEL_OVERRIDES: an OpenAI-compatible endpoint. */
  base_url?: string;
  api_key_env?: string;
};

const openai = { provider: 'openai', is_new: false, recommended: false } as const;
const anthropic = {
  provider: 'anthropic',
  is_new: false,
  recommended: false,
  supports_temperature: true,
} as const;
const google = { provider: 'google', is_new: false, recommended: false, supports_temperature: true } as const;

export const modelCatalogue: readonly CatalogueModel[] = [
  {
    ...openai,
    id: 'gpt-4o',
    provider_model: 'gpt-4o',
    name: 'GPT-4o',
    description: 'Versátil e rápido para o dia a dia.',
    context_window: 128_000,
    max_tokens: 16_384,
    supports_temperature: true,
  },
  {
    ...openai,
    id: 'gpt-5',
    provider_model: 'gpt-5',
    name: 'GPT-5',
    description: 'Raciocínio forte para perguntas difíceis.',
    context_window: 200_000,
    max_tokens: 32_768,
    supports_temperature: false,
    is_new: true,
    recommended: true,
  },
  {
    ...openai,
    id: 'gpt-5-mini',
    provider_model: 'gpt-5-mini',
    name: 'GPT-5 mini',
    description: 'Bom equilíbrio entre custo e qualidade.',
    context_window: 128_000,
    max_tokens: 16_384,
    supports_temperature: false,
    is_new: true,
  },
  {
    ...openai,
    id: 'gpt-5-nano',
    provider_model: 'gpt-5-nano',
    name: 'GPT-5 nano',
    description: 'O mais leve, para respostas curtas.',
    context_window: 64_000,
    max_tokens: 4_096,
    supports_temperature: false,
    is_new: true,
  },
  {
    ...anthropic,
    id: 'claude-3-5-sonnet',
    provider_model: 'claude-3-5-sonnet-20241022',
    name: 'Claude 3.5 Sonnet',
    description: 'Texto cuidadoso e boa leitura de documentos.',
    context_window: 200_000,
    max_tokens: 8_192,
  },
  {
    ...anthropic,
    id: 'claude-3-7-sonnet',
    provider_model: 'claude-3-7-sonnet-20250219',
    name: 'Claude 3.7 Sonnet',
    description: 'Leitura atenta, respostas estruturadas.',
    context_window: 200_000,
    max_tokens: 16_384,
  },
  {
    ...anthropic,
    id: 'claude-3-5-haiku',
    provider_model: 'claude-3-5-haiku-20241022',
    name: 'Claude 3.5 Haiku',
    description: 'Rápido e econômico.',
    context_window: 200_000,
    max_tokens: 8_192,
  },
  {
    ...anthropic,
    id: 'claude-4-sonnet',
    provider_model: 'claude-sonnet-4-20250514',
    name: 'Claude 4 Sonnet',
    description: 'O mais indicado para responder com documentos.',
    context_window: 400_000,
    max_tokens: 32_768,
    is_new: true,
    recommended: true,
  },
  {
    ...google,
    id: 'gemini-2.0-flash',
    provider_model: 'gemini-2.0-flash',
    name: 'Gemini 2.0 Flash',
    description: 'Muito contexto e resposta rápida.',
    context_window: 1_000_000,
    max_tokens: 8_192,
  },
  {
    ...google,
    id: 'gemini-2.0-flash-lite',
    provider_model: 'gemini-2.0-flash-lite',
    name: 'Gemini 2.0 Flash-Lite',
    description: 'Muito contexto com o menor custo.',
    context_window: 1_000_000,
    max_tokens: 8_192,
  },
];

/** The defaults of a new agent, and the fallbacks of an agent with nothing stored. */
export const NEW_AGENT = { model: 'claude-4-sonnet', temperature: 0.5 } as const;
export const AGENT_FALLBACK = { model: 'claude-3-5-sonnet', temperature: 0.7 } as const;
