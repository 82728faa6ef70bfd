/** The provider's events. What is not signed by the provider leaves no trace. */

import { AppError } from '../../app-error.ts';
import { type SubscriptionContext, syncSubscription } from './lifecycle/sync-subscription.ts';
import { syncPurchase } from './purchases/sync-purchase.ts';

export async function takeEvent(
  context: SubscriptionContext,
  bytes: Uint8Array,
  signature: string | null,
): Promise<{ received: true }> {
  const { payments, clock } = context;
  if (!payments) throw new AppError('payments_missing');
  const event = payments.readEvent(bytes, signature, clock.now());
  if (event === 'forged') throw new AppError('signature_invalid');
  // A failure on the way is answered as one, and the provider sends the event again.
  if (event === 'other') return { received: true };
  if ('session' in event) await syncPurchase({ ...context, payments }, event.session, event);
  else await syncSubscription({ ...context, payments }, event.subscription_id, event);
  return { received: true };
}
