import { setupApi } from '#contract/setup.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { changeSetup, setupOf } from './setup.ts';

export const setupRoutes = (context: AppContext): Route[] =>
  routes(setupApi, {
    read: () => setupOf(context),
    change: ({ caller, body, meta }) => changeSetup(context, byCaller(caller, meta), body),
  });
