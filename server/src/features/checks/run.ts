/** Runs the checks of an agent as it is now, or as one of its versions is. */

import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Configured, configuredAgent } from '../chat/admission/agent-version.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { type ModelChain, requireChain } from '../models/model-chain.ts';
import { askCheck, type CheckEventInput, type Outcomes, type Run } from './ask-check.ts';
import { beginRun, type CheckRuns, type EventLog, openEventLog, retryWhileAway } from './background-run.ts';
import { type Counts, endRun, findRunById, insertRun, type Progress, renewRun } from './runs.ts';
import type { Check } from './store.ts';

export type RunContext = AppContext & Pick<ChatContext, 'chat'> & { checkRuns: CheckRuns };

/** An agent as it is asked. */
export type Subject = { agent: Configured; chain: ModelChain };

const AT_A_TIME = 2;

export async function runChecks(
  context: RunContext,
  { user_id }: { user_id: number },
  agent_id: number,
): Promise<AsyncIterable<CheckEventInput>> {
  const { chat: answers, db, clock } = context;
  if (answers.draining) throw new AppError('draining');
  const subject = await subjectOf(context, agent_id);
  const { agent_version_id } = subject.agent;
  const started = { agent_id, agent_version_id, started_by: user_id, started_at: clock.now() };
  const { id, checks } = await insertRun(db, started);
  return conductRun(context, { id, subject, checks, user_id }).events.read();
}

/** The agent as it is now. */
export async function subjectOf(context: RunContext, agent_id: number): Promise<Subject> {
  const agent = await configuredAgent(context, agent_id);
  if (!agent) throw new AppError('agent_not_found');
  return { agent, chain: await requireChain(context.models, agent) };
}

export type Conducted = {
  id: number;
  subject: Subject;
  checks: Check[];
  /** In whose name the calls stand in the ledger; null for nobody’s. */
  user_id: number | null;
  /** The progress of a process that died. */
  counts?: Counts;
  results?: Progress['results'];
  /** The outcomes of the run before, where falls are to be noticed. */
  previous?: Outcomes;
  /** Whether one more question is within the tokens of the night, given those of this run. */
  mayAsk?: (own: number) => Promise<boolean>;
  /** Called with the whole run before its last event, which it may add to. */
  onEnd?: (run: Run) => Promise<Partial<CheckEventInput>>;
};

export function conductRun(
  context: RunContext,
  { id, subject, checks, user_id, mayAsk, ...conducted }: Conducted,
): { events: EventLog<CheckEventInput>; finished: Promise<void> } {
  const { chat: answers, db } = context;
  const { agent, chain } = subject;
  const { agent_version_id } = agent;
  const controller = new AbortController();
  const temperature = agent.temperature ?? AGENT_FALLBACK.temperature;
  const run: Run = {
    id,
    user_id,
    task: { agent, agent_version_id, chain, temperature, history: [], without: [] },
    counts: conducted.counts ?? { held: 0, failed: 0, errors: 0, tokens: 0 },
    results: [...(conducted.results ?? [])],
    previous: conducted.previous ?? null,
    is_left_out: false,
    events: openEventLog(),
    signal: controller.signal,
  };
  const ask = async (check: Check): Promise<void> => {
    // Not in one expression: what the other lane found while this one waited would be forgotten.
    if (mayAsk && !run.is_left_out && !(await mayAsk(run.counts.tokens))) run.is_left_out = true;
    if (!run.is_left_out) await askCheck(context, run, check);
  };
  const left = checks.map((check) => ({ ask: () => ask(check) })).values();
  const breakOff = (reason: ProblemCode | 'stop') => controller.abort(reason);
  // Draining may have begun since the caller looked.
  if (answers.draining) breakOff('draining');
  const finished = beginRun<CheckEventInput>(context, {
    id,
    comparison_id: null,
    lanes: Array.from({ length: AT_A_TIME }, () => left),
    events: run.events,
    signal: run.signal,
    breakOff,
    renew: () => renewRun(db, id, progressOf(run)),
    loss: async () => lossOf(await findRunById(db, id)),
    end: () => lastLine(context, run, conducted.onEnd),
    broken: (error) => ({ state: 'broken', error, done: true }),
  });
  return { events: run.events, finished };
}

const progressOf = ({ counts, results }: Run): Progress => ({ ...counts, results });

async function lastLine(
  { db, clock }: AppContext,
  run: Run,
  onEnd: Conducted['onEnd'],
): Promise<CheckEventInput> {
  const { id, signal, is_left_out } = run;
  const { aborted, reason } = signal;
  const finished_at = aborted || is_left_out ? null : clock.now();
  const end = { ...progressOf(run), finished_at, ...(is_left_out && { note: 'tokens' as const }) };
  const isOurs = await retryWhileAway(() => endRun(db, id, end));
  const shown = await retryWhileAway(() => findRunById(db, id));
  const outcome = shown ? { run: shown, done: true } : { done: true };
  if (isOurs && !aborted) return { state: 'finished', ...outcome, ...(await onEnd?.(run)) };
  const problem: ProblemCode = aborted ? reason : lossOf(shown);
  return { state: 'broken', error: problems[problem].detail, ...outcome };
}

/** The agent was deleted, or this process was silent for so long that another one began anew. */
const lossOf = (kept: object | null): ProblemCode => (kept ? 'checks_running' : 'agent_not_found');
