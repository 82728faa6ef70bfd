/**
 * Holds the running answers, one per conversation, outside of React: a reader may leave while an answer is written,
 * come back, and find it grown. It depends on neither React nor the network; the caller passes functions that open a
 * stream of events.
 */
import type { AnswerEvent } from '#contract/chat-record.ts';
import { type Answer, type AskedQuestion, endOf, newAnswer, withFieldsOf } from './answer.ts';
import { beforePaint } from './before-paint.ts';
import { type Connecting, connect, type Events, type Opening, rejoin } from './reconnect.ts';

export type HubEvent =
  | { type: 'snapshot'; answer: Answer }
  | { type: 'chunk'; content: string; answer: Answer }
  | { type: 'done'; answer: Answer }
  | { type: 'error'; answer: Answer };

export type Listener = (event: HubEvent) => void;

export type Stream = Opening & {
  opened?: () => void;
  /** Called once with the finished answer, with or without subscribers. */
  settled?: (answer: Answer) => void;
};

type Scheduling = {
  /** Runs the callback before the next paint; returns its cancellation. */
  frame: (callback: () => void) => () => void;
  wait: (ms: number) => Promise<void>;
};

/** A stream being read: `written` is the text received, `answer.text` the part handed on to listeners. */
type Run = Connecting & {
  answer: Answer;
  stream: Stream;
  written: string;
  /** Whether `written` is known to begin with `answer.text`. */
  appendOnly: boolean;
  cancelFrame: (() => void) | undefined;
};

export class StreamHub {
  readonly #runs = new Map<string, Run>();
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #scheduling: Scheduling;
  #count = 0;

  constructor(scheduling: Partial<Scheduling> = {}) {
    this.#scheduling = { frame: beforePaint, wait: sleep, ...scheduling };
  }

