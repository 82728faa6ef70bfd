/** A console.error fails the test in which it happens. */
import { afterEach, beforeEach, expect } from 'vitest';

let said: string[] = [];

beforeEach(() => {
  said = [];
  console.error = (...words: unknown[]) => {
    said.push(words.map(String).join(' '));
  };
});

afterEach(() => {
  expect(said, 'console.error was called').toEqual([]);
});
