/** Whoever takes the money: the plans' prices, where to pay, and the newest word on what was bought. */
import type { Desk } from './desk-doors.ts';
import type { Price } from './price.ts';

export type Buyer = {
  user_id: number;
  /** Means this person in this installation and nobody anywhere else. */
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
  /** The same key opens the same checkout. */
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

/** A signed event that is about a subscription; what it says is asked for anew. */
export type PaymentEvent = {
  id: string;
  type: string;
  subscription_id: string;
  /** Who paid, as the checkout was told; of checkouts only. */
  payer: { reference: string | null; user_id: number | null } | null;
};

/** `forged`: not the provider's, too old, or altered. `other`: nothing that changes a plan. */
export type ReadEvent = PaymentEvent | 'forged' | 'other';

export type Payments = {
  /** What can be bought. */
  prices: readonly Price[];
  /** The customer for this person, always the same one for the same `reference`; `known` if it still exists. */
  openCustomer(buyer: Buyer, known: string | null): Promise<string>;
  openCheckout(order: Order): Promise<{ url: string }>;
  openPortal(customer_id: string, return_url: string): Promise<{ url: string }>;
  readEvent(bytes: Uint8Array, signature: string | null, now: Date): ReadEvent;
  /** Null when the provider knows no such subscription. */
  find(subscription_id: string): Promise<Bought | null>;
  /** What this customer has that has not ended, as far as the provider knows. */
  openOf(customer_id: string): Promise<Bought[]>;
  /** Everything that has not ended. */
  listOpen(): AsyncIterable<Bought>;
  /** Ends it now, without a further payment; one that has ended is left alone. */
  end(subscription_id: string): Promise<void>;
  /** The doors behind which the local cash desk is served; null at a real provider. */
  desk: Desk | null;
};