  /** Starts reading an answer; false while one of this conversation is being read. */
  start(sessionId: string, asked: AskedQuestion, stream: Stream): boolean {
    if (this.#runs.get(sessionId)?.answer.streaming) return false;
    this.#count += 1;
    const answer = newAnswer(asked, this.#count);
    const run: Run = {
      answer,
      stream,
      abort: new AbortController(),
      written: answer.text,
      seq: asked.known?.seq ?? 0,
      joining: asked.run === 'join',
      appendOnly: true,
      cancelFrame: undefined,
      connection: undefined,
      retryNow: undefined,
    };
    this.#runs.set(sessionId, run);
    this.#emit(sessionId, { type: 'snapshot', answer });
    void this.#read(sessionId, run);
    return true;
  }

  /** The conversation's answer as of now; the same object until it changes. */
  current(sessionId: string): Answer | undefined {
    return this.#runs.get(sessionId)?.answer;
  }

  /** Emits a snapshot, then chunks, then done or error. Returns the unsubscribe function. */
  subscribe(sessionId: string, listener: Listener): () => void {
    const run = this.#runs.get(sessionId);
    // Flushed first, so that the pending text is in the new subscriber's snapshot and reaches the others as a chunk.
    if (run?.answer.streaming) this.#flush(sessionId, run);
    const subscribers = this.#listeners.get(sessionId) ?? new Set();
    this.#listeners.set(sessionId, subscribers.add(listener));
    if (run) listener({ type: 'snapshot', answer: run.answer });
    return () => {
      subscribers.delete(listener);
      this.#forgetIfIdle(sessionId);
    };
  }

  /** Reopens all connections at once: after sleep or a network change they may have died unnoticed. */
  reconnect(): void {
    for (const run of this.#runs.values()) {
      if (!run.answer.streaming) continue;
      if (run.retryNow) run.retryNow();
      else run.connection?.abort();
    }
  }

  /** Stops reading, because the conversation was deleted. */
  discard(sessionId: string): void {
    const run = this.#runs.get(sessionId);
    run?.abort.abort();
    run?.cancelFrame?.();
    this.#runs.delete(sessionId);
  }

  /** Called when the session has ended. */
  discardAll(): void {
    for (const sessionId of this.#runs.keys()) this.discard(sessionId);
  }

  async #read(sessionId: string, run: Run): Promise<void> {
    const { signal } = run.abort;
    const opened = await this.#open(run);
    if (signal.aborted) return;
    if ('refused' in opened) {
      const failure = { kind: 'refused', cause: opened.refused } as const;
      return this.#finish(sessionId, run, { status: 'failed', failure });
    }

    let { events, cause } = opened;
    let failures = 0;
    while (events) {
      const before = run.written.length;
      const lost = await this.#takeAll(sessionId, run, events);
      if (lost === 'ended' || signal.aborted) return;
      cause = lost.cause ?? cause;
      // Only new text counts as success: otherwise a server that accepts and cuts would be asked forever.
      failures = run.written.length > before ? 0 : failures + 1;
      events = await rejoin(run, failures, this.#scheduling.wait);
    }
    if (!signal.aborted)
      this.#finish(sessionId, run, { status: 'interrupted', failure: { kind: 'cut', cause } });
  }

  /** A question that the server refuses ends here; a running answer is joined again. */
  async #open(run: Run): Promise<{ events: Events | undefined; cause?: unknown } | { refused: unknown }> {
    try {
      const events = await connect(run);
      if (!run.abort.signal.aborted) run.stream.opened?.();
      return { events };
    } catch (cause) {
      if (run.abort.signal.aborted) return { events: undefined };
      if (!run.joining) return { refused: cause };
      const mayRecover = run.stream.mayRecover?.(cause) !== false;
      return { events: mayRecover ? await rejoin(run, 0, this.#scheduling.wait) : undefined, cause };
    }
  }

  /** Reads to the last event, or until the connection is lost. */
  async #takeAll(sessionId: string, run: Run, events: Events): Promise<'ended' | { cause?: unknown }> {
    try {
      for await (const event of events)
        if (run.abort.signal.aborted || this.#take(sessionId, run, event)) return 'ended';
      return {};
    } catch (cause) {
      return { cause };
    }
  }

  /** Takes in one event; true when it was the last. */
  #take(sessionId: string, run: Run, event: AnswerEvent): boolean {
    const missed = run.joining && event.done && event.snapshot === undefined;
    run.joining = false;
    run.answer = withFieldsOf(event, run.answer);
    if (event.snapshot !== undefined) {
      run.written = event.snapshot;
      run.seq = event.seq ?? 0;
      run.appendOnly = false;
    } else if (!missed && (event.seq === undefined || event.seq > run.seq)) {
      run.written += event.content;
      run.seq = event.seq ?? run.seq;
    }
    if (event.done) this.#finish(sessionId, run, { ...endOf(event), partial: missed });
    else run.cancelFrame ??= this.#scheduling.frame(() => this.#flush(sessionId, run));
    return event.done;
  }

  #finish(sessionId: string, run: Run, end: Partial<Answer> & Pick<Answer, 'status'>): void {
    run.answer = { ...run.answer, ...end, streaming: false, done: true };
    // At a proper end the server's text counts, even where it is shorter than the text shown.
    const cutShort = end.partial || end.failure?.kind === 'cut';
    if (!cutShort || run.written.length > run.answer.text.length) this.#flush(sessionId, run);
    run.cancelFrame?.();
    this.#emit(sessionId, { type: run.answer.failure ? 'error' : 'done', answer: run.answer });
    run.stream.settled?.(run.answer);
    this.#forgetIfIdle(sessionId);
  }

  /** Hands on the text received since the last frame. */
  #flush(sessionId: string, run: Run): void {
    run.cancelFrame?.();
    run.cancelFrame = undefined;
    const { text } = run.answer;
    const { written } = run;
    if (written === text) return;

    if (written.length > text.length && (run.appendOnly || written.startsWith(text))) {
      run.appendOnly = true;
      run.answer = { ...run.answer, text: written };
      this.#emit(sessionId, { type: 'chunk', content: written.slice(text.length), answer: run.answer });
      return;
    }
    // Another replica may lag behind the text already shown, which stays until the replica has caught up.
    if (text.startsWith(written) && run.answer.streaming) return;
    run.appendOnly = true;
    run.answer = { ...run.answer, text: written };
    this.#emit(sessionId, { type: 'snapshot', answer: run.answer });
  }

  #emit(sessionId: string, event: HubEvent): void {
    for (const listener of this.#listeners.get(sessionId) ?? []) listener(event);
  }

  #forgetIfIdle(sessionId: string): void {
    if (this.#listeners.get(sessionId)?.size || this.#runs.get(sessionId)?.answer.streaming) return;
    this.#runs.delete(sessionId);
    this.#listeners.delete(sessionId);
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
