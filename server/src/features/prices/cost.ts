/** The cost of one model call, in whole numbers: no sum of money is ever a fraction of binary digits. */
import type { Usage } from '../../adapters/models/model.ts';

/** Millionths of the currency per million tokens. */
export type Rates = { input: bigint; cached_input: bigint | null; output: bigint };

export type PriceOfCall = Rates & {
  currency: 'USD' | 'BRL';
  /** Above so many tokens of input the whole call has other rates. */
  long: (Rates & { above: number }) | null;
};

/** Millionths of the currency for a million tokens, times millionths of BRL for one unit of the currency. */
const SCALE = 1_000_000_000_000n;
const ONE_BRL = 1_000_000n;

/** Millionths of BRL, rounded half up once. `usd_micro` is what a US dollar costs; null without an exchange rate. */
export function costOf(usage: Usage, price: PriceOfCall, usd_micro: bigint | null): bigint | null {
  const rate = price.currency === 'BRL' ? ONE_BRL : usd_micro;
  if (rate === null) return null;
  const { input, cached_input, output } = ratesOf(usage, price);
  const cached = Math.min(usage.cached ?? 0, usage.input);
  const cost =
    BigInt(usage.input - cached) * input +
    BigInt(cached) * (cached_input ?? input) +
    BigInt(usage.output) * output;
  return (cost * rate + SCALE / 2n) / SCALE;
}

const ratesOf = ({ input }: Usage, { long, ...rates }: PriceOfCall): Rates =>
  long && input > long.above ? long : rates;
