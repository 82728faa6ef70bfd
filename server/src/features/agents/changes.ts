/** Making and changing agents. Every change that shapes answers keeps a version. */
import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { AgentChange, NewAgent } from '#contract/agents.ts';
import type { Models } from '../../adapters/models/model.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import { claimIdempotencyKey, storeFirstRun } from '../../request-guards/idempotency.ts';
import { cleanFields } from '../../text/clean-text.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { difference } from '../audit/values.ts';
import { audited, named } from './audited.ts';
import { type ShownAgent, showAgent } from './shown.ts';
import { type AgentRow, lockAgent, requireAgent } from './store.ts';
import { keepVersion } from './versions.ts';

const NO_NAME = 'Informe o nome do agente.';

type AgentContext = Pick<AppContext, 'db' | 'clock' | 'models'>;

/** A draft. A repeat with the same key gets the first run's agent. */
export async function createAgent(
  { db, clock, models }: AgentContext,
  by: Actor,
  wishes: z.output<typeof NewAgent>,
  idempotency_key: string | null,
): Promise<ShownAgent> {
  requireModel(models, wishes.model);
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
    if (first) return first.answer as ShownAgent;
    const id = await insertAgent(tx, fields, now);
    await keepVersion(tx, id, { user_id, now });
    const made = await showAgent(tx, id);
    if (call) await storeFirstRun(tx, call, { status: 201, answer: made });
    await noteMade(tx, by, 'agent.created', id, now);
    return made;
  });
}

/** The entry of an agent that is new, however it came to be. */
export async function noteMade(
  tx: Transaction,
  by: Actor,
  action: string,
  id: number,
  now: Date,
): Promise<void> {
  const agent = await requireAgent(tx, id);
  await recordChange(tx, by, { action, ...named(agent), after: audited(agent) }, now);
}

export type AgentFields = Omit<typeof agents.$inferInsert, 'deploy_status' | 'created_at' | 'updated_at'>;

/** A draft, linked to nothing; whoever makes it keeps its version once it is whole. */
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
): Promise<ShownAgent> {
  requireModel(models, change.model);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const before = await lockAgent(tx, id);
    const after = await writeAgent(tx, id, { ...cleanFields(change, NO_NAME), updated_at: now });
    await keepVersion(tx, id, { user_id: by.user_id, now });
    const changed = difference(audited(before), audited(after));
    if (changed) await recordChange(tx, by, { action: 'agent.updated', ...named(before), ...changed }, now);
    return showAgent(tx, id);
  });
}

/** Without a wished state the present one is turned round; the row's lock makes two clicks come one after the other. */
export function deployAgent(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
  wished: boolean | undefined,
): Promise<ShownAgent> {
  const now = clock.now();
  return db.transaction(async (tx) => {
    const agent = await lockAgent(tx, id);
    const deploy_status = wished ?? !agent.deploy_status;
    if (deploy_status !== agent.deploy_status) {
      await writeAgent(tx, id, { deploy_status, updated_at: now });
      const action = deploy_status ? 'agent.deployed' : 'agent.undeployed';
      await recordChange(tx, by, { action, ...named(agent) }, now);
    }
    return showAgent(tx, id);
  });
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

/** Null runs on the fallback; absent is left as it is. */
export function requireModel({ catalogue }: Models, model: string | null | undefined): void {
  if (typeof model === 'string' && !catalogue.some(({ id }) => id === model))
    throw new AppError('unknown_model');
}
