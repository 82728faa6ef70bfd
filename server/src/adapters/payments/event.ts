/** Reads the id of a subscription or of a checkout from a signed webhook event. Nothing else in it is believed. */
import { z } from 'zod';
import type { ReadEvent } from './payments.ts';
import { isSigned } from './signature.ts';

const Id = z.string().min(1).max(255);
/** Ids stand where whole objects may stand. */
const Reference = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)]).nullish();
const Metadata = z.object({ user_reference: z.string().optional() }).nullish();

const Event = z.object({
  id: Id,
  type: z.string().max(255),
  data: z.object({ object: z.looseObject({ id: Id.optional() }) }),
});

const Checkout = z.object({
  subscription: Reference,
  client_reference_id: z.string().nullish(),
  metadata: Metadata,
});

const Charge = z.object({ payment_intent: Reference });

const Invoice = z.object({
  subscription: Reference,
  parent: z
    .object({ subscription_details: z.object({ subscription: Reference, metadata: Metadata }).nullish() })
    .nullish(),
});

const USER_ID = /^[1-9]\d{0,8}$/;

export function readEvent(
  bytes: Uint8Array,
  signed: { signature: string | null; secret: string; now: Date },
): ReadEvent {
  if (!isSigned(bytes, signed.signature, signed.secret, signed.now)) return 'forged';
  const event = Event.safeParse(parse(bytes));
  if (!event.success) return { other: 'unreadable' };
  const { id, type, data } = event.data;
  const about = subjectOf(type, data.object);
  return about ? { id, type, ...about } : { other: type };
}

type EventObject = z.output<typeof Event>['data']['object'];

function subjectOf(type: string, object: EventObject) {
  if (type.startsWith('customer.subscription.')) return subscriptionOf(object.id);
  if (type.startsWith('invoice.')) {
    const { data } = Invoice.safeParse(object);
    return subscriptionOf(data?.parent?.subscription_details?.subscription ?? data?.subscription);
  }
  if (type === 'charge.refunded') {
    const { data } = Charge.safeParse(object);
    return data?.payment_intent ? { session: { payment_id: data.payment_intent } } : null;
  }
  return type.startsWith('checkout.session.') ? checkoutOf(object) : null;
}

const subscriptionOf = (subscription_id: string | null | undefined) =>
  subscription_id ? { subscription_id, payer: null } : null;

function checkoutOf(object: EventObject) {
  const { data } = Checkout.safeParse(object);
  if (!data) return null;
  const { subscription, metadata } = data;
  if (!subscription) return object.id ? { session: { session_id: object.id } } : null;
  const user_id = data.client_reference_id ?? '';
  return {
    subscription_id: subscription,
    payer: {
      reference: metadata?.user_reference ?? null,
      user_id: USER_ID.test(user_id) ? Number(user_id) : null,
    },
  };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}
