import { agentsApi } from '#contract/agents.ts';
import { together } from '../../db/together.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { byCaller } from '../audit/record.ts';
import { addTag, removeTag } from './agent-tags.ts';
import { isAdmin } from './availability.ts';
import { createAgent, deployAgent, updateAgent } from './changes.ts';
import { compilePrompt } from './compiled-prompt.ts';
import { duplicateAgent, exportAgent, importAgent } from './copies.ts';
import { listVersions, restoreVersion } from './history.ts';
import { removeAgent } from './removal.ts';
import { listAgents, showAgent } from './shown.ts';
import { findAvailable, listAvailable } from './store.ts';

export const agentRoutes = (world: Pick<World, 'db' | 'clock' | 'models'>): Route[] => {
  const { db } = world;
  return routes(agentsApi, {
    available: ({ caller, query }) => listAvailable(db, caller, query),
    // All administrators see the same page: those who open it at the same moment have it read once.
    list: ({ query }) => together(db, `agents ${JSON.stringify(query)}`, () => listAgents(db, query)),
    one: async ({ caller, params }) => {
      if (isAdmin(caller)) return showAgent(db, params.id);
      const agent = await findAvailable(db, caller, params.id);
      if (!agent) throw new AppError('agent_not_found');
      return agent;
    },
    create: ({ caller, body, meta }) =>
      createAgent(world, byCaller(caller, meta), body, meta.idempotency_key),
    update: ({ caller, params, body, meta }) => updateAgent(world, byCaller(caller, meta), params.id, body),
    remove: ({ caller, params, meta }) => removeAgent(world, byCaller(caller, meta), params.id),
    deploy: ({ caller, params, body, meta }) =>
      deployAgent(world, byCaller(caller, meta), params.id, body?.deploy_status),
    compile: ({ body }) => compilePrompt(body),
    versions: ({ params, query }) => listVersions(world, params.id, query),
    restore: ({ caller, params, meta }) => restoreVersion(world, byCaller(caller, meta), params),
    duplicate: ({ caller, params, meta }) => duplicateAgent(world, byCaller(caller, meta), params.id),
    exportFile: ({ params }) => exportAgent(db, params.id),
    importFile: ({ caller, body, meta }) => importAgent(world, byCaller(caller, meta), body),
    addTag: ({ caller, params, meta }) => addTag(world, byCaller(caller, meta), params),
    removeTag: ({ caller, params, meta }) => removeTag(world, byCaller(caller, meta), params),
  });
};
