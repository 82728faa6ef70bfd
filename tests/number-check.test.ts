import { expect, test } from 'vitest';
import { checkModelTexts } from '../trials/numbers/run.ts';

// A short pass of `npm run trials -- numbers`.
test('R-TBL-52, R-TBL-38: of the wrong figures in model texts 99 % are found, and at most 1 % of the right ones are marked', () => {
  const { wrong, right, found, false_marks, missed, mistaken } = checkModelTexts(150, 7);
  expect(wrong).toBeGreaterThan(300);
  expect(found / wrong, missed.join('\n')).toBeGreaterThanOrEqual(0.99);
  expect(false_marks / right, mistaken.join('\n')).toBeLessThanOrEqual(0.01);
});
