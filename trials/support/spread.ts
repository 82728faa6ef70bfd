/** How measured values spread; zeros when there are none. Rounded to a tenth. */
export function spreadOf(values: number[]): { p50: number; p95: number; max: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round((sorted[Math.floor(share * (sorted.length - 1))] ?? 0) * 10) / 10;
  return { p50: at(0.5), p95: at(0.95), max: at(1) };
}
