import { subscriptionsApi } from '#contract/subscriptions.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { openCheckout, openPortal } from './checkout.ts';
import { offeredPlans } from './plans.ts';
import { subscriptionOf } from './subscription.ts';
import { takeEvent } from './webhook.ts';

export const subscriptionRoutes = (world: World): Route[] =>
  routes(subscriptionsApi, {
    mine: ({ caller }) => subscriptionOf(world, caller.user_id),
    plans: () => offeredPlans(world.payments),
    checkout: ({ caller, body, meta }) =>
      openCheckout(world, caller.user_id, { wish: body, idempotency_key: meta.idempotency_key }),
    portal: ({ caller, body }) => openPortal(world, caller.user_id, body.return_url),
    webhook: ({ body, meta }) => takeEvent(world, body, meta.signature),
  });
