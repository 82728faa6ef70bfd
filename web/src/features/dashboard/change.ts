export type Change = { direction: 'up' | 'down' | 'same'; percent: number };

/** Against the period before, in whole percent; null where that one gives nothing to compare with. */
export function changeOf(current: number, previous: number | undefined): Change | null {
  if (!previous) return null;
  const percent = Math.round(((current - previous) / previous) * 100);
  if (percent === 0) return { direction: 'same', percent };
  return { direction: percent > 0 ? 'up' : 'down', percent: Math.abs(percent) };
}
