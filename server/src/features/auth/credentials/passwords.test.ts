import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { DUMMY_HASH, hashPassword, isOutdated, NO_PASSWORD, verifyPassword } from './passwords.ts';
import { asTemporaryPassword, newTemporaryPassword } from './temporary-password.ts';

describe('a password', () => {
  test('fits its own hash and no other', async () => {
    const stored = await hashPassword('uma senha boa');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword('uma senha boa', stored)).toBe(true);
    expect(await verifyPassword('uma senha boa ', stored)).toBe(false);
    expect(await verifyPassword('Uma senha boa', stored)).toBe(false);
  });

  test('is the same whichever way the keyboard composes its accents', async () => {
    const stored = await hashPassword('coração à toa'.normalize('NFC'));
    expect(await verifyPassword('coração à toa'.normalize('NFD'), stored)).toBe(true);
    expect(await verifyPassword('ｃoração à toa', stored)).toBe(true);
  });

  test('may hold a NUL, an emoji and half a character without breaking anything', async () => {
    const odd = 'a\u0000b😀\ud800 fim';
    expect(await verifyPassword(odd, await hashPassword(odd))).toBe(true);
    expect(await verifyPassword('a', await hashPassword(odd))).toBe(false);
  });

  test('that was cancelled, or never was, fits nothing', async () => {
    expect(await verifyPassword('uma senha boa', undefined)).toBe(false);
    expect(await verifyPassword('uma senha boa', NO_PASSWORD)).toBe(false);
    expect(await verifyPassword(NO_PASSWORD, NO_PASSWORD)).toBe(false);
  });

  test('hashed with other costs than today’s is outdated; the dummy never is', async () => {
    expect(isOutdated(await hash('x', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(true);
    expect(isOutdated(await hashPassword('x'))).toBe(false);
    expect(isOutdated(DUMMY_HASH)).toBe(false);
  });
});

describe('a temporary password', () => {
  test('is twelve characters that look like nothing else, 60 random bits or more', () => {
    const many = Array.from({ length: 2_000 }, newTemporaryPassword);
    const seen = new Set(many.join(''));
    expect(many.every((password) => password.length === 12)).toBe(true);
    expect(new Set(many).size).toBe(2_000);
    expect(12 * Math.log2(seen.size)).toBeGreaterThan(60);
    expect(Array.from('0Oo1lI').filter((character) => seen.has(character))).toEqual([]);
  });

  test('is recognised with the blanks that copying brought along', () => {
    const password = newTemporaryPassword();
    expect(asTemporaryPassword(` ${password}\n`)).toBe(password);
    expect(asTemporaryPassword(`${password}x`)).toBeNull();
    expect(asTemporaryPassword('uma senha boa')).toBeNull();
  });
});
