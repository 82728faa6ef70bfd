/** An agent as it is asked, and which of its versions that is. */
import type { AgentConfiguration } from '#contract/agents.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../db/client.ts';
import { lockAgent } from '../agents/store.ts';
import { configurationOf, hashOf, keepVersion } from '../agents/versions.ts';

export type Configured = AgentConfiguration & { id: number; agent_version_id: number | null };

/** A kept version never changes and never goes, so the last one seen of each agent is remembered. */
const registers = new WeakMap<Database, Map<number, { hash: string; version_id: number }>>();

/** One statement when the version was seen before; undefined without such an agent. */
export async function configuredAgent(
  context: Pick<AppContext, 'db' | 'clock'>,
  id: number,
): Promise<Configured | undefined> {
  const configuration = await configurationOf(context.db, id);
  return configuration && withVersion(context, { ...configuration, id });
}

/** None at all when it was seen before; undefined when the agent has gone meanwhile. */
export async function withVersion(
  context: Pick<AppContext, 'db' | 'clock'>,
  { id, ...configuration }: AgentConfiguration & { id: number },
): Promise<Configured | undefined> {
  const seen = registers.get(context.db)?.get(id);
  if (seen?.hash !== hashOf(configuration)) return keepSeen(context, id);
  return { ...configuration, id, agent_version_id: seen.version_id };
}

/** In a transaction of its own: what is remembered must be there for everybody. */
async function keepSeen(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  id: number,
): Promise<Configured | undefined> {
  const kept = await db.transaction(async (tx) => {
    await lockAgent(tx, id);
    const version_id = await keepVersion(tx, id, { user_id: null, now: clock.now() });
    return { configuration: await configurationOf(tx, id), version_id };
  });
  const { configuration, version_id } = kept;
  if (!configuration) return undefined;
  const register = registers.get(db) ?? new Map();
  registers.set(db, register);
  if (version_id !== undefined) register.set(id, { hash: hashOf(configuration), version_id });
  return { ...configuration, id, agent_version_id: version_id ?? null };
}
