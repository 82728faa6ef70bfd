import { expect, test } from 'vitest';
import { findings } from './plain-words.ts';

test('comments, titles and names use the terms of the trade; `node tests/plain-words.ts [folder …]` lists the others', () => {
  expect(findings()).toEqual([]);
});
