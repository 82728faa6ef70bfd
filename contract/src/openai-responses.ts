/**
 * Agents in the form that OpenAI gave to models after chat completions, which new clients speak first. Key, limits and
 * errors are those of openai.ts.
 */
import { z } from 'zod';
import { post } from './endpoint.ts';
import { ProsaExtra } from './openai.ts';
import { PERSONAL_DATA_DECISIONS } from './personal-data.ts';

const InputPart = z.looseObject({ type: z.string(), text: z.string().optional() });

/** A message; other kinds of items are refused where they stand. */
const InputItem = z
  .looseObject({
    type: z.string().nullish(),
    role: z.enum(['system', 'developer', 'user', 'assistant']).nullish(),
    content: z.union([z.string(), z.array(InputPart)]).nullish(),
  })
  .meta({ id: 'OpenaiInputItem' });

/** OpenAI's limits. */
const Metadata = z
  .record(
    z.string().max(64, 'Em metadata, cada nome pode ter no máximo 64 caracteres.'),
    z
      .string('Em metadata, cada valor é um texto.')
      .max(512, 'Em metadata, cada valor pode ter no máximo 512 caracteres.'),
    'Em metadata, envie nomes com textos.',
  )
  .refine((pairs) => Object.keys(pairs).length <= 16, 'Em metadata, envie no máximo 16 valores.');

/** Fields that are not named here are ignored, and so are sampling parameters: the agent decides those. */
export const ResponseRequest = z
  .looseObject({
    model: z.string('Informe o modelo: o id de um agente.').min(1).max(200),
    input: z.union(
      [
        z.string(),
        z
          .array(InputItem, 'Informe as mensagens.')
          .min(1, 'Informe ao menos uma mensagem.')
          .max(2_000, 'Envie no máximo 2.000 mensagens.'),
      ],
      'Informe a pergunta: um texto ou as mensagens.',
    ),
    instructions: z.string('Em instructions, envie um texto.').nullish(),
    max_output_tokens: z.int().min(1).nullish(),
    metadata: Metadata.nullish(),
    stream: z.boolean().nullish(),
    previous_response_id: z.string().nullish(),
    conversation: z.unknown().optional(),
    prompt: z.unknown().optional(),
    background: z.boolean().nullish(),
    tools: z.array(z.unknown()).nullish(),
    text: z.looseObject({ format: z.looseObject({ type: z.string() }).nullish() }).nullish(),
    top_logprobs: z.int().nullish(),
    /** Not of OpenAI: the decision on personal data, where the agent asks for one; without it they get marks. */
    personal_data: z.enum(PERSONAL_DATA_DECISIONS, 'Informe send ou mask.').nullish(),
  })
  .meta({ id: 'ResponseRequest' });
export type ResponseRequest = z.output<typeof ResponseRequest>;

/** A source of the answer; `index` is where its first marker stands in the text, or the end of the text. */
const FileCitation = z
  .object({
    type: z.literal('file_citation'),
    file_id: z.string(),
    filename: z.string(),
    index: z.int(),
  })
  .meta({ id: 'OpenaiFileCitation' });
export type FileCitation = z.output<typeof FileCitation>;

const OutputText = z
  .object({
    type: z.literal('output_text'),
    text: z.string(),
    annotations: z.array(FileCitation),
    logprobs: z.tuple([]),
  })
  .meta({ id: 'OpenaiOutputText' });
export type OutputText = z.output<typeof OutputText>;

const ItemStatus = z.enum(['in_progress', 'completed', 'incomplete']);

const OutputMessage = z
  .object({
    id: z.string(),
    type: z.literal('message'),
    status: ItemStatus,
    role: z.literal('assistant'),
    content: z.array(OutputText),
  })
  .meta({ id: 'OpenaiOutputMessage' });
export type OutputMessage = z.output<typeof OutputMessage>;

const ResponseUsage = z.object({
  input_tokens: z.int(),
  input_tokens_details: z.object({ cached_tokens: z.int() }),
  output_tokens: z.int(),
  output_tokens_details: z.object({ reasoning_tokens: z.int() }),
  total_tokens: z.int(),
});

export const OpenaiResponse = z
  .object({
    id: z.string(),
    object: z.literal('response'),
    created_at: z.int(),
    status: z.enum(['in_progress', 'completed', 'incomplete', 'failed']),
    error: z.object({ code: z.string(), message: z.string() }).nullable(),
    incomplete_details: z.object({ reason: z.literal('max_output_tokens') }).nullable(),
    instructions: z.string().nullable(),
    max_output_tokens: z.int().nullable(),
    metadata: z.record(z.string(), z.string()),
    model: z.string(),
    output: z.array(OutputMessage),
    parallel_tool_calls: z.literal(false),
    previous_response_id: z.null(),
    /** Nothing is kept that could be asked for again. */
    store: z.literal(false),
    /** The agent decides it. */
    temperature: z.null(),
    text: z.object({ format: z.object({ type: z.literal('text') }) }),
    tool_choice: z.literal('none'),
    tools: z.tuple([]),
    top_p: z.null(),
    truncation: z.literal('auto'),
    usage: ResponseUsage.nullable(),
    /** As in chat completions; absent while the answer is written. */
    prosa: ProsaExtra.optional(),
  })
  .meta({ id: 'OpenaiResponse' });
export type OpenaiResponse = z.output<typeof OpenaiResponse>;

const sequence_number = z.int();
const itemPlace = { item_id: z.string(), output_index: z.int(), sequence_number };
const partPlace = { ...itemPlace, content_index: z.int() };

const ResponseEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('response.output_text.delta'),
    ...partPlace,
    delta: z.string(),
    logprobs: z.tuple([]),
  }),
  z.object({
    type: z.enum([
      'response.created',
      'response.in_progress',
      'response.completed',
      'response.incomplete',
      'response.failed',
    ]),
    sequence_number,
    response: OpenaiResponse,
  }),
  z.object({
    type: z.enum(['response.output_item.added', 'response.output_item.done']),
    sequence_number,
    output_index: z.int(),
    item: OutputMessage,
  }),
  z.object({
    type: z.enum(['response.content_part.added', 'response.content_part.done']),
    ...partPlace,
    part: OutputText,
  }),
  z.object({
    type: z.literal('response.output_text.annotation.added'),
    ...partPlace,
    annotation_index: z.int(),
    annotation: FileCitation,
  }),
  z.object({
    type: z.literal('response.output_text.done'),
    ...partPlace,
    text: z.string(),
    logprobs: z.tuple([]),
  }),
]);
export type ResponseEvent = z.output<typeof ResponseEvent>;

export const openaiResponsesApi = {
  respond: post('/openai/responses', {
    access: 'key',
    summary:
      'Asks an agent in the form of OpenAI’s Responses; with stream: true the answer comes as it is written',
    body: ResponseRequest,
    bare: OpenaiResponse,
    events: ResponseEvent,
    named_events: true,
  }),
};
