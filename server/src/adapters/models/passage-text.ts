/**
 * Numbers in brackets that stand in the text of a source. An answer with «[1]» cites passage 1, so that those of a source
 * are changed before a model reads them and before the local reader quotes them.
 */

import { documentType } from '#contract/document-types.ts';

/** Everything that an answer would take for a citation marker. */
const MARKER = /\[(\s?\d{1,4}(?:,\s?\d{1,4})*\s?)\]/g;
/** Fenced blocks, also those that are never closed, and code within a line. */
const CODE = /(^[ \t]*(?:```|~~~)[^\n]*$[\s\S]*?(?:^[ \t]*(?:```|~~~)[^\n]*$|(?![\s\S]))|`[^`\n]+`)/m;

/** Programs and settings are code from end to end. */
export const isSource = (title: string): boolean =>
  documentType(/\.(\w+)\s*$/.exec(title)?.[1]?.toLowerCase() ?? '')?.layout === 'keyed';

/** For a prompt: «(1)» in prose; in code, where brackets mean something, «[ 1 ]». */
export function withoutMarkers(text: string, isCode: boolean): string {
  const inCode = (part: string) => part.replace(MARKER, (_, numbers: string) => `[ ${numbers.trim()} ]`);
  if (isCode) return inCode(text);
  return parted(text, inCode, (part) => part.replace(MARKER, (_, numbers: string) => `(${numbers.trim()})`));
}

/** For Markdown: the same letters, none of them a marker. An answer has no markers in code. */
export const escapedMarkers = (text: string): string =>
  parted(
    text,
    (code) => code,
    (part) => part.replace(MARKER, '\\[$1\\]'),
  );

/** On one line, and nothing in it is Markdown; within a word, as in a column's name, a low line is none. */
export const escapedMarkdown = (text: string): string =>
  text.replace(/\s+/g, ' ').replace(/[\\`*[\]<>~|#]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');

function parted(text: string, code: (part: string) => string, prose: (part: string) => string): string {
  if (!text.includes('[')) return text;
  return text
    .split(CODE)
    .map((part, place) => (place % 2 ? code(part) : prose(part)))
    .join('');
}
