/** The interface between the simulated payment provider and its pages. */

import type { Price } from '../payments/price.ts';
import type { FakeInvoice, FakeSubscription } from './billing-cycle.ts';
import type { FakeCheckout, FakeCustomer } from './object-store.ts';

export type FakePayments = {
  checkout(id: string): Promise<{ checkout: FakeCheckout; customer: FakeCustomer; price: Price }>;
  pay(checkout_id: string): Promise<void>;
  refuse(checkout_id: string): Promise<void>;
  portal(id: string): Promise<Account>;
  change(portal_id: string, wish: CustomerAction): Promise<void>;
  /** Every customer's account, oldest first, and the number of undelivered events. */
  overview(): Promise<{ accounts: Account[]; waiting: number; now: Date }>;
  moveClock(ms: number): Promise<void>;
  /** Applies renewals, retries and ends that have fallen due. */
  catchUp(): Promise<void>;
  deliver(event_id: string): Promise<void>;
  deliverWaiting(): Promise<number>;
};

export type Account = {
  customer: FakeCustomer;
  subscription: FakeSubscription | null;
  price: Price | null;
  next_price: Price | null;
  invoices: FakeInvoice[];
  return_url: string;
};

export const CUSTOMER_ACTIONS = ['month', 'year', 'cancel', 'resume', 'good', 'refused'] as const;
/** A change of interval at the period's end, the end itself, a reactivation, or another card. */
export type CustomerAction = (typeof CUSTOMER_ACTIONS)[number];
