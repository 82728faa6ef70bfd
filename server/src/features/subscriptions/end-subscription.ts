/** For an account that is erased: whatever it pays for ends at the provider at once. */

import { AppError } from '../../app-error.ts';
import { findCustomer, listUnfinished } from './lifecycle/subscription-store.ts';
import { type SubscriptionContext, syncSubscription } from './lifecycle/sync-subscription.ts';

/** Throws where the provider cannot be reached: whoever erases an account that still pays tries again. */
export async function endSubscription(context: SubscriptionContext, user_id: number): Promise<void> {
  const { payments } = context;
  const unfinished = await listUnfinished(context.db, user_id);
  const customer_id = await findCustomer(context.db, user_id);
  if (!payments) {
    if (unfinished.length) throw new AppError('payments_missing');
    return;
  }
  // What was paid a moment ago, and what the provider keeps unpaid, has no row of its own.
  const unheard = customer_id === null ? [] : await payments.openOf(customer_id);
  for (const id of new Set([...unfinished, ...unheard].map((one) => one.id))) {
    await payments.end(id);
    await syncSubscription({ ...context, payments }, id);
  }
}
