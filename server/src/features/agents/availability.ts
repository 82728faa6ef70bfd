/** Who may talk to which agent. The one place that knows; lists, sessions and every send ask here. */
import { type SQL, sql } from 'drizzle-orm';
import { isAdministrator } from '#contract/users.ts';
import { agents, group_agents } from '../../db/tables/agents.ts';
import { user_groups } from '../../db/tables/people.ts';
import type { Caller } from '../../http/routes.ts';

export type AgentUser = Pick<Caller, 'role' | 'user_group_id'>;

export const isAdmin: (user: AgentUser) => boolean = isAdministrator;

/**
 * A condition on `agents`: deployed, and given to the caller's own group. Who has no group is in the default one;
 * administrators see all that is deployed.
 */
export function availableTo(user: AgentUser): SQL<boolean> {
  if (isAdmin(user)) return sql<boolean>`${agents}.deploy_status`;
  const group = user.user_group_id === null ? DEFAULT_GROUP : sql`${user.user_group_id}::int`;
  return sql<boolean>`(${agents}.deploy_status and ${isGivenTo(group)})`;
}

const DEFAULT_GROUP = sql`(select id from ${user_groups} where is_default)`;

const isGivenTo = (group: SQL): SQL => sql`exists (
  select 1 from ${group_agents} where ${group_agents}.agent_id = ${agents}.id
    and ${group_agents}.user_group_id = ${group})`;

/** A caller who is not known yet when a statement is prepared. */
export const anyCaller = {
  is_admin: sql`${sql.placeholder('is_admin')}::boolean`,
  group: sql`coalesce(${sql.placeholder('user_group_id')}::int, ${DEFAULT_GROUP})`,
};

/** The same for any caller. */
export const availableToAny = sql<boolean>`(
  ${agents}.deploy_status and (${anyCaller.is_admin} or ${isGivenTo(anyCaller.group)}))`;
