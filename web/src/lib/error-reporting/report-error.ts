/**
 * Reports unexpected errors to a collector when the installation names one. The reporter is imported only then; errors
 * before its arrival are queued.
 */
import type { ReportTo } from './error-reporter.ts';

/** Limit of the queue: a repeating error must not fill the memory. */
const WAITING_MAX = 10;

type Report = (cause: unknown) => void;

let report: Report = wait;
let waiting: unknown[] = [];

export function reportError(cause: unknown): void {
  report(cause);
}

/** Called once at start; null when no collector is configured. */
export function beginReports(to: ReportTo | null): void {
  if (!to) {
    settle(() => undefined);
    return;
  }
  void import('./error-reporter.ts').then(
    ({ openReporter }) => settle(openReporter(to)),
    // A failed import is not shown to the reader.
    () => settle(() => undefined),
  );
}

function settle(next: Report): void {
  report = next;
  for (const cause of waiting) next(cause);
  waiting = [];
}

function wait(cause: unknown): void {
  if (waiting.length < WAITING_MAX) waiting.push(cause);
}
