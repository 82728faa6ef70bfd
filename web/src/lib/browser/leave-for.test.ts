import { expect, test } from 'vitest';
import { isWebAddress } from './leave-for.ts';

test('only a whole address of the web is one to leave for', () => {
  expect(isWebAddress('https://checkout.example/c/1')).toBe(true);
  expect(isWebAddress('http://127.0.0.1:3000/dev/desk/checkout/1')).toBe(true);
  for (const other of [
    undefined,
    null,
    '',
    3,
    {},
    '/subscription',
    'javascript:alert(1)',
    'data:text/html,x',
  ])
    expect(isWebAddress(other)).toBe(false);
});
