/** A test server that is paid through Stripe's stand-in, and people who buy there. */
import Stripe from 'stripe';
import { API_BASE } from '#contract/endpoint.ts';
import { findBuyer } from '../../src/features/subscriptions/lifecycle/subscription-store.ts';
import type { BuiltUser, UserWishes } from '../builders.ts';
import { startTestServer, type TestServerOptions } from '../test-server.ts';
import { openStripeStandIn, type StandInSubscription } from './stripe-stand-in.ts';

export const WEBHOOK_SECRET = 'whsec_of_the_tests';
export const MONTH = 'price_month';
export const YEAR = 'price_year';
const DAY_MS = 86_400_000;

export async function startStripeTestServer(options: TestServerOptions = {}) {
  const stripe = await openStripeStandIn();
  const testServer = await startTestServer({
    ...options,
    env: {
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_PLUS_MONTH: MONTH,
      STRIPE_PRICE_PLUS_YEAR: YEAR,
      STRIPE_API_BASE: stripe.url,
      ...options.env,
    },
  });
  let count = 0;

  /** Signed as Stripe signs. */
  const send = (event: object, signed: { secret?: string; at?: Date; payload?: string } = {}) => {
    const payload = signed.payload ?? JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload: JSON.stringify(event),
      secret: signed.secret ?? WEBHOOK_SECRET,
      timestamp: Math.floor((signed.at ?? testServer.context.clock.now()).getTime() / 1000),
    });
    return testServer.app.inject({
      method: 'POST',
      url: `${API_BASE}/subscriptions/webhook`,
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      payload,
    });
  };

  /** Somebody, and what they have bought at Stripe, of which the product has not heard yet. */
  async function buyer(
    wishes: UserWishes = {},
    bought: Partial<StandInSubscription> = {},
  ): Promise<{ user: BuiltUser; subscription_id: string; events: ReturnType<typeof eventsOf> }> {
    count += 1;
    const user = await testServer.user(wishes);
    const { reference = '' } = (await findBuyer(testServer.context.db, user.id)) ?? {};
    const now = testServer.context.clock.now();
    const id = `sub_${count}`;
    stripe.subscriptions.set(id, {
      id,
      customer: `cus_${count}`,
      status: 'active',
      price: MONTH,
      amount: 62_500,
      start: now,
      end: new Date(now.getTime() + 30 * DAY_MS),
      user_reference: reference,
      ...bought,
    });
    return { user, subscription_id: id, events: eventsOf(id, { customer: `cus_${count}`, user, reference }) };
  }

  return {
    ...testServer,
    stripe,
    send,
    buyer,
    /** Changes the subscription at Stripe; no event is sent. */
    change(subscription_id: string, fields: Partial<StandInSubscription>) {
      const found = stripe.subscriptions.get(subscription_id);
      if (!found) throw new Error('no such subscription');
      stripe.subscriptions.set(subscription_id, { ...found, ...fields });
    },
    async close() {
      await testServer.close();
      await stripe.close();
    },
  };
}

export type StripeTestServer = Awaited<ReturnType<typeof startStripeTestServer>>;

function eventsOf(
  id: string,
  { customer, user, reference }: { customer: string; user: { id: number }; reference: string },
) {
  const event = (type: string, object: object) => ({
    id: `evt_${id}_${type}`,
    object: 'event',
    type,
    data: { object },
  });
  const invoice = { id: `in_${id}`, parent: { subscription_details: { subscription: id } } };
  return {
    checkout: event('checkout.session.completed', {
      id: `cs_${id}`,
      customer,
      subscription: id,
      client_reference_id: String(user.id),
      metadata: { user_reference: reference },
    }),
    created: event('customer.subscription.created', { id, customer }),
    paid: event('invoice.paid', invoice),
    failed: event('invoice.payment_failed', invoice),
    updated: event('customer.subscription.updated', { id, customer }),
    deleted: event('customer.subscription.deleted', { id, customer }),
  };
}
