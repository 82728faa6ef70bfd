import { mcpApi } from '#contract/mcp.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';

export const mcpRoutes = (context: ChatContext & Pick<AppContext, 'env'>): Route[] =>
  routes(mcpApi, {
    // A tenth of what a start would load, and most installations have no such caller.
    call: async ({ caller, body }) => (await import('./serve-mcp.ts')).serveMcp(context, caller, body),
  });
