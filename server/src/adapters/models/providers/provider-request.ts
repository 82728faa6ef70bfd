/**
 * Builds the HTTP request for each provider's API. The bodies are written here and not by an SDK, so that what is
 * sent is exactly what the catalogue says a model accepts: see docs/decisions/0043-own-provider-requests.md.
 */
import { type CatalogueModel, effortOf } from '#contract/model-catalogue.ts';
import { EFFORTS, type Effort } from '#contract/model-sets.ts';
import type { ModelCall, Upstream } from '../model.ts';
import { type PromptText, promptText } from '../prompt-text.ts';
import type { ProviderRequest } from './http-post.ts';
import type { Dialect } from './stream-parsers.ts';

/** Parameters that a model may refuse although the catalogue says that it accepts them. */
export type Parameter = 'temperature' | 'effort' | 'form';

/** In tokens; OpenAI refuses to be asked for less. */
const SHORTEST_ANSWER = 16;
/** Reasoning counts towards the limit of the answer: it would use up a step of a few hundred tokens. */
const THINKING_TOKENS = 1_024;

/** The parameters of a call that are sent to this model; null for those that are left out. */
export type Sent = {
  max_tokens: number;
  temperature: number | null;
  effort: Effort | null;
  form: NonNullable<ModelCall['form']> | null;
};

export function buildProviderRequest(
  { entry, base_url, api_key }: Upstream,
  name: Dialect,
  call: ModelCall,
  refused: ReadonlySet<Parameter> = new Set(),
): ProviderRequest {
  const sent = sentOf(entry, call, refused);
  const { path, headers, body } = builders[name](entry, promptText(call.prompt), sent, api_key);
  return {
    url: `${base_url}/${path}`,
    headers: { 'content-type': 'application/json', 'user-agent': 'prosa', ...headers },
    body: JSON.stringify(body),
  };
}

export function sentOf(entry: CatalogueModel, call: ModelCall, refused: ReadonlySet<Parameter>): Sent {
  const effort = refused.has('effort') ? null : effortIn(entry, call);
  const mayThink = entry.efforts?.length !== 0 && effort !== 'none';
  const room = call.effort === 'least' && mayThink ? THINKING_TOKENS : 0;
  // Claude models without structured output refuse the parameter; models of other providers are retried without it.
  const takesForms =
    entry.provider === 'anthropic' ? entry.structured_output === true : entry.structured_output !== false;
  return {
    max_tokens: Math.max(SHORTEST_ANSWER, Math.min(call.max_tokens + room, entry.max_tokens)),
    temperature: entry.supports_temperature && !refused.has('temperature') ? call.temperature : null,
    effort,
    form: (takesForms && !refused.has('form') && call.form) || null,
  };
}

function effortIn(entry: CatalogueModel, call: ModelCall): Effort | null {
  if (call.effort === 'least') return EFFORTS.find((effort) => entry.efforts?.includes(effort)) ?? null;
  return effortOf(entry, call.effort ?? null);
}

type Built = { path: string; headers: Record<string, string>; body: object };
type Builder = (entry: CatalogueModel, prompt: PromptText, sent: Sent, api_key: string | null) => Built;

