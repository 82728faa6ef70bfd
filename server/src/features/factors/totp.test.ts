import { expect, test } from 'vitest';
import { fromBase32, matchingStep, newTotpSecret, stepAt, toBase32, totpAddress, totpCode } from './totp.ts';

/** Appendix B of RFC 6238; the last six of its eight digits. */
const SECRET = toBase32(Buffer.from('12345678901234567890'));

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('R-ACC-37 a code is that of RFC 6238 at second %i', (seconds, code) => {
  expect(totpCode(SECRET, stepAt(new Date(seconds * 1000)))).toBe(code);
});

test('R-ACC-37 a code fits its own step and the ones beside it, and no other', () => {
  const secret = newTotpSecret();
  const now = new Date('2026-11-14T12:00:00.000Z');
  const step = stepAt(now);
  const fitting = [-2, -1, 0, 1, 2].filter(
    (by) => matchingStep(secret, totpCode(secret, step + by), now) !== null,
  );
  expect(fitting).toEqual([-1, 0, 1]);
  expect(
    matchingStep(secret, `${totpCode(secret, step).slice(0, 3)} ${totpCode(secret, step).slice(3)}`, now),
  ).toBe(step);
  for (const typed of ['', '12345', 'abcdef', `${totpCode(secret, step)}0`])
    expect(matchingStep(secret, typed, now)).toBeNull();
});

test('a secret is base32 that reads back, and the address for the QR code names account and issuer', () => {
  const bytes = Buffer.from([0, 1, 2, 250, 255]);
  expect(fromBase32(toBase32(bytes))).toEqual(bytes);
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI');
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(totpAddress('ABC', 'ana+x@exemplo.com.br'));
  expect(decodeURIComponent(address.pathname)).toBe('/Prosa:ana+x@exemplo.com.br');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: 'ABC',
    issuer: 'Prosa',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
