/** Levels of an allowance at which its owner gets a notice. */
import { USAGE_NOTICE_LEVELS } from '#contract/limits.ts';

/** The highest level that this much is at or above, in percent of the limit; null below all of them. */
export function levelReached(token_used: number, token_limit: number): number | null {
  if (token_limit <= 0) return null;
  // Without a fraction: 80 % of an odd limit is reached when it is passed.
  const reached = USAGE_NOTICE_LEVELS.filter((level) => token_used * 100 >= token_limit * level);
  return reached.at(-1) ?? null;
}

/** Whether a level lies between the two. */
export function crossesLevel(before: number, after: number, token_limit: number): boolean {
  return levelReached(after, token_limit) !== levelReached(before, token_limit) && after > before;
}
