/**
 * The running answers, one per conversation, kept outside of any screen: a reader may leave while an answer
 * is written, come back, and find it grown. It knows neither React nor the network; it is given functions
 * that open a stream and reads what they return.
 */
import type { AnswerEvent, MessageStatus, Source } from '#contract/chat.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import { beforePaint } from './before-paint.ts';
import { type Connecting, type Events, joinAgain, type Opening, openFirst } from './reconnect.ts';

/** What was asked, and what is needed to recognise its record when the server returns it. */
export type Asked = {
  question: string;
  /** Filters that were taken away before asking. */
  without?: RefusedFilter[];
  asked_at: string;
  /** The newest record known when the question was sent; its own record is a later one. */
  after_id: number;
  /** The question that opens a conversation. */
  initial: boolean;
  idempotency_key: string;
  message_id?: number;
  /** What of a joined answer is already known, up to `seq`. */
  known?: { text: string; seq: number };
};

/** `refused` before anything was answered, `cut` on the way, `told` by the last event. */
export type Failure = { kind: 'refused' | 'cut' | 'told'; sentence?: string; cause?: unknown };

export type Answer = {
  /** One per answer and the same over its whole life, also before it has a message id. */
  key: string;
  asked: Asked;
  text: string;
  reading: boolean;
  done: boolean;
  status: MessageStatus;
  message_id?: number;
  sources: Source[];
  filters: UnderstoodFilter[];
  local: boolean;
  failure?: Failure;
  /** It ended while nobody here was reading: the stored record is longer than `text`. */
  partial: boolean;
};

export type HubEvent =
  | { type: 'snapshot'; answer: Answer }
  | { type: 'chunk'; content: string; answer: Answer }
  | { type: 'done'; answer: Answer }
  | { type: 'error'; answer: Answer };

export type Listener = (event: HubEvent) => void;

export type Stream = Opening & {
  opened?: () => void;
  /** Called once with the finished answer, whether anybody still listens or not. */
  settled?: (answer: Answer) => void;
};

type Setting = {
  /** Runs the callback before the next paint; returns its cancellation. */
  frame: (callback: () => void) => () => void;
  wait: (ms: number) => Promise<void>;
};

/** An answer being read, as it arrived; `answer.text` is what was handed on of it. */
type Run = Connecting & {
  answer: Answer;
  stream: Stream;
  written: string;
  /** `written` is known to begin with `answer.text`. */
  straight: boolean;
  cancelFrame: (() => void) | undefined;
};

export type StreamHub = ReturnType<typeof createStreamHub>;

