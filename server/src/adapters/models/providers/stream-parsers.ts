/** Stream parsers, one for each dialect: they take text, reasoning, errors, the end and the usage out of the events. */
import type { ModelEnding } from '../model.ts';

export type Reason = Extract<ModelEnding, { type: 'end' }>['reason'];

/** The state of one response so far. */
export type StreamState = {
  /** The status line; null while no answer has come. */
  status: number | null;
  retry_after_ms: number | null;
  /** The provider's own finish marker. */
  finish: Reason | null;
  /** The reason that the answer ends for; it counts once the last event arrives. */
  ending: Reason | null;
  /** The provider reported it in place of a further event. */
  error: unknown;
  /** The last chunk held reasoning, which is no part of the answer. */
  thinks: boolean;
  input: number | null;
  output: number | null;
  /** The part of `input` that the provider took from its cache. */
  cached: number | null;
  /** The model that the provider names in its response. */
  model: string | null;
};

export const initialStreamState = (): StreamState => ({
  status: null,
  retry_after_ms: null,
  finish: null,
  ending: null,
  error: undefined,
  thinks: false,
  input: null,
  output: null,
  cached: null,
  model: null,
});

export type StreamParser = {
  /** Updates the state from an event and returns the event's text. */
  read(event: object, state: StreamState): string;
  /** A stream's `[DONE]` ends an answer that named no reason for its end. */
  endsWithDone?: true;
};

export type Dialect = 'responses' | 'chat' | 'messages' | 'gemini';

/** Servers that speak OpenAI's form have reasons of their own for a complete answer; these name an incomplete one. */
const BROKEN_OFF = new Set(['content_filter', 'tool_calls', 'function_call', 'error', 'abort', 'cancelled']);

