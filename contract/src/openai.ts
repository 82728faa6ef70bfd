/**
 * Agents in the form that OpenAI gave to models, for programs that speak it. Entered with a personal access key; what
 * differs from the original is documented in docs/manual/18-chaves-e-api.md.
 */
import { z } from 'zod';
import { Verified } from './chat-record.ts';
import { Source } from './citations.ts';
import { get, post } from './endpoint.ts';
import { UnderstoodFilter } from './filters.ts';
import { AGENT_MODEL_PREFIX } from './limits.ts';
import { PERSONAL_DATA_DECISIONS } from './personal-data.ts';
import { TableResult } from './table-result.ts';

/** Where errors have the form of OpenAI's. */
export const OPENAI_PATH = '/openai/';

export const OpenaiError = z
  .object({
    error: z.object({
      /** One sentence in Portuguese. */
      message: z.string(),
      type: z.enum([
        'invalid_request_error',
        'authentication_error',
        'insufficient_quota',
        'rate_limit_error',
        'server_error',
      ]),
      param: z.string().nullable(),
      code: z.string(),
    }),
  })
  .meta({ id: 'OpenaiError' });
export type OpenaiError = z.output<typeof OpenaiError>;

const Part = z.looseObject({ type: z.string(), text: z.string().optional() });
const Message = z
  .looseObject({
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
    content: z.union([z.string(), z.array(Part)]).nullish(),
  })
  .meta({ id: 'OpenaiMessage' });

/** Fields that are not named here are ignored, and so are sampling parameters: the agent decides those. */
export const ChatRequest = z
  .looseObject({
    model: z.string('Informe o modelo: o id de um agente.').min(1).max(200),
    messages: z
      .array(Message, 'Informe as mensagens.')
      .min(1, 'Informe ao menos uma mensagem.')
      .max(2_000, 'Envie no máximo 2.000 mensagens.'),
    stream: z.boolean().nullish(),
    stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
    max_tokens: z.int().min(1).nullish(),
    max_completion_tokens: z.int().min(1).nullish(),
    n: z.int().nullish(),
    stop: z.union([z.string(), z.array(z.string())]).nullish(),
    logprobs: z.boolean().nullish(),
    tools: z.array(z.unknown()).nullish(),
    functions: z.array(z.unknown()).nullish(),
    response_format: z.looseObject({ type: z.string() }).nullish(),
    modalities: z.array(z.string()).nullish(),
    /** Not of OpenAI: the decision on personal data, where the agent asks for one; without it they get marks. */
    personal_data: z.enum(PERSONAL_DATA_DECISIONS, 'Informe send ou mask.').nullish(),
  })
  .meta({ id: 'ChatCompletionRequest' });
export type ChatRequest = z.output<typeof ChatRequest>;

const Usage = z.object({
  prompt_tokens: z.int(),
  completion_tokens: z.int(),
  total_tokens: z.int(),
});
export type OpenaiUsage = z.output<typeof Usage>;

/** Fields that OpenAI's form has no place for. */
export const ProsaExtra = z
  .object({
    /** Names the answer in the ledger; its text is not stored. */
    message_id: z.int(),
    sources: z.array(Source),
    filters: z.array(UnderstoodFilter),
    /** The tables of data sources; `content` has them as Markdown. Absent where there are none. */
    results: z.array(TableResult).optional(),
    /** How many numbers of the text come from no source. Absent where there are none, and where no table was asked. */
    unchecked_numbers: z.int().positive().optional(),
    /** People wrote the answer, and no model was asked. */
    verified: Verified.optional(),
    /** The partial answer when the stream broke off; present only beside an error. */
    partial: z.string().optional(),
  })
  .meta({ id: 'ProsaExtra' });
export type ProsaExtra = z.output<typeof ProsaExtra>;

const FinishReason = z.enum(['stop', 'length']);

export const ChatCompletion = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion'),
    created: z.int(),
    model: z.string(),
    /** The model that answered, as the ledger names it. */
    system_fingerprint: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        message: z.object({ role: z.literal('assistant'), content: z.string(), refusal: z.null() }),
        logprobs: z.null(),
        finish_reason: FinishReason,
      }),
    ),
    usage: Usage,
    prosa: ProsaExtra,
  })
  .meta({ id: 'ChatCompletion' });
export type ChatCompletion = z.output<typeof ChatCompletion>;

export const ChatCompletionChunk = z
  .object({
    id: z.string(),
    object: z.literal('chat.completion.chunk'),
    created: z.int(),
    model: z.string(),
    system_fingerprint: z.string(),
    choices: z.array(
      z.object({
        index: z.int(),
        delta: z.object({ role: z.literal('assistant').optional(), content: z.string().optional() }),
        logprobs: z.null(),
        finish_reason: FinishReason.nullable(),
      }),
    ),
    usage: Usage.nullish(),
    prosa: ProsaExtra.optional(),
  })
  .meta({ id: 'ChatCompletionChunk' });
export type ChatCompletionChunk = z.output<typeof ChatCompletionChunk>;

/** An agent. */
export const OpenaiModel = z
  .object({
    id: z.string(),
    object: z.literal('model'),
    created: z.int(),
    owned_by: z.string(),
    name: z.string(),
    description: z.string().nullable(),
  })
  .meta({ id: 'OpenaiModel' });
export type OpenaiModel = z.output<typeof OpenaiModel>;

export const modelOfAgent = (agent_id: number): string => `${AGENT_MODEL_PREFIX}${agent_id}`;

export const openaiApi = {
  models: get('/openai/models', {
    access: 'key',
    summary: 'The agents that the key may ask, each as a model',
    bare: z.object({ object: z.literal('list'), data: z.array(OpenaiModel) }),
  }),
  model: get('/openai/models/:model', {
    access: 'key',
    summary: 'One agent as a model',
    params: z.object({ model: z.string().max(200) }),
    bare: OpenaiModel,
    missing: 'unknown_agent_model',
  }),
  complete: post('/openai/chat/completions', {
    access: 'key',
    summary: 'Asks an agent; with stream: true the answer comes as it is written',
    body: ChatRequest,
    bare: ChatCompletion,
    events: z.union([ChatCompletionChunk, OpenaiError]),
    last_line: '[DONE]',
  }),
};
