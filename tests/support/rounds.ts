/**
 * How often a search for faults tries: a sample in `npm test`, the same one in every run, and the whole in
 * `npm run trials -- rounds` (decision 260).
 */
export const isWhole = process.env.PROSA_ROUNDS === 'all';

export const rounds = ({ sample, whole }: { sample: number; whole: number }): number =>
  isWhole ? whole : sample;

/** A sample of a list that takes its share of each part; the whole list where all rounds are run. */
export function sampled<T>(all: readonly T[], sample: number): T[] {
  if (isWhole || all.length <= sample) return [...all];
  return Array.from({ length: sample }, (_, index) => all[Math.floor((index * all.length) / sample)] as T);
}