export function createStreamHub(setting: Partial<Setting> = {}) {
  const { frame = beforePaint, wait = sleep } = setting;
  const runs = new Map<string, Run>();
  const listeners = new Map<string, Set<Listener>>();
  let count = 0;

  function emit(sessionId: string, event: HubEvent) {
    for (const listener of listeners.get(sessionId) ?? []) listener(event);
  }

  /** Hands on what has arrived since the last frame. */
  function flush(sessionId: string, run: Run) {
    run.cancelFrame?.();
    run.cancelFrame = undefined;
    const { text } = run.answer;
    const { written } = run;
    if (written === text) return;

    if (written.length > text.length && (run.straight || written.startsWith(text))) {
      run.straight = true;
      run.answer = { ...run.answer, text: written };
      emit(sessionId, { type: 'chunk', content: written.slice(text.length), answer: run.answer });
      return;
    }
    // A replica may know less than was already shown; what is shown stays until it has caught up.
    if (text.startsWith(written) && run.answer.reading) return;
    run.straight = true;
    run.answer = { ...run.answer, text: written };
    emit(sessionId, { type: 'snapshot', answer: run.answer });
  }

  function finish(sessionId: string, run: Run, end: Partial<Answer> & Pick<Answer, 'status'>) {
    run.answer = { ...run.answer, ...end, reading: false, done: true };
    // At a proper end the server's text counts, even where it is shorter than what was shown.
    const cutShort = end.partial || end.failure?.kind === 'cut';
    if (!cutShort || run.written.length > run.answer.text.length) flush(sessionId, run);
    run.cancelFrame?.();
    emit(sessionId, { type: run.answer.failure ? 'error' : 'done', answer: run.answer });
    run.stream.settled?.(run.answer);
    forgetIfIdle(sessionId);
  }

  /** Takes in one event; true when it was the last. */
  function take(sessionId: string, run: Run, event: AnswerEvent): boolean {
    const missed = run.joining && event.done && event.snapshot === undefined;
    run.joining = false;
    if (event.message_id !== undefined) run.answer = { ...run.answer, message_id: event.message_id };
    if (event.local) run.answer = { ...run.answer, local: true };
    if (event.sources) run.answer = { ...run.answer, sources: event.sources };
    if (event.filters) run.answer = { ...run.answer, filters: event.filters };

    if (event.snapshot !== undefined) {
      run.written = event.snapshot;
      run.seq = event.seq ?? 0;
      run.straight = false;
    } else if (!missed && (event.seq === undefined || event.seq > run.seq)) {
      run.written += event.content;
      run.seq = event.seq ?? run.seq;
    }

    if (event.done) {
      const failure: Failure | undefined =
        event.error === undefined ? undefined : { kind: 'told', sentence: event.error };
      const status = event.status ?? (failure ? 'failed' : 'done');
      finish(sessionId, run, { status, failure, partial: missed });
      return true;
    }
    run.cancelFrame ??= frame(() => flush(sessionId, run));
    return false;
  }

  async function read(sessionId: string, run: Run) {
    const { signal } = run.abort;
    let events: Events | undefined;
    let cause: unknown;
    try {
      events = await openFirst(run);
      if (!signal.aborted) run.stream.opened?.();
    } catch (failure) {
      if (signal.aborted) return;
      if (!run.joining)
        return finish(sessionId, run, { status: 'failed', failure: { kind: 'refused', cause: failure } });
      cause = failure;
      if (run.stream.mayRecover?.(failure) !== false) events = await joinAgain(run, 0, wait);
    }

    let tries = 0;
    while (events) {
      const before = run.written.length;
      try {
        for await (const event of events) {
          if (signal.aborted || take(sessionId, run, event)) return;
        }
      } catch (failure) {
        cause = failure;
      }
      if (signal.aborted) return;
      // Only what brings text on counts as success; a server that accepts and cuts would be asked for ever.
      tries = run.written.length > before ? 0 : tries + 1;
      events = await joinAgain(run, tries, wait);
    }
    if (!signal.aborted) finish(sessionId, run, { status: 'interrupted', failure: { kind: 'cut', cause } });
  }

  function forgetIfIdle(sessionId: string) {
    if (listeners.get(sessionId)?.size || runs.get(sessionId)?.answer.reading) return;
    runs.delete(sessionId);
    listeners.delete(sessionId);
  }

  function forget(sessionId: string) {
    const run = runs.get(sessionId);
    run?.abort.abort();
    run?.cancelFrame?.();
    runs.delete(sessionId);
  }

  return {
    /** Begins to read an answer; while one of this conversation is being read, nothing happens. */
    start(sessionId: string, asked: Asked, stream: Stream): boolean {
      if (runs.get(sessionId)?.answer.reading) return false;
      const known = asked.known ?? { text: '', seq: 0 };
      const run: Run = {
        answer: {
          key: `answer-${++count}`,
          asked,
          text: known.text,
          reading: true,
          done: false,
          status: 'streaming',
          message_id: asked.message_id,
          sources: [],
          filters: [],
          local: false,
          partial: false,
        },
        stream,
        abort: new AbortController(),
        written: known.text,
        seq: known.seq,
        joining: asked.known !== undefined,
        straight: true,
        cancelFrame: undefined,
        connection: undefined,
        hurry: undefined,
      };
      runs.set(sessionId, run);
      emit(sessionId, { type: 'snapshot', answer: run.answer });
      void read(sessionId, run);
      return true;
    },

    /** What is known of the conversation's answer at this moment; the same object until it changes. */
    current: (sessionId: string): Answer | undefined => runs.get(sessionId)?.answer,

    /** Listens to a conversation: first a snapshot, then chunks, then done or error. Returns the farewell. */
    subscribe(sessionId: string, listener: Listener): () => void {
      const run = runs.get(sessionId);
      // The others get the pending text as a chunk first, so that the snapshot of the new one holds it too.
      if (run?.answer.reading) flush(sessionId, run);
      const circle = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, circle.add(listener));
      if (run) listener({ type: 'snapshot', answer: run.answer });
      return () => {
        circle.delete(listener);
        forgetIfIdle(sessionId);
      };
    },

    /** The network or the reader is back: connections that may have died unnoticed are opened anew, at once. */
    wake() {
      for (const run of runs.values()) {
        if (!run.answer.reading) continue;
        if (run.hurry) run.hurry();
        else run.connection?.abort();
      }
    },

    /** Stops reading and forgets, because the conversation was deleted. */
    forget,

    /** Nobody is signed in any more. */
    forgetAll() {
      for (const sessionId of runs.keys()) forget(sessionId);
    },
  };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
