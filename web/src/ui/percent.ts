/** A share in whole percent, never below 0 nor above 100; a limit of nothing is full once anything is used. */
export function percentOf(value: number, max: number): number {
  if (max <= 0) return value > 0 ? 100 : 0;
  return Math.round(Math.min(1, Math.max(0, value / max)) * 100);
}
