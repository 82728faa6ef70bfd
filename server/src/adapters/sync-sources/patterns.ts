/** Patterns with wildcards, matched in linear space and without backtracking: nobody's pattern can hold up a run. */

/** `*` stands for anything but a slash, `**` for anything, `?` for one letter other than a slash. Case does not count. */
export function matchesPattern(pattern: string, path: string): boolean {
  const folded = pattern.toLowerCase().replace(/^\/+/, '');
  const text = path.toLowerCase();
  // Without a slash it is about the name, however deep it lies.
  const subject = folded.includes('/') ? text : text.slice(text.lastIndexOf('/') + 1);
  return matches(tokensOf(folded), subject);
}

export type PatternFilter = { include: string[]; exclude: string[] };

export const isWanted = ({ include, exclude }: PatternFilter, path: string): boolean =>
  (include.length === 0 || include.some((pattern) => matchesPattern(pattern, path))) &&
  !exclude.some((pattern) => matchesPattern(pattern, path));

/** A letter, or a wildcard. */
type Token = { letter: string } | { any: 'one' | 'part' | 'all' };

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    if (pattern.startsWith('**', at)) {
      tokens.push({ any: 'all' });
      at += 1;
      // `**/a` is also `a` itself.
      if (pattern[at + 1] === '/') at += 1;
    } else if (pattern[at] === '*') tokens.push({ any: 'part' });
    else if (pattern[at] === '?') tokens.push({ any: 'one' });
    else tokens.push({ letter: pattern[at] ?? '' });
  }
  return tokens;
}

/** Whether the tokens match the whole text: the set of places in the pattern that a beginning of the text can reach. */
function matches(tokens: Token[], text: string): boolean {
  let reached = closure(tokens, new Uint8Array(tokens.length + 1).fill(1, 0, 1));
  for (const letter of text) {
    const next = new Uint8Array(tokens.length + 1);
    for (const [at, token] of tokens.entries()) {
      if (!reached[at]) continue;
      if ('letter' in token) {
        if (token.letter === letter) next[at + 1] = 1;
      } else if (token.any === 'all' || letter !== '/') next[token.any === 'one' ? at + 1 : at] = 1;
    }
    reached = closure(tokens, next);
  }
  return reached[tokens.length] === 1;
}

/** Wildcards for any number of letters also stand for none. */
function closure(tokens: Token[], reached: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  for (const [at, token] of tokens.entries())
    if (reached[at] && 'any' in token && token.any !== 'one') reached[at + 1] = 1;
  return reached;
}
