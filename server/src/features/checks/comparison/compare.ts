/** Compares versions of an agent and models on its checks: each column is a version with a model. */

import { DEFAULT_MODEL_RULES } from '#contract/agent-configuration.ts';
import { AGENT_FALLBACK } from '#contract/agent-models.ts';
import type { ComparedColumn, ComparisonCell, ComparisonEvent } from '#contract/comparisons.ts';
import { type ProblemCode, problems } from '#contract/errors.ts';
import { type OpenModel, recordedModel } from '../../../adapters/models/model.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { versionOf } from '../../agents/candidate/candidate.ts';
import { type Configured, configuredAgent } from '../../chat/admission/agent-version.ts';
import type { Task } from '../../chat/compose/task.ts';
import { chainOf } from '../../models/model-chain.ts';
import { requireKnownModels, requireResidency } from '../../models/named-models.ts';
import { callCostsAt } from '../../prices/call-costs.ts';
import { beginRun, type EventLog, openEventLog, retryWhileAway } from '../background-run.ts';
import { answerCheck, type CheckAnswer } from '../check-answer.ts';
import type { RunContext } from '../run.ts';
import type { Check } from '../store.ts';
import {
  type ComparisonDto,
  endComparison,
  findComparison,
  insertComparison,
  keepCell,
  renewComparison,
  requireComparison,
} from './comparisons.ts';

/** Questions of one column that are asked at once. */
const AT_A_TIME = 2;
const CELL_MAX_MS = 120_000;

type Event = Omit<ComparisonEvent, 'comparison'> & { comparison?: ComparisonDto };

type Run = {
  id: number;
  user_id: number;
  columns: { model: OpenModel; task: Omit<Task, 'question'> }[];
  events: EventLog<Event>;
  /** Aborted with a `ProblemCode`, or with `stop`. */
  signal: AbortSignal;
};

export async function compareColumns(
  context: RunContext,
  { user_id }: { user_id: number },
  agent_id: number,
  wanted: ComparedColumn[],
): Promise<AsyncIterable<Event>> {
  const { chat: answers, db, clock } = context;
  if (answers.draining) throw new AppError('draining');
  const columns = await openColumns(context, agent_id, wanted);
  const kept = columns.map(({ model, task }) => ({
    version_id: task.agent_version_id ?? 0,
    model: recordedModel(model),
  }));
  requireDistinct(kept);
  const started = { agent_id, started_by: user_id, columns: kept, started_at: clock.now() };
  const { id, checks } = await insertComparison(db, started);

  const controller = new AbortController();
  const run: Run = { id, user_id, columns, events: openEventLog(), signal: controller.signal };
  const breakOff = (reason: ProblemCode | 'stop') => controller.abort(reason);
  if (answers.draining) breakOff('draining');
  const comparison = await findComparison(db, id);
  if (comparison) run.events.add({ state: 'started', comparison, done: false });
  void beginRun<Event>(context, {
    id,
    comparison_id: id,
    lanes: run.columns.flatMap((_, column) => lanesOf(context, run, checks, column)),
    events: run.events,
    signal: run.signal,
    breakOff,
    renew: () => renewComparison(db, id),
    loss: async () => ((await findComparison(db, id)) ? 'stop' : 'agent_not_found'),
    end: () => lastEvent(context, run),
    broken: (error) => ({ state: 'broken', error, done: true }),
  });
  return run.events.read();
}

/** Ends a comparison in whichever process it runs: there its next renewal finds it ended. */
export async function stopComparison({ db, clock, checkRuns }: RunContext, id: number): Promise<void> {
  await requireComparison(db, id);
  for (const run of checkRuns) if (run.comparison_id === id) run.breakOff('stop');
  await endComparison(db, id, clock.now());
}

/** Two that are the same, or that nothing tells apart without a model, would only be paid for twice. */
function requireDistinct(columns: { version_id: number; model: string }[]): void {
  const distinct = new Set(columns.map(({ version_id, model }) => `${version_id} ${model}`));
  if (distinct.size === columns.length) return;
  const message = 'Escolha cada coluna uma vez.';
  throw new AppError('validation', { detail: message, errors: [{ field: 'columns', message }] });
}

