import { expect, test } from 'vitest';
import { fitWithin } from './picture.ts';

test('a picture keeps its shape and is never made larger (R-FB-01)', () => {
  expect(fitWithin({ width: 1360, height: 850 }, 4000)).toEqual({ width: 1360, height: 850 });
  expect(fitWithin({ width: 8000, height: 2000 }, 4000)).toEqual({ width: 4000, height: 1000 });
  expect(fitWithin({ width: 2, height: 30_000 }, 4000)).toEqual({ width: 1, height: 4000 });
});
