import { privacyApi } from '#contract/privacy.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { correct } from './correct.ts';
import { cancelDeletion, requestDeletion } from './deletion.ts';
import { exportOf } from './export/export.ts';

export const privacyRoutes = (context: AppContext): Route[] =>
  routes(privacyApi, {
    correct: ({ caller, body }) => correct(context, caller, body),
    export: ({ caller }) => exportOf(context, caller.user_id),
    requestDeletion: ({ caller, body, meta }) =>
      requestDeletion(context, caller, body?.current_password ?? null, meta),
    cancelDeletion: ({ caller, meta }) => cancelDeletion(context, caller, meta),
  });
