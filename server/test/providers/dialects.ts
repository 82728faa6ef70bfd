/** How each provider says the same thing: its path, its events, its error. For the stub in provider-stub.ts. */

/** `cached` is the part of `input` that the provider had in its cache. */
export type Usage = { input: number; output: number; cached?: number } | null;
/** `thought` is what a model that reasons first says before its answer. */
export type Conversation = { head: string; thought: string; pieces: string[]; tail: string; error: string };
export type Dialect = {
  path: RegExp;
  model(path: string, body: Record<string, unknown>): string;
  conversation(pieces: string[], usage: Usage): Conversation;
};

const data = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const named = (value: { type: string; [field: string]: unknown }) => `event: ${value.type}\n${data(value)}`;
const modelInBody = (_: string, body: Record<string, unknown>) =>
  typeof body.model === 'string' ? body.model : '';

const responses: Dialect = {
  path: /\/v1\/responses$/,
  model: modelInBody,
  conversation(pieces, usage) {
    let sequence = 0;
    const event = (type: string, fields: object) => named({ type, sequence_number: sequence++, ...fields });
    const where = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const response = {
      id: 'resp_1',
      object: 'response',
      created_at: 1_763_000_000,
      model: 'stub',
      status: 'in_progress',
      output: [],
    };
    const message = { id: 'msg_1', type: 'message', role: 'assistant', status: 'in_progress', content: [] };
    const text = pieces.join('');
    const spent = usage && {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached ?? 0 },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: usage.input + usage.output,
    };
    return {
      head: event('response.created', { response }) + event('response.in_progress', { response }),
      thought: event('response.output_item.added', {
        output_index: 0,
        item: { id: 'rs_1', type: 'reasoning', summary: [] },
      }),
      pieces: pieces.map(
        (delta, index) =>
          (index === 0 ? event('response.output_item.added', { output_index: 0, item: message }) : '') +
          event('response.output_text.delta', { ...where, delta, logprobs: [] }),
      ),
      tail:
        event('response.output_text.done', { ...where, text, logprobs: [] }) +
        event('response.output_item.done', { output_index: 0, item: { ...message, status: 'completed' } }) +
        event('response.completed', {
          response: { ...response, status: 'completed', ...(spent ? { usage: spent } : {}) },
        }),
      error: event('error', { code: 'server_error', message: 'The server had an error', param: null }),
    };
  },
};

const chat: Dialect = {
  path: /\/v1\/chat\/completions$/,
  model: modelInBody,
  conversation(pieces, usage) {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      data({
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1_763_000_000,
        model: 'stub',
        choices: [{ index: 0, delta, finish_reason }],
      });
    const spent = usage && {
      prompt_tokens: usage.input,
      completion_tokens: usage.output,
      total_tokens: usage.input + usage.output,
      ...(usage.cached ? { prompt_tokens_details: { cached_tokens: usage.cached } } : {}),
    };
    return {
      head: chunk({ role: 'assistant', content: '' }),
      thought: chunk({ reasoning_content: 'Pensando…' }),
      pieces: pieces.map((content) => chunk({ content })),
      tail:
        chunk({}, 'stop') +
        (spent
          ? data({
              id: 'chatcmpl-1',
              object: 'chat.completion.chunk',
              created: 1_763_000_000,
              model: 'stub',
              choices: [],
              usage: spent,
            })
          : '') +
        'data: [DONE]\n\n',
      error: data({
        error: { message: 'The server had an error', type: 'server_error', param: null, code: null },
      }),
    };
  },
};

/** Anthropic counts what it had in its cache apart from the rest of the prompt. */
const readOf = ({ input, cached }: NonNullable<Usage>) =>
  cached ? { input_tokens: input - cached, cache_read_input_tokens: cached } : { input_tokens: input };

const messages: Dialect = {
  path: /\/v1\/messages$/,
  model: modelInBody,
  conversation(pieces, usage) {
    const message = {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'stub',
      content: [],
      stop_reason: null,
      stop_sequence: null,
    };
    return {
      head:
        named({
          type: 'message_start',
          message: {
            ...message,
            ...(usage ? { usage: { ...readOf(usage), output_tokens: 1 } } : {}),
          },
        }) +
        named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }) +
        named({ type: 'ping' }),
      thought:
        named({
          type: 'content_block_start',
          index: 1,
          content_block: { type: 'thinking', thinking: '', signature: '' },
        }) +
        named({
          type: 'content_block_delta',
          index: 1,
          delta: { type: 'thinking_delta', thinking: 'Pensando…' },
        }) +
        named({ type: 'content_block_stop', index: 1 }),
      pieces: pieces.map((text) =>
        named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
      ),
      tail:
        named({ type: 'content_block_stop', index: 0 }) +
        named({
          type: 'message_delta',
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          ...(usage ? { usage: { output_tokens: usage.output } } : {}),
        }) +
        named({ type: 'message_stop' }),
      error: named({ type: 'error', error: { type: 'api_error', message: 'Internal server error' } }),
    };
  },
};

const gemini: Dialect = {
  path: /\/v1beta\/models\/.+:streamGenerateContent$/,
  model: (path) => decodeURIComponent(/models\/(.+):streamGenerateContent$/.exec(path)?.[1] ?? ''),
  conversation(pieces, usage) {
    const countUpTo = (input: number, output: number) => ({
      promptTokenCount: input,
      candidatesTokenCount: output,
      totalTokenCount: input + output,
    });
    const chunk = (text: string | null, fields: object = {}, usageMetadata: object | null = null) =>
      data({
        candidates: [
          { content: { parts: text === null ? [] : [{ text }], role: 'model' }, index: 0, ...fields },
        ],
        ...(usageMetadata ? { usageMetadata } : {}),
        modelVersion: 'stub',
        responseId: 'resp-1',
      });
    const spent = usage && {
      promptTokenCount: usage.input,
      candidatesTokenCount: usage.output,
      totalTokenCount: usage.input + usage.output,
      ...(usage.cached ? { cachedContentTokenCount: usage.cached } : {}),
    };
    return {
      head: '',
      thought: data({
        candidates: [{ content: { parts: [{ text: 'Pensando…', thought: true }], role: 'model' }, index: 0 }],
      }),
      // Gemini counts in every chunk.
      pieces: pieces.map((text, place) => chunk(text, {}, usage && countUpTo(usage.input, place + 1))),
      tail: data({
        candidates: [{ content: { parts: [{ text: '' }], role: 'model' }, finishReason: 'STOP', index: 0 }],
        ...(spent ? { usageMetadata: spent } : {}),
        modelVersion: 'stub',
      }),
      error: data({ error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' } }),
    };
  },
};

export const dialects = { responses, chat, messages, gemini };
