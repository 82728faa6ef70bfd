/** One order of passages by their words and by their meaning. */
import type { Passage } from './passage.ts';

/**
 * Ranks would lose how far apart two passages are, so that a weak embedding model would do as much as a good one. The
 * score by words is taken against the best; the similarity counts only by how far it stands above the median of what
 * was found, because passages of one base are all somewhat alike. A passage without a vector gets nothing for meaning.
 */
export function fuse<P extends Pick<Passage, 'id' | 'score'>>(
  ranked: P[],
  similarities: ReadonlyMap<number, number>,
  weight: number,
): (P & Required<Pick<Passage, 'scores'>>)[] {
  const bestByWords = Math.max(...ranked.map(({ score }) => score), Number.MIN_VALUE);
  const known = ranked.flatMap(({ id }) => similarities.get(id) ?? []).sort((one, other) => one - other);
  const median = medianOf(known);
  const above = (known.at(-1) ?? 0) - median;
  return ranked
    .map((passage) => {
      const words = passage.score / bestByWords;
      const similarity = similarities.get(passage.id) ?? null;
      const meaning = similarity !== null && above > 0 ? clip((similarity - median) / above) : 0;
      return { ...passage, score: words + weight * meaning, scores: { words, meaning } };
    })
    .sort((one, other) => other.score - one.score);
}

/** 0 to 1. */
const clip = (number: number): number => Math.min(1, Math.max(0, number));

function medianOf(sorted: number[]): number {
  const half = sorted.length / 2;
  return ((sorted[Math.ceil(half) - 1] ?? 0) + (sorted[Math.floor(half)] ?? 0)) / 2;
}
