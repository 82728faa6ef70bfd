/** The customer of a person at the payment provider, and the checks that every checkout shares. */
import type { Buyer } from '../../../adapters/payments/payments.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import type { Env } from '../../../env.ts';
import { claimIdempotencyKey, findFirstRun, storeFirstRun } from '../../../request-guards/idempotency.ts';
import { findBuyer, findCustomer, findOpen, findSubscription, saveCustomer } from './subscription-store.ts';
import { type PayingContext, type SubscriptionContext, syncSubscription } from './sync-subscription.ts';

export type CheckoutContext = SubscriptionContext & Pick<AppContext, 'env'>;

export function requirePayments(context: CheckoutContext): PayingContext {
  const { payments } = context;
  if (!payments) throw new AppError('payments_missing');
  return { ...context, payments };
}

export type Checkout = { checkout_url: string };

/**
 * Opens a page of the payment provider, at most once for an idempotency key: a repeat gets the address of the first run.
 * `request` is everything that the address depends on; `open` returns the address.
 */
export async function openOnce(
  { db, clock }: CheckoutContext,
  { user_id, idempotency_key, request }: { user_id: number; idempotency_key: string | null; request: string },
  open: (buyer: Buyer) => Promise<string>,
): Promise<Checkout> {
  const now = clock.now();
  const call = idempotency_key ? { user_id, key: idempotency_key, request } : null;
  const earlier = call && (await findFirstRun(db, call, now));
  if (earlier?.answer) return earlier.answer as Checkout;
  const buyer = await findBuyer(db, user_id);
  if (!buyer) throw new AppError('user_not_found');
  const answer = { checkout_url: await open(buyer) };
  if (!call) return answer;
  return db.transaction(async (tx) => {
    const first = await claimIdempotencyKey(tx, call, now);
    if (first?.answer) return first.answer as Checkout;
    await storeFirstRun(tx, call, { status: 200, answer });
    return answer;
  });
}

export async function customerOf({ db, payments }: PayingContext, buyer: Buyer): Promise<string> {
  const known = await findCustomer(db, buyer.user_id);
  const customer_id = await payments.openCustomer(buyer, known);
  if (customer_id !== known) await saveCustomer(db, { user_id: buyer.user_id, customer_id }, known);
  return customer_id;
}

/**
 * A checkout that was paid a moment ago, whose event is still under way, must not be paid again. A subscription that was given up,
 * because it was overdue for too long, ends with the provider too: nobody pays for both.
 */
export async function requireNothingBought(
  context: PayingContext,
  { user_id, customer_id }: { user_id: number; customer_id: string },
): Promise<void> {
  const { payments, db } = context;
  for (const { id, status } of await payments.openOf(customer_id)) {
    if (status === 'waiting') continue;
    await syncSubscription(context, id);
    if (await findOpen(db, user_id)) throw new AppError('already_subscribed');
    const stored = await findSubscription(db, id);
    if (stored?.ended_at) await payments.end(id);
  }
}

type Origins = Pick<Env, 'APP_URL' | 'PUBLIC_API_URL' | 'CORS_ORIGINS'>;

/** Addresses to come back to after paying are only our own, so that a payment page leads nowhere else. */
export function requireOwnAddress(env: Origins, ...addresses: string[]): void {
  const own = [env.APP_URL, env.PUBLIC_API_URL ?? '', ...env.CORS_ORIGINS].flatMap(originsOf);
  for (const address of addresses) {
    const url = URL.parse(address);
    const isOurs = url && /^https?:$/.test(url.protocol) && !url.username && own.includes(url.origin);
    if (!isOurs) throw new AppError('foreign_address');
  }
}

/** This machine answers to two names. */
function originsOf(address: string): string[] {
  const url = URL.parse(address);
  if (!url) return [];
  if (!['localhost', '127.0.0.1'].includes(url.hostname)) return [url.origin];
  const port = url.port ? `:${url.port}` : '';
  return ['localhost', '127.0.0.1'].map((name) => `${url.protocol}//${name}${port}`);
}