const builders: Record<Dialect, Builder> = {
  responses: (entry, { instructions, turns }, { max_tokens, temperature, effort, form }, api_key) => ({
    path: 'responses',
    headers: bearer(api_key),
    body: {
      model: entry.provider_model,
      input: [
        ...(instructions ? [{ role: instructor(entry), content: instructions }] : []),
        ...turns.map(({ role, text }) => ({
          role,
          content: role === 'user' ? [{ type: 'input_text', text }] : text,
        })),
      ],
      max_output_tokens: max_tokens,
      ...(temperature === null ? {} : { temperature }),
      // No summary: OpenAI refuses one to organisations that are not verified.
      ...(effort ? { reasoning: { effort } } : {}),
      ...(form
        ? { text: { format: { type: 'json_schema', strict: true, name: form.name, schema: form.schema } } }
        : {}),
      // Otherwise OpenAI keeps conversations for thirty days.
      store: false,
      stream: true,
    },
  }),

  chat: (entry, { instructions, turns }, { max_tokens, temperature, effort, form }, api_key) => {
    const isOpenAi = entry.provider === 'openai';
    const thinks = isOpenAi && isReasoning(entry);
    return {
      path: 'chat/completions',
      headers: bearer(api_key),
      body: {
        model: entry.provider_model,
        messages: [
          ...(instructions ? [{ role: isOpenAi ? instructor(entry) : 'system', content: instructions }] : []),
          ...turns.map(({ role, text }) => ({ role, content: text })),
        ],
        ...(thinks ? { max_completion_tokens: max_tokens } : { max_tokens }),
        ...(temperature === null ? {} : { temperature }),
        ...(effort ? { reasoning_effort: effort } : {}),
        ...(form
          ? {
              response_format: {
                type: 'json_schema',
                json_schema: { schema: form.schema, strict: true, name: form.name },
              },
            }
          : {}),
        ...(isOpenAi ? { store: false } : {}),
        stream: true,
        stream_options: { include_usage: true },
      },
    };
  },

  messages: (entry, { instructions, turns }, { max_tokens, temperature, effort, form }, api_key) => {
    const config = {
      ...(effort && effort !== 'none' ? { effort } : {}),
      ...(form ? { format: { type: 'json_schema', schema: form.schema } } : {}),
    };
    return {
      path: 'messages',
      headers: anthropicKey(api_key),
      body: {
        model: entry.provider_model,
        max_tokens,
        ...(temperature === null ? {} : { temperature }),
        ...(instructions ? { system: [{ type: 'text', text: instructions }] } : {}),
        messages: turns.map(({ role, text }) => ({ role, content: [{ type: 'text', text }] })),
        ...(effort === 'none' ? { thinking: { type: 'disabled' } } : {}),
        ...(Object.keys(config).length ? { output_config: config } : {}),
        stream: true,
      },
    };
  },

  gemini: (entry, { instructions, turns }, { max_tokens, temperature, effort, form }, api_key) => {
    const model = entry.provider_model;
    return {
      // The name of a tuned model has a collection of its own in front.
      path: `${encodeURI(model.includes('/') ? model : `models/${model}`)}:streamGenerateContent?alt=sse`,
      headers: googleKey(api_key),
      body: {
        generationConfig: {
          maxOutputTokens: max_tokens,
          ...(temperature === null ? {} : { temperature }),
          ...(effort ? { thinkingConfig: { thinkingLevel: effort } } : {}),
          ...(form ? { responseMimeType: 'application/json', responseJsonSchema: form.schema } : {}),
        },
        contents: turns.map(({ role, text }) => ({
          role: role === 'user' ? 'user' : 'model',
          parts: [{ text }],
        })),
        ...(instructions ? { systemInstruction: { parts: [{ text: instructions }] } } : {}),
      },
    };
  },
};

const NONE: Record<string, string> = {};

type Credentials = (api_key: string | null) => Record<string, string>;

export const bearer: Credentials = (api_key) => (api_key ? { authorization: `Bearer ${api_key}` } : NONE);

export const anthropicKey: Credentials = (api_key) => ({
  'anthropic-version': '2023-06-01',
  ...(api_key ? { 'x-api-key': api_key } : {}),
});

/** In a header and never in the address, which stands in logs. */
export const googleKey: Credentials = (api_key) => (api_key ? { 'x-goog-api-key': api_key } : NONE);

const isReasoning = ({ efforts = [] }: CatalogueModel): boolean => efforts.length > 0;

/** OpenAI's reasoning models take their instructions from the role «developer». */
const instructor = (entry: CatalogueModel): string => (isReasoning(entry) ? 'developer' : 'system');
