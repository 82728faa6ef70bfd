/** What somebody can do at the pages of the local cash desk, and what they see there. */
import type { DeskInvoice, DeskSubscription } from './desk-books.ts';
import type { DeskCheckout, DeskCustomer } from './desk-objects.ts';
import type { Price } from './price.ts';

export type Desk = {
  checkout(id: string): Promise<{ checkout: DeskCheckout; customer: DeskCustomer; price: Price }>;
  pay(checkout_id: string): Promise<void>;
  refuse(checkout_id: string): Promise<void>;
  portal(id: string): Promise<Account>;
  change(portal_id: string, wish: Wish): Promise<void>;
  /** Every subscription with its owner, oldest first, and how many events wait to be taken. */
  overview(): Promise<{ accounts: Account[]; waiting: number; now: Date }>;
  moveClock(ms: number): Promise<void>;
  /** Does what has fallen due. */
  catchUp(): Promise<void>;
  deliver(event_id: string): Promise<void>;
  deliverWaiting(): Promise<number>;
};

export type Account = {
  customer: DeskCustomer;
  subscription: DeskSubscription | null;
  price: Price | null;
  next_price: Price | null;
  invoices: DeskInvoice[];
  return_url: string;
};

export const WISHES = ['month', 'year', 'cancel', 'resume', 'good', 'refused'] as const;
/** A change of interval at the period's end, the end itself, or another card. */
export type Wish = (typeof WISHES)[number];
