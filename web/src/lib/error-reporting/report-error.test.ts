import { expect, test, vi } from 'vitest';

test('errors are queued until a reporter is there, and dropped where none is configured (R-FB-03)', async () => {
  const { beginReports, reportError } = await import('./report-error.ts');
  // More than it keeps: none of this may throw, grow or go anywhere.
  for (let count = 0; count < 50; count += 1) reportError(new Error(String(count)));
  beginReports(null);
  const sent = vi.spyOn(globalThis, 'fetch');
  reportError(new Error('late'));
  expect(sent).not.toHaveBeenCalled();
  sent.mockRestore();
});

test('R-FB-04 the rates are those of the specification', async () => {
  const { rates } = await import('./error-reporter.ts');
  expect(rates).toEqual({
    tracesSampleRate: 0.25,
    profileSessionSampleRate: 0.25,
    replaysSessionSampleRate: 0.01,
    replaysOnErrorSampleRate: 1,
  });
});
