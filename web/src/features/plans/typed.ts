/** Numbers as superadmins type them. */
import { formatAmount, withoutThousands } from '../../lib/text/figures.ts';

/** «1.250,50» as 125050 cents; null for a blank field, undefined for what is no amount. */
export function centsOf(text: string): number | null | undefined {
  const plain = text.trim().replace(/^R\$\s*/, '');
  if (!plain) return null;
  const [, whole = '', cents = ''] = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(plain) ?? [];
  if (!whole) return undefined;
  const value = Number(whole.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'));
  return value >= 100 && value <= 100_000_000 ? value : undefined;
}

/** 125050 cents as «1.250,50». */
export const typedCents = (cents: number): string => formatAmount(cents / 100, { minimumFractionDigits: 2 });

/** «5.000.000» as a number; null for a blank field, undefined for what is no whole number in the bounds. */
export function wholeOf(text: string, { min, max }: { min: number; max: number }): number | null | undefined {
  const plain = text.trim();
  if (!plain) return null;
  // Points must stand between thousands: «1.00» is not 100.
  if (!/^(\d{1,3}(\.\d{3})+|\d{1,15})$/.test(plain)) return undefined;
  const value = Number(withoutThousands(plain));
  return value >= min && value <= max ? value : undefined;
}
