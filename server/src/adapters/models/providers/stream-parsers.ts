/** What the events of each kind of provider say: words, and beside them how the answer goes, ends and is counted. */
import type { ModelEnding } from '../model.ts';

export type Reason = Extract<ModelEnding, { type: 'end' }>['reason'];

/** What was seen of one response so far. */
export type Sighting = {
  /** The status line; null while no answer has come. */
  status: number | null;
  retry_after_ms: number | null;
  /** The provider's own finish marker. */
  finish: Reason | null;
  /** Why the answer will have ended, once its last event comes. */
  ending: Reason | null;
  /** What the provider reported instead of going on. */
  error: unknown;
  /** Thoughts came, which are no part of the answer. */
  thinks: boolean;
  input: number | null;
  output: number | null;
  /** Which model the provider says that it is. */
  model: string | null;
};

export const unseen = (): Sighting => ({
  status: null,
  retry_after_ms: null,
  finish: null,
  ending: null,
  error: undefined,
  thinks: false,
  input: null,
  output: null,
  model: null,
});

export type Wire = {
  /** Notes what an event says, and returns its words. */
  read(event: object, seen: Sighting): string;
  /** A stream's `[DONE]` ends an answer that named no reason for its end. */
  endsWithDone?: true;
};

export type WireName = 'responses' | 'chat' | 'messages' | 'gemini';

/** Servers that speak OpenAI's form have words of their own for an answer that is whole. */
const BROKEN_OFF = new Set(['content_filter', 'tool_calls', 'function_call', 'error', 'abort', 'cancelled']);

export const wires: Record<WireName, Wire> = {
  responses: {
    read(event, seen) {
      const kind = at(event, 'type');
      if (kind === 'response.output_text.delta') return asText(at(event, 'delta'));
      if (kind === 'error') fail(seen, at(event, 'error') ?? event);
      if (typeof kind !== 'string' || !kind.startsWith('response.')) return '';
      seen.thinks ||= kind.startsWith('response.reasoning') || at(at(event, 'item'), 'type') === 'reasoning';
      const response = at(event, 'response');
      name(seen, at(response, 'model'));
      const usage = at(response, 'usage');
      if (usage) spend(seen, tokens(usage, 'input_tokens'), tokens(usage, 'output_tokens'));
      if (kind === 'response.completed') seen.finish = 'stop';
      if (kind === 'response.failed') fail(seen, at(response, 'error') ?? kind);
      if (kind === 'response.incomplete') {
        const why = at(at(response, 'incomplete_details'), 'reason');
        seen.finish = why === 'max_output_tokens' ? 'length' : 'other';
      }
      return '';
    },
  },

  chat: {
    read(event, seen) {
      const usage = at(event, 'usage');
      if (usage) spend(seen, tokens(usage, 'prompt_tokens'), tokens(usage, 'completion_tokens'));
      fail(seen, at(event, 'error'));
      if (seen.model === null) name(seen, at(event, 'model'));
      const choice = at(at(event, 'choices'), 0);
      const why = at(choice, 'finish_reason');
      if (typeof why === 'string')
        seen.finish = why === 'length' ? 'length' : BROKEN_OFF.has(why) ? 'other' : 'stop';
      const delta = at(choice, 'delta');
      const words = asText(at(delta, 'content'));
      if (words === '')
        seen.thinks ||=
          asText(at(delta, 'reasoning_content')) !== '' || asText(at(delta, 'reasoning')) !== '';
      return words;
    },
    endsWithDone: true,
  },

  messages: {
    // The first event has the prompt's tokens and a provisional count of the answer's, the one before the last
    // the true ones. Cached tokens are listed apart and are part of what was read.
    read(event, seen) {
      const kind = at(event, 'type');
      if (kind === 'content_block_delta') {
        const delta = at(event, 'delta');
        seen.thinks ||= isThought(at(delta, 'type'));
        // An answer in a form is what a tool is told, piece by piece.
        return asText(at(delta, 'text')) || asText(at(delta, 'partial_json'));
      }
      if (kind === 'content_block_start') seen.thinks ||= isThought(at(at(event, 'content_block'), 'type'));
      if (kind === 'message_start') {
        const message = at(event, 'message');
        name(seen, at(message, 'model'));
        spend(seen, promptTokens(at(message, 'usage')), null);
      }
      if (kind === 'message_delta') {
        const usage = at(event, 'usage');
        spend(seen, promptTokens(usage), tokens(usage, 'output_tokens'));
        const why = at(at(event, 'delta'), 'stop_reason');
        seen.ending =
          why === 'end_turn' || why === 'stop_sequence' ? 'stop' : why === 'max_tokens' ? 'length' : 'other';
      }
      if (kind === 'message_stop') seen.finish = seen.ending ?? 'other';
      if (kind === 'error') fail(seen, at(event, 'error') ?? event);
      return '';
    },
  },

  gemini: {
    read(event, seen) {
      const usage = at(event, 'usageMetadata');
      if (usage) {
        // Gemini leaves a count out when it is zero, but always has the total.
        const isReported = tokens(usage, 'totalTokenCount') !== null;
        const count = (...names: string[]) => {
          const found = names.map((name) => tokens(usage, name)).filter((value) => value !== null);
          return found.length > 0 || isReported ? found.reduce((sum, value) => sum + value, 0) : null;
        };
        spend(
          seen,
          count('promptTokenCount', 'toolUsePromptTokenCount'),
          count('candidatesTokenCount', 'thoughtsTokenCount'),
        );
      }
      if (seen.model === null) name(seen, at(event, 'modelVersion'));
      const candidate = at(at(event, 'candidates'), 0);
      const why = at(candidate, 'finishReason');
      if (typeof why === 'string' && why !== 'FINISH_REASON_UNSPECIFIED')
        seen.finish = why === 'STOP' ? 'stop' : why === 'MAX_TOKENS' ? 'length' : 'other';
      if (at(at(event, 'promptFeedback'), 'blockReason')) seen.finish = 'other';
      fail(seen, at(event, 'error'));
      const parts = at(at(candidate, 'content'), 'parts');
      if (!Array.isArray(parts)) return '';
      seen.thinks ||= parts.some((part) => at(part, 'thought') === true);
      return parts.map((part) => (at(part, 'thought') === true ? '' : asText(at(part, 'text')))).join('');
    },
  },
};

/** Of what kind a block or a piece of one is: `thinking`, `redacted_thinking`, `thinking_delta`, `signature_delta`. */
const isThought = (kind: unknown): boolean => typeof kind === 'string' && /thinking|signature/.test(kind);

/** The first error counts. */
function fail(seen: Sighting, error: unknown): void {
  seen.error ??= error ?? undefined;
}

function name(seen: Sighting, model: unknown): void {
  if (typeof model === 'string' && model !== '') seen.model ??= model;
}

function spend(seen: Sighting, input: number | null, output: number | null): void {
  seen.input = input ?? seen.input;
  seen.output = output ?? seen.output;
}

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
