// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { isMissingCode, mayReload, reloadWhenThere } from './missing-code.ts';

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

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A page whose server answers, in turn, with these. */
function pageWith(replies: (Response | Error)[]) {
  vi.useFakeTimers();
  history.replaceState(null, '');
  vi.stubGlobal('fetch', async () => {
    const reply = replies.shift();
    if (reply instanceof Response) return reply;
    throw reply;
  });
  const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
  return { reload, onAway: vi.fn<() => void>() };
}

const away = new TypeError('Failed to fetch');

test('a page without its server waits for it, says so, and is loaded anew when it is back', async () => {
  const { reload, onAway } = pageWith([away, new Response(null, { status: 502 }), new Response(null)]);
  reloadWhenThere(onAway);
  await vi.advanceTimersByTimeAsync(0);
  expect([onAway.mock.calls.length, reload.mock.calls.length]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([onAway.mock.calls.length, reload.mock.calls.length]).toEqual([2, 0]);
  await vi.advanceTimersByTimeAsync(3_000);
  expect([onAway.mock.calls.length, reload.mock.calls.length]).toEqual([2, 1]);
});

test('a person who has gone to another screen in the meantime is not disturbed by a reload', async () => {
  const { reload, onAway } = pageWith([away, new Response(null)]);
  const giveUp = reloadWhenThere(onAway);
  await vi.advanceTimersByTimeAsync(0);
  giveUp();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reload).not.toHaveBeenCalled();
});
