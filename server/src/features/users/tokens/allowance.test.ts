import { describe, expect, test } from 'vitest';
import { allowanceOf, hasRoom, splitCharge } from './allowance.ts';

const person = {
  token_used: 0,
  token_reserved: 0,
  token_limit: 1_000,
  token_credit: 0,
  token_credited: 0,
  own_cap: null as number | null,
  token_cycle_start: new Date(0),
  token_anchor: new Date(0),
};

describe('the room of a person', () => {
  test('R-MNY-12 the own cap counts where it is lower than the limit', () => {
    expect(allowanceOf(person)).toBe(1_000);
    expect(allowanceOf({ ...person, own_cap: 300 })).toBe(300);
    expect(allowanceOf({ ...person, own_cap: 5_000 })).toBe(1_000);
    expect(hasRoom({ ...person, token_used: 299, own_cap: 300 })).toBe(true);
    expect(hasRoom({ ...person, token_used: 300, own_cap: 300 })).toBe(false);
  });

  test('what running answers hold counts, and credits come on top', () => {
    expect(hasRoom({ ...person, token_used: 600, token_reserved: 400 })).toBe(false);
    expect(hasRoom({ ...person, token_used: 600, token_reserved: 400, token_credit: 1 })).toBe(true);
    // Credits have paid 600 of the 1,500 used tokens: the allowance has 100 left.
    expect(hasRoom({ ...person, token_used: 1_500, token_credited: 600 })).toBe(true);
    expect(hasRoom({ ...person, token_used: 1_600, token_credited: 600 })).toBe(false);
  });
});

describe('a charge', () => {
  test.each([
    ['is the allowance’s while there is one', 400, { token_used: 600 }, { allowance: 400, credit: 0 }],
    [
      'is the credits’ behind it',
      400,
      { token_used: 1_000, token_credit: 900 },
      { allowance: 0, credit: 400 },
    ],
    ['is divided at its end', 400, { token_used: 900, token_credit: 900 }, { allowance: 100, credit: 300 }],
    [
      'stays on the allowance beyond both',
      400,
      { token_used: 900, token_credit: 50 },
      { allowance: 350, credit: 50 },
    ],
    [
      'counts what credits have paid before',
      400,
      { token_used: 1_700, token_credited: 800, token_credit: 900 },
      { allowance: 100, credit: 300 },
    ],
    [
      'leaves credits alone above a lower limit',
      0,
      { token_used: 5_000, token_credit: 9 },
      { allowance: 0, credit: 0 },
    ],
    [
      'begins at the own cap',
      400,
      { token_used: 200, token_credit: 900, own_cap: 300 },
      { allowance: 100, credit: 300 },
    ],
  ] as const)('%s', (_, charged, fields, parts) => {
    expect(splitCharge(charged, { ...person, ...fields })).toEqual(parts);
  });
});
