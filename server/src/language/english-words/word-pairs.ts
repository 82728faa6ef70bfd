/** Reads a table of words: in each line one or more English ones, a colon, and the Portuguese one for all of them. */
export const wordPairs = (text: string): Map<string, string> =>
  new Map(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [english = '', portuguese = ''] = line.split(':').map((part) => part.trim());
        return english.split(' ').map((word) => [word, portuguese] as const);
      }),
  );
