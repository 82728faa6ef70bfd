import { mcpApi } from '#contract/mcp.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { ChatContext } from '../chat/run/chat-runtime.ts';
import { serveMcp } from './serve-mcp.ts';

export const mcpRoutes = (context: ChatContext & Pick<AppContext, 'env'>): Route[] =>
  routes(mcpApi, { call: ({ caller, body }) => serveMcp(context, caller, body) });
