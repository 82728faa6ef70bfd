import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashOfSecret, hintOf, isWellFormed, secretFrom } from './secret.ts';

const HOUSE = 'a secret for tests only, of more than 32 bytes';

test('a secret is 256 bits in letters and digits, recognised by its end, and derived the same from the same seed', () => {
  const secret = secretFrom(HOUSE, 'seed');
  expect(secret).toMatch(/^prosa_[0-9A-Za-z]{49}$/);
  expect(secretFrom(HOUSE, 'seed')).toBe(secret);
  expect(hintOf(secret)).toBe(secret.slice(-4));
  expect(hashOfSecret(secret)).toHaveLength(32);
  expect(secretFrom(HOUSE, 'seed 2')).not.toBe(secret);
  expect(secretFrom(`${HOUSE}.`, 'seed')).not.toBe(secret);
});

test('two hundred secrets are well formed and different, in their random part too', () => {
  const secrets = Array.from({ length: 200 }, () => secretFrom(HOUSE, randomBytes(32).toString('base64url')));
  expect(secrets.every(isWellFormed)).toBe(true);
  expect(new Set(secrets.map((secret) => secret.slice(6, -6))).size).toBe(200);
});

test('what was mistyped, cut, or is something else is known without being looked up', () => {
  const secret = secretFrom(HOUSE, 'seed');
  const swapped = secret.slice(0, 10) + (secret[10] === 'a' ? 'b' : 'a') + secret.slice(11);
  for (const wrong of [
    '',
    secret.slice(0, -1),
    `${secret}0`,
    ` ${secret}`,
    swapped,
    secret.toUpperCase(),
    secret.replace('prosa_', 'sk-'),
    'eyJhbGciOiJub25lIn0.e30.',
  ])
    expect(isWellFormed(wrong), wrong).toBe(false);
});
