/**
 * Administrators' regular expressions over values of the content database. RE2 (linear time, no look-around and no
 * back-references) in a worker thread that is ended at a deadline: no pattern holds up the server.
 */
import { Worker } from 'node:worker_threads';
import { type PatternFault, patternProblem } from './pattern-problem.ts';

export type RegexTask = {
  values: string[];
  /** Matches anywhere in a value. */
  include: string;
  exclude: string | null;
  case_insensitive: boolean;
};

/** `included` counts what matched before `exclude` took some away. */
export type RegexReply = { kept: string[]; included: number } | { invalid: PatternFault };

export type RegexOutcome =
  | { kept: string[]; included: number }
  /** The fault of the pattern, in Portuguese: a clause to follow a colon. */
  | { problem: string };

const DEADLINE_MS = 2_000;
/** The thread may start slowly on a busy machine, which must not count against the pattern. */
const START_MS = 15_000;
const MEMORY_MB = 128;

const TOO_SLOW = { problem: 'a expressão demorou demais; simplifique o padrão' };

export async function filterByRegex(task: RegexTask, deadline_ms = DEADLINE_MS): Promise<RegexOutcome> {
  const worker = new Worker(new URL('./regex-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const { promise, resolve } = Promise.withResolvers<RegexOutcome>();
  let timer = setTimeout(resolve, START_MS, TOO_SLOW);
  worker.on('message', (reply: RegexReply | 'ready') => {
    if (reply === 'ready') {
      clearTimeout(timer);
      timer = setTimeout(resolve, deadline_ms, TOO_SLOW);
      worker.postMessage(task);
    } else resolve('invalid' in reply ? { problem: patternProblem(reply.invalid) } : reply);
  });
  worker.once('error', () => resolve({ problem: 'a expressão exige recursos demais; simplifique o padrão' }));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
