/** Runs the checks of an agent. A run belongs to the process: it goes on when the reader who started it leaves. */
import { setTimeout as pause } from 'node:timers/promises';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { AGENT_FALLBACK } from '#contract/model-catalogue.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { isDatabaseAway, reasonOf } from '../../db/client.ts';
import { configuredAgent } from '../chat/admission/agent-version.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { requireChain } from '../models/model-chain.ts';
import { askCheck, type CheckEventInput, type Run } from './ask-check.ts';
import { openEventLog } from './event-log.ts';
import { retryWhileAway } from './retry-while-away.ts';
import { beginRun, endRun, findRunById, renewRun } from './runs.ts';
import type { Check } from './store.ts';

type RunContext = AppContext & Pick<ChatContext, 'chat'> & { checkRuns: CheckRuns };
type Running = Pick<Run, 'breakOff'> & { finished: Promise<void> };

const AT_A_TIME = 2;
const RENEW_MS = 5_000;
const DRAIN_SAVING_MS = 5_000;

/** The runs of one process; made in the composition root. */
export type CheckRuns = Set<Running>;

export async function runChecks(
  context: RunContext,
  { user_id }: { user_id: number },
  agent_id: number,
): Promise<AsyncIterable<CheckEventInput>> {
  const { chat: answers } = context;
  if (answers.draining) throw new AppError('draining');
  const agent = await configuredAgent(context, agent_id);
  if (!agent) throw new AppError('agent_not_found');
  const chain = await requireChain(context.models, agent);
  const { agent_version_id } = agent;
  const started = { agent_id, agent_version_id, started_by: user_id, started_at: context.clock.now() };
  const begun = await beginRun(context.db, started);

  const controller = new AbortController();
  const temperature = agent.temperature ?? AGENT_FALLBACK.temperature;
  const run: Run = {
    ...begun,
    user_id,
    task: { agent, agent_version_id, chain, temperature, history: [], without: [] },
    counts: { held: 0, failed: 0, errors: 0 },
    events: openEventLog(),
    signal: controller.signal,
    breakOff: (reason) => controller.abort(reason),
  };
  // Draining may have begun since the check above.
  if (answers.draining) run.breakOff('draining');
  begin(context, run);
  return run.events.read();
}

/** Ends the runs of this process and waits until that is stored. New runs are refused while answers are drained. */
export async function drainChecks({ checkRuns }: Pick<RunContext, 'checkRuns'>): Promise<void> {
  const running = [...checkRuns];
  for (const { breakOff } of running) breakOff('draining');
  const finished = Promise.all(running.map((run) => run.finished));
  await Promise.race([finished, pause(DRAIN_SAVING_MS, undefined, { ref: false })]);
}

function begin(context: RunContext, run: Run): void {
  const { checkRuns } = context;
  const finished = conduct(context, run).finally(() => checkRuns.delete(running));
  const running: Running = { breakOff: (reason) => run.breakOff(reason), finished };
  checkRuns.add(running);
}

/** Never throws. */
async function conduct(context: AppContext, run: Run): Promise<void> {
  const { events } = run;
  const renewal = setInterval(() => void renew(context, run), RENEW_MS);
  const left = run.checks.values();
  await Promise.all(Array.from({ length: AT_A_TIME }, () => askInTurn(context, run, left)));
  clearInterval(renewal);
  try {
    events.add(await lastLine(context, run));
  } catch (error) {
    events.add({ state: 'broken', error: problems[problemOf(context, run, error)].detail, done: true });
  }
  events.end();
}

async function askInTurn(context: AppContext, run: Run, left: Iterator<Check, undefined>): Promise<void> {
  for (let next = left.next(); !next.done && !run.signal.aborted; next = left.next()) {
    try {
      await askCheck(context, run, next.value);
      if (!(await retryWhileAway(() => renewRun(context.db, run.id, run.counts)))) await lose(context, run);
    } catch (error) {
      run.breakOff(problemOf(context, run, error));
    }
  }
}

async function lastLine({ db, clock }: AppContext, { id, counts, signal }: Run): Promise<CheckEventInput> {
  const { aborted, reason } = signal;
  const finished_at = aborted ? null : clock.now();
  const isOurs = await retryWhileAway(() => endRun(db, id, { ...counts, finished_at }));
  const shown = await retryWhileAway(() => findRunById(db, id));
  const outcome = shown ? { run: shown, done: true } : { done: true };
  if (isOurs && !aborted) return { state: 'finished', ...outcome };
  const problem: ProblemCode = aborted ? reason : lossOf(shown);
  return { state: 'broken', error: problems[problem].detail, ...outcome };
}

/** A renewal that fails is made up for by the next one, or by the next check that ends. */
async function renew(context: AppContext, run: Run): Promise<void> {
  try {
    if (!(await renewRun(context.db, run.id, run.counts))) await lose(context, run);
  } catch (error) {
    context.log.warn(
      { run_id: run.id, err: { message: reasonOf(error) } },
      'a run of checks was not renewed',
    );
  }
}

async function lose({ db }: AppContext, run: Run): Promise<void> {
  run.breakOff(lossOf(await findRunById(db, run.id)));
}

/** The agent was deleted, or this process was silent for so long that another one began anew. */
const lossOf = (kept: object | null): ProblemCode => (kept ? 'checks_running' : 'agent_not_found');

function problemOf({ log }: AppContext, { id }: Run, error: unknown): ProblemCode {
  log.error({ run_id: id, err: { message: reasonOf(error) } }, 'a run of checks broke');
  return isDatabaseAway(error) ? 'database_unavailable' : 'internal';
}
