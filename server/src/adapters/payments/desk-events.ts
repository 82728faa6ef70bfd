/** The cash desk’s events: written with what they tell of, sent as a provider sends them, until they are taken. */
import { randomBytes } from 'node:crypto';
import { subscriptionsApi } from '#contract/subscriptions.ts';
import type { Database, Transaction } from '../../db/client.ts';
import type { Clock } from '../clock.ts';
import type { Queue } from '../queue.ts';
import type { Books, DeskPrice } from './desk-books.ts';
import { type DeskCheckout, type DeskCustomer, findObject, keepObject, listObjects } from './desk-objects.ts';
import { sign } from './signature.ts';

export type Delivery = {
  db: Database;
  clock: Clock;
  queue: Pick<Queue, 'send'>;
  secret: string;
  /** Where the product takes events; null while nobody listens. */
  webhook_url: () => string | null;
};

const PATIENCE_MS = 10_000;

export const newDeskId = (kind: string) => `${kind}_desk_${randomBytes(12).toString('hex')}`;

/** Writes events down; they leave once the transaction has committed. */
export async function tell(
  tx: Transaction,
  { clock, queue }: Pick<Delivery, 'clock' | 'queue'>,
  events: { type: string; object: object }[],
): Promise<void> {
  const now = clock.now();
  for (const { type, object } of events) {
    const id = newDeskId('evt');
    const created = Math.floor(now.getTime() / 1000);
    const body = JSON.stringify({ id, object: 'event', created, livemode: false, type, data: { object } });
    await keepObject(tx, 'event', { id, type, body, delivered: false }, now);
    await queue.send('desk.deliver', { event_id: id }, tx);
  }
}

/** Sends one event, signed at this moment. Throws when it was not taken: whoever calls tries again. */
export async function deliver(desk: Delivery, event_id: string): Promise<void> {
  const { db, clock, secret, webhook_url } = desk;
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
  await keepObject(db, 'event', { ...event, delivered: true }, clock.now());
}

/** Sends what waits, oldest first; what is not taken waits on. How many still do. */
export async function deliverWaiting(desk: Delivery): Promise<number> {
  const waiting = await listObjects(desk.db, 'event', { delivered: false });
  let left = 0;
  for (const { id } of waiting)
    await deliver(desk, id).catch(() => {
      // Its job tries again, and says so in the log.
      left += 1;
    });
  return left;
}

/** Objects in the provider's form; the product looks at their ids only. */
export function toldOf(
  { subscription, invoices, happenings }: Books,
  priceOf: (price_id: string) => DeskPrice,
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
  return happenings.map(({ type, about }) => ({ type, object: objects[about] }));
}

export const toldOfCheckout = (checkout: DeskCheckout, customer: DeskCustomer, subscription: string) => ({
  type: 'checkout.session.completed',
  object: {
    id: checkout.id,
    object: 'checkout.session',
    customer: customer.id,
    subscription,
    client_reference_id: String(customer.user_id),
    metadata: { user_reference: customer.reference },
    status: 'complete',
    payment_status: 'paid',
  },
});
