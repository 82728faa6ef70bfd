/** The token cycle as its owner sees it. */
import type { TokenUsage } from '#contract/users.ts';
import { dayOf } from '../../../lib/text/day.ts';

/** How many days the cycle has in all, those to come included. */
export function cycleLength({
  days,
  next_token_reset,
}: Pick<TokenUsage, 'days' | 'next_token_reset'>): number {
  const first = days[0]?.day;
  if (!first) return 0;
  const whole = (Date.parse(dayOf(next_token_reset)) - Date.parse(first)) / 86_400_000;
  return Math.max(whole, days.length);
}

/** `late`: the limit comes before the renewal. `unknown`: too early in the cycle to tell. */
export type Forecast =
  | { kind: 'over' | 'unknown' }
  | { kind: 'late'; day: string }
  | { kind: 'enough'; day: string };

/** How long the tokens last at the pace so far, as the server reckons it. */
export function forecastOf(
  usage: Pick<TokenUsage, 'days' | 'next_token_reset' | 'runs_out_at' | 'token_used' | 'token_limit'>,
): Forecast {
  const { days, next_token_reset, runs_out_at, token_used, token_limit } = usage;
  if (token_used >= token_limit) return { kind: 'over' };
  if (runs_out_at) return { kind: 'late', day: dayOf(runs_out_at) };
  // The first hours of a cycle say too little for a forecast.
  if (days.length <= 2 || token_used === 0) return { kind: 'unknown' };
  return { kind: 'enough', day: dayOf(next_token_reset) };
}
