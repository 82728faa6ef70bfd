import { feedbackApi } from '#contract/feedback.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { setHandled } from './handled.ts';
import { sendFeedback } from './send.ts';
import { listFeedback, screenshotOf } from './store.ts';

export const feedbackRoutes = (context: Pick<AppContext, 'db' | 'clock' | 'queue' | 'env'>): Route[] =>
  routes(feedbackApi, {
    send: ({ caller, body, meta }) => sendFeedback(context, caller.user_id, body, meta),
    list: ({ query }) => listFeedback(context.db, query),
    setHandled: ({ caller, params, body, meta }) =>
      setHandled(context, byCaller(caller, meta), params.id, body.handled),
    screenshot: ({ params }) => screenshotOf(context.db, params.id),
  });
