/** An answer in the form of OpenAI's Responses: whole, or event by event. */
import type { Source } from '#contract/citations.ts';
import { modelOfAgent } from '#contract/openai.ts';
import type {
  FileCitation,
  OpenaiResponse,
  OutputMessage,
  OutputText,
  ResponseEvent,
  ResponseRequest,
} from '#contract/openai-responses.ts';
import { AppError } from '../../app-error.ts';
import { openaiFailure } from '../../http/errors/openai-error.ts';
import { sourceTitle } from '../grounding/verified-passage.ts';
import { type Telling, type WholeContext, wholeOf } from './whole-answer.ts';

type Asked = Telling & { request: ResponseRequest };
type Whole = Awaited<ReturnType<typeof wholeOf>>;

export async function responseOf(context: WholeContext, asked: Asked): Promise<OpenaiResponse> {
  return endedResponse(asked, await wholeOf(context, asked.answer));
}

/** Yields the beginnings of response, message and text, the text as it arrives, its sources, and the ends. */
export async function* responseEvents(context: WholeContext, asked: Asked): AsyncGenerator<ResponseEvent> {
  let count = 0;
  const next = () => ({ sequence_number: count++ });
  const { answer } = asked;
  const begun = beginning(asked);
  const place = { item_id: messageId(asked), output_index: 0 };
  const part = { ...place, content_index: 0 };
  yield { type: 'response.created', ...next(), response: begun };
  yield { type: 'response.in_progress', ...next(), response: begun };
  const item: OutputMessage = { ...messageOf(asked, []), status: 'in_progress' };
  yield { type: 'response.output_item.added', ...next(), output_index: 0, item };
  yield { type: 'response.content_part.added', ...next(), ...part, part: textPart('', []) };
  const delta = (text: string): ResponseEvent => ({
    type: 'response.output_text.delta',
    ...next(),
    ...part,
    delta: text,
    logprobs: [],
  });
  let written = '';
  for await (const { text } of answer.live.read(0)) {
    written += text;
    yield delta(text);
  }
  try {
    const whole = await wholeOf(context, answer);
    if (whole.tables) yield delta(whole.tables);
    const response = endedResponse(asked, whole);
    yield* endings(response, part, next);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    yield { type: 'response.failed', ...next(), response: failedResponse(asked, error, written) };
  }
}

type PartPlace = { item_id: string; output_index: number; content_index: number };

function* endings(
  response: OpenaiResponse,
  place: PartPlace,
  next: () => { sequence_number: number },
): Generator<ResponseEvent> {
  const [item] = response.output;
  const [part] = item?.content ?? [];
  if (!item || !part) throw new Error('a response has no text');
  for (const [annotation_index, annotation] of part.annotations.entries())
    yield {
      type: 'response.output_text.annotation.added',
      ...next(),
      ...place,
      annotation_index,
      annotation,
    };
  yield { type: 'response.output_text.done', ...next(), ...place, text: part.text, logprobs: [] };
  yield { type: 'response.content_part.done', ...next(), ...place, part };
  yield { type: 'response.output_item.done', ...next(), output_index: place.output_index, item };
  const type = response.status === 'incomplete' ? 'response.incomplete' : 'response.completed';
  yield { type, ...next(), response };
}

const messageId = ({ answer }: Telling) => `msg_${answer.key.id}`;

function beginning({ answer, agent_id, created, request }: Asked): OpenaiResponse {
  return {
    id: `resp_${answer.key.id}`,
    object: 'response',
    created_at: created,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    max_output_tokens: request.max_output_tokens ?? null,
    metadata: request.metadata ?? {},
    model: modelOfAgent(agent_id),
    output: [],
    parallel_tool_calls: false,
    previous_response_id: null,
    store: false,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'none',
    tools: [],
    top_p: null,
    truncation: 'auto',
    usage: null,
  };
}

function endedResponse(asked: Asked, { text, tables, finish_reason, usage, prosa }: Whole): OpenaiResponse {
  const said = text + tables;
  const isCut = finish_reason === 'length';
  const message = messageOf(asked, [textPart(said, citationsIn(said, prosa.sources))]);
  return {
    ...beginning(asked),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: [{ ...message, status: isCut ? 'incomplete' : 'completed' }],
    usage: {
      input_tokens: usage.prompt_tokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: usage.completion_tokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.total_tokens,
    },
    prosa,
  };
}

/** The text that came before the failure stays in the message: it was charged. */
function failedResponse(asked: Asked, failure: AppError, written: string): OpenaiResponse {
  const { error, prosa } = openaiFailure(failure).body;
  const message = messageOf(asked, [textPart(written, [])]);
  return {
    ...beginning(asked),
    status: 'failed',
    error: { code: error.code, message: error.message },
    output: written ? [{ ...message, status: 'incomplete' }] : [],
    ...(prosa ? { prosa: prosa as Whole['prosa'] } : {}),
  };
}

const messageOf = (asked: Telling, content: OutputText[]): OutputMessage => ({
  id: messageId(asked),
  type: 'message',
  status: 'completed',
  role: 'assistant',
  content,
});

const textPart = (text: string, annotations: FileCitation[]): OutputText => ({
  type: 'output_text',
  text,
  annotations,
  logprobs: [],
});

/** One for each source, in their order; a source without a marker is cited by the whole text. */
function citationsIn(text: string, sources: Source[]): FileCitation[] {
  return sources.map((source) => {
    const { index, document_id } = source;
    const at = text.indexOf(`[${index}]`);
    return {
      type: 'file_citation',
      file_id: document_id === undefined ? `fonte-${index}` : `documento-${document_id}`,
      filename: sourceTitle(source),
      index: at < 0 ? text.length : at,
    };
  });
}
