/** Where a plan is paid for, and where one that is paid for is managed. */
import { randomUUID } from 'node:crypto';
import { FREE_PLAN } from '#contract/plan-seeds.ts';
import type { RecurringPrice } from '../../adapters/payments/price.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { listOnSale, listPlans } from '../plans/plan-store.ts';
import {
  type Checkout,
  type CheckoutContext,
  customerOf,
  openOnce,
  requireNothingBought,
  requireOwnAddress,
  requirePayments,
} from './lifecycle/customer.ts';
import { expirePastDue } from './lifecycle/expire-past-due.ts';
import { findOpen } from './lifecycle/subscription-store.ts';
import type { PayingContext } from './lifecycle/sync-subscription.ts';

type Wish = {
  price_id: string;
  success_url: string;
  cancel_url: string;
  user_group_id?: number | null | undefined;
};

export async function openCheckout(
  context: CheckoutContext,
  user_id: number,
  { wish, idempotency_key }: { wish: Wish; idempotency_key: string | null },
): Promise<Checkout> {
  const paying = requirePayments(context);
  const price = await requirePrice(paying, wish);
  const { price_id, success_url, cancel_url } = wish;
  requireOwnAddress(context.env, success_url, cancel_url);
  const request = JSON.stringify(['checkout', price_id, success_url, cancel_url]);
  return openOnce(context, { user_id, idempotency_key, request }, async (buyer) => {
    await requireNoPlan(context, user_id);
    const customer_id = await customerOf(paying, buyer);
    await requireNothingBought(paying, { user_id, customer_id });
    const key = idempotency_key ?? randomUUID();
    const order = { customer_id, buyer, price, success_url, cancel_url, key };
    return (await paying.payments.openCheckout(order)).url;
  });
}

export async function openPortal(
  context: CheckoutContext,
  user_id: number,
  return_url: string,
): Promise<{ portal_url: string }> {
  const { payments } = requirePayments(context);
  requireOwnAddress(context.env, return_url);
  await expirePastDue(context, user_id);
  const open = await findOpen(context.db, user_id);
  if (open?.kind !== 'recurring') throw new AppError('no_paid_subscription');
  const { url } = await payments.openPortal(open.customer_id, return_url);
  return { portal_url: url };
}

/** The price decides; a group that is named beside it must be the plan's. */
async function requirePrice(
  { db, payments }: PayingContext,
  { price_id, user_group_id }: Wish,
): Promise<RecurringPrice> {
  const onSale = (await listOnSale(db, payments)).filter(({ kind }) => kind === 'recurring');
  const price = onSale.find((one) => one.price_id === price_id);
  if (!price) {
    const named = (await listPlans(db)).find((plan) => plan.user_group_id === (user_group_id ?? 0));
    const isSold = !named || named.key === FREE_PLAN || onSale.some(({ plan }) => plan.id === named.id);
    throw new AppError(isSold ? 'unknown_price' : 'plan_unavailable');
  }
  const { plan, interval, amount } = price;
  if (!plan.visible) throw new AppError('plan_unavailable');
  if (user_group_id && user_group_id !== plan.user_group_id) throw new AppError('price_group_mismatch');
  return { price_id, name: plan.name, interval, amount };
}

async function requireNoPlan(context: Pick<AppContext, 'db' | 'clock'>, user_id: number): Promise<void> {
  await expirePastDue(context, user_id);
  if (await findOpen(context.db, user_id)) throw new AppError('already_subscribed');
}
