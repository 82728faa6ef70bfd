/** Damerau-Levenshtein distance: letters too many, too few, wrong, and neighbours swapped. */

const LONG_WORD = 9;
const SHORTEST = 5;

/** Whether a word is another one with a slip of the fingers; two slips in a long word. */
export function isMistyped(typed: string, meant: string, most = 2): boolean {
  if (typed.length < SHORTEST || meant.length < SHORTEST - 1) return false;
  const slips = typed.length >= LONG_WORD ? most : 1;
  return Math.abs(typed.length - meant.length) <= slips && distance(typed, meant, slips) <= slips;
}

const LONG_STEM = 8;
const SHORTEST_STEM = 4;

/** The same of two stems, which are shorter than their words. */
export function isMistypedStem(typed: string, meant: string): boolean {
  const slips = Math.min(typed.length, meant.length) >= LONG_STEM ? 2 : 1;
  if (typed.length < SHORTEST_STEM || Math.abs(typed.length - meant.length) > slips) return false;
  return distance(typed, meant, slips) <= slips;
}

/** Edits between two words; any number beyond `most` stands for more. */
function distance(one: string, other: string, most: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    if (Math.min(...current) > most) return most + 1;
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

const at = (row: number[], column: number): number => row[column] ?? Number.POSITIVE_INFINITY;
