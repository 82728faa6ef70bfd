/** Figures of a model as the catalogue writes them. */
import type { ModelInfo } from '#contract/models.ts';
import { CURRENCY_SYMBOLS } from '../../../lib/format.ts';
import { texts } from '../texts-configuration.ts';

/** Tokens as «64k», «1M». */
export function formatContext(tokens: number): string {
  if (tokens >= 1_000_000) return `${Number((tokens / 1_000_000).toFixed(1))}M`;
  return tokens >= 1000 ? `${Math.round(tokens / 1000)}k` : String(tokens);
}

const grouped = new Intl.NumberFormat('pt-BR', { useGrouping: 'min2' });

/** The longest answer: «4096» as the catalogue writes it, «32.768» as one reads it. */
export const formatLongest = (tokens: number): string => grouped.format(tokens);

/** The month of a day: «2026-06-15» is «06/2026». Without a day the operator retired the model. */
export const monthOf = (day: string | null): string | null => day && `${day.slice(5, 7)}/${day.slice(0, 4)}`;

/** A day as it is written in Brazil: «2026-12-11» is «11/12/2026». */
export const dayOf = (day: string | null): string => (day ?? '').split('-').reverse().join('/');

/** Per million tokens: «US$ 0.10 in, US$ 0.50 out». */
export function formatPrice({ currency, input, output }: NonNullable<ModelInfo['price']>): string {
  const amount = (price: number) => `${CURRENCY_SYMBOLS[currency]} ${price.toFixed(digitsOf(price))}`;
  return texts.price(amount(input), amount(output));
}

/** A whole price has no cents; one of less than a cent has its third digit. */
function digitsOf(price: number): number {
  if (Number.isInteger(price)) return 0;
  return Number.isInteger(Number((price * 100).toFixed(6))) ? 2 : 3;
}
