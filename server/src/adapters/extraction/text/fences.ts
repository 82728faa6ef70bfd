/** Lines that stand in a text as they are: between fences, as Markdown has it. */

/** Read by a reader of Markdown these would be headings or fences. */
const MARKDOWN = /^(?:#{1,6}\s|```|~~~)/;

export const looksLikeMarkdown = (line: string): boolean => MARKDOWN.test(line);

/** A fence is one letter longer than the longest one inside. */
export function fenced(code: string): string {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${code}\n${fence}`;
}

/** A command such as «# apt update» is no heading, since its writer did not make it one. */
export const literal = (text: string): string =>
  text.split('\n').some(looksLikeMarkdown) ? fenced(text) : text;
