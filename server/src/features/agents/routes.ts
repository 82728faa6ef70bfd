import { agentsApi } from '#contract/agents.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
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
  const { db, clock } = world;
  return routes(agentsApi, {
    available: ({ caller, query }) => listAvailable(db, caller, query),
    list: ({ query }) => listAgents(db, query),
    one: async ({ caller, params }) => {
      if (isAdmin(caller)) return showAgent(db, params.id);
      const agent = await findAvailable(db, caller, params.id);
      if (!agent) throw new AppError('agent_not_found');
      return agent;
    },
    create: ({ caller, body, meta }) => createAgent(world, caller, body, meta.idempotency_key),
    update: ({ caller, params, body }) => updateAgent(world, caller, params.id, body),
    remove: async ({ params }) => {
      await removeAgent(db, params.id, clock.now());
      return null;
    },
    deploy: ({ params, body }) => deployAgent(world, params.id, body?.deploy_status),
    compile: ({ body }) => compilePrompt(body),
    versions: ({ params, query }) => listVersions(world, params.id, query),
    restore: ({ caller, params }) => restoreVersion(world, caller, params),
    duplicate: ({ caller, params }) => duplicateAgent(world, caller, params.id),
    exportFile: ({ params }) => exportAgent(db, params.id),
    importFile: ({ caller, body }) => importAgent(world, caller, body),
    addTag: ({ params }) => addTag(db, params.id, params.tagId),
    removeTag: ({ params }) => removeTag(db, params.id, params.tagId),
  });
};
