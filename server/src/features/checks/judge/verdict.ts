/** How an answer is judged, and the words of the sentence that says so to an administrator. */
import { fold } from '../../../language/words.ts';

/** `error`: it could not be judged. */
export type Verdict = { outcome: 'holds' | 'fails' | 'error'; reason: string };

export const holds = (reason: string): Verdict => ({ outcome: 'holds', reason });
export const fails = (reason: string): Verdict => ({ outcome: 'fails', reason });
export const unjudged = (reason: string): Verdict => ({ outcome: 'error', reason });

const SHOWN_LENGTH = 120;

/** Without case, accents, marks of emphasis and what cannot be seen; any run of blanks is one. */
export function comparable(text: string): string {
  return fold(text.replace(/[*`\p{Cf}]/gu, ''))
    .replace(/\s+/g, ' ')
    .trim();
}

/** On one line; a long text with its beginning only. */
export function quoted(text: string): string {
  const characters = Array.from(text.replace(/\s+/g, ' ').trim());
  const shown =
    characters.length > SHOWN_LENGTH
      ? `${characters.slice(0, SHOWN_LENGTH).join('').trimEnd()}…`
      : characters.join('');
  return `«${shown}»`;
}
