/** Exact arithmetic on decimal numbers written as text: «1.5» moved by six places is «1500000». */

/** A plain decimal: optional minus, digits, optional point and digits. */
export function movePoint(decimal: string, places: number): string {
  const isNegative = decimal.startsWith('-');
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  const lead = Math.max(0, 1 - (whole.length + places));
  const digits = `${'0'.repeat(lead)}${whole}${fraction}`;
  const point = lead + whole.length + places;
  const padded = digits.padEnd(point, '0');
  return `${isNegative ? '-' : ''}${tidy(padded.slice(0, point), padded.slice(point))}`;
}

function tidy(whole: string, fraction: string): string {
  const bare = whole.replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.replace(/0+$/, '');
  return rest ? `${bare}.${rest}` : bare;
}

/** «1.234,56», «1234,5», «1.5», «1.234» and «1,234.56» as plain decimals; null where the separators fit no notation. */
export function decimalOf(written: string): string | null {
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(written) || /^\d+,\d+$/.test(written))
    return plain(written.replaceAll('.', '').replace(',', '.'));
  if (/^\d+(?:\.\d+)?$/.test(written)) return plain(written);
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(written)) return plain(written.replaceAll(',', ''));
  return null;
}

function plain(decimal: string): string {
  const [whole = '0', fraction = ''] = decimal.split('.');
  return tidy(whole, fraction);
}

/** Negative when `one` is smaller. Both are plain decimals. */
export function compareDecimals(one: string, other: string): number {
  const places = Math.max(fractionOf(one), fractionOf(other));
  const difference = BigInt(movePoint(one, places)) - BigInt(movePoint(other, places));
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const fractionOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;
