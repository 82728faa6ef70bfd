import { expect, test } from 'vitest';
import { fileCircles } from './file-circles.ts';

const file = (name: string, ...imports: string[]) => ({ file: name, imports });

test('files of the built app that import each other are named; those that are only imported twice are not', () => {
  const fine = [file('main.js', 'kit.js', 'frame.js'), file('kit.js', 'frame.js'), file('frame.js')];
  expect(fileCircles(fine)).toEqual([]);
  const round = [file('main.js', 'a.js'), file('a.js', 'b.js'), file('b.js', 'c.js'), file('c.js', 'a.js')];
  expect(fileCircles(round).map((line) => line.slice(0, 4))).toEqual(['a.js', 'b.js', 'c.js']);
});
