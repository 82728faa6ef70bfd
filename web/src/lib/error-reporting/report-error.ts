/**
 * Errors that nobody expected, told to a collector when the installation names one. What tells them is fetched only
 * then; what happens before it is here waits for it.
 */
import type { ReportTo } from './error-reporter.ts';

/** An error that comes in a circle must not fill the memory. */
const WAITING_MAX = 10;

type Tell = (cause: unknown) => void;

let tell: Tell = wait;
let waiting: unknown[] = [];

export function reportError(cause: unknown): void {
  tell(cause);
}

/** Once, at the beginning; null: nobody wants to hear of errors. */
export function beginReports(to: ReportTo | null): void {
  if (!to) {
    settle(() => undefined);
    return;
  }
  void import('./error-reporter.ts').then(
    ({ openReporter }) => settle(openReporter(to)),
    // A collector that cannot even be fetched is no reason to trouble the reader.
    () => settle(() => undefined),
  );
}

function settle(next: Tell): void {
  tell = next;
  for (const cause of waiting) next(cause);
  waiting = [];
}

function wait(cause: unknown): void {
  if (waiting.length < WAITING_MAX) waiting.push(cause);
}
