/**
 * What a provider's own events say besides text: that the answer is finished, why, and what it cost. Read here
 * and not from the SDK, because the SDK fills what is missing with zeros and invents an end where none came.
 */
import type { ModelEvent } from './model.ts';

export type Reason = Extract<ModelEvent, { type: 'end' }>['reason'];

/** What was seen of one response so far. */
export type Sighting = {
  /** The status line; null while no answer has come. */
  status: number | null;
  retry_after_ms: number | null;
  /** The provider's own finish marker. */
  finish: Reason | null;
  input: number | null;
  output: number | null;
};

export type Wire = {
  note(event: unknown, seen: Sighting): void;
  /** The text of an event, for one that the SDK could not read or need not. */
  text(event: unknown): string;
  /** Whether an event holds words of the answer and nothing else: most do, and the SDK adds nothing to them. */
  isPlain(event: unknown): boolean;
  /** Adds what the SDK insists on and some servers leave out, after the event was noted. */
  complete?(event: object): object;
  /** Stands in for a stream's `[DONE]` when no finish reason came before it. */
  done?: string;
};

export type WireName = 'responses' | 'chat' | 'messages' | 'gemini';

export const wires: Record<WireName, Wire> = {
  responses: {
    note(event, seen) {
      const kind = at(event, 'type');
      const usage = at(event, 'response', 'usage');
      if (usage) spend(seen, tokens(usage, 'input_tokens'), tokens(usage, 'output_tokens'));
      if (kind === 'response.completed') seen.finish = 'stop';
      if (kind === 'response.incomplete') {
        const why = at(event, 'response', 'incomplete_details', 'reason');
        seen.finish = why === 'max_output_tokens' ? 'length' : 'other';
      }
    },
    text: (event) => (at(event, 'type') === 'response.output_text.delta' ? asText(at(event, 'delta')) : ''),
    isPlain: (event) => at(event, 'type') === 'response.output_text.delta',
  },

  chat: {
    note(event, seen) {
      const usage = at(event, 'usage');
      if (usage) spend(seen, tokens(usage, 'prompt_tokens'), tokens(usage, 'completion_tokens'));
      const why = at(event, 'choices', 0, 'finish_reason');
      if (typeof why === 'string') seen.finish = why === 'stop' || why === 'length' ? why : 'other';
    },
    text: (event) => asText(at(event, 'choices', 0, 'delta', 'content')),
    isPlain(event) {
      const why = at(event, 'choices', 0, 'finish_reason') ?? null;
      const isAlone = at(event, 'choices', 1) === undefined && at(event, 'error') === undefined;
      return why === null && isAlone && hasOnly(at(event, 'choices', 0, 'delta'), ['role', 'content']);
    },
    done: '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}',
  },

  messages: {
    // The first event has the prompt's tokens and a provisional count of the answer's, the one before the last
    // the true ones. Cached tokens are listed apart and are part of what was read.
    note(event, seen) {
      const kind = at(event, 'type');
      if (kind === 'message_start') {
        const usage = at(event, 'message', 'usage');
        spend(seen, promptTokens(usage), null);
      }
      if (kind === 'message_delta') {
        const usage = at(event, 'usage');
        spend(seen, promptTokens(usage), tokens(usage, 'output_tokens'));
        const why = at(event, 'delta', 'stop_reason');
        held.set(
          seen,
          why === 'end_turn' || why === 'stop_sequence' ? 'stop' : why === 'max_tokens' ? 'length' : 'other',
        );
      }
      if (kind === 'message_stop') seen.finish = held.get(seen) ?? 'other';
    },
    // Without a count in its first event the SDK gives up the whole answer.
    complete(event) {
      const kind = at(event, 'type');
      const message = at(event, 'message');
      if (kind === 'message_start' && tokens(at(message, 'usage'), 'input_tokens') === null)
        return {
          ...event,
          message: { ...(message as object), usage: { input_tokens: 0, output_tokens: 0 } },
        };
      if (kind === 'message_delta' && tokens(at(event, 'usage'), 'output_tokens') === null)
        return { ...event, usage: { output_tokens: 0 } };
      return event;
    },
    text: (event) => (at(event, 'type') === 'content_block_delta' ? asText(at(event, 'delta', 'text')) : ''),
    isPlain: (event) =>
      at(event, 'type') === 'content_block_delta' && at(event, 'delta', 'type') === 'text_delta',
  },

  gemini: {
    note(event, seen) {
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
      const why = at(event, 'candidates', 0, 'finishReason');
      if (typeof why === 'string' && why !== 'FINISH_REASON_UNSPECIFIED')
        seen.finish = why === 'STOP' ? 'stop' : why === 'MAX_TOKENS' ? 'length' : 'other';
      if (at(event, 'promptFeedback', 'blockReason')) seen.finish = 'other';
    },
    text(event) {
      const parts = at(event, 'candidates', 0, 'content', 'parts');
      if (!Array.isArray(parts)) return '';
      return parts.map((part) => (at(part, 'thought') === true ? '' : asText(at(part, 'text')))).join('');
    },
    isPlain(event) {
      const parts = at(event, 'candidates', 0, 'content', 'parts');
      const isOver = at(event, 'candidates', 0, 'finishReason') !== undefined;
      const isOther = at(event, 'promptFeedback') !== undefined || at(event, 'error') !== undefined;
      return !isOver && !isOther && Array.isArray(parts) && parts.every((part) => hasOnly(part, ['text']));
    },
  },
};

/** Why an answer will have ended, once its last event comes. */
const held = new WeakMap<Sighting, Reason>();

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

const hasOnly = (value: unknown, names: string[]): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).every((name) => names.includes(name));

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value at a path of keys, undefined where the path ends early. */
function at(value: unknown, ...path: (string | number)[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}
