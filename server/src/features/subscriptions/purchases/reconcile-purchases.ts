/** Asks the provider about purchases whose events never came. */
import { reasonOf } from '../../../db/client.ts';
import type { SubscriptionContext } from '../lifecycle/sync-subscription.ts';
import { listUndecided, updatePurchase } from './purchase-store.ts';
import { syncPurchase } from './sync-purchase.ts';

export async function reconcilePurchases(context: SubscriptionContext): Promise<void> {
  const { payments, db, clock, log } = context;
  if (!payments) return;
  for (const purchase of await listUndecided(db, clock.now())) {
    const { provider_session: session_id } = purchase;
    try {
      if (session_id !== null) await syncPurchase({ ...context, payments }, { session_id });
      else await updatePurchase(db, purchase, { state: 'failed' }, clock.now());
    } catch (error) {
      log.error({ session_id, err: { message: reasonOf(error) } }, 'a purchase was not compared');
    }
  }
}
