/** The value below which so much of all lies; NaN of nothing. */
export function at(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN;
}

export const median = (values: number[]) => at(values, 0.5);
