import { expect, test } from 'vitest';
import { rememberLast } from './remember-last.ts';

test('the last results are kept, the others worked out again, and what was empty counts as a result', () => {
  const asked: string[] = [];
  const length = rememberLast((text) => asked.push(text) && text.length);
  for (const text of ['um', 'um', '', '']) length(text);
  expect(asked).toEqual(['um', '']);
  for (let n = 0; n < 8; n += 1) length(`outro ${n}`);
  expect(length('um')).toBe(2);
  expect(asked.filter((text) => text === 'um')).toHaveLength(2);
  expect(length('outro 7')).toBe(7);
  expect(asked.filter((text) => text === 'outro 7')).toHaveLength(1);
});
