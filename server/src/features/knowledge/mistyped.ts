/** Whether one word is the other with a slip of the fingers: a letter too many, too few, wrong, or two swapped. */

const LONG_WORD = 9;
const SHORTEST = 5;

export function isMistyped(typed: string, meant: string): boolean {
  if (typed.length < SHORTEST || meant.length < SHORTEST - 1) return false;
  const slips = typed.length >= LONG_WORD ? 2 : 1;
  return Math.abs(typed.length - meant.length) <= slips && distance(typed, meant, slips) <= slips;
}

/** Edits between two words, neighbours swapped being one; gives up beyond `most`. */
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
