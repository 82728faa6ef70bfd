/** The payment provider: prices, checkout and portal pages, and the current state of subscriptions. */
import type { PAYMENT_METHODS } from '#contract/plan-seeds.ts';
import type { FakePayments } from '../fake-payments/fake-payments.ts';
import type { Price, RecurringPrice } from './price.ts';

export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export type Buyer = {
  user_id: number;
  /** Identifies this person in this installation, and nobody in another one on the same account. */
  reference: string;
  email: string;
  name: string;
};

type AnyOrder = {
  customer_id: string;
  buyer: Buyer;
  success_url: string;
  cancel_url: string;
};

export type Order = AnyOrder & {
  price: RecurringPrice;
  /** Idempotency key: the same key opens the same checkout. */
  key: string;
};

/** Something that is paid once. The same purchase opens the same checkout. */
export type OneOffOrder = AnyOrder & { price: Price; purchase_id: string };

/** The checkout of something that is paid once, as the provider has it at this moment. */
export type PaymentSession = {
  id: string;
  /** The `reference` and the purchase it was ordered with. */
  reference: string | null;
  purchase_id: string | null;
  /** Cents of BRL; null in another currency. */
  amount: number | null;
  state: 'waiting' | 'paid' | 'expired' | 'failed';
  method: PaymentMethod | null;
  /** Present while the code of a Pix can be paid: until when, and the page with the code. */
  pay_until: Date | null;
  pay_url: string | null;
  /** Cents that were given back. */
  refunded: number;
};

/** A subscription as the provider has it at this moment. */
export type Bought = {
  id: string;
  customer_id: string;
  /** The `reference` it was ordered with. */
  reference: string | null;
  price_id: string;
  /** Cents of BRL, what is paid each period; null when the provider does not say, and in another currency. */
  amount: number | null;
  /** `waiting`: nothing has been paid yet. */
  status: 'waiting' | 'active' | 'past_due' | 'canceled';
  cancel_at_period_end: boolean;
  /** The price it changes to at the period's end. */
  next_price_id: string | null;
  current_period_start: Date;
  current_period_end: Date;
  ended_at: Date | null;
};

/** Names a checkout by its own id, or by the payment that it led to. */
export type SessionName = { session_id: string } | { payment_id: string };

/** A signed event about something that is paid once. Only the name is believed. */
export type SessionEvent = { id: string; type: string; session: SessionName };

/** A signed event about a subscription. Only its id is believed; the state is fetched from the provider. */
export type SubscriptionEvent = {
  id: string;
  type: string;
  subscription_id: string;
  /** The payer as the checkout names them; null for other events. */
  payer: { reference: string | null; user_id: number | null } | null;
};

/** A signed event of this type, which changes no plan. */
export type OtherEvent = { other: string };

/** `forged`: not signed by the provider, too old, or altered. */
export type ReadEvent = SubscriptionEvent | SessionEvent | 'forged' | OtherEvent;

export type Payments = {
  /** Whether a price of this id can be sold here. */
  sells(price_id: string): boolean;
  /**
   * Reads a price back. Returns the id under which it is sold; null for one that has no id yet. Throws `price_mismatch`
   * when the provider has another amount, currency or interval.
   */
  confirmPrice(typed: Omit<Price, 'price_id' | 'name'> & { price_id: string | null }): Promise<string | null>;
  /** The customer for this person, always the same one for the same `reference`; `known` if it still exists. */
  openCustomer(buyer: Buyer, known: string | null): Promise<string>;
  openCheckout(order: Order): Promise<{ url: string }>;
  openPayment(order: OneOffOrder): Promise<{ url: string; session_id: string }>;
  /** Null when the provider knows no such checkout, or one of a subscription. */
  findSession(name: SessionName): Promise<PaymentSession | null>;
  /** Closes a checkout that has not been paid; its code can then no longer be paid either. */
  abandonSession(session_id: string): Promise<void>;
  /** The page of a checkout for those who sell: where money is given back. */
  pageOf(session_id: string): string;
  openPortal(customer_id: string, return_url: string): Promise<{ url: string }>;
  readEvent(bytes: Uint8Array, signature: string | null, now: Date): ReadEvent;
  /** Null when the provider knows no such subscription. */
  find(subscription_id: string): Promise<Bought | null>;
  /** The customer's subscriptions that have not ended. */
  openOf(customer_id: string): Promise<Bought[]>;
  /** Every subscription that has not ended. */
  listOpen(): AsyncIterable<Bought>;
  /** Ends it now, without a further payment; one that has ended is left alone. */
  end(subscription_id: string): Promise<void>;
  /** The simulated provider's pages; null at a real provider. */
  fake: FakePayments | null;
};

/** A context that takes payments; null without a provider, in production and on an exposed address. */
export type WithPayments = { payments: Payments | null };
