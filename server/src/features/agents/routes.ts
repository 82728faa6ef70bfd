import { agentsApi } from '#contract/agents.ts';
import { AppError } from '../../http/app-error.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { findAvailable, listAvailable } from './store.ts';

export const agentRoutes = ({ db }: Pick<World, 'db'>): Route[] =>
  routes(agentsApi, {
    available: ({ caller, query }) => listAvailable(db, caller, query),
    one: async ({ caller, params }) => {
      const agent = await findAvailable(db, caller, params.id);
      if (!agent) throw new AppError('agent_not_found');
      return agent;
    },
  });
