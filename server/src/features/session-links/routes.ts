import { sessionLinksApi } from '#contract/session-links.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { createLink, endLink, listLinks } from './own-links.ts';
import { openShared, openSharedSource } from './shared-view.ts';

export const sessionLinkRoutes = (context: AppContext & ChatContext): Route[] =>
  routes(sessionLinksApi, {
    create: ({ caller, params, body }) =>
      createLink(context, caller.user_id, { session_id: params.id, ...body }),
    list: ({ caller }) => listLinks(context, caller.user_id),
    end: async ({ caller, params }) => {
      await endLink(context, caller.user_id, params.id);
      return null;
    },
    open: ({ caller, params }) => openShared(context, caller, params.token),
    source: ({ caller, params }) => openSharedSource(context, caller, params),
  });
