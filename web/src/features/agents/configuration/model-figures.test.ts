import { expect, test } from 'vitest';
import { formatContext, formatLongest, formatPrice } from './model-select.tsx';

test('context windows read as the catalogue writes them (R-MOD-01 R-MOD-04 R-MOD-09)', () => {
  expect([128_000, 64_000, 1_000_000, 400_000, 512].map(formatContext)).toEqual([
    '128k',
    '64k',
    '1M',
    '400k',
    '512',
  ]);
});

test('the longest answer is grouped from ten thousand tokens on (R-MOD-04)', () => {
  expect([4_096, 32_768].map(formatLongest)).toEqual(['4096', '32.768']);
});

test('prices are shown in their currency per million', () => {
  expect(formatPrice({ currency: 'USD', input: 0.075, output: 15 })).toBe(
    'US$ 0.075 in, US$ 15 out per million tokens',
  );
  expect(formatPrice({ currency: 'BRL', input: 0.1, output: 12.5 })).toBe(
    'R$ 0.10 in, R$ 12.50 out per million tokens',
  );
});
