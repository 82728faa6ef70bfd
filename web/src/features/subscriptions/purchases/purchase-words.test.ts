import { expect, test } from 'vitest';
import type { Purchase } from '#contract/subscriptions.ts';
import { itemOf, liveCredits, paymentOf } from './purchase-words.ts';

const pack: Purchase = {
  id: 'a',
  kind: 'pack',
  name: 'Um milhão',
  interval: null,
  amount: 9_900,
  refunded: 0,
  state: 'paid',
  method: 'pix',
  pay_until: null,
  pay_url: null,
  paid_at: '2026-11-14T12:00:00.000Z',
  tokens: 1_000_000,
  tokens_left: 400_000,
  expires_at: '2027-11-14T12:00:00.000Z',
  created_at: '2026-11-13T12:00:00.000Z',
};

test('a purchase says what it was, when and how it was paid, and what was given back', () => {
  expect(itemOf(pack)).toBe('Um milhão, 1.000.000 tokens');
  expect(itemOf({ ...pack, kind: 'prepaid', name: 'Plus', interval: 'year', tokens: null })).toBe(
    'Plus, um ano',
  );
  expect(itemOf({ ...pack, tokens: 0 })).toBe('Um milhão');
  expect(paymentOf(pack)).toBe('Em 14/11/2026 · Pix');
  expect(paymentOf({ ...pack, refunded: 3_300 })).toBe('Em 14/11/2026 · Pix · R$ 33,00 devolvidos');
  expect(paymentOf({ ...pack, paid_at: null, method: null })).toBe('Em 13/11/2026');
});

test('R-MNY-13 credits are listed while they can be used, the earliest expiry first', () => {
  const later = { ...pack, id: 'b', expires_at: '2028-01-01T12:00:00.000Z' };
  const used = { ...pack, id: 'c', tokens_left: 0 };
  const over = { ...pack, id: 'd', expires_at: '2026-11-14T12:00:00.000Z' };
  const live = liveCredits([later, pack, used, over], new Date('2026-11-14T12:00:00.000Z'));
  expect(live.map(({ id }) => id)).toEqual(['a', 'b']);
});
