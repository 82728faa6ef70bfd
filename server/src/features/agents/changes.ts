/** Creates and changes agents. Every change that shapes answers keeps a version. */
import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { z } from 'zod';
import type { ModelRules } from '#contract/agent-configuration.ts';
import type { AgentChange, NewAgent } from '#contract/agents.ts';
import { PERSONAL_DATA_KINDS } from '#contract/personal-data.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { agent_check_runs, agents } from '../../db/tables/agents.ts';
import { users } from '../../db/tables/people.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { cleanFields } from '../../text/clean-text.ts';
import { makeFirstRule } from '../alerts/records/rule-records.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { guardSettings } from '../guard/installation-guard.ts';
import { requireKnownModels, requireResidency } from '../models/named-models.ts';
import { type AgentDto, findAgentDto } from './agent-dto.ts';
import { isAdmin } from './availability.ts';
import { changeConfiguration, gateOf, versionOf, writeConfiguration } from './candidate/candidate.ts';
import { type AgentRow, auditLabel, auditValues, lockAgent, requireAgent } from './store.ts';
import { currentVersions, keepVersion } from './versions.ts';

const NO_NAME = 'Informe o nome do agente.';

type AgentContext = Pick<AppContext, 'db' | 'clock' | 'models'>;

/** A draft. A repeat with the same key gets the first run's agent. */
export async function createAgent(
  { db, clock, models }: AgentContext,
  by: Actor,
  wishes: z.output<typeof NewAgent>,
  idempotency_key: string | null,
): Promise<AgentDto> {
  requireKnownModels(models, wishes);
  const fields = cleanFields(wishes, NO_NAME);
  const now = clock.now();
  const { user_id } = by;
  const call = idempotency_key && {
    user_id,
    key: idempotency_key,
    request: JSON.stringify(['create-agent', fields]),
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimIdempotencyKey(tx, call, now));
    if (first) return first.answer as AgentDto;
    const { new_agents_local } = await guardSettings(tx);
    const id = await insertAgent(
      tx,
      { ...fields, ...(new_agents_local ? { residency_max: 'local' } : {}) },
      now,
    );
    await keepVersion(tx, id, { user_id, now });
    const made = await findAgentDto(tx, id);
    if (call) await storeFirstRun(tx, call, { status: 201, answer: made });
    await recordCreation(tx, by, 'agent.created', id, now);
    return made;
  });
}

/** Writes the audit entry of a new agent. */
export async function recordCreation(
  tx: Transaction,
  by: Actor,
  action: string,
  id: number,
  now: Date,
): Promise<void> {
  const agent = await requireAgent(tx, id);
  await recordChange(tx, by, { action, ...auditLabel(agent), after: auditValues(agent) }, now);
}

export type AgentFields = Omit<typeof agents.$inferInsert, 'deploy_status' | 'created_at' | 'updated_at'>;

/** Inserts a draft without links. The caller keeps its version once it is complete. */
export async function insertAgent(tx: Transaction, fields: AgentFields, now: Date): Promise<number> {
  const [agent] = await tx
    .insert(agents)
    .values({ ...fields, deploy_status: false, created_at: now, updated_at: now })
    .returning({ id: agents.id });
  if (!agent) throw new Error('no agent was inserted');
  return agent.id;
}

/** An absent field leaves what is stored. */
export function updateAgent(
  { db, clock, models }: AgentContext,
  by: Actor,
  id: number,
  change: AgentChange,
): Promise<AgentDto> {
  requireKnownModels(models, change);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await lockAgent(tx, id);
    const fields = { ...cleanFields(change, NO_NAME), ...rulesIn(change) };
    const next = { ...before, ...fields };
    // A change of anything else passes although a provider was moved meanwhile.
    if (modelsOf(next) !== modelsOf(before)) requireResidency(models, next);
    await requireOwner(tx, change.owner_user_id);
    if (change.nightly_checks) await makeFirstRule(tx, 'checks_fell', now);
    const isAskedAnew = change.openers && String(change.openers) !== String(before.openers);
    const marks = isAskedAnew ? { openers_empty: [] } : {};
    let after = before;
    const isCandidate = await changeConfiguration(tx, before, { user_id: by.user_id, now }, async () => {
      after = await writeAgent(tx, id, { ...fields, ...marks, updated_at: now });
    });
    const changed = difference(auditValues(before), auditValues(after));
    const action = isCandidate ? 'agent.candidate_saved' : 'agent.updated';
    if (changed) await recordChange(tx, by, { action, ...auditLabel(before), ...changed }, now);
    return findAgentDto(tx, id);
  });
}

