/** Asks one question of a run, judges the answer and keeps how it ended. */

import type { z } from 'zod';
import type { CheckEvent, CheckResult } from '#contract/agent-checks.ts';
import type { Source } from '#contract/chat.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import type { AppContext } from '../../app-context.ts';
import { answerOnce, type Composed } from '../chat/compose/compose.ts';
import type { Task } from '../chat/compose/task.ts';
import { enterUncharged } from '../chat/ledger/entries.ts';
import { modelGone, modelNameIn } from '../models/named-models.ts';
import { type EventLog, retryWhileAway } from './background-run.ts';
import { judge } from './judge.ts';
import type { Counts } from './runs.ts';
import { type Check, keepResult } from './store.ts';

export type CheckEventInput = z.input<typeof CheckEvent>;

export type Run = {
  id: number;
  /** The administrator who started the run. */
  user_id: number;
  task: Omit<Task, 'question'>;
  counts: Counts;
  events: EventLog<CheckEventInput>;
  /** Aborted with a `ProblemCode`. */
  signal: AbortSignal;
};

/** An answer is kept up to this length, in UTF-16 code units; no honest one is longer. */
const ANSWER_KEPT_LENGTH = 40_000;

const COUNTED = { holds: 'held', fails: 'failed', error: 'errors' } as const satisfies Record<
  CheckResult['outcome'],
  keyof Counts
>;

/** Without a result when the run was broken off meanwhile. */
export async function askCheck(context: AppContext, run: Run, check: Check): Promise<void> {
  const { db, clock, models } = context;
  const { events, counts, signal } = run;
  events.add({ check_id: check.id, state: 'running', done: false });
  const composed = await answerOnce(context, { ...run.task, question: check.question }, signal);
  await retryWhileAway(() =>
    enterCalls(context, { user_id: run.user_id, agent_id: run.task.agent.id }, composed),
  );
  if (signal.aborted) return;
  const result = resultOf(check, composed, modelNameIn(models, composed.model), clock.now());
  await retryWhileAway(() => keepResult(db, check, result));
  counts[COUNTED[result.outcome]] += 1;
  events.add({ check_id: check.id, state: 'ended', result, done: false });
}

export function resultOf({ expectation }: Check, composed: Composed, model: string, at: Date): CheckResult {
  const { answer, sources, needs_person } = composed;
  const error_code = composed.error_code ?? (needs_person ? 'person_needed' : null);
  const cited = [...new Set(sources.filter(isCitedIn(answer)).map(({ title }) => title))];
  const verdict =
    error_code === null
      ? judge(expectation, { answer, cited })
      : { outcome: 'error' as const, reason: reasonOf(error_code, model) };
  return {
    ...verdict,
    answer: answer.slice(0, ANSWER_KEPT_LENGTH).toWellFormed(),
    cited,
    at: at.toISOString(),
  };
}

/** The results of data sources are among the sources, whether or not the text cites them. */
const isCitedIn =
  (answer: string) =>
  ({ kind, index }: Source): boolean =>
    kind !== 'result' || answer.includes(`[${index}]`);

const reasonOf = (code: ProblemCode, model: string): string =>
  code === 'model_gone' ? modelGone(model) : problems[code].detail;

/** Every call that took anything, whatever came of it. */
export async function enterCalls(
  { db, clock, models }: AppContext,
  { user_id, agent_id }: { user_id: number; agent_id: number },
  { trace }: Composed,
): Promise<void> {
  const taken = trace().calls.filter((call) => call.input_tokens + call.output_tokens > 0);
  if (!taken.length) return;
  await db.transaction(async (tx) => {
    for (const { purpose, model, input_tokens: input, output_tokens: output, estimated } of taken) {
      const took = { input, output, estimated };
      await enterUncharged(tx, models, {
        user_id,
        agent_id,
        purpose,
        model,
        took,
        now: clock.now(),
      });
    }
  });
}
