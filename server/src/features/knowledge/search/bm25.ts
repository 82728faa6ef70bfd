/** The ranking function of the index, for what is ranked outside it. */

const K1 = 0.9;
const B = 0.8;
/** The limit of the factor by which the weight of a term grows with its frequency. */
export const BM25_CEILING = K1 + 1;

/** How often each thing occurs in one passage, and how many things there are in all. */
export type Counts = { times: Map<number, number>; length: number };

/** The scores of passages whose statistics are their own. */
export function bm25(all: Counts[]): number[] {
  const rarities = raritiesOf(all.map(({ times }) => times.keys()));
  const average = Math.max(1, all.reduce((sum, { length }) => sum + length, 0) / all.length);
  return all.map(({ times, length }) => {
    const damping = K1 * (1 - B + (B * length) / average);
    let score = 0;
    for (const [thing, many] of times)
      score += ((rarities.get(thing) ?? 0) * many * (K1 + 1)) / (many + damping);
    return score;
  });
}

/** The weight of something that `frequency` of `passages` have. */
export const rarityOf = (frequency: number, passages: number): number =>
  Math.log(1 + (Math.max(passages, frequency) - frequency + 0.5) / (frequency + 0.5));

export function raritiesOf(all: Iterable<number>[]): Map<number, number> {
  const frequencies = new Map<number, number>();
  for (const things of all)
    for (const thing of things) frequencies.set(thing, (frequencies.get(thing) ?? 0) + 1);
  return new Map([...frequencies].map(([thing, many]) => [thing, rarityOf(many, all.length)]));
}
