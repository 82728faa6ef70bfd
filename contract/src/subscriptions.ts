/** Plans, and what a person has bought. Only the provider's signed events change it. */
import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { PURCHASES_PAGE } from './limits.ts';
import { Limit, NamedId, Skip, Time } from './paging.ts';
import {
  BILLING_INTERVALS,
  PAYMENT_METHODS,
  PLAN_KEY,
  PRICE_KINDS,
  PURCHASE_KINDS,
  PURCHASE_STATES,
} from './plan-seeds.ts';

/** Text on the wire: plans are data, and a screen may meet one that it does not know. */
const Tier = z.string();
const Interval = z.enum(BILLING_INTERVALS);

export const SubscriptionStatus = z.enum(['active', 'past_due', 'canceled']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

export const Subscription = z
  .object({
    /** The provider's; absent on the free plan. */
    id: z.string().optional(),
    tier: Tier,
    plan_name: z.string(),
    /** `prepaid`: ends at the end of the period by itself. */
    kind: z.enum(PRICE_KINDS),
    status: SubscriptionStatus,
    cancel_at_period_end: z.boolean(),
    interval: Interval.nullable(),
    /** Cents of BRL. */
    amount: z.int(),
    monthly_token_limit: z.int(),
    current_period_end: Time.nullable(),
    next_token_reset: Time,
    /** After a failed payment: until when the plan stays open all the same. */
    grace_until: Time.nullable(),
    /** The plan that follows at the end of the period, when a change was requested. */
    next_interval: Interval.nullable(),
  })
  .meta({ id: 'Subscription' });
export type Subscription = z.output<typeof Subscription>;

export const OfferedPlan = z
  .object({
    tier: Tier,
    name: z.string(),
    monthly_token_limit: z.int().nullable(),
    purchasable: z.boolean(),
    /** Null: buying it leaves the group as it is. */
    user_group_id: z.int().nullable(),
    prices: z.array(z.object({ interval: Interval, price_id: z.string(), amount: z.int() })),
    key: z.string(),
    features: z.array(z.string()),
    popular: z.boolean(),
    /** Paid once for a month or a year; `id` is the one to buy. */
    prepaid: z.array(z.object({ id: z.int(), interval: Interval, amount: z.int() })),
    /** The recurring prices, also where nothing can be bought. */
    listed: z.array(z.object({ interval: Interval, amount: z.int() })),
  })
  .meta({ id: 'OfferedPlan' });
export type OfferedPlan = z.output<typeof OfferedPlan>;

export const OfferedPack = z
  .object({
    id: z.int(),
    name: z.string(),
    tokens: z.int(),
    amount: z.int(),
    validity_days: z.int(),
  })
  .meta({ id: 'OfferedPack' });
export type OfferedPack = z.output<typeof OfferedPack>;

const OfferedPlans = z.object({
  success: z.literal(true),
  data: z.array(OfferedPlan),
  metadata: z.object({ packs: z.array(OfferedPack) }),
});
export type OfferedPlans = z.output<typeof OfferedPlans>;

export const PurchaseState = z.enum(PURCHASE_STATES);

export const Purchase = z
  .object({
    id: z.uuid(),
    kind: z.enum(PURCHASE_KINDS),
    /** The name of the pack or of the plan. */
    name: z.string(),
    interval: Interval.nullable(),
    amount: z.int(),
    /** Cents that were given back. */
    refunded: z.int(),
    state: PurchaseState,
    method: z.enum(PAYMENT_METHODS).nullable(),
    /** Present while the code of a Pix can be paid: until when, and the page with the code. */
    pay_until: Time.nullable(),
    pay_url: z.string().nullable(),
    paid_at: Time.nullable(),
    /** The tokens that a pack gave, how many of them are left, and until when. */
    tokens: z.int().nullable(),
    tokens_left: z.int().nullable(),
    expires_at: Time.nullable(),
    created_at: Time,
  })
  .meta({ id: 'Purchase' });
export type Purchase = z.output<typeof Purchase>;

/** As superadmins see it. */
export const Sale = Purchase.omit({ pay_url: true })
  .extend({
    buyer: z.object({ id: z.int(), name: z.string(), email: z.string() }),
    /** Paid, and nothing was given for it: a second payment of one purchase, to be given back by hand. */
    undelivered: z.boolean(),
    /** The provider's page of the payment. */
    provider_url: z.string().nullable(),
  })
  .meta({ id: 'Sale' });
export type Sale = z.output<typeof Sale>;

/** Agents that buying a plan takes away: its group may have fewer than the person's group now. */
export const LostAgents = z
  .object({
    user_group: z.object({ id: z.int(), name: z.string() }),
    agents: z.array(z.object({ id: z.int(), name: z.string() })),
  })
  .meta({ id: 'LostAgents' });
export type LostAgents = z.output<typeof LostAgents>;

const PriceId = z.string('Informe o preço.').min(1, 'Informe o preço.').max(200);

const Address = z.url('Informe um endereço completo.').max(2_000);

export const subscriptionsApi = {
  mine: get('/subscriptions/my-subscription', {
    access: 'user',
    summary: 'The caller’s plan',
    reply: Subscription,
  }),
  plans: get('/subscriptions/plans', {
    access: 'user',
    summary: 'All plans with what they cost; without payments configured nothing is purchasable',
    bare: OfferedPlans,
  }),
  lostAgents: get('/subscriptions/lost-agents', {
    access: 'user',
    summary:
      'The agents that the caller would lose in the group of a price’s plan; to be shown before the checkout',
    /** The price or the key of the plan; without both the first price on offer. */
    query: z.object({ price_id: PriceId.optional(), tier: z.string().regex(PLAN_KEY).optional() }),
    reply: LostAgents,
  }),
  checkout: post('/subscriptions/checkout', {
    access: 'user',
    summary: 'Opens the provider’s checkout for a price',
    body: z.object({
      price_id: PriceId,
      success_url: Address,
      cancel_url: Address,
      /** Must be the group of the price’s plan; absent, it is derived. */
      user_group_id: z.int().nullish(),
    }),
    reply: z.object({ checkout_url: z.string() }),
    idempotent: true,
  }),
  buy: post('/subscriptions/buy', {
    access: 'user',
    summary: 'Opens the provider’s checkout for a pack or for a plan that is paid once',
    body: z.object({
      kind: z.enum(PURCHASE_KINDS, 'Informe o que comprar: pack ou prepaid.'),
      id: NamedId('Informe o pacote ou o preço.'),
      success_url: Address,
      cancel_url: Address,
    }),
    reply: z.object({ checkout_url: z.string() }),
    idempotent: true,
  }),
  purchases: get('/subscriptions/purchases', {
    access: 'user',
    summary: 'The caller’s purchases, newest first',
    query: z.object({ skip: Skip, limit: Limit(PURCHASES_PAGE) }),
    list: Purchase,
  }),
  abandon: post('/subscriptions/purchases/:id/abandon', {
    access: 'user',
    summary: 'Gives up a purchase that waits for its payment',
    params: z.object({ id: z.uuid() }),
    reply: Purchase,
    missing: 'purchase_not_found',
  }),
  sales: get('/admin/purchases', {
    access: 'superadmin',
    summary: 'Everybody’s purchases, newest first',
    query: z.object({ skip: Skip, limit: Limit(PURCHASES_PAGE), state: PurchaseState.optional() }),
    list: Sale,
  }),
  portal: post('/subscriptions/billing-portal', {
    access: 'user',
    summary: 'Opens the provider’s pages for payment, invoices and cancellation',
    body: z.object({ return_url: Address }),
    reply: z.object({ portal_url: z.string() }),
  }),
  webhook: post('/subscriptions/webhook', {
    access: 'public',
    summary: 'Signed events of the payment provider',
    raw: true,
    signature_header: 'stripe-signature',
    bare: z.object({ received: z.literal(true) }),
  }),
};
