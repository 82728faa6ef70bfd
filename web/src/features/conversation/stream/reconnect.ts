/** Opens the connection to a running answer, and opens it anew when it is lost. */
import type { AnswerEvent } from '#contract/chat.ts';

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
  /** Nothing of this stream has been read yet, and it was joined. */
  joining: boolean;
  /** What is read from at the moment and may be opened anew; not before the server has agreed to answer. */
  connection: AbortController | undefined;
  /** Ends the wait before the next attempt to join. */
  hurry: (() => void) | undefined;
};

/** Waits between attempts to join again, in milliseconds; after the last one the reader is told. */
export const REJOIN_WAITS_MS = [300, 1_000, 2_000, 4_000, 8_000];

type Wait = (ms: number) => Promise<void>;

/** Asking may not be broken off before the server has heard it; joining may, and is then tried again. */
export async function openFirst(run: Connecting): Promise<Events> {
  const connection = new AbortController();
  if (run.joining) run.connection = connection;
  const events = await run.stream.open(AbortSignal.any([run.abort.signal, connection.signal]));
  run.connection = connection;
  return events;
}

/** Undefined when it cannot be joined any more. `tries` counts the attempts that brought nothing. */
export async function joinAgain(run: Connecting, tries: number, wait: Wait): Promise<Events | undefined> {
  let attempt = tries;
  while (attempt < REJOIN_WAITS_MS.length) {
    const isHurried = await pause(run, REJOIN_WAITS_MS[attempt] ?? 0, wait);
    attempt = isHurried ? 0 : attempt + 1;
    if (run.abort.signal.aborted) return undefined;
    try {
      return await joinOnce(run);
    } catch (cause) {
      if (run.stream.mayRecover?.(cause) === false) return undefined;
    }
  }
  return undefined;
}

function joinOnce(run: Connecting): Promise<Events> {
  const connection = new AbortController();
  run.connection = connection;
  run.joining = true;
  return run.stream.join(run.seq, AbortSignal.any([run.abort.signal, connection.signal]));
}

/** True when there is reason not to wait any longer. */
function pause(run: Connecting, ms: number, wait: Wait): Promise<boolean> {
  const hurried = new Promise<true>((resolve) => {
    run.hurry = () => resolve(true);
  });
  return Promise.race([wait(ms).then(() => false), hurried]).finally(() => {
    run.hurry = undefined;
  });
}
