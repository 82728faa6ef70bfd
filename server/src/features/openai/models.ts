/** Lists agents as models: those that the key's owner may use, within the scope of the key. */
import { and, asc, eq, inArray, type SQL } from 'drizzle-orm';
import { AGENT_MODEL_PREFIX } from '#contract/limits.ts';
import { modelOfAgent, type OpenaiModel } from '#contract/openai.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { agents } from '../../db/tables/agents.ts';
import type { KeyCaller } from '../../http/routes.ts';
import { availableTo } from '../agents/availability.ts';

export async function listModels(
  db: Queryable,
  caller: KeyCaller,
): Promise<{ object: 'list'; data: OpenaiModel[] }> {
  return { object: 'list', data: await modelsFor(db, caller) };
}

export async function findModel(db: Queryable, caller: KeyCaller, model: string): Promise<OpenaiModel> {
  const [found] = await modelsFor(db, caller, agentOfModel(model));
  if (!found) throw new AppError('unknown_agent_model');
  return found;
}

const NAME = new RegExp(`^${AGENT_MODEL_PREFIX}([1-9]\\d{0,9})$`);
const LARGEST_ID = 2_147_483_647;

export function agentOfModel(model: string): number {
  const id = Number(NAME.exec(model)?.[1]);
  if (!(id <= LARGEST_ID)) throw new AppError('unknown_agent_model');
  return id;
}

/** Agents that the key's owner may use, within the scope of the key. */
export function askableAgents(db: Queryable, caller: KeyCaller, which?: SQL) {
  const { agent_ids } = caller.key;
  return db
    .select({
      id: agents.id,
      name: agents.name,
      description: agents.description,
      openers: agents.openers,
      created_at: agents.created_at,
    })
    .from(agents)
    .where(and(availableTo(caller), agent_ids === null ? undefined : inArray(agents.id, agent_ids), which))
    .orderBy(asc(agents.id));
}

async function modelsFor(db: Queryable, caller: KeyCaller, id?: number): Promise<OpenaiModel[]> {
  const rows = await askableAgents(db, caller, id === undefined ? undefined : eq(agents.id, id));
  return rows.map(({ created_at, ...agent }) => ({
    id: modelOfAgent(agent.id),
    object: 'model' as const,
    created: Math.floor(created_at.getTime() / 1000),
    owned_by: 'prosa',
    name: agent.name,
    description: agent.description,
  }));
}
