import { hash } from '@node-rs/argon2';
import { describe, expect, test } from 'vitest';
import { DUMMY_HASH, fits, hashPassword, inTurn, isOutdated, NO_PASSWORD } from './passwords.ts';
import { asTemporaryPassword, newTemporaryPassword } from './temporary-password.ts';

describe('a password', () => {
  test('fits its own hash and no other', async () => {
    const stored = await hashPassword('uma senha boa');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await fits('uma senha boa', stored)).toBe(true);
    expect(await fits('uma senha boa ', stored)).toBe(false);
    expect(await fits('Uma senha boa', stored)).toBe(false);
  });

  test('is the same whichever way the keyboard composes its accents', async () => {
    const stored = await hashPassword('coração à toa'.normalize('NFC'));
    expect(await fits('coração à toa'.normalize('NFD'), stored)).toBe(true);
    expect(await fits('ｃoração à toa', stored)).toBe(true);
  });

  test('may hold a NUL, an emoji and half a character without breaking anything', async () => {
    const odd = 'a\u0000b😀\ud800 fim';
    expect(await fits(odd, await hashPassword(odd))).toBe(true);
    expect(await fits('a', await hashPassword(odd))).toBe(false);
  });

  test('that was cancelled, or never was, fits nothing', async () => {
    expect(await fits('uma senha boa', undefined)).toBe(false);
    expect(await fits('uma senha boa', NO_PASSWORD)).toBe(false);
    expect(await fits(NO_PASSWORD, NO_PASSWORD)).toBe(false);
  });

  test('hashed with other costs than today’s is outdated; the dummy never is', async () => {
    expect(isOutdated(await hash('x', { memoryCost: 8_192, timeCost: 2, parallelism: 1 }))).toBe(true);
    expect(isOutdated(await hashPassword('x'))).toBe(false);
    expect(isOutdated(DUMMY_HASH)).toBe(false);
  });
});

describe('hashing work', () => {
  test('is done a few at a time, and a failure hands over its turn', async () => {
    let running = 0;
    let most = 0;
    const work = async (index: number) => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (index % 3 === 0) throw new Error('no');
      return index;
    };
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, index) => inTurn(() => work(index))),
    );
    expect(most).toBeLessThanOrEqual(3);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
  });

  test('refuses those who would wait too long', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const crowd = Array.from({ length: 600 }, () => inTurn(() => gate));
    const last = inTurn(async () => 'in');
    await expect(last).rejects.toMatchObject({ code: 'too_many_requests' });
    open();
    const refused = (await Promise.allSettled(crowd)).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(90);
    expect(await inTurn(async () => 'in')).toBe('in');
  });

  test('of one account takes few places in the queue, so that everybody else finds one', async () => {
    const gate = Promise.withResolvers<void>();
    const busy = Array.from({ length: 3 }, () => inTurn(() => gate.promise));
    const greedy = Array.from({ length: 100 }, () => inTurn(async () => 'in', 'one account'));
    const other = inTurn(async () => 'in', 'another');
    const nobodys = inTurn(async () => 'in');
    gate.resolve();
    await Promise.all(busy);
    expect(await Promise.all([other, nobodys])).toEqual(['in', 'in']);
    const refused = (await Promise.allSettled(greedy)).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(90);
    expect(refused[0]).toMatchObject({ reason: { code: 'too_many_requests' } });
    expect(await inTurn(async () => 'in', 'one account')).toBe('in');
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
