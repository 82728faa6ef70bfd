import type { Checks } from './check-queries.ts';

/** The agent or a check is not what it was in the last run. */
export function isOld({ checks, last_run }: Checks): boolean {
  return last_run?.is_current === false || checks.some(({ last_result }) => last_result === null);
}
