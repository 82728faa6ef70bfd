import { expect, test } from 'vitest';
import { changeOf } from './change.ts';

test('a figure is compared with the period before, in whole percent (R-ADM-01)', () => {
  expect(changeOf(112, 100)).toEqual({ direction: 'up', percent: 12 });
  expect(changeOf(96, 100)).toEqual({ direction: 'down', percent: 4 });
  expect(changeOf(0, 3)).toEqual({ direction: 'down', percent: 100 });
  expect(changeOf(1001, 1000)).toEqual({ direction: 'same', percent: 0 });
});

test('nothing before is nothing to compare with (R-ADM-01)', () => {
  expect(changeOf(7, 0)).toBeNull();
  expect(changeOf(7, undefined)).toBeNull();
});
