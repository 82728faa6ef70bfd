/** Decimal numbers as people write them, with a comma, and as the wire has them, with a point. */
import { microOf } from '#contract/prices.ts';
import { formatAmount } from '../../../lib/text/figures.ts';

/** Null for what is no number that can be sent: signs, thousands' points, more than six places. */
export function wireDecimal(typed: string, most: string): string | null {
  const written = typed.trim();
  const decimal = written.includes(',') ? written.replace(',', '.') : written;
  // «1.000» is a thousand to its writer and one to the wire.
  if (!written.includes(',') && written.includes('.')) return null;
  const [micro, limit] = [microOf(decimal), microOf(most)];
  return micro === undefined || limit === undefined || micro > limit ? null : decimal;
}

/** «1,25» for "1.25", with at least two places. */
export function writtenDecimal(decimal: string): string {
  const [whole = '0', part = ''] = decimal.split('.');
  return `${formatAmount(Number(whole))},${part.padEnd(2, '0')}`;
}

/** For an input: «1,25», without the points of thousands. */
export const typedDecimal = (decimal: string | null): string => decimal?.replace('.', ',') ?? '';
