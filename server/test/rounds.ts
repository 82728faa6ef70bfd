/**
 * How often a search for faults tries: a sample in `npm test`, the same one in every run, and the whole in
 * `npm run trials -- rounds` (decision 260).
 */
export const isWhole = process.env.PROSA_ROUNDS === 'all';

export const rounds = ({ sample, whole }: { sample: number; whole: number }): number =>
  isWhole ? whole : sample;

/** Of a list every so many, so that each part of it has its share; all of it in the whole. */
export function sampled<T>(all: readonly T[], sample: number): T[] {
  if (isWhole || all.length <= sample) return [...all];
  return Array.from({ length: sample }, (_, index) => all[Math.floor((index * all.length) / sample)] as T);
}
