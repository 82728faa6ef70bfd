import { groupsApi } from '#contract/groups.ts';
import { isSuperadmin } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { singleFlight } from '../../db/single-flight.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { createGroup, removeGroup, updateGroup } from './changes.ts';
import { addAgents, agentsStatus, removeAgents } from './group-agents.ts';
import { changeLimits, limitsOf } from './limits.ts';
import { assignUsers, filteredUsers, usersStatus } from './members.ts';
import { listGroups, showGroup } from './store.ts';

export const groupRoutes = (context: Pick<AppContext, 'db' | 'reads' | 'clock'>): Route[] => {
  const { db, reads } = context;
  return routes(groupsApi, {
    list: ({ query }) => listGroups(db, query),
    create: ({ caller, body, meta }) =>
      createGroup(context, byCaller(caller, meta), body, meta.idempotency_key),
    filteredUsers: ({ caller, query }) => reads.read(caller, (stale) => filteredUsers(stale, query)),
    assignUsers: ({ caller, body, meta }) => assignUsers(context, byCaller(caller, meta), body),
    one: ({ params }) => showGroup(db, params.id),
    limits: ({ caller, params }) => limitsOf(context, params.id, { with_people: isSuperadmin(caller) }),
    changeLimits: ({ caller, params, body, meta }) =>
      changeLimits(context, byCaller(caller, meta), params.id, body),
    update: ({ caller, params, body, meta }) => updateGroup(context, byCaller(caller, meta), params.id, body),
    remove: ({ caller, params, meta }) => removeGroup(context, byCaller(caller, meta), params.id),
    addAgents: ({ caller, params, body, meta }) =>
      addAgents(context, byCaller(caller, meta), params.id, body.agent_ids),
    removeAgents: ({ caller, params, body, meta }) =>
      removeAgents(context, byCaller(caller, meta), params.id, body.agent_ids),
    agentsStatus: ({ params, query }) => agentsStatus(db, params.id, query),
    // All administrators see the same page: those who open it at the same moment have it read once.
    usersStatus: ({ caller, params: { id }, query }) =>
      reads.read(caller, (stale) =>
        singleFlight(stale, `members ${id} ${JSON.stringify(query)}`, () => usersStatus(stale, id, query)),
      ),
  });
};
