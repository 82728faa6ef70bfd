/** The interface between the simulated payment provider and its pages. */

import type { Price } from '../payments/price.ts';
import type { FakeInvoice, FakePrice, FakeSubscription } from './billing-cycle.ts';
import type { FakeCheckout, FakeCustomer } from './object-store.ts';

type PlanPrice = Price & FakePrice;

export type FakePayments = {
  checkout(id: string): Promise<AtCheckout>;
  act(checkout_id: string, wish: CheckoutAction): Promise<void>;
  portal(id: string): Promise<Account>;
  change(portal_id: string, wish: CustomerAction): Promise<void>;
  /** Every customer's account and one-off payments, oldest first, and the number of undelivered events. */
  overview(): Promise<Overview>;
  moveClock(ms: number): Promise<void>;
  /** Applies renewals, retries and ends that have fallen due. */
  catchUp(): Promise<void>;
  deliver(event_id: string): Promise<void>;
  deliverWaiting(): Promise<number>;
};

export type AtCheckout = { checkout: FakeCheckout; customer: FakeCustomer; price: Price };

export type Overview = {
  accounts: Account[];
  payments: AtCheckout[];
  waiting: number;
  now: Date;
};

export type Account = {
  customer: FakeCustomer;
  subscription: FakeSubscription | null;
  price: PlanPrice | null;
  next_price: PlanPrice | null;
  invoices: FakeInvoice[];
  return_url: string;
};

/**
 * At a checkout: pay by card, use one that is refused, show the code of a Pix; then pay the Pix, let it expire, give the
 * money back, or half of it.
 */
export const CHECKOUT_ACTIONS = [
  'pay',
  'refuse',
  'pix',
  'pix-pay',
  'pix-expire',
  'refund',
  'refund-half',
] as const;
export type CheckoutAction = (typeof CHECKOUT_ACTIONS)[number];

export const CUSTOMER_ACTIONS = ['month', 'year', 'cancel', 'resume', 'good', 'refused'] as const;
/** A change of interval at the period's end, the end itself, a reactivation, or another card. */
export type CustomerAction = (typeof CUSTOMER_ACTIONS)[number];
