/** Buying something that is paid once: a pack of tokens, or a plan for a month or a year. */
import { createHash, randomUUID } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { WAITING_PURCHASES_MAX } from '#contract/limits.ts';
import type { Purchase } from '#contract/subscriptions.ts';
import type { Price } from '../../../adapters/payments/price.ts';
import { AppError } from '../../../app-error.ts';
import { packs, purchases } from '../../../db/tables/plans.ts';
import { findPriceById } from '../../plans/plan-store.ts';
import { lockAccount } from '../../users/store.ts';
import {
  type Checkout,
  type CheckoutContext,
  customerOf,
  openOnce,
  requireNothingBought,
  requireOwnAddress,
  requirePayments,
} from '../lifecycle/customer.ts';
import { expirePastDue } from '../lifecycle/expire-past-due.ts';
import { findOpen } from '../lifecycle/subscription-store.ts';
import type { PayingContext } from '../lifecycle/sync-subscription.ts';
import { countOpen, findPurchase, type NewPurchase, showPurchase, updatePurchase } from './purchase-store.ts';
import { syncPurchase, uuidOf } from './sync-purchase.ts';

type Wish = { kind: 'pack' | 'prepaid'; id: number; success_url: string; cancel_url: string };

/** The thing on sale; `tier` of a plan. */
type Item = Pick<NewPurchase, 'kind' | 'pack_id' | 'plan_price_id' | 'tokens'> & {
  price: Price;
  tier: string | null;
};

export async function buy(
  context: CheckoutContext,
  user_id: number,
  { wish, idempotency_key }: { wish: Wish; idempotency_key: string | null },
): Promise<Checkout> {
  const paying = requirePayments(context);
  const item = await requireItem(paying, wish);
  const { success_url, cancel_url } = wish;
  requireOwnAddress(context.env, success_url, cancel_url);
  const request = JSON.stringify(['buy', wish]);
  return openOnce(context, { user_id, idempotency_key, request }, async (buyer) => {
    if (item.tier !== null) await requireNoOtherPlan(paying, user_id, item.tier);
    const customer_id = await customerOf(paying, buyer);
    if (item.tier !== null && !(await findOpen(context.db, user_id)))
      await requireNothingBought(paying, { user_id, customer_id });
    const purchase_id = idempotency_key ? uuidOf(hashOf(user_id, idempotency_key, request)) : randomUUID();
    const order = { customer_id, buyer, price: item.price, success_url, cancel_url, purchase_id };
    return openPurchase(paying, order, item);
  });
}

/** Gives up a purchase of the caller's own. The provider's word decides: what was paid meanwhile stays bought. */
export async function abandonPurchase(
  context: CheckoutContext,
  user_id: number,
  id: string,
): Promise<Purchase> {
  const { db, clock } = context;
  const purchase = await findPurchase(db, user_id, id);
  if (!purchase) throw new AppError('purchase_not_found');
  if (purchase.state === 'waiting') {
    const paying = requirePayments(context);
    const { provider_session } = purchase;
    if (provider_session !== null) {
      await paying.payments.abandonSession(provider_session);
      await syncPurchase(paying, { session_id: provider_session });
    }
    await db.transaction(async (tx) => {
      await lockAccount(tx, user_id);
      const after = await findPurchase(tx, user_id, id);
      const change = { state: 'expired' as const, pay_until: null, pay_url: null };
      if (after?.state === 'waiting') await updatePurchase(tx, after, change, clock.now());
    });
  }
  return showPurchase(db, user_id, id);
}

async function requireItem({ db, payments }: PayingContext, { kind, id }: Wish): Promise<Item> {
  if (kind === 'pack') {
    const [pack] = await db
      .select()
      .from(packs)
      .where(and(eq(packs.id, id), isNull(packs.archived_at)));
    const price_id = pack?.stripe_price_id;
    if (!pack?.visible || !price_id || !payments.sells(price_id)) throw new AppError('plan_unavailable');
    const { name, amount, tokens } = pack;
    return { kind, pack_id: id, tokens, tier: null, price: { price_id, name, amount, interval: null } };
  }
  const found = await findPriceById(db, id);
  const isOnSale =
    found?.kind === 'prepaid' && !found.archived_at && found.plan.visible && payments.sells(found.price_id);
  if (!isOnSale) throw new AppError('plan_unavailable');
  const { price_id, amount, plan } = found;
  const price = { price_id, name: plan.name, amount, interval: null };
  return { kind, plan_price_id: id, tier: plan.key, price };
}

/** The same plan may be bought again, which adds to its end; nothing is sold beside another plan. */
async function requireNoOtherPlan(context: PayingContext, user_id: number, tier: string): Promise<void> {
  await expirePastDue(context, user_id);
  const open = await findOpen(context.db, user_id);
  if (open && !(open.kind === 'prepaid' && open.tier === tier)) throw new AppError('already_subscribed');
}

type PaymentOrder = Parameters<PayingContext['payments']['openPayment']>[0];

/** The row comes first: a payment that nobody knows of could not be given anything for. */
async function openPurchase(
  { db, clock, payments }: PayingContext,
  order: PaymentOrder,
  { price, tier: _, ...item }: Item,
): Promise<string> {
  const { buyer, purchase_id: id } = order;
  const now = clock.now();
  const { user_id } = buyer;
  const row = { ...item, user_id, id, amount: price.amount, created_at: now, updated_at: now };
  const waiting = { ...row, state: 'waiting' as const };
  await db.transaction(async (tx) => {
    await lockAccount(tx, user_id);
    if (await findPurchase(tx, user_id, id)) return;
    if ((await countOpen(tx, user_id, now)) >= WAITING_PURCHASES_MAX) throw new AppError('purchase_waiting');
    await tx.insert(purchases).values(waiting);
  });
  try {
    const { url, session_id: provider_session } = await payments.openPayment(order);
    await db
      .insert(purchases)
      .values({ ...waiting, provider_session })
      .onConflictDoUpdate({
        target: [purchases.user_id, purchases.id],
        set: { provider_session, updated_at: now },
      });
    return url;
  } catch (error) {
    const isUnopened = isNull(purchases.provider_session);
    await db.delete(purchases).where(and(eq(purchases.user_id, user_id), eq(purchases.id, id), isUnopened));
    throw error;
  }
}

const hashOf = (...parts: (string | number)[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');
