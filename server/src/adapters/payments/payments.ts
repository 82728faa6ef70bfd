/** The payment provider: prices, checkout and portal pages, and the current state of subscriptions. */
import type { FakePayments } from '../fake-payments/fake-payments.ts';
import type { Price } from './price.ts';

export type Buyer = {
  user_id: number;
  /** Identifies this person in this installation, and nobody in another one on the same account. */
  reference: string;
  email: string;
  name: string;
};

export type Order = {
  customer_id: string;
  buyer: Buyer;
  price: Price;
  success_url: string;
  cancel_url: string;
  /** Idempotency key: the same key opens the same checkout. */
  key: string;
};

/** A subscription as the provider has it at this moment. */
export type Bought = {
  id: string;
  customer_id: string;
  /** The `reference` it was ordered with. */
  reference: string | null;
  price_id: string;
  /** Cents of BRL, what is paid each period; null when the provider does not say. */
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

/** A signed event about a subscription. Only its id is believed; the state is fetched from the provider. */
export type PaymentEvent = {
  id: string;
  type: string;
  subscription_id: string;
  /** The payer as the checkout names them; null for other events. */
  payer: { reference: string | null; user_id: number | null } | null;
};

/** `forged`: not signed by the provider, too old, or altered. `other`: an event that changes no plan. */
export type ReadEvent = PaymentEvent | 'forged' | 'other';

export type Payments = {
  /** The prices on sale. */
  prices: readonly Price[];
  /** The customer for this person, always the same one for the same `reference`; `known` if it still exists. */
  openCustomer(buyer: Buyer, known: string | null): Promise<string>;
  openCheckout(order: Order): Promise<{ url: string }>;
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
