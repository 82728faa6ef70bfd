import { describe, expect, test } from 'vitest';
import { decimalOf, microOf } from '#contract/prices.ts';
import { costOf, type PriceOfCall } from './cost.ts';

const SONNET: PriceOfCall = {
  currency: 'USD',
  input: 2_000_000n,
  cached_input: 200_000n,
  output: 10_000_000n,
  long: null,
};
const SOL: PriceOfCall = {
  ...SONNET,
  long: { above: 272_000, input: 4_000_000n, cached_input: null, output: 15_000_000n },
};
const RATE = 5_430_000n;

describe('the cost of a call', () => {
  test('R-MNY-02 input, cached input and output have their own prices', () => {
    // 600 × 2 + 400 × 0.2 + 100 × 10 = 2,280 millionths of a dollar.
    expect(costOf({ input: 1_000, cached: 400, output: 100 }, SONNET, RATE)).toBe(12_380n);
    expect(costOf({ input: 1_000, output: 100 }, SONNET, RATE)).toBe(16_290n);
  });

  test('R-MNY-02 above its limit the whole call has the prices of long prompts', () => {
    expect(costOf({ input: 272_000, output: 0 }, SOL, RATE)).toBe(2_953_920n);
    // Without a price of their own cached tokens cost as much as others.
    expect(costOf({ input: 272_001, cached: 272_000, output: 1 }, SOL, RATE)).toBe(5_907_943n);
  });

  test('is rounded half up once', () => {
    const real: PriceOfCall = {
      currency: 'BRL',
      input: 500_000n,
      cached_input: null,
      output: 0n,
      long: null,
    };
    expect(costOf({ input: 1, output: 0 }, real, null)).toBe(1n);
    expect(costOf({ input: 1, output: 0 }, { ...real, input: 499_999n }, null)).toBe(0n);
  });

  test('R-MNY-03 a price in dollars without an exchange rate has no cost, one in reais has', () => {
    expect(costOf({ input: 1_000, output: 0 }, SONNET, null)).toBeNull();
    expect(costOf({ input: 1_000, output: 0 }, { ...SONNET, currency: 'BRL' }, null)).toBe(2_000n);
  });
});

describe('decimal numbers', () => {
  test.each([
    ['0', 0n],
    ['1.25', 1_250_000n],
    ['0.000001', 1n],
    ['10000', 10_000_000_000n],
    ['007.50', 7_500_000n],
  ])('%s', (written, micro) => {
    expect(microOf(written)).toBe(micro);
    expect(microOf(decimalOf(micro))).toBe(micro);
  });

  test.each(['', '-1', '1e9', '1.000,5', '1,25', 'NaN', '.5', '1.', '0.0000001', ' 1', '٣'])(
    '%j is none',
    (written) => {
      expect(microOf(written)).toBeUndefined();
    },
  );
});
