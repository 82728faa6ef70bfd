/**
 * The gate of a deployed agent: a change of what shapes answers becomes a candidate version and changes nothing that people
 * get, until it is published. Everything else of an agent stays live at once.
 */
import { and, eq } from 'drizzle-orm';
import { type AgentConfiguration, DEFAULT_MODEL_RULES } from '#contract/agent-configuration.ts';
import type { DeployGate } from '#contract/gate.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { agent_versions, agents } from '../../../db/tables/agents.ts';
import { interfaceOf } from '../../interface/interface-settings.ts';
import { existingLinks, linkAll, unlinkAll } from '../links.ts';
import type { AgentRow } from '../store.ts';
import { configurationOf, hashOf, keepVersion, type VersionMaker } from '../versions.ts';

/** The agent's own gate, or that of the installation. */
export const gateOf = async (
  db: Queryable,
  { deploy_gate }: Pick<AgentRow, 'deploy_gate'>,
): Promise<DeployGate> => deploy_gate ?? (await interfaceOf(db)).deploy_gate;

/**
 * Makes a change of configuration or links: at once, or into the candidate where the gate asks for checks. The agent is
 * locked, and nobody reads between the change and its taking back, because both are in the transaction. True for a
 * candidate.
 */
export async function changeConfiguration(
  tx: Transaction,
  agent: AgentRow,
  maker: VersionMaker,
  write: () => PromiseLike<unknown>,
): Promise<boolean> {
  const { id } = agent;
  const live = await configurationOf(tx, id);
  const isGated = agent.deploy_status && live && (await gateOf(tx, agent)) === 'require';
  if (!isGated) {
    await write();
    await keepVersion(tx, id, maker);
    return false;
  }
  const waiting =
    agent.candidate_version_id === null ? null : await versionOf(tx, id, agent.candidate_version_id);
  if (waiting) await writeConfiguration(tx, id, waiting);
  const base = hashOf(waiting ?? live);
  await write();
  const next = await configurationOf(tx, id);
  if (!next || hashOf(next) === base) {
    await writeConfiguration(tx, id, live);
    return false;
  }
  const version_id = (await keepVersion(tx, id, maker)) ?? null;
  await writeConfiguration(tx, id, live);
  const candidate_version_id = hashOf(next) === hashOf(live) ? null : version_id;
  await tx.update(agents).set({ candidate_version_id }).where(eq(agents.id, id));
  return true;
}

/** Gives the agent a configuration; `missing` names the targets of links that no longer exist. */
export async function writeConfiguration(
  tx: Transaction,
  id: number,
  { knowledge_bases, data_sources, ...settings }: AgentConfiguration,
): Promise<{ missing: string[] }> {
  const { links, missing } = await existingLinks(tx, { knowledge_bases, data_sources });
  await tx
    .update(agents)
    .set({ ...DEFAULT_MODEL_RULES, ...settings })
    .where(eq(agents.id, id));
  await unlinkAll(tx, id);
  await linkAll(tx, id, links);
  return { missing };
}

export async function versionOf(
  db: Queryable,
  agent_id: number,
  version_id: number,
): Promise<AgentConfiguration | null> {
  const [version] = await db
    .select({ configuration: agent_versions.configuration })
    .from(agent_versions)
    .where(and(eq(agent_versions.agent_id, agent_id), eq(agent_versions.id, version_id)));
  return version?.configuration ?? null;
}
