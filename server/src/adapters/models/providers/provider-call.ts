/** One request to a provider, from the first byte to the last, within its time limits. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Say, Usage } from '../model.ts';
import { EventReader, LAST_LINE, type Listener } from './event-reader.ts';
import { type Failure, failureOf, refusalOf, type Secrets } from './failure.ts';
import { type Post, type ProviderRequest, type Reply, retryAfter } from './http-post.ts';
import { type Reason, type Sighting, unseen, type Wire } from './stream-parsers.ts';
import { Watchdog } from './watchdog.ts';
import { WholeCharacters } from './whole-characters.ts';

export type Request = {
  wire: Wire;
  /** Throws where no request can be built. */
  build(): ProviderRequest;
  post: Post;
  signal: AbortSignal;
  /** When the first word must be here, by `performance.now()`. */
  deadline: number;
  idle_ms: number;
  secrets: Secrets;
};

export type Outcome =
  | { type: 'ended'; reason: Reason; usage: Usage | null; seen: Sighting }
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
  let built: ProviderRequest;
  try {
    built = request.build();
  } catch (error) {
    return { type: 'failed', failure: failureOf(error, seen, secrets), usage: null, said: false, seen };
  }
  return new Promise((resolve) => new Exchange(seen, request, { say, resolve }).begin(built, request));
}

type Asker = { say: Say; resolve: (outcome: Outcome) => void };

/**
 * Everything happens in the turn in which the bytes come: see model.ts. One object holds what each few letters need:
 * with hundreds of answers at once what they touch has to be fetched from far away each time.
 */
class Exchange implements Reply, Listener {
  #isOver = false;
  /** Of words said, in UTF-16 code units. */
  #size = 0;
  #refusal = '';
  readonly #seen: Sighting;
  readonly #say: Say;
  readonly #wire: Wire;
  readonly #idleMs: number;
  readonly #words = new WholeCharacters();
  readonly #events = new EventReader(this);
  readonly #watch = new Watchdog(() => this.#late());
  readonly #signal: AbortSignal;
  readonly #secrets: Secrets;
  readonly #resolve: Asker['resolve'];
  readonly #abandon = () => this.#settle({ type: 'abandoned' }, false);
  #leave = () => {};

  constructor(seen: Sighting, { wire, signal, idle_ms, secrets }: Request, { say, resolve }: Asker) {
    this.#seen = seen;
    this.#say = say;
    this.#wire = wire;
    this.#idleMs = idle_ms;
    this.#signal = signal;
    this.#secrets = secrets;
    this.#resolve = resolve;
  }

  begin(built: ProviderRequest, { post, deadline }: Pick<Request, 'post' | 'deadline'>): void {
    this.#signal.addEventListener('abort', this.#abandon, { once: true });
    this.#watch.arm(deadline - performance.now());
    try {
      this.#leave = post(built, this);
    } catch (error) {
      this.broken(error);
    }
  }

  head(status: number, headers: IncomingHttpHeaders): void {
    this.#seen.status = status;
    this.#seen.retry_after_ms = retryAfter(headers);
  }

  text(text: string): void {
    if (this.#isOver) return;
    if (!this.#isRefused) this.#take(text);
    else if (this.#refusal.length < REFUSAL_MAX_CHARACTERS) this.#refusal += text;
  }

  end(): void {
    if (this.#isOver) return;
    if (this.#isRefused) this.#fail(failureOf(refusalOf(this.#refusal), this.#seen, this.#secrets), true);
    else {
      this.#take(LAST_LINE);
      this.#finish(true);
    }
  }

  broken(error: unknown): void {
    if (!this.#isOver) this.#fail(failureOf(error, this.#seen, this.#secrets));
  }

  event(event: object): string {
    // What follows an error is no part of the answer.
    return this.#seen.error === undefined ? this.#wire.read(event, this.#seen) : '';
  }

  done(): void {
    if (this.#wire.endsWithDone) this.#seen.finish ??= 'stop';
  }

  tooLong(): void {
    this.#seen.error ??= new Error('an event of the provider is too long');
  }

  get #isRefused(): boolean {
    const { status } = this.#seen;
    return status === null || status < 200 || status > 299;
  }

  /** What events say that came together is told together. */
  #take(text: string): void {
    const seen = this.#seen;
    const hadFinished = seen.finish !== null;
    seen.thinks = false;
    const said = this.#events.take(text);
    this.#tell(this.#words.take(said));
    if (this.#isOver) return;
    if (this.#size > ANSWER_MAX_CHARACTERS) this.#failSaying('answer too long');
    else if (seen.error !== undefined) this.broken(seen.error);
    else if (seen.finish !== null) {
      if (!hadFinished) this.#watch.arm(AFTER_FINISH_MS);
    } else if (seen.thinks) this.#watch.arm(this.#idleMs * THINKING_PATIENCE);
    else if (said !== '' && this.#size > 0) this.#watch.arm(this.#idleMs);
  }

  #tell(text: string): void {
    if (text === '' || this.#isOver) return;
    this.#size += text.length;
    this.#say(text);
  }

  #late(): void {
    if (this.#seen.finish !== null) this.#finish(false);
    else
      this.#fail({ code: 'model_timeout', status: this.#seen.status, message: 'time limit', passing: false });
  }

  /** As far as the provider is concerned, whatever becomes of the connection. */
  #finish(isWhole: boolean): void {
    this.#tell(this.#words.end());
    const reason = this.#seen.finish;
    if (reason === null) this.#failSaying('ended without a finish', isWhole);
    else if (this.#size === 0) this.#failSaying(`empty answer (${reason})`, isWhole);
    else this.#settle({ type: 'ended', reason, usage: usageOf(this.#seen), seen: this.#seen }, isWhole);
  }

  #fail(failure: Failure, isWhole = false): void {
    const seen = this.#seen;
    this.#settle({ type: 'failed', failure, usage: usageOf(seen), said: this.#size > 0, seen }, isWhole);
  }

  #failSaying(message: string, isWhole = false): void {
    this.#fail({ code: 'model_failed', status: this.#seen.status, message, passing: false }, isWhole);
  }

  #settle(outcome: Outcome, isWhole: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#watch.end();
    this.#signal.removeEventListener('abort', this.#abandon);
    // Read to its end the connection is kept for the next request; otherwise it is closed.
    if (!isWhole) this.#leave();
    this.#resolve(outcome);
  }
}

function usageOf({ input, output }: Sighting): Usage | null {
  return input === null || output === null ? null : { input, output };
}
