/** Names of settings that differ from a known one by a slip of the hand: such a setting would be left out without a word. */

/** Shorter names are like many others that have nothing to do with us. */
const LENGTH_MIN = 7;
const SLIPS_MAX = 2;

export type Misspelt = { given: string; meant: string };

/** Finds the given names that mean a known one; a known one that is given too was not left out. */
export function misspeltSettings(given: string[], known: string[]): Misspelt[] {
  const missing = known.filter((name) => name.length >= LENGTH_MIN && !given.includes(name));
  return given
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((one) => isSlipOf(name.toUpperCase(), one));
      return meant ? [{ given: name, meant }] : [];
    });
}

function isSlipOf(name: string, known: string): boolean {
  const allowed = known.length < 10 ? 1 : SLIPS_MAX;
  return Math.abs(name.length - known.length) <= allowed && slips(name, known) <= allowed;
}

/** Letters left out, added or put in place of others, and neighbours that changed places: each counts once. */
function slips(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}
