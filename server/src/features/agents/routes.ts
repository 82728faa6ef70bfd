import { agentsApi } from '#contract/agents.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { singleFlight } from '../../db/single-flight.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { findAgentDto, listAgents } from './agent-dto.ts';
import { addTag, removeTag } from './agent-tags.ts';
import { isAdmin } from './availability.ts';
import { createAgent, deployAgent, updateAgent } from './changes.ts';
import { duplicateAgent, exportAgent, importAgent } from './copies.ts';
import { listVersions, restoreVersion } from './history.ts';
import { compilePrompt } from './prompt/preview.ts';
import { removeAgent } from './removal.ts';
import { findAvailable, listAvailable, listStart } from './store.ts';

export const agentRoutes = (context: Pick<AppContext, 'db' | 'clock' | 'models'>): Route[] => {
  const { db } = context;
  return routes(agentsApi, {
    available: ({ caller, query }) => listAvailable(db, caller, query, context.clock.now()),
    start: ({ caller }) => listStart(db, caller, context.clock.now()),
    // All administrators see the same page: those who open it at the same moment have it read once.
    list: ({ query }) => singleFlight(db, `agents ${JSON.stringify(query)}`, () => listAgents(db, query)),
    one: async ({ caller, params }) => {
      if (isAdmin(caller)) return findAgentDto(db, params.id);
      const agent = await findAvailable(db, caller, params.id);
      if (!agent) throw new AppError('agent_not_found');
      return agent;
    },
    create: ({ caller, body, meta }) =>
      createAgent(context, byCaller(caller, meta), body, meta.idempotency_key),
    update: ({ caller, params, body, meta }) => updateAgent(context, byCaller(caller, meta), params.id, body),
    remove: ({ caller, params, meta }) => removeAgent(context, byCaller(caller, meta), params.id),
    deploy: ({ caller, params, body, meta }) =>
      deployAgent(context, byCaller(caller, meta), params.id, body?.deploy_status),
    compile: ({ caller, body }) => compilePrompt(context, caller.user_id, body),
    versions: ({ params, query }) => listVersions(context, params.id, query),
    restore: ({ caller, params, meta }) => restoreVersion(context, byCaller(caller, meta), params),
    duplicate: ({ caller, params, meta }) => duplicateAgent(context, byCaller(caller, meta), params.id),
    exportFile: ({ params }) => exportAgent(db, params.id),
    importFile: ({ caller, body, meta }) => importAgent(context, byCaller(caller, meta), body),
    addTag: ({ caller, params, meta }) => addTag(context, byCaller(caller, meta), params),
    removeTag: ({ caller, params, meta }) => removeTag(context, byCaller(caller, meta), params),
  });
};
