/** Publishes the candidate of an agent once all of its checks hold on it; a superadmin may publish it without them. */
import { eq } from 'drizzle-orm';
import { DEFAULT_MODEL_RULES } from '#contract/agent-configuration.ts';
import { isSuperadmin } from '#contract/users.ts';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { agents } from '../../../db/tables/agents.ts';
import type { Caller } from '../../../http/routes.ts';
import { versionOf, writeConfiguration } from '../../agents/candidate/candidate.ts';
import { auditLabel, lockAgent, requireAgent } from '../../agents/store.ts';
import { type Actor, recordChange } from '../../audit/record.ts';
import { requireChain } from '../../models/model-chain.ts';
import { requireKnownModels, requireResidency } from '../../models/named-models.ts';
import type { CheckEventInput, Run } from '../ask-check.ts';
import { conductRun, type RunContext, type Subject } from '../run.ts';
import { insertRun } from '../runs.ts';
import { documentsRead } from './documents-read.ts';

type Asked = { caller: Pick<Caller, 'user_id' | 'role'>; by: Actor; override?: string | undefined };

/** A refusal before it begins is an error; how it ended stands in the last event. */
export async function publishCandidate(
  context: RunContext,
  agent_id: number,
  { caller, by, override }: Asked,
): Promise<AsyncIterable<CheckEventInput>> {
  const { db, clock } = context;
  if (context.chat.draining) throw new AppError('draining');
  await requireAgent(db, agent_id);
  if (override !== undefined && !isSuperadmin(caller)) throw new AppError('only_superadmins_override');
  const { version_id, subject } = await candidateOf(context, agent_id);
  if (override !== undefined) {
    await apply(context, { agent_id, version_id, by, override });
    return only({ state: 'finished', published: true, held: 0, total: 0, done: true });
  }
  await documentsRead(
    db,
    subject.agent.knowledge_bases.map((base) => base.id),
  );
  const started = {
    agent_id,
    agent_version_id: version_id,
    started_by: caller.user_id,
    started_at: clock.now(),
  };
  const { id, checks } = await insertRun(db, started);
  const onEnd = async ({ counts }: Run) => {
    const { held } = counts;
    const total = checks.length;
    if (held < total) return { published: false, held, total, code: 'candidate_fails' as const };
    await apply(context, { agent_id, version_id, by });
    return { published: true, held, total };
  };
  return conductRun(context, { id, subject, checks, user_id: caller.user_id, onEnd }).events.read();
}

async function* only(event: CheckEventInput): AsyncGenerator<CheckEventInput> {
  yield event;
}

async function candidateOf(
  { db, models }: RunContext,
  agent_id: number,
): Promise<{ version_id: number; subject: Subject }> {
  const { candidate_version_id: version_id } = await requireAgent(db, agent_id);
  const kept = version_id === null ? null : await versionOf(db, agent_id, version_id);
  if (version_id === null || !kept) throw new AppError('no_candidate');
  const configuration = { ...DEFAULT_MODEL_RULES, ...kept };
  const agent = { ...configuration, id: agent_id, agent_version_id: version_id };
  return { version_id, subject: { agent, chain: await requireChain(models, agent) } };
}

type Applied = { agent_id: number; version_id: number; by: Actor; override?: string };

/** Bound to the version that was checked: one that was saved meanwhile waits on. */
async function apply(
  { db, clock, models }: RunContext,
  { agent_id, version_id, by, override }: Applied,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id);
    const configuration = await versionOf(tx, agent_id, version_id);
    if (agent.candidate_version_id !== version_id || !configuration) throw new AppError('no_candidate');
    requireKnownModels(models, configuration);
    requireResidency(models, { ...DEFAULT_MODEL_RULES, ...configuration });
    await writeConfiguration(tx, agent_id, configuration);
    await forgetCandidate(tx, agent_id, now);
    const after = { version_id, ...(override === undefined ? {} : { without_checks: override }) };
    await recordChange(tx, by, { action: 'agent.published', ...auditLabel(agent), after }, now);
  });
}

export async function discardCandidate(
  { db, clock }: Pick<RunContext, 'db' | 'clock'>,
  by: Actor,
  agent_id: number,
): Promise<null> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, agent_id);
    if (agent.candidate_version_id === null) throw new AppError('no_candidate');
    await forgetCandidate(tx, agent_id, now);
    const before = { version_id: agent.candidate_version_id };
    await recordChange(tx, by, { action: 'agent.candidate_discarded', ...auditLabel(agent), before }, now);
    return null;
  });
}

const forgetCandidate = (tx: Transaction, id: number, updated_at: Date) =>
  tx.update(agents).set({ candidate_version_id: null, updated_at }).where(eq(agents.id, id));
