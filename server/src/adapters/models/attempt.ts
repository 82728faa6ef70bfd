/** One request to a provider, from the first byte to the last, within its time limits. */
import type { OpenAIProvider } from '@ai-sdk/openai';
import { type Failure, failureOf, type Secrets } from './failure.ts';
import { openInbox } from './inbox.ts';
import type { ModelEvent, Usage } from './model.ts';
import { unseen, watchedFetch } from './upstream-fetch.ts';
import { watchdog } from './watchdog.ts';
import { wholeCharacters } from './whole-characters.ts';
import type { Reason, Sighting, Wire } from './wire.ts';

/** The SDK's interface to a language model; every provider package returns it. */
export type LanguageModel = ReturnType<OpenAIProvider['chat']>;
export type CallOptions = Parameters<LanguageModel['doStream']>[0];
type Part =
  Awaited<ReturnType<LanguageModel['doStream']>>['stream'] extends ReadableStream<infer P> ? P : never;

export type Request = {
  wire: Wire;
  open(fetch: typeof globalThis.fetch): Promise<LanguageModel>;
  options: CallOptions;
  signal: AbortSignal;
  /** When the first word must be here, by `performance.now()`. */
  deadline: number;
  idle_ms: number;
  secrets: Secrets;
  /** The SDK makes the text out of something else: all of it has to go through its hands. */
  isFormed: boolean;
};

export type Outcome =
  | { type: 'ended'; reason: Reason; usage: Usage | null; said: boolean }
  | { type: 'failed'; failure: Failure; usage: Usage | null; said: boolean; seen: Sighting }
  | { type: 'abandoned' };

/** A model that thinks first is silent for longer than one that stalls. */
const THINKING_PATIENCE = 4;
/** What may still follow the finish marker: the usage, the end of the connection. */
const AFTER_FINISH_MS = 2_000;
/** An answer of this size is a provider gone mad; the caller keeps it in memory. */
const ANSWER_MAX_CHARACTERS = 8 * 1024 * 1024;

/** Words that went past the SDK, what it made of the rest, and how that ended. */
type Arrival =
  | { type: 'text'; text: string }
  | { type: 'part'; part: Part }
  | { type: 'done' }
  | { type: 'broken'; error: unknown }
  | { type: 'left' };

/** Never rejects. */
async function forward(
  opening: PromiseLike<ReadableStreamDefaultReader<Part>>,
  put: (arrival: Arrival) => void,
): Promise<void> {
  try {
    const reader = await opening;
    for (;;) {
      const { done, value: part } = await reader.read();
      if (done) break;
      put({ type: 'part', part });
    }
    put({ type: 'done' });
  } catch (error) {
    put({ type: 'broken', error });
  }
}

/** Yields the text as it comes; what happened is returned. Leaving early closes the connection. */
export async function* attempt(request: Request): AsyncGenerator<ModelEvent, Outcome> {
  const { wire, signal, secrets } = request;
  const upstream = new AbortController();
  let reader: ReadableStreamDefaultReader<Part> | null = null;
  const inbox = openInbox<Arrival>();
  let isLate = false;
  let isOver = false;
  let said = false;
  let size = 0;

  const leave = () => {
    upstream.abort();
    // The reading side is let go at once; what the provider's side says to that interests nobody.
    reader?.cancel().catch(() => {});
    inbox.put({ type: 'left' });
  };
  const watch = watchdog(() => {
    isLate = true;
    leave();
  });
  const seen = unseen();
  const fetch = watchedFetch(wire, seen, {
    onFinish: () => watch.atMost(AFTER_FINISH_MS),
    ...(request.isFormed ? {} : { onText: (text: string) => inbox.put({ type: 'text', text }) }),
  });
  signal.addEventListener('abort', leave, { once: true });

  const usage = () => usageOf(seen);
  const failed = (failure: Failure): Outcome => ({ type: 'failed', failure, usage: usage(), said, seen });
  const verdict = (error: unknown): Outcome => {
    if (signal.aborted) return { type: 'abandoned' };
    // Finished as far as the provider is concerned, whatever became of the connection afterwards.
    if (seen.finish !== null && (isLate || error === undefined)) {
      if (said) return { type: 'ended', reason: seen.finish, usage: usage(), said };
      return failed({
        code: 'model_failed',
        status: seen.status,
        message: `empty answer (${seen.finish})`,
        passing: false,
      });
    }
    if (isLate)
      return failed({ code: 'model_timeout', status: seen.status, message: 'time limit', passing: false });
    if (error !== undefined) return failed(failureOf(error, seen, secrets));
    return failed({
      code: 'model_failed',
      status: seen.status,
      message: 'ended without a finish',
      passing: false,
    });
  };

  try {
    if (signal.aborted) return { type: 'abandoned' };
    watch.arm(request.deadline - performance.now());
    const model = await request.open(fetch);
    const opened = model.doStream({ ...request.options, abortSignal: upstream.signal });
    const reading = opened.then((stream) => {
      reader = stream.stream.getReader();
      if (upstream.signal.aborted) reader.cancel().catch(() => {});
      return reader;
    });
    void forward(reading, (arrival) => inbox.put(arrival));
    const words = wholeCharacters();
    // Otherwise they have come past the SDK already.
    const formed = (part: Part) => (request.isFormed ? textOf(part, wire) : '');
    let limit: number | null = null;
    for (;;) {
      let arrival = inbox.take();
      if (!arrival) {
        watch.arm(seen.finish ? AFTER_FINISH_MS : (limit ?? request.deadline - performance.now()));
        await inbox.filled();
        watch.rest();
        arrival = inbox.take();
      }
      if (signal.aborted) return { type: 'abandoned' };
      if (!arrival) continue;
      if (arrival.type === 'left' || arrival.type === 'done') break;
      if (arrival.type === 'broken') return verdict(arrival.error ?? new Error('unknown'));
      if (arrival.type === 'part') {
        const { part } = arrival;
        if (part.type === 'error' && !isUnreadable(part.error)) return verdict(part.error);
        if (part.type.startsWith('reasoning')) limit = request.idle_ms * THINKING_PATIENCE;
      }
      const text = words.take(arrival.type === 'text' ? arrival.text : formed(arrival.part));
      if (text === '') continue;
      limit = request.idle_ms;
      size += text.length;
      if (size > ANSWER_MAX_CHARACTERS) return verdict(new Error('answer too long'));
      said = true;
      yield { type: 'text', text };
    }
    const rest = words.end();
    said ||= rest !== '';
    if (rest) yield { type: 'text', text: rest };
    isOver = !isLate;
    return verdict(undefined);
  } catch (error) {
    return verdict(error ?? new Error('unknown'));
  } finally {
    watch.end();
    signal.removeEventListener('abort', leave);
    // Read to its end the connection is kept for the next request; otherwise it is closed.
    if (!isOver) leave();
  }
}

function textOf(part: Part, wire: Wire): string {
  if (part.type === 'text-delta') return part.delta;
  // An event the SDK does not understand: a compatible server with habits of its own. Its words still count.
  if (part.type === 'error') return wire.text((part.error as { value?: unknown }).value);
  return '';
}

/** Valid JSON, but not what the SDK expects; errors that a provider reports are something else. */
function isUnreadable(error: unknown): boolean {
  return (
    error instanceof Error && (error.name === 'AI_TypeValidationError' || error.name === 'AI_JSONParseError')
  );
}

function usageOf({ input, output }: Sighting): Usage | null {
  return input === null || output === null ? null : { input, output };
}
