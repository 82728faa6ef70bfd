/** Numbers of requests: year, running number, and two check digits (ISO 7064 MOD 97-10) that tell a slip from another request. */

/** «2026-000042-17». */
export function protocolOf(year: number, number: number): string {
  const digits = `${year}${String(number).padStart(6, '0')}`;
  return `${digits.slice(0, 4)}-${digits.slice(4)}-${checkDigits(digits)}`;
}

/** As it is stored, whatever stands between its digits; null for what was mistyped. */
export function readProtocol(typed: string): string | null {
  const digits = typed.replace(/[\s.\-–—/]+/g, '');
  const isWhole = /^\d{12,18}$/.test(digits) && BigInt(digits) % 97n === 1n;
  if (!isWhole) return null;
  return `${digits.slice(0, 4)}-${digits.slice(4, -2)}-${digits.slice(-2)}`;
}

const checkDigits = (digits: string): string =>
  String(98n - ((BigInt(digits) * 100n) % 97n)).padStart(2, '0');