async function openColumns(
  context: RunContext,
  agent_id: number,
  wanted: ComparedColumn[],
): Promise<Run['columns']> {
  const present = await configuredAgent(context, agent_id);
  if (!present) throw new AppError('agent_not_found');
  const columns: Run['columns'] = [];
  for (const { version_id, model: named } of wanted) {
    const version = await versionAsked(context, present, version_id);
    const agent = named === null ? version : { ...version, model: named };
    const model = requireModel(context, agent, named !== null);
    const temperature = agent.temperature ?? AGENT_FALLBACK.temperature;
    const { agent_version_id } = agent;
    const task = { agent, agent_version_id, chain: chainOf(model), temperature, history: [], without: [] };
    columns.push({ model, task });
  }
  return columns;
}

async function versionAsked(
  { db }: RunContext,
  present: Configured,
  version_id: number | null,
): Promise<Configured> {
  if (version_id === null || version_id === present.agent_version_id) return present;
  const { id } = present;
  const kept = await versionOf(db, id, version_id);
  if (!kept) throw new AppError('version_not_found');
  return { ...DEFAULT_MODEL_RULES, ...kept, id, agent_version_id: version_id };
}

/** Versions are compared without a model too; a model that was named has to be asked. */
function requireModel({ models }: AppContext, agent: Configured, isNamed: boolean): OpenModel {
  const id = agent.model ?? AGENT_FALLBACK.model;
  if (isNamed || !models.local) {
    requireKnownModels(models, { model: id });
    requireResidency(models, { ...agent, fallback_models: [] });
  }
  const opened = models.open(id, agent.residency_max);
  if (!opened || (opened.local && isNamed)) throw new AppError('model_not_configured');
  return opened;
}

function lanesOf(context: AppContext, run: Run, checks: Check[], column: number) {
  const left = checks.map((check) => ({ ask: () => askCell(context, run, check, column) })).values();
  return Array.from({ length: AT_A_TIME }, () => left);
}

/** Without a result when the comparison was ended meanwhile. */
async function askCell(context: AppContext, run: Run, check: Check, column: number): Promise<void> {
  const { events, signal, id, user_id } = run;
  const asked = run.columns[column];
  if (!asked) return;
  const { task, model } = asked;
  const at = { check_id: check.id, column, model: recordedModel(model) };
  events.add({ ...at, state: 'running', done: false });
  const began = performance.now();
  const limited = AbortSignal.any([signal, AbortSignal.timeout(CELL_MAX_MS)]);
  const asked_check = { check, task, user_id, with_verified: false, signal: limited };
  const answered = await answerCheck(context, asked_check);
  const ms = Math.round(performance.now() - began);
  if (signal.aborted) return;
  const cell = { ...(await cellOf(context, answered)), check_id: check.id, column, ms };
  await retryWhileAway(() => keepCell(context.db, id, cell));
  events.add({ ...at, state: 'ended', cell, done: false });
}

const OUTCOMES = { holds: 'held', fails: 'failed', error: 'error' } as const;

async function cellOf(
  { db, models, clock }: AppContext,
  { result, composed }: CheckAnswer,
): Promise<Omit<ComparisonCell, 'check_id' | 'column' | 'ms'>> {
  const { outcome, reason, answer, cited } = result;
  const { calls } = composed.trace();
  const costs = await callCostsAt(db, models, { ids: calls.map(({ model }) => model), at: clock.now() });
  const costOfCalls = calls.map(
    ({ model, input_tokens: input, output_tokens: output }) => costs(model, { input, output }).cost_brl_micro,
  );
  return {
    outcome: OUTCOMES[outcome],
    reason,
    answer,
    cited,
    input_tokens: calls.reduce((sum, call) => sum + call.input_tokens, 0),
    output_tokens: calls.reduce((sum, call) => sum + call.output_tokens, 0),
    cost_brl_micro: costOfCalls.reduce<number | null>(
      (sum, cost) => (sum === null || cost === null ? null : sum + Number(cost)),
      0,
    ),
  };
}

async function lastEvent({ db, clock }: AppContext, { id, signal }: Run): Promise<Event> {
  const { aborted, reason } = signal;
  const isStopped = aborted && reason === 'stop';
  await retryWhileAway(() => endComparison(db, id, aborted && !isStopped ? null : clock.now()));
  const comparison = await retryWhileAway(() => findComparison(db, id));
  const shown = comparison ? { comparison, done: true } : { done: true };
  if (!aborted || isStopped) return { state: 'finished', ...shown };
  return { state: 'broken', error: problems[reason as ProblemCode].detail, ...shown };
}
