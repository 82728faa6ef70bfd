import { connectionMessages, connectionsApi } from '#contract/connections.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { cleanFields } from '../../text/clean-text.ts';
import {
  createConnection,
  listConnections,
  removeConnection,
  testStored,
  testTyped,
  updateConnection,
} from './connections.ts';

export const connectionRoutes = (context: AppContext): Route[] =>
  routes(connectionsApi, {
    list: ({ caller }) => listConnections(context, caller),
    create: ({ body, caller, meta }) =>
      createConnection(context, caller, cleanFields(body, connectionMessages.name), meta),
    update: ({ params, body, caller, meta }) =>
      updateConnection(context, caller, params.id, cleanFields(body, connectionMessages.name), meta),
    remove: ({ params, caller, meta }) => removeConnection(context, caller, params.id, meta),
    testTyped: ({ body, caller }) => testTyped(context, caller, body),
    test: ({ params, caller }) => testStored(context, caller, params.id),
  });
