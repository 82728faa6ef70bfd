/**
 * Half a character at the end of a piece waits for its other half, blanks at the very beginning for a word: an
 * answer of nothing but blanks is none. What no text can hold (a half that stays alone, NUL, which PostgreSQL
 * refuses) becomes U+FFFD, so that what is shown is what is stored.
 */
export function wholeCharacters() {
  let held = '';
  let hasBegun = false;
  const clean = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();
  return {
    take(text: string): string {
      const all = held + text;
      hasBegun ||= all.trim() !== '';
      const last = all.charCodeAt(all.length - 1);
      const isHalf = last >= 0xd800 && last <= 0xdbff;
      const end = hasBegun ? all.length - (isHalf ? 1 : 0) : 0;
      held = all.slice(end);
      return clean(all.slice(0, end));
    },
    end: () => (hasBegun ? clean(held) : ''),
  };
}
