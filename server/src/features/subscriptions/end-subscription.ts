/** Ends everything that an erased account pays for at the provider at once. */

import { AppError } from '../../app-error.ts';
import { findCustomer, listUnfinished } from './lifecycle/subscription-store.ts';
import { type SubscriptionContext, syncSubscription } from './lifecycle/sync-subscription.ts';

/** Throws where the provider cannot be reached: the erasure of an account that still pays is tried again. */
export async function endSubscription(context: SubscriptionContext, user_id: number): Promise<void> {
  const { payments } = context;
  const unfinished = await listUnfinished(context.db, user_id);
  const customer_id = await findCustomer(context.db, user_id);
  if (!payments) {
    if (unfinished.length) throw new AppError('payments_missing');
    return;
  }
  // A subscription that was paid a moment ago, or is unpaid at the provider, has no row yet.
  const unheard = customer_id === null ? [] : await payments.openOf(customer_id);
  for (const id of new Set([...unfinished, ...unheard].map((one) => one.id))) {
    await payments.end(id);
    await syncSubscription({ ...context, payments }, id);
  }
}
