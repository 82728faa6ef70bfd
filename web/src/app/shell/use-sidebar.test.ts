import { expect, test } from 'vitest';
import { isSidebarOpen } from './use-sidebar.ts';

test('R-SHELL-34 with nothing saved the sidebar is open on a wide window and closed on a phone', () => {
  expect(isSidebarOpen(null, false)).toBe(true);
  expect(isSidebarOpen(null, true)).toBe(false);
});

test('R-SHELL-35 what was saved holds at every width', () => {
  for (const mobile of [true, false]) {
    expect(isSidebarOpen('true', mobile)).toBe(true);
    expect(isSidebarOpen('false', mobile)).toBe(false);
  }
});
