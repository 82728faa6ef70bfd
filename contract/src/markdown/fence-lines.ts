/** The lines that open and close fenced code. Readers of files mark code with them; where a text is shown they are left out. */

const FENCE_LINE = /^ {0,3}(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?:\n|$)/gm;

/** Each with its line end, as spans of the text. */
export const fenceLines = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(FENCE_LINE)].map(({ 0: line, index }) => ({ start: index, end: index + line.length }));

export const withoutFenceLines = (text: string): string => text.replace(FENCE_LINE, '');
