import { expect, test } from 'vitest';
import type { BillingInterval } from '#contract/plan-seeds.ts';
import { cycleOf, offerOf as offer } from './offer.ts';

/** Only Pro has no price. */
const offerOf = (tier: string, interval: BillingInterval, had: Parameters<typeof offer>[2]) =>
  offer({ tier, hasPrice: tier !== 'pro' }, interval, had);

const monthly = {
  tier: 'plus',
  kind: 'recurring',
  status: 'active',
  cancel_at_period_end: false,
  interval: 'month',
  next_interval: null,
} as const;

test('R-SUB-22 whose subscription is not known is treated as free', () => {
  expect(offerOf('free', 'month', undefined)).toBe('current');
  expect(offerOf('plus', 'year', undefined)).toBe('buy');
  expect(offerOf('pro', 'year', undefined)).toBe('soon');
});

test('R-SUB-09 Pro is never sold, whatever one has', () => {
  expect(offerOf('pro', 'month', monthly)).toBe('soon');
});

test('who pays is never offered a second checkout: another cycle, what is due and going on are in the portal', () => {
  expect(offerOf('plus', 'month', monthly)).toBe('current');
  expect(offerOf('plus', 'year', monthly)).toBe('switch');
  expect(offerOf('plus', 'year', { ...monthly, next_interval: 'year' })).toBe('current');
  expect(offerOf('plus', 'month', { ...monthly, next_interval: 'year' })).toBe('switch');
  expect(offerOf('plus', 'month', { ...monthly, status: 'past_due' })).toBe('settle');
  expect(offerOf('plus', 'year', { ...monthly, cancel_at_period_end: true })).toBe('resume');
  expect(offerOf('free', 'month', monthly)).toBe('after');
  expect(offerOf('plus', 'month', { ...monthly, tier: 'pro' })).toBe('after');
});

test('R-MNY-16 a plan that was paid once can be paid again, and no other plan beside it', () => {
  const once = { ...monthly, kind: 'prepaid' } as const;
  expect(offerOf('plus', 'year', once)).toBe('extend');
  expect(offerOf('equipe', 'month', once)).toBe('after');
});

test('whose plan has ended may buy it again', () => {
  const ended = { ...monthly, tier: 'free', status: 'canceled', interval: null } as const;
  expect(offerOf('plus', 'month', ended)).toBe('buy');
  expect(offerOf('free', 'month', ended)).toBe('current');
});

test('a plan that has no price of the chosen cycle is offered in the one that it has', () => {
  const month = { interval: 'month', amount: 17_900 } as const;
  expect(cycleOf({ prices: [month], prepaid: [] }, 'year')).toBe('month');
  expect(cycleOf({ prices: [month], prepaid: [{ ...month, interval: 'year', id: 1 }] }, 'year')).toBe('year');
  expect(cycleOf({ prices: [], prepaid: [] }, 'year')).toBe('year');
});
