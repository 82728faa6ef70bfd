// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { isMissingCode, mayReload } from './missing-code.ts';

test('B29 code that a release took away is recognised in every browser', () => {
  expect(isMissingCode(new TypeError('Failed to fetch dynamically imported module: /assets/x.js'))).toBe(
    true,
  );
  expect(isMissingCode(new TypeError('error loading dynamically imported module: /assets/x.js'))).toBe(true);
  expect(isMissingCode(new TypeError('Importing a module script failed.'))).toBe(true);
  expect(isMissingCode(new TypeError('undefined is not a function'))).toBe(false);
});

test('one reload a minute is enough', () => {
  const now = Date.now();
  expect(mayReload(now)).toBe(true);
  history.replaceState({ reloadedAt: now }, '');
  expect(mayReload(now + 1_000)).toBe(false);
  expect(mayReload(now + 61_000)).toBe(true);
});
