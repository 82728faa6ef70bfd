import { dismissalsApi } from '#contract/dismissals.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { listDismissals, putDismissal } from './dismissals.ts';

export const dismissalRoutes = (context: AppContext): Route[] =>
  routes(dismissalsApi, {
    list: ({ caller }) => listDismissals(context, caller),
    put: ({ caller, body }) => putDismissal(context, caller, body),
  });
