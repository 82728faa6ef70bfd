/** The way to a provider: keeps an eye on the answer and hands the SDK nothing but well-formed events. */
import type { Sighting, Wire } from './wire.ts';

/** No event of a language model is this long; a line without an end must not fill the memory. */
const EVENT_MAX_CHARACTERS = 16 * 1024 * 1024;

export function unseen(): Sighting {
  return { status: null, retry_after_ms: null, finish: null, input: null, output: null };
}

export type Watcher = {
  onFinish: () => void;
  /**
   * Takes the words past the SDK, whose way costs more than all else together: all of them, for two ways would mix
   * their order. Events that hold nothing else are not handed on.
   */
  onText?: (text: string) => void;
};

/** One `fetch` per request; what it saw is in `seen`. Connections are kept and reused by Node's own agent. */
export function watchedFetch(wire: Wire, seen: Sighting, watcher: Watcher): typeof fetch {
  return async (input, init) => {
    // A redirect would carry the key to wherever it points.
    const response = await fetch(input, { ...init, redirect: 'manual' });
    seen.status = response.status;
    seen.retry_after_ms = retryAfter(response.headers);
    if (!response.ok || !response.body) return response;
    const body = eventsFrom(response.body, wellFormedEvents(wire, seen, watcher));
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

type Events = {
  /** What of these bytes may be handed on; null where they are the last. */
  take(bytes: Uint8Array | null): Uint8Array | null;
};

/** Read by hand: a transform between two streams takes several times as long for a piece of a few bytes. */
function eventsFrom(body: ReadableStream<Uint8Array>, events: Events): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream({
    async pull(out) {
      for (;;) {
        const { done, value } = await reader.read();
        const ready = events.take(done ? null : value);
        if (ready) out.enqueue(ready);
        if (done) out.close();
        if (done || ready) return;
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

/**
 * Server-sent events in, the same events out, each on one line. Comments, other fields and data that is not a
 * JSON object are left out: one of the SDK's readers ends the answer at the first of them, another throws.
 */
function wellFormedEvents(wire: Wire, seen: Sighting, { onFinish, onText }: Watcher): Events {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  /** The beginning of a line whose end has not come; fragments, so that a long line is joined only once. */
  let pending: string[] = [];
  let pendingLength = 0;
  let data: string[] = [];
  /** A carriage return at the end of a chunk may be half of a line end. */
  let endsInReturn = false;

  /** What is ready to be passed on. */
  let ready = '';

  function take(text: string): void {
    let chunk = endsInReturn ? `\r${text}` : text;
    endsInReturn = chunk.endsWith('\r');
    if (endsInReturn) chunk = chunk.slice(0, -1);
    if (chunk.includes('\r')) chunk = chunk.replace(/\r\n?/g, '\n');

    let start = 0;
    for (let end = chunk.indexOf('\n'); end !== -1; end = chunk.indexOf('\n', start)) {
      pending.push(chunk.slice(start, end));
      line(pending.length === 1 ? (pending[0] ?? '') : pending.join(''));
      pending = [];
      pendingLength = 0;
      start = end + 1;
    }
    if (start === chunk.length) return;
    pending.push(chunk.slice(start));
    pendingLength += chunk.length - start;
    if (pendingLength > EVENT_MAX_CHARACTERS) throw new Error('an event of the provider is too long');
  }

  function line(text: string): void {
    if (text === '') event();
    else if (text.startsWith('data:')) data.push(text.slice(text[5] === ' ' ? 6 : 5));
  }

  function event(): void {
    if (data.length === 0) return;
    // A line break in valid JSON stands between values, never inside a text.
    const whole = data.join(' ');
    const isWhole = data.length === 1 || parse(whole) !== undefined;
    // Several lines that make no sense together: junk and an event without the blank line between them.
    const texts = isWhole ? [whole] : data;
    data = [];
    for (const text of texts) pass(text);
  }

  function pass(text: string): void {
    if (text.trim() === '[DONE]') {
      done();
      return;
    }
    const parsed = parse(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return;
    note(parsed);
    const words = onText ? wire.text(parsed) : '';
    if (words !== '') onText?.(words);
    if (words !== '' && wire.isPlain(parsed)) return;
    const complete = wire.complete?.(parsed) ?? parsed;
    ready += `data: ${complete === parsed ? text : JSON.stringify(complete)}\n\n`;
  }

  function done(): void {
    if (seen.finish !== null || !wire.done) return;
    note(parse(wire.done));
    ready += `data: ${wire.done}\n\n`;
  }

  function note(parsed: unknown): void {
    const wasFinished = seen.finish !== null;
    wire.note(parsed, seen);
    if (!wasFinished && seen.finish !== null) onFinish();
  }

  return {
    take(bytes) {
      // Some servers end without the blank line that would close their last event.
      take(bytes ? decoder.decode(bytes, { stream: true }) : `${decoder.decode()}\n\n`);
      const out = ready === '' ? null : encoder.encode(ready);
      ready = '';
      return out;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Junk between events: the parser's wish is to skip it, and the caller does.
    return undefined;
  }
}

/** Seconds, a date, or OpenAI's own header in milliseconds. */
function retryAfter(headers: Headers): number | null {
  const precise = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(precise) && precise >= 0) return precise;
  const text = headers.get('retry-after');
  if (!text) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : null;
  const date = Date.parse(text);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
