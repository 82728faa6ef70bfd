/** One request to a provider, from the first byte to the last, within its time limits. */
import { LAST_LINE, openEventReader } from './events.ts';
import { type Failure, failureOf, refusalOf, type Secrets } from './failure.ts';
import type { Say, Usage } from './model.ts';
import { type Letter, type Post, retryAfter } from './post.ts';
import { watchdog } from './watchdog.ts';
import { wholeCharacters } from './whole-characters.ts';
import { type Reason, type Sighting, unseen, type Wire } from './wire.ts';

export type Request = {
  wire: Wire;
  letter(): Promise<Letter>;
  post: Post;
  signal: AbortSignal;
  /** When the first word must be here, by `performance.now()`. */
  deadline: number;
  idle_ms: number;
  secrets: Secrets;
};

export type Outcome =
  | { type: 'ended'; reason: Reason; usage: Usage | null }
  | { type: 'failed'; failure: Failure; usage: Usage | null; said: boolean; seen: Sighting }
  | { type: 'abandoned' };

/** A model that thinks first is silent for longer than one that stalls. */
const THINKING_PATIENCE = 4;
/** What may still follow the finish marker: the usage, the end of the connection. */
const AFTER_FINISH_MS = 2_000;
/** An answer of this size is a provider gone mad; the caller keeps it in memory. */
const ANSWER_MAX_CHARACTERS = 8 * 1024 * 1024;
/** As much of a refusal is looked through for its sentence. */
const REFUSAL_MAX_CHARACTERS = 64 * 1024;

/** Says the words as they come; what became of them is returned. Never rejects. */
export async function attempt(request: Request, say: Say): Promise<Outcome> {
  const { signal, secrets } = request;
  if (signal.aborted) return { type: 'abandoned' };
  const seen = unseen();
  let letter: Letter;
  try {
    letter = await request.letter();
  } catch (error) {
    return { type: 'failed', failure: failureOf(error, seen, secrets), usage: null, said: false, seen };
  }
  if (signal.aborted) return { type: 'abandoned' };
  return new Promise((resolve) => exchange(letter, seen, request, { say, resolve }));
}

type Asker = { say: Say; resolve: (outcome: Outcome) => void };

/** Everything happens in the turn in which the bytes come: see model.ts. */
function exchange(letter: Letter, seen: Sighting, request: Request, { say, resolve }: Asker): void {
  const { wire, post, signal, deadline, idle_ms, secrets } = request;
  const words = wholeCharacters();
  /** What the events of one piece have said. */
  let heard = '';
  let refusal = '';
  let size = 0;
  let isOver = false;
  let leave = () => {};

  function settle(outcome: Outcome, isWhole: boolean): void {
    if (isOver) return;
    isOver = true;
    watch.end();
    signal.removeEventListener('abort', abandon);
    // Read to its end the connection is kept for the next request; otherwise it is closed.
    if (!isWhole) leave();
    resolve(outcome);
  }

  function abandon(): void {
    settle({ type: 'abandoned' }, false);
  }

  function fail(failure: Failure, isWhole = false): void {
    settle({ type: 'failed', failure, usage: usageOf(seen), said: size > 0, seen }, isWhole);
  }

  function failSaying(message: string, isWhole = false): void {
    fail({ code: 'model_failed', status: seen.status, message, passing: false }, isWhole);
  }

  function broken(error: unknown): void {
    if (!isOver) fail(failureOf(error, seen, secrets));
  }

  /** As far as the provider is concerned, whatever becomes of the connection. */
  function finish(isWhole: boolean): void {
    tell(words.end());
    const reason = seen.finish;
    if (reason === null) failSaying('ended without a finish', isWhole);
    else if (size === 0) failSaying(`empty answer (${reason})`, isWhole);
    else settle({ type: 'ended', reason, usage: usageOf(seen) }, isWhole);
  }

  function late(): void {
    if (seen.finish !== null) finish(false);
    else fail({ code: 'model_timeout', status: seen.status, message: 'time limit', passing: false });
  }

  function tell(text: string): void {
    if (text === '' || isOver) return;
    size += text.length;
    say(text);
  }

  /** What events said that came together is told together. */
  function pass(hadFinished: boolean): void {
    const text = heard;
    heard = '';
    tell(words.take(text));
    if (isOver) return;
    if (size > ANSWER_MAX_CHARACTERS) failSaying('answer too long');
    else if (seen.error !== undefined) broken(seen.error);
    else if (seen.finish !== null) {
      if (!hadFinished) watch.arm(AFTER_FINISH_MS);
    } else if (seen.thinks) watch.arm(idle_ms * THINKING_PATIENCE);
    else if (text !== '' && size > 0) watch.arm(idle_ms);
  }

  function take(text: string): void {
    const hadFinished = seen.finish !== null;
    seen.thinks = false;
    events.take(text);
    pass(hadFinished);
  }

  const isRefused = () => seen.status === null || seen.status < 200 || seen.status > 299;
  const watch = watchdog(late);
  const events = openEventReader({
    event(event) {
      // What follows an error is no part of the answer.
      if (seen.error === undefined) heard += wire.read(event, seen);
    },
    done() {
      if (wire.endsWithDone) seen.finish ??= 'stop';
    },
    tooLong() {
      seen.error ??= new Error('an event of the provider is too long');
    },
  });

  signal.addEventListener('abort', abandon, { once: true });
  watch.arm(deadline - performance.now());
  try {
    leave = post(letter, {
      head(status, headers) {
        seen.status = status;
        seen.retry_after_ms = retryAfter(headers);
      },
      text(text) {
        if (isOver) return;
        if (!isRefused()) take(text);
        else if (refusal.length < REFUSAL_MAX_CHARACTERS) refusal += text;
      },
      end() {
        if (isOver) return;
        if (isRefused()) return fail(failureOf(refusalOf(refusal), seen, secrets), true);
        take(LAST_LINE);
        finish(true);
      },
      broken,
    });
  } catch (error) {
    broken(error);
  }
}

function usageOf({ input, output }: Sighting): Usage | null {
  return input === null || output === null ? null : { input, output };
}
