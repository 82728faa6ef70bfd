/**
 * Holds the running answers, one per conversation, outside of React: a reader may leave while an answer is written,
 * come back, and find it grown. It depends on neither React nor the network; the caller passes functions that open a
 * stream of events.
 */
import type { Adjustment, AnswerEvent, AnsweredBy, MessageStatus, Source } from '#contract/chat.ts';
import type { RefusedFilter, UnderstoodFilter } from '#contract/filters.ts';
import type { TableResult, UncheckedNumber } from '#contract/table-result.ts';
import type { OnDate } from '#contract/validity-state.ts';
import { beforePaint } from './before-paint.ts';
import { type Connecting, connect, type Events, type Opening, rejoin } from './reconnect.ts';

/** The question, and the fields by which its record is recognised when the server returns it. */
export type AskedQuestion = {
  question: string;
  /** Filters that were taken away before asking. */
  without?: RefusedFilter[];
  /** The result that is asked again with an edited plan. */
  adjust?: Adjustment;
  /** The day that was asked for; undefined where the question decides. */
  on_date?: string;
  /** Files of the conversation that are neither waited for nor read. */
  without_files?: string[];
  asked_at: string;
  /** The newest record known when the question was sent; its own record is a later one. */
  after_id: number;
  /** The question that opens a conversation. */
  initial: boolean;
  idempotency_key: string;
  message_id?: number;
  /** A run of an existing record: joined while it is running, or started again. Undefined for a new question. */
  run?: 'join' | Rerun;
  /** React key of the turn, where the record is shown already. */
  key?: string;
  /** The part of the answer that is known already, up to event `seq`. */
  known?: {
    text: string;
    seq: number;
    sources?: Source[];
    filters?: UnderstoodFilter[];
    results?: TableResult[];
  };
};

/** `continue` goes on with an answer that was cut off, `retry` answers the question anew; both in the same record. */
export type Rerun = 'continue' | 'retry';

/** `refused` before anything was answered, `cut` when the connection was lost for good, `reported` by the last event. */
export type Failure = { kind: 'refused' | 'cut' | 'reported'; sentence?: string; cause?: unknown };

