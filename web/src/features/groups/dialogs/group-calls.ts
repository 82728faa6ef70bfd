/** Requests that change a group. */
import { groupsApi } from '#contract/groups.ts';
import { GROUP_AGENTS_MAX, GROUP_USERS_MAX } from '#contract/limits.ts';
import { call } from '../../../api/client.ts';
import { ApiFailure } from '../../../api/failure.ts';
import { texts } from '../texts.ts';
import { type AgentChanges, batchesOf, type Ids } from './selection.ts';

/** The group that something is done to; doing it to none is a failure that says so. */
export function chosenGroup(id: number | null): number {
  if (id === null) throw new ApiFailure({ kind: 'malformed', fallback: texts.noGroup });
  return id;
}

/** Tells after each call who has moved: should a later one fail, only the others are still to be sent. */
export async function assignUsers(
  groupId: number | null,
  users: Ids,
  onMoved: (ids: number[]) => void,
): Promise<void> {
  const user_group_id = chosenGroup(groupId);
  for (const user_ids of batchesOf(users, GROUP_USERS_MAX)) {
    await call(groupsApi.assignUsers, { body: { user_ids, user_group_id } });
    onMoved(user_ids);
  }
}

export async function associateAgents(groupId: number | null, agents: AgentChanges['added']): Promise<void> {
  const id = chosenGroup(groupId);
  for (const agent_ids of batchesOf(agents, GROUP_AGENTS_MAX))
    await call(groupsApi.addAgents, { params: { id }, body: { agent_ids } });
}

export async function disassociateAgents(
  groupId: number | null,
  agents: AgentChanges['removed'],
): Promise<void> {
  const id = chosenGroup(groupId);
  for (const agent_ids of batchesOf(agents, GROUP_AGENTS_MAX))
    await call(groupsApi.removeAgents, { params: { id }, body: { agent_ids } });
}
