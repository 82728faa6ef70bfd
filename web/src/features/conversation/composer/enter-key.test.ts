import { expect, test } from 'vitest';
import { sendsWith } from './composer.tsx';

const enter = { key: 'Enter', shiftKey: false, altKey: false, isComposing: false, keyCode: 13 };

test('R-CHAT-26 Enter sends on a desktop', () => {
  expect(sendsWith(enter, false)).toBe(true);
});

test('R-CHAT-27 Enter does not send on a phone', () => {
  expect(sendsWith(enter, true)).toBe(false);
});

test('R-CHAT-28 Shift+Enter never sends', () => {
  expect(sendsWith({ ...enter, shiftKey: true }, false)).toBe(false);
});

test('Enter that ends the composition of an accent never sends', () => {
  expect(sendsWith({ ...enter, isComposing: true }, false)).toBe(false);
  expect(sendsWith({ ...enter, keyCode: 229 }, false)).toBe(false);
});

test('no other key sends', () => {
  expect(sendsWith({ ...enter, key: 'a' }, false)).toBe(false);
});
