/** The question box holds ten lines; what stands above them is removed. */
import { CHAT_INPUT_LINES } from '#contract/limits.ts';

/** The last ten lines of a text. */
export function lastLines(text: string): string {
  const lines = text.split('\n');
  return lines.length > CHAT_INPUT_LINES ? lines.slice(-CHAT_INPUT_LINES).join('\n') : text;
}

export type Edit = { value: string; start: number; end: number; inserted: string };

/** What an edit would leave in the box and where the caret would stand, or undefined when nothing is too much. */
export function limited({ value, start, end, inserted }: Edit): { text: string; caret: number } | undefined {
  const next = value.slice(0, start) + inserted.replace(/\r\n?/g, '\n') + value.slice(end);
  const text = lastLines(next);
  if (text === next) return undefined;
  const caret = next.length - (value.length - end);
  return { text, caret: Math.max(0, caret - (next.length - text.length)) };
}