/** Without a wished state the present one is inverted; the lock on the row serializes two clicks. */
export function deployAgent(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
  wished: boolean | undefined,
): Promise<AgentDto> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, id);
    const deploy_status = wished ?? !agent.deploy_status;
    if (deploy_status !== agent.deploy_status) {
      if (deploy_status) await requireChecked(tx, agent);
      else await takeCandidate(tx, agent);
      await writeAgent(tx, id, { deploy_status, updated_at: now });
      const action = deploy_status ? 'agent.deployed' : 'agent.undeployed';
      await recordChange(tx, by, { action, ...auditLabel(agent) }, now);
    }
    return findAgentDto(tx, id);
  });
}

/** Where the gate asks for checks, a draft is deployed once all of them hold on its present version. */
async function requireChecked(tx: Transaction, agent: AgentRow): Promise<void> {
  if ((await gateOf(tx, agent)) !== 'require') return;
  const version = (await currentVersions(tx, [agent.id])).get(agent.id) ?? 0;
  const [run] = await tx
    .select({ held: agent_check_runs.held, total: agent_check_runs.total })
    .from(agent_check_runs)
    .where(
      and(
        eq(agent_check_runs.agent_id, agent.id),
        eq(agent_check_runs.agent_version_id, version),
        isNotNull(agent_check_runs.finished_at),
      ),
    )
    .orderBy(desc(agent_check_runs.finished_at))
    .limit(1);
  if (!run?.total || run.held < run.total) throw new AppError('candidate_fails');
}

/** A draft holds whatever it is given: the changes that waited are its own again. */
async function takeCandidate(tx: Transaction, { id, candidate_version_id }: AgentRow): Promise<void> {
  const waiting = candidate_version_id === null ? null : await versionOf(tx, id, candidate_version_id);
  if (waiting) await writeConfiguration(tx, id, waiting);
  await tx.update(agents).set({ candidate_version_id: null }).where(eq(agents.id, id));
}

/** An agent may have no owner. */
async function requireOwner(tx: Transaction, id: number | null | undefined): Promise<void> {
  if (id === null || id === undefined) return;
  const [person] = await tx
    .select({ role: users.role, active: users.active, user_group_id: users.user_group_id })
    .from(users)
    .where(eq(users.id, id));
  if (!person?.active || !isAdmin(person)) throw new AppError('unknown_owner');
}

const modelsOf = ({ model, fallback_models, residency_max }: AgentRow): string =>
  JSON.stringify([model, fallback_models, residency_max]);

/** The given rules as they are stored: each model and each kind once, so that the same rules make the same version. */
export function rulesIn<R extends Partial<ModelRules>>({ fallback_models, personal_data_kinds }: R) {
  return {
    ...(fallback_models && { fallback_models: [...new Set(fallback_models)] }),
    ...(personal_data_kinds && {
      personal_data_kinds: PERSONAL_DATA_KINDS.filter((kind) => personal_data_kinds.includes(kind)),
    }),
  };
}

async function writeAgent(
  tx: Transaction,
  id: number,
  fields: Partial<typeof agents.$inferInsert>,
): Promise<AgentRow> {
  const [agent] = await tx.update(agents).set(fields).where(eq(agents.id, id)).returning();
  if (!agent) throw new AppError('agent_not_found');
  return agent;
}
