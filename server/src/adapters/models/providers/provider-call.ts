/** One HTTP exchange with a provider: sends the request and reads the streamed response within its time limits. */
import type { IncomingHttpHeaders } from 'node:http';
import type { ModelCall, OnText, Usage } from '../model.ts';
import { EventReader, LAST_LINE, type Listener } from './event-reader.ts';
import { type Failure, failureOf, refusalOf, type Secrets } from './failure.ts';
import { type Post, type ProviderRequest, type ResponseListener, retryAfter } from './http-post.ts';
import {
  initialStreamState,
  type Reason,
  reportedCache,
  type StreamParser,
  type StreamState,
} from './stream-parsers.ts';
import { Watchdog } from './watchdog.ts';

export type Request = {
  parser: StreamParser;
  /** Throws where no request can be built. */
  build(): ProviderRequest;
  post: Post;
  signal: AbortSignal;
  /** The latest time for the first text, by `performance.now()`. */
  deadline: number;
  idle_ms: number;
  secrets: Secrets;
  onUsage?: ModelCall['onUsage'];
};

export type CallOutcome =
  | { type: 'ended'; reason: Reason; usage: Usage | null; state: StreamState }
  | { type: 'failed'; failure: Failure; usage: Usage | null; said: boolean; state: StreamState }
  | { type: 'abandoned' };

/** A model that reasons before it answers may be silent for this many times `idle_ms`. */
const THINKING_PATIENCE = 4;
/** The usage and the end of the connection may still follow the finish marker. */
const AFTER_FINISH_MS = 2_000;
/** The caller keeps the answer in memory; no honest one comes near this size. */
const ANSWER_MAX_CHARACTERS = 8 * 1024 * 1024;
/** The body of a refusal is searched for its message up to this length. */
const REFUSAL_MAX_CHARACTERS = 64 * 1024;

/** Passes the text on as it arrives and returns how the call ended. Never rejects. */
export async function callProvider(request: Request, onText: OnText): Promise<CallOutcome> {
  const { signal, secrets } = request;
  if (signal.aborted) return { type: 'abandoned' };
  const state = initialStreamState();
  let built: ProviderRequest;
  try {
    built = request.build();
  } catch (error) {
    return { type: 'failed', failure: failureOf(error, state, secrets), usage: null, said: false, state };
  }
  return new Promise((resolve) =>
    new ProviderCall(state, request, { onText, resolve }).begin(built, request),
  );
}

type Callbacks = { onText: OnText; resolve: (outcome: CallOutcome) => void };

/**
 * Response chunks are delivered synchronously, in the event-loop turn in which the bytes arrive: see model.ts. One object
 * holds the state of a call, because with hundreds of concurrent answers each further object is a cache miss a chunk.
 */
class ProviderCall implements ResponseListener, Listener {
  #isOver = false;
  /** Length of the text that was passed on, in UTF-16 code units. */
  #size = 0;
  #refusal = '';
  readonly #state: StreamState;
  readonly #onText: OnText;
  readonly #parser: StreamParser;
  readonly #idleMs: number;
  readonly #characters = new WholeCharacters();
  readonly #reader = new EventReader(this);
  readonly #watchdog = new Watchdog(() => this.#onTimeout());
  readonly #signal: AbortSignal;
  readonly #secrets: Secrets;
  readonly #onUsage: ModelCall['onUsage'];
  readonly #resolve: Callbacks['resolve'];
  readonly #abandon = () => this.#settle({ type: 'abandoned' }, false);
  #leave = () => {};

  constructor(
    state: StreamState,
    { parser, signal, idle_ms, secrets, onUsage }: Request,
    { onText, resolve }: Callbacks,
  ) {
    this.#state = state;
    this.#onText = onText;
    this.#parser = parser;
    this.#idleMs = idle_ms;
    this.#signal = signal;
    this.#secrets = secrets;
    this.#onUsage = onUsage;
    this.#resolve = resolve;
  }

  begin(built: ProviderRequest, { post, deadline }: Pick<Request, 'post' | 'deadline'>): void {
    this.#signal.addEventListener('abort', this.#abandon, { once: true });
    this.#watchdog.arm(deadline - performance.now());
    try {
      this.#leave = post(built, this);
    } catch (error) {
      this.broken(error);
    }
  }

  head(status: number, headers: IncomingHttpHeaders): void {
    this.#state.status = status;
    this.#state.retry_after_ms = retryAfter(headers);
  }

