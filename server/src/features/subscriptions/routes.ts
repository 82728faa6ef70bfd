import { subscriptionsApi } from '#contract/subscriptions.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { type Route, routes } from '../../http/routes.ts';
import { openCheckout, openPortal } from './checkout.ts';
import { type SubscriptionContext, syncSubscription } from './lifecycle/sync-subscription.ts';
import { lostAgents } from './lost-agents.ts';
import { subscriptionOf } from './my-subscription.ts';
import { offeredPlans } from './plans.ts';
import { abandonPurchase, buy } from './purchases/buy.ts';
import { listPurchases, listSales } from './purchases/purchase-store.ts';
import { syncPurchase } from './purchases/sync-purchase.ts';

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

/** The provider's events. What is not signed by the provider leaves no trace. */
async function takeEvent(
  context: SubscriptionContext,
  bytes: Uint8Array,
  signature: string | null,
): Promise<{ received: true }> {
  const { payments, clock, log } = context;
  if (!payments) throw new AppError('payments_missing');
  const event = payments.readEvent(bytes, signature, clock.now());
  if (event === 'forged') throw new AppError('signature_invalid');
  // A failure on the way is answered as one, and the provider sends the event again.
  if ('other' in event) {
    // Many types change no plan; the log names the type for somebody who expected an effect.
    log.info({ type: event.other }, 'an event of the payment provider changes no plan');
    return { received: true };
  }
  if ('session' in event) await syncPurchase({ ...context, payments }, event.session, event);
  else await syncSubscription({ ...context, payments }, event.subscription_id, event);
  return { received: true };
}
