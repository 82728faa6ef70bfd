/** A purchase in words. */
import type { Purchase } from '#contract/subscriptions.ts';
import { formatExactBRL, formatNumber } from '../../../lib/format.ts';
import { dayOf, writtenDay } from '../../../lib/text/day.ts';
import { texts } from './texts.ts';

type Bought = Pick<Purchase, 'kind' | 'name' | 'interval' | 'tokens'>;

export function itemOf({ kind, name, interval, tokens }: Bought): string {
  if (kind === 'pack') return tokens ? texts.pack(name, formatNumber(tokens)) : name;
  return interval ? texts.plan[interval](name) : name;
}

export const purchaseTones = {
  waiting: 'warn',
  paid: 'ok',
  expired: 'neutral',
  failed: 'neutral',
  refunded: 'neutral',
} as const;

/** When and how it was paid, and how much was given back. */
export function paymentOf(purchase: Omit<Purchase, 'pay_url'>): string {
  const { created_at, paid_at, method, refunded, state } = purchase;
  const parts = [texts.bought(writtenDay(dayOf(paid_at ?? created_at)))];
  if (method) parts.push(texts.method[method]);
  if (refunded > 0 && state !== 'refunded') parts.push(texts.partly(formatExactBRL(refunded)));
  return parts.join(' · ');
}

/** Credits that can still be used, the earliest expiry first. */
export const liveCredits = (purchases: readonly Purchase[], now: Date) =>
  purchases
    .flatMap(({ id, tokens_left, expires_at }) =>
      tokens_left && expires_at && new Date(expires_at) > now ? [{ id, tokens_left, expires_at }] : [],
    )
    .toSorted((a, b) => a.expires_at.localeCompare(b.expires_at));