export const streamParsers: Record<Dialect, StreamParser> = {
  responses: {
    read(event, state) {
      const kind = at(event, 'type');
      if (kind === 'response.output_text.delta') return asText(at(event, 'delta'));
      if (kind === 'error') fail(state, at(event, 'error') ?? event);
      if (typeof kind !== 'string' || !kind.startsWith('response.')) return '';
      state.thinks ||= kind.startsWith('response.reasoning') || at(at(event, 'item'), 'type') === 'reasoning';
      const response = at(event, 'response');
      name(state, at(response, 'model'));
      const usage = at(response, 'usage');
      if (usage) {
        spend(state, tokens(usage, 'input_tokens'), tokens(usage, 'output_tokens'));
        cache(state, tokens(at(usage, 'input_tokens_details'), 'cached_tokens'));
      }
      if (kind === 'response.completed') state.finish = 'stop';
      if (kind === 'response.failed') fail(state, at(response, 'error') ?? kind);
      if (kind === 'response.incomplete') {
        const why = at(at(response, 'incomplete_details'), 'reason');
        state.finish = why === 'max_output_tokens' ? 'length' : 'other';
      }
      return '';
    },
  },

  chat: {
    read(event, state) {
      const usage = at(event, 'usage');
      if (usage) {
        spend(state, tokens(usage, 'prompt_tokens'), tokens(usage, 'completion_tokens'));
        cache(state, tokens(at(usage, 'prompt_tokens_details'), 'cached_tokens'));
      }
      fail(state, at(event, 'error'));
      if (state.model === null) name(state, at(event, 'model'));
      const choice = at(at(event, 'choices'), 0);
      const why = at(choice, 'finish_reason');
      if (typeof why === 'string')
        state.finish = why === 'length' ? 'length' : BROKEN_OFF.has(why) ? 'other' : 'stop';
      const delta = at(choice, 'delta');
      const words = asText(at(delta, 'content'));
      if (words === '')
        state.thinks ||=
          asText(at(delta, 'reasoning_content')) !== '' || asText(at(delta, 'reasoning')) !== '';
      return words;
    },
    endsWithDone: true,
  },

  messages: {
    // The first event has the prompt's tokens and a provisional count of the answer's, the one before the last
    // the true ones. Cached tokens are listed apart and are part of what was read.
    read(event, state) {
      const kind = at(event, 'type');
      if (kind === 'content_block_delta') {
        const delta = at(event, 'delta');
        state.thinks ||= isThought(at(delta, 'type'));
        // A structured answer may arrive as the arguments of a tool, piece by piece.
        return asText(at(delta, 'text')) || asText(at(delta, 'partial_json'));
      }
      if (kind === 'content_block_start') state.thinks ||= isThought(at(at(event, 'content_block'), 'type'));
      if (kind === 'message_start') {
        const message = at(event, 'message');
        name(state, at(message, 'model'));
        const usage = at(message, 'usage');
        spend(state, promptTokens(usage), null);
        cache(state, tokens(usage, 'cache_read_input_tokens'));
      }
      if (kind === 'message_delta') {
        const usage = at(event, 'usage');
        spend(state, promptTokens(usage), tokens(usage, 'output_tokens'));
        cache(state, tokens(usage, 'cache_read_input_tokens'));
        state.ending = endingFor(at(at(event, 'delta'), 'stop_reason'));
      }
      if (kind === 'message_stop') state.finish = state.ending ?? 'other';
      if (kind === 'error') fail(state, at(event, 'error') ?? event);
      return '';
    },
  },

  gemini: {
    read(event, state) {
      const usage = at(event, 'usageMetadata');
      if (usage) {
        // Gemini leaves a count out when it is zero, but always has the total.
        const isReported = tokens(usage, 'totalTokenCount') !== null;
        const count = (...names: string[]) => {
          const found = names.map((name) => tokens(usage, name)).filter((value) => value !== null);
          return found.length > 0 || isReported ? found.reduce((sum, value) => sum + value, 0) : null;
        };
        spend(
          state,
          count('promptTokenCount', 'toolUsePromptTokenCount'),
          count('candidatesTokenCount', 'thoughtsTokenCount'),
        );
        cache(state, tokens(usage, 'cachedContentTokenCount'));
      }
      if (state.model === null) name(state, at(event, 'modelVersion'));
      const candidate = at(at(event, 'candidates'), 0);
      const why = at(candidate, 'finishReason');
      if (typeof why === 'string' && why !== 'FINISH_REASON_UNSPECIFIED')
        state.finish = why === 'STOP' ? 'stop' : why === 'MAX_TOKENS' ? 'length' : 'other';
      if (at(at(event, 'promptFeedback'), 'blockReason')) state.finish = 'other';
      fail(state, at(event, 'error'));
      const parts = at(at(candidate, 'content'), 'parts');
      if (!Array.isArray(parts)) return '';
      state.thinks ||= parts.some((part) => at(part, 'thought') === true);
      return parts.map((part) => (at(part, 'thought') === true ? '' : asText(at(part, 'text')))).join('');
    },
  },
};

function endingFor(stopReason: unknown): Reason {
  if (stopReason === 'end_turn' || stopReason === 'stop_sequence') return 'stop';
  return stopReason === 'max_tokens' ? 'length' : 'other';
}

/** Matches `thinking`, `redacted_thinking`, `thinking_delta` and `signature_delta`. */
const isThought = (kind: unknown): boolean => typeof kind === 'string' && /thinking|signature/.test(kind);

/** The first error counts. */
function fail(state: StreamState, error: unknown): void {
  state.error ??= error ?? undefined;
}

function name(state: StreamState, model: unknown): void {
  if (typeof model === 'string' && model !== '') state.model ??= model;
}

function spend(state: StreamState, input: number | null, output: number | null): void {
  state.input = input ?? state.input;
  state.output = output ?? state.output;
}

function cache(state: StreamState, cached: number | null): void {
  state.cached = cached ?? state.cached;
}

/** A provider that reports more cached tokens than tokens has reported nothing of use about its cache. */
export const reportedCache = ({
  input,
  cached,
}: Pick<StreamState, 'input' | 'cached'>): { cached?: number } =>
  cached !== null && cached > 0 && input !== null && cached <= input ? { cached } : {};

function promptTokens(usage: unknown): number | null {
  const read = tokens(usage, 'input_tokens');
  if (read === null) return null;
  return (
    read +
    (tokens(usage, 'cache_creation_input_tokens') ?? 0) +
    (tokens(usage, 'cache_read_input_tokens') ?? 0)
  );
}

function tokens(usage: unknown, name: string): number | null {
  const value = at(usage, name);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : null;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Undefined where there is no such thing. */
function at(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string | number, unknown>)[key];
}
