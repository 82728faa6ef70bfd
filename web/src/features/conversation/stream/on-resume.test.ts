// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AWAY_MS, onResume } from './on-resume.ts';

let visibility: DocumentVisibilityState = 'visible';
let leave = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
});
afterEach(() => {
  leave();
  vi.useRealTimers();
  vi.restoreAllMocks();
  visibility = 'visible';
});

function turn(to: DocumentVisibilityState) {
  visibility = to;
  document.dispatchEvent(new Event('visibilitychange'));
}

function watch() {
  const woken = vi.fn();
  leave = onResume(woken);
  return woken;
}

test('a page that comes back after a while is woken, a short look away is not', () => {
  const woken = watch();
  turn('hidden');
  vi.advanceTimersByTime(AWAY_MS - 1);
  turn('visible');
  expect(woken).not.toHaveBeenCalled();
  turn('hidden');
  vi.advanceTimersByTime(AWAY_MS);
  turn('visible');
  expect(woken).toHaveBeenCalledOnce();
});

test('a network that comes back wakes the page at once', () => {
  const woken = watch();
  window.dispatchEvent(new Event('online'));
  expect(woken).toHaveBeenCalledOnce();
});

test('nobody is woken after the farewell', () => {
  const woken = watch();
  leave();
  window.dispatchEvent(new Event('online'));
  turn('hidden');
  vi.advanceTimersByTime(AWAY_MS);
  turn('visible');
  expect(woken).not.toHaveBeenCalled();
});
