/** So many questions are answered at one moment, as a rule. */
const KEPT = 8;

/**
 * The function with its last results, for what several parts of one answer work out of the same text. Its results are
 * shared: they are read, and never changed.
 */
export function rememberLast<T>(compute: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    const found = compute(text);
    const [oldest] = kept.keys();
    if (kept.size >= KEPT && oldest !== undefined) kept.delete(oldest);
    kept.set(text, found);
    return found;
  };
}
