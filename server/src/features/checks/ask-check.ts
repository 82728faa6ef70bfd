/** Asks one question of a run and keeps how it ended. */

import type { z } from 'zod';
import type { CheckEvent, CheckResult } from '#contract/agent-checks.ts';
import type { AppContext } from '../../app-context.ts';
import type { Task } from '../chat/compose/task.ts';
import { type EventLog, retryWhileAway } from './background-run.ts';
import { answerCheck, tokensOf } from './check-answer.ts';
import type { Counts } from './runs.ts';
import { type Check, keepResult } from './store.ts';

export type CheckEventInput = z.input<typeof CheckEvent>;

export type Run = {
  id: number;
  /** In whose name the calls stand in the ledger; null for nobody’s. */
  user_id: number | null;
  task: Omit<Task, 'question'>;
  counts: Counts;
  events: EventLog<CheckEventInput>;
  /** Aborted with a `ProblemCode`. */
  signal: AbortSignal;
};

const COUNTED = { holds: 'held', fails: 'failed', error: 'errors' } as const satisfies Record<
  CheckResult['outcome'],
  keyof Counts
>;

/** Null when the run was broken off meanwhile. */
export async function askCheck(context: AppContext, run: Run, check: Check): Promise<CheckResult | null> {
  const { events, counts, signal, task, user_id } = run;
  events.add({ check_id: check.id, state: 'running', done: false });
  const { result, taken } = await answerCheck(context, { check, task, user_id, with_verified: true, signal });
  counts.tokens += tokensOf(taken);
  if (signal.aborted) return null;
  await retryWhileAway(() => keepResult(context.db, check, result));
  counts[COUNTED[result.outcome]] += 1;
  events.add({ check_id: check.id, state: 'ended', result, done: false });
  return result;
}
