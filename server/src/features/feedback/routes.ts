import { feedbackApi } from '#contract/feedback.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { byCaller } from '../audit/record.ts';
import { setHandled } from './handled.ts';
import { sendFeedback } from './send.ts';
import { listFeedback, screenshotOf } from './store.ts';

export const feedbackRoutes = (world: Pick<World, 'db' | 'clock' | 'queue' | 'env'>): Route[] =>
  routes(feedbackApi, {
    send: ({ caller, body, meta }) => sendFeedback(world, caller.user_id, body, meta),
    list: ({ query }) => listFeedback(world.db, query),
    setHandled: ({ caller, params, body, meta }) =>
      setHandled(world, byCaller(caller, meta), params.id, body.handled),
    screenshot: ({ params }) => screenshotOf(world.db, params.id),
  });
