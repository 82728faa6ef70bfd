/** The only one that fits; undefined where there is none, and where there are several, of which nothing tells the one that is meant. */
export function onlyOne<T>(
  found: Iterable<T>,
  fits: (one: T) => boolean | undefined = () => true,
): T | undefined {
  let only: T | undefined;
  for (const one of found) {
    if (!fits(one)) continue;
    if (only !== undefined) return undefined;
    only = one;
  }
  return only;
}
