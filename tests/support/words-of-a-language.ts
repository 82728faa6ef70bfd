/** Looks for words of a list in texts of screens. */
export function wordsFoundIn(words: Set<string>, text: string): string[] {
  return (
    text
      // Addresses of pages are no words.
      .replaceAll(/(?:^|\s)\/\S*/g, ' ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}'@._-]+/u)
      .map((word) => word.replace(/[.]+$/, ''))
      .filter((word) => words.has(word))
  );
}
