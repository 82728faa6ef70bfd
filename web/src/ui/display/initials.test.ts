import { expect, test } from 'vitest';
import { initialsOf, toneOf } from './avatar.tsx';

test('a name becomes the first letters of its first and last meaningful words', () => {
  const names = ['Marina Costa', 'Direito de Trânsito', 'Prosa', 'ana beatriz lima', '  ', 'Édson'];
  expect(names.map(initialsOf)).toEqual(['MC', 'DT', 'P', 'AL', '?', 'É']);
});

test('an id always has the same one of twelve colours, and agents made after one another have different ones', () => {
  expect([null, 1, 2, 9, 13].map(toneOf)).toEqual([0, 0, 1, 8, 0]);
});
