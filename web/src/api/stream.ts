/** Opens a stream of server-sent events and reads its lines as they arrive; the same bearer, refresh and backup rules as every other call. */
import type { Answer, Arguments, Endpoint } from '#contract/endpoint.ts';
import { REQUEST_TIMEOUT_MS, STREAM_PING_SECONDS } from '#contract/limits.ts';
import { type CallOptions, sendSignedIn } from './client.ts';
import { ApiFailure, stringAt } from './failure.ts';
import { type Given, prepare } from './request.ts';
import { readJson } from './send.ts';

/** The server pings every 15 s; four missed pings mean that the connection is dead. */
const SILENCE_MS = STREAM_PING_SECONDS * 4 * 1000;

type Streaming = Endpoint & { events: NonNullable<Endpoint['events']> };
type EventOf<E> = Answer<E> extends AsyncIterable<infer Event extends { done: boolean }> ? Event : never;

/** `wordless: 'screen'` leaves a refusal without words to the sentence of the screen, instead of the status. */
type StreamOptions = CallOptions & { wordless?: 'status' | 'screen' };

/** Resolves once the server has agreed to answer; the events end with a `done` one or with a thrown failure. */
export async function openStream<E extends Streaming>(
  endpoint: E,
  args: Arguments<E>,
  { signal, idempotencyKey, timeoutMs = REQUEST_TIMEOUT_MS, wordless = 'status' }: StreamOptions = {},
): Promise<AsyncIterable<EventOf<E>>> {
  const request = prepare(endpoint, args as Given, idempotencyKey);
  const response = await sendSignedIn(endpoint, request, { signal, timeoutMs });
  if (!response.ok) throw await refusal(response, { signal, wordless });
  if (!response.body) throw new ApiFailure({ kind: 'malformed', status: response.status });
  return eventsIn<EventOf<E>>(response.body, { signal, silenceMs: SILENCE_MS });
}

async function refusal(
  response: Response,
  { signal, wordless }: Pick<StreamOptions, 'signal' | 'wordless'>,
): Promise<ApiFailure> {
  const { status, statusText } = response;
  const body = await readJson(response, signal);
  // HTTP/2 has no status text.
  const words = statusText ? `${status}: ${statusText}` : String(status);
  const fallback = stringAt(body, 'detail') ?? (wordless === 'status' ? words : undefined);
  return new ApiFailure({ kind: 'http', status, body: body ?? null, ...(fallback ? { fallback } : {}) });
}

/** Fields that every event of a stream has. */
type Line = { done: boolean };

type Watch = {
  signal?: AbortSignal | undefined;
  /** Longest time without bytes, in milliseconds. */
  silenceMs?: number;
};

/** Ends after the event with `done: true`; an end before it is a network failure. */
export async function* eventsIn<Event extends Line>(
  body: ReadableStream<Uint8Array>,
  { signal, silenceMs = Number.POSITIVE_INFINITY }: Watch = {},
): AsyncGenerator<Event, void, undefined> {
  const reader = body.getReader();
  const idle = idleTimeout(silenceMs, () => {
    reader.cancel().catch(() => undefined);
  });
  const linesOf = lineSplitter();
  try {
    while (true) {
      const chunk = await reader.read();
      if (idle.isOver()) throw new ApiFailure({ kind: 'network' });
      idle.renew();
      for (const line of linesOf(chunk.value)) {
        const event = eventIn<Event>(line);
        if (event) yield event;
        if (event?.done) return;
      }
      if (chunk.done) throw new ApiFailure({ kind: 'network' });
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw cause instanceof ApiFailure ? cause : new ApiFailure({ kind: 'network', cause });
  } finally {
    idle.end();
    // Closes the connection when the consumer stops early.
    reader.cancel().catch(() => undefined);
  }
}

/** Returns the lines that each piece completes; called without bytes at the end, it returns what is left. */
function lineSplitter(): (bytes: Uint8Array | undefined) => string[] {
  // `stream: true` keeps the first bytes of a character until the rest arrives.
  const decoder = new TextDecoder();
  let rest = '';
  return (bytes) => {
    rest += bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    const lines = rest.split('\n');
    rest = bytes ? (lines.pop() ?? '') : '';
    return lines;
  };
}

function eventIn<Event extends Line>(line: string): Event | null {
  if (!line.startsWith('data:')) return null;
  let value: unknown;
  try {
    value = JSON.parse(line.slice('data:'.length));
  } catch {
    // Without the line itself, which is part of an answer.
    // biome-ignore lint/suspicious/noConsole: the only trace of a word that is missing from an answer
    console.warn(`a line of ${line.length} characters of an event stream could not be read`);
    return null;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { content, done, ...rest } = value as { content?: unknown; done?: unknown };
  const event = { ...rest, content: typeof content === 'string' ? content : '', done: done === true };
  return event as unknown as Event;
}

/** An idle timeout with one timer for the whole stream: bytes arrive a hundred times a second. */
function idleTimeout(ms: number, onSilence: () => void) {
  let last = performance.now();
  let over = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const left = last + ms - performance.now();
    over = left <= 0;
    if (over) onSilence();
    else timer = setTimeout(look, left);
  };
  if (Number.isFinite(ms)) timer = setTimeout(look, ms);
  return {
    isOver: () => over,
    renew: () => {
      last = performance.now();
    },
    end: () => clearTimeout(timer),
  };
}