  text(text: string): void {
    if (this.#isOver) return;
    if (!this.#isRefused) this.#read(text);
    else if (this.#refusal.length < REFUSAL_MAX_CHARACTERS) this.#refusal += text;
  }

  end(): void {
    if (this.#isOver) return;
    if (this.#isRefused) this.#fail(failureOf(refusalOf(this.#refusal), this.#state, this.#secrets), true);
    else {
      this.#read(LAST_LINE);
      this.#finish(true);
    }
  }

  broken(error: unknown): void {
    if (!this.#isOver) this.#fail(failureOf(error, this.#state, this.#secrets));
  }

  event(event: object): string {
    // Events after an error are no part of the answer.
    return this.#state.error === undefined ? this.#parser.read(event, this.#state) : '';
  }

  done(): void {
    if (this.#parser.endsWithDone) this.#state.finish ??= 'stop';
  }

  tooLong(): void {
    this.#state.error ??= new Error('an event of the provider is too long');
  }

  get #isRefused(): boolean {
    const { status } = this.#state;
    return status === null || status < 200 || status > 299;
  }

  /** The text of all events of one chunk is passed on in one piece. */
  #read(text: string): void {
    const state = this.#state;
    const hadFinished = state.finish !== null;
    state.thinks = false;
    const said = this.#reader.take(text);
    this.#deliver(this.#characters.take(said));
    if (this.#isOver) return;
    if (this.#size > ANSWER_MAX_CHARACTERS) this.#failSaying('answer too long');
    else if (state.error !== undefined) this.broken(state.error);
    else if (state.finish !== null) {
      if (!hadFinished) this.#watchdog.arm(AFTER_FINISH_MS);
    } else if (state.thinks) this.#watchdog.arm(this.#idleMs * THINKING_PATIENCE);
    else if (said !== '' && this.#size > 0) this.#watchdog.arm(this.#idleMs);
  }

  #deliver(text: string): void {
    if (text === '' || this.#isOver) return;
    this.#size += text.length;
    this.#onText(text);
  }

  #onTimeout(): void {
    if (this.#state.finish !== null) this.#finish(false);
    else
      this.#fail({
        code: 'model_timeout',
        status: this.#state.status,
        message: 'time limit',
        retryable: false,
      });
  }

  /** Called at the end of the answer; `isWhole` where the connection ended with it. */
  #finish(isWhole: boolean): void {
    this.#deliver(this.#characters.end());
    const reason = this.#state.finish;
    if (reason === null) this.#failSaying('ended without a finish', isWhole);
    else if (this.#size === 0) this.#failSaying(`empty answer (${reason})`, isWhole);
    else this.#settle({ type: 'ended', reason, usage: usageOf(this.#state), state: this.#state }, isWhole);
  }

  #fail(failure: Failure, isWhole = false): void {
    const state = this.#state;
    this.#settle({ type: 'failed', failure, usage: usageOf(state), said: this.#size > 0, state }, isWhole);
  }

  #failSaying(message: string, isWhole = false): void {
    this.#fail({ code: 'model_failed', status: this.#state.status, message, retryable: false }, isWhole);
  }

  #settle(outcome: CallOutcome, isWhole: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#watchdog.end();
    this.#signal.removeEventListener('abort', this.#abandon);
    const { input, output } = this.#state;
    this.#onUsage?.({ input, output, ...reportedCache(this.#state) });
    // A connection that was read to its end is reused; any other is closed.
    if (!isWhole) this.#leave();
    this.#resolve(outcome);
  }
}

function usageOf(state: StreamState): Usage | null {
  const { input, output } = state;
  return input === null || output === null ? null : { input, output, ...reportedCache(state) };
}

/** NUL and halves of characters: most texts have neither. */
const RARE = /[\0\ud800-\udfff]/;

/**
 * Half a character at the end of a piece waits for its other half, blanks at the very beginning for a word: an
 * answer of nothing but blanks is none. What no text can hold (a half that stays alone, NUL, which PostgreSQL
 * refuses) becomes U+FFFD, so that what is shown is what is stored.
 */
class WholeCharacters {
  #held = '';
  #hasBegun = false;

  take(text: string): string {
    if (this.#hasBegun && this.#held === '' && !RARE.test(text)) return text;
    const all = this.#held + text;
    this.#hasBegun ||= all.trim() !== '';
    const last = all.charCodeAt(all.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    const end = this.#hasBegun ? all.length - (isHalf ? 1 : 0) : 0;
    this.#held = all.slice(end);
    return clean(all.slice(0, end));
  }

  end(): string {
    return this.#hasBegun ? clean(this.#held) : '';
  }
}

const clean = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();
