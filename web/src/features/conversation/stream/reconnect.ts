/** Opens the connection to a running answer, and reopens it with backoff when it is lost. */
import type { AnswerEvent } from '#contract/chat-record.ts';

export type Events = AsyncIterable<AnswerEvent>;

export type Opening = {
  open: (signal: AbortSignal) => Promise<Events>;
  /** Joins the running answer after the event `seq`. */
  join: (seq: number, signal: AbortSignal) => Promise<Events>;
  /** Whether a failed join may succeed later; a 404 may not. */
  mayRecover?: (cause: unknown) => boolean;
};

export type Connecting = {
  stream: Opening;
  abort: AbortController;
  /** The last event that was read. */
  seq: number;
  /** The stream was joined and nothing of it has been read yet. */
  joining: boolean;
  /** The current connection, which may be reopened; undefined until the server has accepted the question. */
  connection: AbortController | undefined;
  /** Ends the wait before the next attempt. */
  retryNow: (() => void) | undefined;
};

/** Backoff between attempts to rejoin, in milliseconds; after the last one the stream counts as cut. */
export const REJOIN_WAITS_MS = [300, 1_000, 2_000, 4_000, 8_000];

type Wait = (ms: number) => Promise<void>;

/** Asking must not be aborted before the server has accepted it; joining may be, and is then retried. */
export async function connect(run: Connecting): Promise<Events> {
  const connection = new AbortController();
  if (run.joining) run.connection = connection;
  const events = await run.stream.open(AbortSignal.any([run.abort.signal, connection.signal]));
  run.connection = connection;
  return events;
}

/** Undefined when the stream cannot be joined any more. `failures` counts attempts without new text. */
export async function rejoin(run: Connecting, failures: number, wait: Wait): Promise<Events | undefined> {
  let attempt = failures;
  while (attempt < REJOIN_WAITS_MS.length) {
    const isHurried = await pause(run, REJOIN_WAITS_MS[attempt] ?? 0, wait);
    attempt = isHurried ? 0 : attempt + 1;
    if (run.abort.signal.aborted) return undefined;
    try {
      return await rejoinOnce(run);
    } catch (cause) {
      if (run.stream.mayRecover?.(cause) === false) return undefined;
    }
  }
  return undefined;
}

function rejoinOnce(run: Connecting): Promise<Events> {
  const connection = new AbortController();
  run.connection = connection;
  run.joining = true;
  return run.stream.join(run.seq, AbortSignal.any([run.abort.signal, connection.signal]));
}

/** True when the wait was ended early. */
function pause(run: Connecting, ms: number, wait: Wait): Promise<boolean> {
  const hurried = new Promise<true>((resolve) => {
    run.retryNow = () => resolve(true);
  });
  return Promise.race([wait(ms).then(() => false), hurried]).finally(() => {
    run.retryNow = undefined;
  });
}
