import { describe, expect, test } from 'vitest';
import {
  batchesOf,
  flipped,
  isEmpty,
  markOf,
  nobody,
  toggled,
  unchanged,
  withAll,
  withoutAll,
} from './selection.ts';

describe('people to add', () => {
  test('R-GRP-17 ticking adds, unticking takes back, and what was there before is not touched', () => {
    const one = toggled(nobody, 7);
    expect([...one]).toEqual([7]);
    expect([...toggled(one, 7)]).toEqual([]);
    expect([...one]).toEqual([7]);
    expect(nobody.size).toBe(0);
  });

  test('R-GRP-14 everybody who matches joins what is ticked, nobody twice', () => {
    const all = withAll(toggled(nobody, 2), [1, 2, 3]);
    expect([...all]).toEqual([2, 1, 3]);
    expect([...withoutAll(all, [1, 3, 9])]).toEqual([2]);
  });

  test('of a hundred thousand who are ticked one can be unticked', () => {
    const many = withAll(
      nobody,
      Array.from({ length: 100_000 }, (_, id) => id),
    );
    expect(toggled(many, 5).size).toBe(99_999);
  });
});

describe('agents of a group', () => {
  const outside = { id: 1, is_associated: false };
  const inside = { id: 2, is_associated: true };

  test('R-GRP-28 R-GRP-29 a ticked outside agent will be added, an unticked inside one removed', () => {
    const changes = flipped(flipped(unchanged, outside), inside);
    expect([[...changes.added], [...changes.removed]]).toEqual([[1], [2]]);
    expect([markOf(changes, outside), markOf(changes, inside)]).toEqual(['add', 'remove']);
    expect(markOf(changes, { id: 3, is_associated: true })).toBeNull();
  });

  test('R-GRP-30 toggling back clears the mark and leaves no change', () => {
    const back = [outside, inside, outside, inside].reduce(flipped, unchanged);
    expect(isEmpty(back)).toBe(true);
    expect([markOf(back, outside), markOf(back, inside)]).toEqual([null, null]);
  });
});

test('no call carries more than it may', () => {
  expect(batchesOf(new Set([1, 2, 3, 4, 5]), 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(batchesOf([], 2)).toEqual([]);
  expect(batchesOf([1, 2], 2)).toEqual([[1, 2]]);
});
