/** Runs that ask many questions belong to the process: they go on when the reader who started them leaves. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ProblemCode, problems } from '#contract/errors.ts';
import type { AppContext } from '../../app-context.ts';
import { isDatabaseAway, reasonOf } from '../../db/client.ts';

type Running = {
  /** Only a comparison has one. */
  comparison_id: number | null;
  /** Ends the run without a result; the first reason counts. */
  breakOff: (reason: ProblemCode | 'stop') => void;
  finished: Promise<void>;
};

/** The runs of one process; made in the composition root. */
export type CheckRuns = Set<Running>;

/** `ask` asks one question and keeps its result. */
export type Question = { ask(): Promise<void> };

export type BackgroundRun<Event> = Omit<Running, 'finished'> & {
  id: number;
  /** Questions of one lane are asked one after the other; lanes that share an iterator share its questions. */
  lanes: Iterator<Question, undefined>[];
  events: EventLog<Event>;
  signal: AbortSignal;
  /** Renews the lease and stores the progress; false when the run is not ours any more. */
  renew(): Promise<boolean>;
  /** Why the run is not ours any more. */
  loss(): Promise<ProblemCode | 'stop'>;
  /** Stores the end. Returns the last event. */
  end(): Promise<Event>;
  /** The last event where the end could not be stored. */
  broken(sentence: string): Event;
};

const RENEW_MS = 5_000;
const DRAIN_SAVING_MS = 5_000;
const MOST_MS = 15_000;
const RETRY_MS = 500;

/** Resolves when the end of the run is stored. */
export function beginRun<Event>(
  context: Pick<AppContext, 'log'> & { checkRuns: CheckRuns },
  run: BackgroundRun<Event>,
): Promise<void> {
  const { checkRuns } = context;
  const finished = conduct(context, run).finally(() => checkRuns.delete(running));
  const running: Running = { comparison_id: run.comparison_id, breakOff: run.breakOff, finished };
  checkRuns.add(running);
  return finished;
}

/** Ends the runs of this process and waits until that is stored. New runs are refused while answers are drained. */
export async function drainChecks({ checkRuns }: { checkRuns: CheckRuns }): Promise<void> {
  const running = [...checkRuns];
  for (const { breakOff } of running) breakOff('draining');
  const finished = Promise.all(running.map((run) => run.finished));
  await Promise.race([finished, pause(DRAIN_SAVING_MS, undefined, { ref: false })]);
}

/** Retries for at most 15 seconds while the database is out of reach, because the answer has been paid for. */
export async function retryWhileAway<T>(save: () => Promise<T>): Promise<T> {
  const began = performance.now();
  for (;;) {
    try {
      return await save();
    } catch (error) {
      if (!isDatabaseAway(error) || performance.now() - began > MOST_MS) throw error;
      await pause(RETRY_MS);
    }
  }
}

/** Never throws. */
async function conduct<Event>(context: Pick<AppContext, 'log'>, run: BackgroundRun<Event>): Promise<void> {
  const { events } = run;
  const renewal = setInterval(() => void renew(context, run), RENEW_MS);
  await Promise.all(run.lanes.map((lane) => askInTurn(context, run, lane)));
  clearInterval(renewal);
  try {
    events.add(await run.end());
  } catch (error) {
    events.add(run.broken(problems[problemOf(context, run, error)].detail));
  }
  events.end();
}

async function askInTurn<Event>(
  context: Pick<AppContext, 'log'>,
  run: BackgroundRun<Event>,
  lane: Iterator<Question, undefined>,
): Promise<void> {
  for (let next = lane.next(); !next.done && !run.signal.aborted; next = lane.next()) {
    try {
      await next.value.ask();
      if (!(await retryWhileAway(() => run.renew()))) run.breakOff(await run.loss());
    } catch (error) {
      run.breakOff(problemOf(context, run, error));
    }
  }
}

/** A renewal that fails is made up for by the next one, or by the next question that ends. */
async function renew<Event>(context: Pick<AppContext, 'log'>, run: BackgroundRun<Event>): Promise<void> {
  try {
    if (!(await run.renew())) run.breakOff(await run.loss());
  } catch (error) {
    context.log.warn(
      { run_id: run.id, err: { message: reasonOf(error) } },
      'a run of checks was not renewed',
    );
  }
}

function problemOf({ log }: Pick<AppContext, 'log'>, { id }: { id: number }, error: unknown): ProblemCode {
  log.error({ run_id: id, err: { message: reasonOf(error) } }, 'a run of checks broke');
  return isDatabaseAway(error) ? 'database_unavailable' : 'internal';
}

/** A log of events that grows while it is read: every reader gets all events from the first one on. */
export type EventLog<T> = {
  add(event: T): void;
  /** Closes the log: no event follows. */
  end(): void;
  read(): AsyncGenerator<T>;
};

export function openEventLog<T>(): EventLog<T> {
  const events: T[] = [];
  let ended = false;
  let change = Promise.withResolvers<void>();

  function changed(): void {
    const { resolve } = change;
    change = Promise.withResolvers();
    resolve();
  }

  return {
    add(event) {
      events.push(event);
      changed();
    },
    end() {
      ended = true;
      changed();
    },
    async *read() {
      for (let at = 0; ; at += 1) {
        while (at >= events.length) {
          if (ended) return;
          await change.promise;
        }
        yield events[at] as T;
      }
    },
  };
}
