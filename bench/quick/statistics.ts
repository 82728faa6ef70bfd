/** The value below which so much of all lies; NaN of nothing. */
export function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}

export const median = (values: number[]) => at(values, 0.5);

/** So many callers, each calling again as soon as they are answered: how long each call took, in milliseconds. */
export async function timesOf(act: () => Promise<unknown>, callers: number, ms: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ms;
  const again = async () => {
    while (performance.now() < until) {
      const began = performance.now();
      await act();
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: callers }, again));
  return times;
}
