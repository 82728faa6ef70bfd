/** Ends everything that an erased account pays for at the provider at once. */

import { AppError } from '../../app-error.ts';
import { findCustomer, listUnfinished } from './lifecycle/subscription-store.ts';
import { type SubscriptionContext, syncSubscription } from './lifecycle/sync-subscription.ts';
import { listWaiting } from './purchases/purchase-store.ts';

/** Throws where the provider cannot be reached: the erasure of an account that still pays is tried again. */
export async function endSubscription(context: SubscriptionContext, user_id: number): Promise<void> {
  const { payments } = context;
  const unfinished = await listUnfinished(context.db, user_id);
  const waiting = (await listWaiting(context.db, user_id)).flatMap(
    ({ provider_session }) => provider_session ?? [],
  );
  const customer_id = await findCustomer(context.db, user_id);
  if (!payments) {
    if (unfinished.length || waiting.length) throw new AppError('payments_missing');
    return;
  }
  // A code of a Pix that is paid after the erasure would be paid for nothing.
  for (const session_id of waiting) await payments.abandonSession(session_id);
  // A subscription that was paid a moment ago, or is unpaid at the provider, has no row yet.
  const unheard = customer_id === null ? [] : await payments.openOf(customer_id);
  for (const id of new Set([...unfinished, ...unheard].map((one) => one.id))) {
    await payments.end(id);
    await syncSubscription({ ...context, payments }, id);
  }
}
