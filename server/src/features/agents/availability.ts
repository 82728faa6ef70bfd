/** Access rules: which people may use which agent. Lists, sessions and every question are decided here. */
import { type SQL, sql } from 'drizzle-orm';
import { isAdministrator } from '#contract/users.ts';
import { agents, group_agents } from '../../db/tables/agents.ts';
import { user_groups } from '../../db/tables/people.ts';
import type { Caller } from '../../http/routes.ts';

export type AgentUser = Pick<Caller, 'role' | 'user_group_id'>;

export const isAdmin: (user: AgentUser) => boolean = isAdministrator;

/**
 * A condition on `agents`: deployed, and granted to the caller's group. A caller without a group counts as a member of the
 * default one; administrators see all deployed agents.
 */
export function availableTo(user: AgentUser): SQL<boolean> {
  if (isAdmin(user)) return sql<boolean>`${agents}.deploy_status`;
  const group = user.user_group_id === null ? DEFAULT_GROUP : sql`${user.user_group_id}::int`;
  return sql<boolean>`(${agents}.deploy_status and ${isGrantedTo(group)})`;
}

const DEFAULT_GROUP = sql`(select id from ${user_groups} where is_default)`;

const isGrantedTo = (group: SQL): SQL => sql`exists (
  select 1 from ${group_agents} where ${group_agents}.agent_id = ${agents}.id
    and ${group_agents}.user_group_id = ${group})`;

/** Placeholders for the caller of a prepared statement. */
export const anyCaller = {
  is_admin: sql`${sql.placeholder('is_admin')}::boolean`,
  group: sql`coalesce(${sql.placeholder('user_group_id')}::int, ${DEFAULT_GROUP})`,
};

/** The condition of `availableTo` for a prepared statement. */
export const availableToAny = sql<boolean>`(
  ${agents}.deploy_status and (${anyCaller.is_admin} or ${isGrantedTo(anyCaller.group)}))`;
