/** Runs the checks of an agent as it is now. */
import { type ProblemCode, problems } from '#contract/errors.ts';
import { AGENT_FALLBACK } from '#contract/model-catalogue.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { configuredAgent } from '../chat/admission/agent-version.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { requireChain } from '../models/model-chain.ts';
import { askCheck, type CheckEventInput, type Run } from './ask-check.ts';
import { beginRun, type CheckRuns, openEventLog, retryWhileAway } from './background-run.ts';
import { endRun, findRunById, insertRun, renewRun } from './runs.ts';

export type RunContext = AppContext & Pick<ChatContext, 'chat'> & { checkRuns: CheckRuns };

const AT_A_TIME = 2;

export async function runChecks(
  context: RunContext,
  { user_id }: { user_id: number },
  agent_id: number,
): Promise<AsyncIterable<CheckEventInput>> {
  const { chat: answers, db, clock } = context;
  if (answers.draining) throw new AppError('draining');
  const agent = await configuredAgent(context, agent_id);
  if (!agent) throw new AppError('agent_not_found');
  const chain = await requireChain(context.models, agent);
  const { agent_version_id } = agent;
  const started = { agent_id, agent_version_id, started_by: user_id, started_at: clock.now() };
  const { id, checks } = await insertRun(db, started);

  const controller = new AbortController();
  const temperature = agent.temperature ?? AGENT_FALLBACK.temperature;
  const run: Run = {
    id,
    user_id,
    task: { agent, agent_version_id, chain, temperature, history: [], without: [] },
    counts: { held: 0, failed: 0, errors: 0, tokens: 0 },
    events: openEventLog(),
    signal: controller.signal,
  };
  const { events, counts, signal } = run;
  const left = checks
    .map((check) => ({ ask: async () => void (await askCheck(context, run, check)) }))
    .values();
  const breakOff = (reason: ProblemCode | 'stop') => controller.abort(reason);
  // Draining may have begun since the check above.
  if (answers.draining) breakOff('draining');
  beginRun<CheckEventInput>(context, {
    id,
    comparison_id: null,
    lanes: Array.from({ length: AT_A_TIME }, () => left),
    events,
    signal,
    breakOff,
    renew: () => renewRun(db, id, counts),
    loss: async () => lossOf(await findRunById(db, id)),
    end: () => lastLine(context, run),
    broken: (error) => ({ state: 'broken', error, done: true }),
  });
  return events.read();
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

/** The agent was deleted, or this process was silent for so long that another one began anew. */
const lossOf = (kept: object | null): ProblemCode => (kept ? 'checks_running' : 'agent_not_found');
