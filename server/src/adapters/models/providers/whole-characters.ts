/** NUL and halves of characters: most texts have neither. */
const RARE = /[\0\ud800-\udfff]/;

/**
 * Half a character at the end of a piece waits for its other half, blanks at the very beginning for a word: an
 * answer of nothing but blanks is none. What no text can hold (a half that stays alone, NUL, which PostgreSQL
 * refuses) becomes U+FFFD, so that what is shown is what is stored.
 */
export class WholeCharacters {
  #held = '';
  #hasBegun = false;

  take(text: string): string {
    if (this.#hasBegun && this.#held === '' && !RARE.test(text)) return text;
    const all = this.#held + text;
    this.#hasBegun ||= all.trim() !== '';
    const last = all.charCodeAt(all.length - 1);
    const isHalf = last >= 0xd800 && last <= 0xdbff;
    const end = this.#hasBegun ? all.length - (isHalf ? 1 : 0) : 0;
    this.#held = all.slice(end);
    return clean(all.slice(0, end));
  }

  end(): string {
    return this.#hasBegun ? clean(this.#held) : '';
  }
}

const clean = (text: string) => text.replaceAll('\0', '\uFFFD').toWellFormed();
