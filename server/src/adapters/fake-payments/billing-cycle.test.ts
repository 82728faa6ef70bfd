import { describe, expect, test } from 'vitest';
import { periodAfter } from '../payments/period.ts';
import {
  advance,
  type BillingConditions,
  type BillingState,
  openSubscription,
  payOpenInvoices,
} from './billing-cycle.ts';

const at = (date: string): BillingConditions => ({
  now: new Date(`${date}T12:00:00.000Z`),
  card: 'good',
  priceOf: (id) => (id === 'year' ? { interval: 'year', amount: 12 } : { interval: 'month', amount: 1 }),
  newId: () => 'in_1',
});
const bought = (date: string, price_id = 'month') =>
  openSubscription({ id: 'sub_1', customer_id: 'cus_1', reference: 'r', price_id }, at(date));
const typesOf = ({ events }: BillingState) => events.map(({ type }) => type.replace('customer.', ''));

describe('subscriptions of the simulated provider', () => {
  test('renew on the day of the first payment, or on the month’s last, for years', () => {
    const day31 = '2026-01-31T12:00:00.000Z';
    const anchor = new Date(day31);
    let end = anchor;
    const ends = Array.from({ length: 14 }, () => {
      end = periodAfter(end, anchor, 'month');
      return end.toISOString().slice(0, 10);
    });
    expect([ends[0], ends[1], ends[11], ends[12]]).toEqual([
      '2026-02-28',
      '2026-03-31',
      '2027-01-31',
      '2027-02-28',
    ]);
    const leap = new Date('2028-02-29T12:00:00.000Z');
    expect(periodAfter(leap, leap, 'year').toISOString()).toBe('2029-02-28T12:00:00.000Z');
  });

  test('write an invoice for every period that was skipped', () => {
    const books = advance(bought('2026-11-14'), at('2027-02-20'));
    expect(books.invoices.map(({ period_start, status }) => [period_start.slice(0, 10), status])).toEqual([
      ['2026-11-14', 'paid'],
      ['2026-12-14', 'paid'],
      ['2027-01-14', 'paid'],
      ['2027-02-14', 'paid'],
    ]);
    expect(books.subscription.current_period_end).toBe('2027-03-14T12:00:00.000Z');
    expect(advance(books, at('2027-02-20')).events).toEqual([]);
  });

  test('change the interval when the period ends, and not before', () => {
    const { subscription, invoices } = bought('2026-11-14');
    const changeFor = { subscription: { ...subscription, next_price_id: 'year' }, invoices };
    expect(advance(changeFor, at('2026-12-13')).subscription.price_id).toBe('month');
    expect(advance(changeFor, at('2026-12-14')).subscription).toMatchObject({
      price_id: 'year',
      next_price_id: null,
      current_period_end: '2027-12-14T12:00:00.000Z',
    });
  });

  test('end what was canceled when its period ends', () => {
    const { subscription, invoices } = bought('2026-11-14');
    const books = advance(
      { subscription: { ...subscription, cancel_at_period_end: true }, invoices },
      at('2027-11-14'),
    );
    expect(books.subscription).toMatchObject({ status: 'canceled', ended_at: '2026-12-14T12:00:00.000Z' });
    expect(typesOf(books)).toEqual(['subscription.deleted']);
  });

  test('try a refused card again on the days 3, 5, 7 and 14, and then give up', () => {
    const refused = (date: string) => ({ ...at(date), card: 'refused' as const });
    const late = advance(bought('2026-11-14'), refused('2026-12-20'));
    expect(late.subscription).toMatchObject({ status: 'past_due', tries_left: [7, 14] });
    expect(late.invoices.at(-1)?.status).toBe('open');
    expect(typesOf(late)).toEqual([
      'subscription.updated',
      'invoice.payment_failed',
      'invoice.payment_failed',
      'invoice.payment_failed',
    ]);
    const over = advance(late, refused('2027-03-01'));
    expect(over.subscription).toMatchObject({ status: 'canceled', ended_at: '2026-12-28T12:00:00.000Z' });
    // A better card before that: paid on the next try, and renewed ever since.
    const good = advance(late, at('2027-01-20'));
    expect(good.subscription).toMatchObject({
      status: 'active',
      current_period_end: '2027-02-14T12:00:00.000Z',
    });
    expect(payOpenInvoices(late).invoices.map(({ status }) => status)).toEqual(['paid', 'paid']);
  });
});
