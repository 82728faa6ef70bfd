/** Compares what is stored with what the provider has, for events that never came. */
import type { Bought } from '../../../adapters/payments/payments.ts';
import { reasonOf } from '../../../db/client.ts';
import { findSubscription, listAllUnfinished, type SubscriptionRow } from './subscription-store.ts';
import { type PayingContext, type SubscriptionContext, syncSubscription } from './sync-subscription.ts';

/** How many subscriptions had to be looked at again. One that cannot be mended keeps no other from it. */
export async function reconcile(context: SubscriptionContext): Promise<number> {
  const { payments, db, log } = context;
  if (!payments) return 0;
  const paying: PayingContext = { ...context, payments };
  const atProvider = new Set<string>();
  const differing = new Set<string>();
  for await (const bought of payments.listOpen()) {
    atProvider.add(bought.id);
    if (differs(await findSubscription(db, bought.id), bought)) differing.add(bought.id);
  }
  for (const { id } of await listAllUnfinished(db)) if (!atProvider.has(id)) differing.add(id);
  for (const id of differing) {
    try {
      await syncSubscription(paying, id);
    } catch (error) {
      log.error(
        { subscription_id: id, err: { message: reasonOf(error) } },
        'a subscription was not compared',
      );
    }
  }
  return differing.size;
}

function differs(stored: SubscriptionRow | undefined, bought: Bought): boolean {
  if (!stored) return bought.status !== 'waiting';
  return (
    stored.status !== bought.status ||
    stored.price_id !== bought.price_id ||
    stored.cancel_at_period_end !== bought.cancel_at_period_end ||
    stored.current_period_end.getTime() !== bought.current_period_end.getTime() ||
    (stored.next_interval === null) !== (bought.next_price_id === null)
  );
}
