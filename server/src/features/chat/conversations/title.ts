/** Titles of conversations: the first line of the first question, or the text that the owner types. */
import { CHAT_TITLE_MAX } from '#contract/limits.ts';
import { AppError } from '../../../app-error.ts';
import { cleanText } from '../../../text/clean-text.ts';

const EMPTY_TITLE = 'O título não pode estar vazio.';

export function titleOf(question: string): string {
  const line = (question.trim().split(/\r\n?|\n/, 1)[0] ?? '').trim();
  const characters = Array.from(line);
  if (characters.length <= CHAT_TITLE_MAX) return line;
  const whole = characters.slice(0, CHAT_TITLE_MAX + 1).join('');
  const lastSpace = whole.search(/\s\S*$/);
  // A first "word" longer than the title is cut where it is.
  const cut = lastSpace > 0 ? whole.slice(0, lastSpace) : characters.slice(0, CHAT_TITLE_MAX).join('');
  return `${cut.trimEnd()}…`;
}

/** A typed title as one line, without what the database cannot hold. */
export function cleanTitle(typed: string): string {
  const title = cleanText(typed)
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  if (title) return title;
  throw new AppError('validation', {
    detail: EMPTY_TITLE,
    errors: [{ field: 'chat_title', message: EMPTY_TITLE }],
  });
}
