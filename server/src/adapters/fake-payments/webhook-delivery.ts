/** Webhook events of the simulated provider: written in the transaction of their change, sent signed until accepted. */
import { randomBytes } from 'node:crypto';
import { subscriptionsApi } from '#contract/subscriptions.ts';
import type { Database, Transaction } from '../../db/client.ts';
import type { Clock } from '../clock.ts';
import { sign } from '../payments/signature.ts';
import type { Queue } from '../queue.ts';
import type { BillingState, FakePrice } from './billing-cycle.ts';
import { type FakeCheckout, type FakeCustomer, findObject, listObjects, saveObject } from './object-store.ts';

export type Delivery = {
  db: Database;
  clock: Clock;
  queue: Pick<Queue, 'send'>;
  secret: string;
  /** The product's webhook endpoint; null while the server does not listen. */
  webhook_url: () => string | null;
};

const PATIENCE_MS = 10_000;

export const newId = (kind: string) => `${kind}_desk_${randomBytes(12).toString('hex')}`;

/** Stores events; their jobs send them once the transaction has committed. */
export async function queueWebhooks(
  tx: Transaction,
  { clock, queue }: Pick<Delivery, 'clock' | 'queue'>,
  events: { type: string; object: object }[],
): Promise<void> {
  const now = clock.now();
  for (const { type, object } of events) {
    const id = newId('evt');
    const created = Math.floor(now.getTime() / 1000);
    const body = JSON.stringify({ id, object: 'event', created, livemode: false, type, data: { object } });
    await saveObject(tx, 'event', { id, type, body, delivered: false }, now);
    await queue.send('desk.deliver', { event_id: id }, tx);
  }
}

/** Sends one event, signed at this moment. Throws when it was not accepted, so that its job retries. */
export async function deliver(fake: Delivery, event_id: string): Promise<void> {
  const { db, clock, secret, webhook_url } = fake;
  const event = await findObject(db, 'event', event_id);
  const url = webhook_url();
  if (!event || event.delivered || !url) return;
  const bytes = Buffer.from(event.body);
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [subscriptionsApi.webhook.signature_header]: sign(bytes, secret, clock.now()),
    },
    body: bytes,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the event was answered with ${response.status}`);
  await saveObject(db, 'event', { ...event, delivered: true }, clock.now());
}

/** Sends the undelivered events, oldest first, and returns how many are left. */
export async function deliverWaiting(fake: Delivery): Promise<number> {
  const waiting = await listObjects(fake.db, 'event', { delivered: false });
  let left = 0;
  for (const { id } of waiting)
    await deliver(fake, id).catch(() => {
      // Its job retries and logs the failure.
      left += 1;
    });
  return left;
}

/** Events in the provider's form; the product reads their ids only. */
export function webhookEventsOf(
  { subscription, invoices, events }: BillingState,
  priceOf: (price_id: string) => FakePrice,
): { type: string; object: object }[] {
  const { interval, amount } = priceOf(subscription.price_id);
  const invoice = invoices.at(-1);
  const objects = {
    subscription: {
      id: subscription.id,
      object: 'subscription',
      customer: subscription.customer_id,
      status: subscription.status,
      cancel_at_period_end: subscription.cancel_at_period_end,
      metadata: { user_reference: subscription.reference },
      items: {
        object: 'list',
        data: [{ price: { id: subscription.price_id, unit_amount: amount, recurring: { interval } } }],
      },
    },
    invoice: {
      id: invoice?.id,
      object: 'invoice',
      customer: subscription.customer_id,
      amount_due: invoice?.amount,
      status: invoice?.status,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id },
      },
    },
  };
  return events.map(({ type, about }) => ({ type, object: objects[about] }));
}

/** The event of a checkout; `subscription` where it led to one. */
export const checkoutEvent = (
  type: string,
  checkout: FakeCheckout,
  customer: FakeCustomer,
  subscription: string | null = null,
) => ({
  type: `checkout.session.${type}`,
  object: {
    id: checkout.id,
    object: 'checkout.session',
    customer: customer.id,
    subscription,
    client_reference_id: String(customer.user_id),
    metadata: { user_reference: customer.reference, purchase_id: checkout.payment?.purchase_id },
    status: checkout.status,
    payment_status: !checkout.payment || checkout.payment.state === 'paid' ? 'paid' : 'unpaid',
    payment_intent: checkout.payment ? paymentIdOf(checkout.id) : null,
  },
});

export const refundEvent = (checkout: FakeCheckout) => ({
  type: 'charge.refunded',
  object: {
    id: `ch_${checkout.id}`,
    object: 'charge',
    payment_intent: paymentIdOf(checkout.id),
    amount_refunded: checkout.payment?.refunded ?? 0,
  },
});

/** The id of a checkout's payment, and the reverse. */
export const paymentIdOf = (checkout_id: string) => `pi_${checkout_id}`;
export const checkoutIdOf = (payment_id: string) => payment_id.replace(/^pi_/, '');
