import { suggestionsApi } from '#contract/suggestions.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { suggest } from './suggest.ts';

export const suggestionRoutes = (context: AppContext): Route[] =>
  routes(suggestionsApi, {
    list: ({ caller, params }) => suggest(context, caller, params.id),
  });
