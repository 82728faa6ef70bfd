/** The agents that are open to a group. Who may talk to them is asked at every call, so changes hold at once. */
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Association, GroupAgent } from '#contract/groups.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { agents, group_agents } from '../../db/tables/agents.ts';
import { cleanText } from '../../text/clean-text.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { type GroupRow, holdGroup, requireGroup } from './store.ts';

type GroupContext = Pick<AppContext, 'db' | 'clock'>;
type AgentFilter = {
  deployed_only: boolean;
  search_term?: string | undefined;
  association: Association;
};

/** A page by name, drafts too unless they are not wanted. */
export async function agentsStatus(
  db: Queryable,
  id: number,
  { skip, limit, ...filter }: AgentFilter & { skip: number; limit: number },
): Promise<{ rows: GroupAgent[]; total: number }> {
  await requireGroup(db, id);
  const isOpen = sql<boolean>`exists (select from group_agents g where g.agent_id = ${agents.id} and g.user_group_id = ${id})`;
  const admitted = admits(filter, isOpen);
  const [counted] = await db.select({ total: sql<number>`count(*)::int` }).from(agents).where(admitted);
  const rows = await db
    .select({
      agent: {
        id: agents.id,
        name: agents.name,
        description: agents.description,
        deploy_status: agents.deploy_status,
      },
      is_associated: isOpen,
    })
    .from(agents)
    .where(admitted)
    .orderBy(sql`fold_text(${agents.name})`, asc(agents.id))
    .limit(limit)
    .offset(skip);
  return { rows, total: counted?.total ?? 0 };
}

const admits = ({ deployed_only, search_term, association }: AgentFilter, isOpen: SQL) =>
  and(
    deployed_only ? eq(agents.deploy_status, true) : undefined,
    search_term ? sql`strpos(${agents.search_text}, fold_text(${cleanText(search_term)})) > 0` : undefined,
    association === 'in_group' ? isOpen : undefined,
    association === 'not_in_group' ? sql`not ${isOpen}` : undefined,
  );

/** All or none; those that are open already are not counted. */
export function addAgents(
  { db, clock }: GroupContext,
  by: Actor,
  id: number,
  agent_ids: number[],
): Promise<{ added: number }> {
  const wanted = [...new Set(agent_ids)];
  return db.transaction(async (tx) => {
    const group = await holdGroup(tx, id);
    await holdAgents(tx, wanted);
    const added = await tx
      .insert(group_agents)
      .values(wanted.map((agent_id) => ({ user_group_id: id, agent_id })))
      .onConflictDoNothing()
      .returning({ agent_id: group_agents.agent_id });
    await note(tx, by, { action: 'group.agents_added', group, changed: added }, clock.now());
    return { added: added.length };
  });
}

/** Agents that are closed already, or deleted, are not counted. */
export function removeAgents(
  { db, clock }: GroupContext,
  by: Actor,
  id: number,
  agent_ids: number[],
): Promise<{ removed: number }> {
  return db.transaction(async (tx) => {
    const group = await holdGroup(tx, id);
    const removed = await tx
      .delete(group_agents)
      .where(and(eq(group_agents.user_group_id, id), inArray(group_agents.agent_id, agent_ids)))
      .returning({ agent_id: group_agents.agent_id });
    await note(tx, by, { action: 'group.agents_removed', group, changed: removed }, clock.now());
    return { removed: removed.length };
  });
}

/** In one order, so that two changes of the same agents never wait for each other. */
async function holdAgents(tx: Transaction, ids: number[]): Promise<void> {
  const held = await tx
    .select({ id: agents.id })
    .from(agents)
    .where(inArray(agents.id, ids))
    .orderBy(asc(agents.id))
    .for('key share');
  if (held.length !== ids.length) throw new AppError('agent_not_found');
}

async function note(
  tx: Transaction,
  by: Actor,
  { action, group, changed }: { action: string; group: GroupRow; changed: { agent_id: number }[] },
  now: Date,
): Promise<void> {
  if (!changed.length) return;
  const agent_ids = changed.map(({ agent_id }) => agent_id).toSorted((a, b) => a - b);
  await recordChange(
    tx,
    by,
    {
      action,
      object_type: 'group',
      object_id: group.id,
      object_name: group.name,
      after: { agents: agent_ids.length, agent_ids },
    },
    now,
  );
}