export type Answer = {
  /** Stable React key, also before the answer has a message id. */
  key: string;
  /** Tells the runs of one turn apart. */
  run: number;
  asked: AskedQuestion;
  text: string;
  streaming: boolean;
  done: boolean;
  status: MessageStatus;
  message_id?: number;
  sources: Source[];
  filters: UnderstoodFilter[];
  /** In the last event only, so that a table is drawn once. */
  results: TableResult[];
  local: boolean;
  /** Personal data that left as marks; known at the end. */
  masked: number;
  /** In the last event, whose text they are places in. */
  unchecked_numbers: UncheckedNumber[];
  answered_by?: AnsweredBy;
  /** The conversation had a file; known at the end. */
  with_files?: true;
  /** The days that dated bases were read for; known at the end. */
  on_date?: OnDate;
  failure?: Failure;
  /** The answer ended while the connection was lost: the stored record is longer than `text`. */
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

export type StreamHub = ReturnType<typeof createStreamHub>;

export function createStreamHub(setting: Partial<Scheduling> = {}) {
  const { frame = beforePaint, wait = sleep } = setting;
  const runs = new Map<string, Run>();
  const listeners = new Map<string, Set<Listener>>();
  let count = 0;

  function emit(sessionId: string, event: HubEvent) {
    for (const listener of listeners.get(sessionId) ?? []) listener(event);
  }

  /** Hands on the text received since the last frame. */
  function flush(sessionId: string, run: Run) {
    run.cancelFrame?.();
    run.cancelFrame = undefined;
    const { text } = run.answer;
    const { written } = run;
    if (written === text) return;

    if (written.length > text.length && (run.appendOnly || written.startsWith(text))) {
      run.appendOnly = true;
      run.answer = { ...run.answer, text: written };
      emit(sessionId, { type: 'chunk', content: written.slice(text.length), answer: run.answer });
      return;
    }
    // Another replica may lag behind the text already shown, which stays until the replica has caught up.
    if (text.startsWith(written) && run.answer.streaming) return;
    run.appendOnly = true;
    run.answer = { ...run.answer, text: written };
    emit(sessionId, { type: 'snapshot', answer: run.answer });
  }

  function finish(sessionId: string, run: Run, end: Partial<Answer> & Pick<Answer, 'status'>) {
    run.answer = { ...run.answer, ...end, streaming: false, done: true };
    // At a proper end the server's text counts, even where it is shorter than the text shown.
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
    if (event.masked) run.answer = { ...run.answer, masked: event.masked };
    if (event.with_files) run.answer = { ...run.answer, with_files: event.with_files };
    if (event.on_date) run.answer = { ...run.answer, on_date: event.on_date };
    if (event.answered_by) run.answer = { ...run.answer, answered_by: event.answered_by };
    if (event.sources) run.answer = { ...run.answer, sources: event.sources };
    if (event.filters) run.answer = { ...run.answer, filters: event.filters };
    if (event.unchecked_numbers) run.answer = { ...run.answer, unchecked_numbers: event.unchecked_numbers };
    if (event.results) run.answer = { ...run.answer, results: event.results };

    if (event.snapshot !== undefined) {
      run.written = event.snapshot;
      run.seq = event.seq ?? 0;
      run.appendOnly = false;
    } else if (!missed && (event.seq === undefined || event.seq > run.seq)) {
      run.written += event.content;
      run.seq = event.seq ?? run.seq;
    }

    if (event.done) {
      const failure: Failure | undefined =
        event.error === undefined ? undefined : { kind: 'reported', sentence: event.error };
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
      events = await connect(run);
      if (!signal.aborted) run.stream.opened?.();
    } catch (failure) {
      if (signal.aborted) return;
      if (!run.joining)
        return finish(sessionId, run, { status: 'failed', failure: { kind: 'refused', cause: failure } });
      cause = failure;
      if (run.stream.mayRecover?.(failure) !== false) events = await rejoin(run, 0, wait);
    }

    let failures = 0;
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
      // Only new text counts as success: otherwise a server that accepts and cuts would be asked forever.
      failures = run.written.length > before ? 0 : failures + 1;
      events = await rejoin(run, failures, wait);
    }
    if (!signal.aborted) finish(sessionId, run, { status: 'interrupted', failure: { kind: 'cut', cause } });
  }

  function forgetIfIdle(sessionId: string) {
    if (listeners.get(sessionId)?.size || runs.get(sessionId)?.answer.streaming) return;
    runs.delete(sessionId);
    listeners.delete(sessionId);
  }

  function discard(sessionId: string) {
    const run = runs.get(sessionId);
    run?.abort.abort();
    run?.cancelFrame?.();
    runs.delete(sessionId);
  }

  return {
    /** Starts reading an answer; false while one of this conversation is being read. */
    start(sessionId: string, asked: AskedQuestion, stream: Stream): boolean {
      if (runs.get(sessionId)?.answer.streaming) return false;
      const { text, seq, sources = [], filters = [], results = [] } = asked.known ?? { text: '', seq: 0 };
      count += 1;
      const run: Run = {
        answer: {
          key: asked.key ?? `answer-${count}`,
          run: count,
          asked,
          text,
          streaming: true,
          done: false,
          status: 'streaming',
          message_id: asked.message_id,
          sources,
          filters,
          results,
          local: false,
          masked: 0,
          unchecked_numbers: [],
          partial: false,
        },
        stream,
        abort: new AbortController(),
        written: text,
        seq,
        joining: asked.run === 'join',
        appendOnly: true,
        cancelFrame: undefined,
        connection: undefined,
        retryNow: undefined,
      };
      runs.set(sessionId, run);
      emit(sessionId, { type: 'snapshot', answer: run.answer });
      void read(sessionId, run);
      return true;
    },

    /** The conversation's answer as of now; the same object until it changes. */
    current: (sessionId: string): Answer | undefined => runs.get(sessionId)?.answer,

    /** Emits a snapshot, then chunks, then done or error. Returns the unsubscribe function. */
    subscribe(sessionId: string, listener: Listener): () => void {
      const run = runs.get(sessionId);
      // Flushed first, so that the pending text is in the new subscriber's snapshot and reaches the others as a chunk.
      if (run?.answer.streaming) flush(sessionId, run);
      const subscribers = listeners.get(sessionId) ?? new Set();
      listeners.set(sessionId, subscribers.add(listener));
      if (run) listener({ type: 'snapshot', answer: run.answer });
      return () => {
        subscribers.delete(listener);
        forgetIfIdle(sessionId);
      };
    },

    /** Reopens all connections at once: after sleep or a network change they may have died unnoticed. */
    reconnect() {
      for (const run of runs.values()) {
        if (!run.answer.streaming) continue;
        if (run.retryNow) run.retryNow();
        else run.connection?.abort();
      }
    },

    /** Stops reading, because the conversation was deleted. */
    discard,

    /** Called when the session has ended. */
    discardAll() {
      for (const sessionId of runs.keys()) discard(sessionId);
    },
  };
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
