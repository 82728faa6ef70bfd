import { subscriptionsApi } from '#contract/subscriptions.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { openCheckout, openPortal } from './checkout.ts';
import type { SubscriptionContext } from './lifecycle/sync-subscription.ts';
import { lostAgents } from './lost-agents.ts';
import { subscriptionOf } from './my-subscription.ts';
import { offeredPlans } from './plans.ts';
import { abandonPurchase, buy } from './purchases/buy.ts';
import { listPurchases, listSales } from './purchases/purchase-store.ts';
import { takeEvent } from './webhook.ts';

export const subscriptionRoutes = (context: AppContext & SubscriptionContext): Route[] =>
  routes(subscriptionsApi, {
    mine: ({ caller }) => subscriptionOf(context, caller.user_id),
    plans: () => offeredPlans(context),
    lostAgents: ({ caller, query }) => lostAgents(context, caller, query),
    checkout: ({ caller, body, meta }) =>
      openCheckout(context, caller.user_id, { wish: body, idempotency_key: meta.idempotency_key }),
    buy: ({ caller, body, meta }) =>
      buy(context, caller.user_id, { wish: body, idempotency_key: meta.idempotency_key }),
    purchases: ({ caller, query }) => listPurchases(context.db, caller.user_id, query),
    abandon: ({ caller, params }) => abandonPurchase(context, caller.user_id, params.id),
    sales: ({ query }) => listSales(context.db, context.payments, query),
    portal: ({ caller, body }) => openPortal(context, caller.user_id, body.return_url),
    webhook: ({ body, meta }) => takeEvent(context, body, meta.signature),
  });
