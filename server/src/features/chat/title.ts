/** A conversation is called by the first line of its first question. */
import { CHAT_TITLE_MAX } from '#contract/limits.ts';

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
