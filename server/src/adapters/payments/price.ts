/** A price as the payment provider sells it. */
import type { BillingInterval } from '#contract/plan-seeds.ts';

export type Price = {
  price_id: string;
  /** The name of the plan or of the pack. */
  name: string;
  /** Cents of BRL. */
  amount: number;
  /** Null: paid once. */
  interval: BillingInterval | null;
};

export type RecurringPrice = Price & { interval: BillingInterval };

/** Begins the ids that the simulated provider makes; a real provider sells none of them. */
export const FAKE_PRICE_PREFIX = 'price_desk_';

const EVERY = { month: 'por mês', year: 'por ano' } as const;

/** «R$ 625,00 por mês», as a sentence names a price. */
export function priceWords(amount: number, interval: string | null, currency = 'BRL'): string {
  const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency }).format(amount / 100);
  const every =
    interval === null ? 'de uma vez' : (EVERY[interval as BillingInterval] ?? 'por outro período');
  return `${money} ${every}`;
}
