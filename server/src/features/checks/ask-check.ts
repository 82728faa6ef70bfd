/** Asks one question of a run and keeps how it ended. */

import type { z } from 'zod';
import type { CheckEvent, CheckResult } from '#contract/agent-checks.ts';
import type { AppContext } from '../../app-context.ts';
import type { RunResult } from '../../db/tables/agents.ts';
import type { Task } from '../chat/compose/task.ts';
import { type EventLog, retryWhileAway } from './background-run.ts';
import { answerCheck, tokensOf } from './check-answer.ts';
import type { Counts } from './runs.ts';
import { type Check, keepResult } from './store.ts';

export type CheckEventInput = z.input<typeof CheckEvent>;

/** By check. */
export type Outcomes = ReadonlyMap<number, CheckResult['outcome']>;

export type Run = {
  id: number;
  /** In whose name the calls stand in the ledger; null for nobody’s. */
  user_id: number | null;
  task: Omit<Task, 'question'>;
  counts: Counts;
  results: RunResult[];
  /** The outcomes of the run before, where a check that held and fails is asked twice; null where nobody looks for that. */
  previous: Outcomes | null;
  /** The tokens of the night are used up: the rest is not asked. */
  is_left_out: boolean;
  events: EventLog<CheckEventInput>;
  /** Aborted with a `ProblemCode`. */
  signal: AbortSignal;
};

const COUNTED = { holds: 'held', fails: 'failed', error: 'errors' } as const satisfies Record<
  CheckResult['outcome'],
  keyof Counts
>;

/** Without a result when the run was broken off meanwhile. */
export async function askCheck(context: AppContext, run: Run, check: Check): Promise<void> {
  const { events, counts, signal, results, previous } = run;
  events.add({ check_id: check.id, state: 'running', done: false });
  const first = await answerIn(context, run, check);
  const mayHaveFallen = previous?.get(check.id) === 'holds' && first.result.outcome === 'fails';
  const last = mayHaveFallen && !signal.aborted ? await answerIn(context, run, check) : first;
  if (signal.aborted) return;
  const { result, error_code } = last;
  const { outcome } = result;
  const has_fallen = mayHaveFallen && outcome === 'fails';
  await retryWhileAway(() => keepResult(context.db, check, result, has_fallen));
  counts[COUNTED[outcome]] += 1;
  const failure = error_code && { code: error_code, model: last.composed.model };
  results.push({ check_id: check.id, outcome, ...failure });
  events.add({ check_id: check.id, state: 'ended', result, done: false });
}

async function answerIn(context: AppContext, { counts, task, user_id, signal }: Run, check: Check) {
  const answered = await answerCheck(context, { check, task, user_id, with_verified: true, signal });
  counts.tokens += tokensOf(answered.taken);
  return answered;
}
