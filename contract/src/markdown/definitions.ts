/** Link reference definitions: `[label]: address "title"`. Each part may stand on a line of its own. */
import { interrupts, isBlank, underlineIn } from './lines.ts';
import { addressAt, matchAt, skipSpaces, TITLE } from './links.ts';
import { nameOf } from './tree.ts';

export type Definition = { name: string; url: string; next: number };

const LABEL = /\[((?:\\.|[^[\]\\]){1,999})\]:/sy;
const REST_OF_LINE = /[ \t]*(?:\n|$)/y;
/** A definition with more lines is read as words: without an end every line that begins with `[` would cost the whole text. */
const LINES_MAX = 60;

/** The definition that begins at a line, and the number of the line behind it. */
export function definitionAt(lines: string[], at: number): Definition | undefined {
  if (!/^ {0,3}\[/.test(lines[at] as string)) return undefined;
  const text = paragraphFrom(lines, at);
  const label = matchAt(LABEL, text, 0);
  if (!label || isBlank(label[1])) return undefined;
  const start = skipSpaces(text, label[0].length);
  const address = addressAt(text, start);
  if (!address || address.end === start) return undefined;
  const end = endOfTitle(text, address.end) ?? endOfLine(text, address.end);
  if (end === undefined) return undefined;
  const written = text.slice(0, end).replace(/\n$/, '');
  return { name: nameOf(label[1] as string), url: address.url, next: at + written.split('\n').length };
}

/** The lines that would be one paragraph with the first, without their indentation. */
function paragraphFrom(lines: string[], at: number): string {
  let end = at + 1;
  while (end < Math.min(lines.length, at + LINES_MAX)) {
    const line = lines[end] as string;
    if (isBlank(line) || interrupts(line) || underlineIn(line)) break;
    end++;
  }
  return lines
    .slice(at, end)
    .map((line) => line.trimStart())
    .join('\n');
}

/** A title counts only when nothing follows it on its last line; otherwise the definition ends with its address. */
function endOfTitle(text: string, from: number): number | undefined {
  const start = skipSpaces(text, from);
  const title = start > from ? matchAt(TITLE, text, start) : null;
  return title ? endOfLine(text, start + title[0].length) : undefined;
}

function endOfLine(text: string, from: number): number | undefined {
  const rest = matchAt(REST_OF_LINE, text, from);
  return rest ? from + rest[0].length : undefined;
}
