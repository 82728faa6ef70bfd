import { openersApi } from '#contract/openers.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { proposeOpeners } from './propose.ts';

export const openerRoutes = (context: AppContext): Route[] =>
  routes(openersApi, {
    propose: ({ caller, params }) =>
      proposeOpeners(context, { user_id: caller.user_id, agent_id: params.id }),
  });
