/** Making and changing agents. Every change that shapes answers keeps a version. */
import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { AgentChange, NewAgent } from '#contract/agents.ts';
import type { Models } from '../../adapters/models/model.ts';
import type { Transaction } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import { AppError } from '../../http/app-error.ts';
import { cleanFields } from '../../http/clean-text.ts';
import { claimKey, keepRun } from '../../http/idempotency.ts';
import type { World } from '../../world.ts';
import { type ShownAgent, showAgent } from './shown.ts';
import { keepVersion } from './versions.ts';

const NO_NAME = 'Informe o nome do agente.';

/** Who changes it. */
export type Editor = { user_id: number };

type AgentWorld = Pick<World, 'db' | 'clock' | 'models'>;

/** A draft. A repeat with the same key gets the first run's agent. */
export async function createAgent(
  { db, clock, models }: AgentWorld,
  { user_id }: Editor,
  wishes: z.output<typeof NewAgent>,
  idempotency_key: string | null,
): Promise<ShownAgent> {
  requireModel(models, wishes.model);
  const fields = cleanFields(wishes, NO_NAME);
  const now = clock.now();
  const call = idempotency_key && {
    user_id,
    key: idempotency_key,
    request: JSON.stringify(['create-agent', fields]),
  };
  return db.transaction(async (tx) => {
    const first = call && (await claimKey(tx, call, now));
    if (first) return first.answer as ShownAgent;
    const id = await insertAgent(tx, fields, now);
    await keepVersion(tx, id, { user_id, now });
    const made = await showAgent(tx, id);
    if (call) await keepRun(tx, call, { status: 201, answer: made });
    return made;
  });
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
  { db, clock, models }: AgentWorld,
  { user_id }: Editor,
  id: number,
  change: AgentChange,
): Promise<ShownAgent> {
  requireModel(models, change.model);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(agents)
      .set({ ...cleanFields(change, NO_NAME), updated_at: now })
      .where(eq(agents.id, id));
    if (!rowCount) throw new AppError('agent_not_found');
    await keepVersion(tx, id, { user_id, now });
    return showAgent(tx, id);
  });
}

/** Without a wished state the present one is turned round; the row's lock makes two clicks come one after the other. */
export async function deployAgent(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  id: number,
  deploy_status: boolean | undefined,
): Promise<ShownAgent> {
  const wished = deploy_status === undefined ? sql`not ${agents.deploy_status}` : sql`${deploy_status}`;
  const { rowCount } = await db
    .update(agents)
    .set({
      deploy_status: wished,
      updated_at: sql`case when ${agents.deploy_status} = ${wished} then ${agents.updated_at} else ${clock.now()} end`,
    })
    .where(eq(agents.id, id));
  if (!rowCount) throw new AppError('agent_not_found');
  return showAgent(db, id);
}

/** Null runs on the fallback; absent is left as it is. */
export function requireModel({ catalogue }: Models, model: string | null | undefined): void {
  if (typeof model === 'string' && !catalogue.some(({ id }) => id === model))
    throw new AppError('unknown_model');
}
