/** Classifies single lines of Markdown. Lines come without tabs at their beginning (`withoutTabs`). */

export const isBlank = (line: string | undefined) => line === undefined || line.trim() === '';

export const isRule = (line: string) => /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line);

export const isQuote = (line: string) => /^ {0,3}>/.test(line);
export function unquoted(line: string): string {
  const mark = line.indexOf('>') + 1;
  return withoutTabs(line.slice(mark), mark).replace(/^ /, '');
}

export function indentOf(line: string): number {
  let indent = 0;
  while (line[indent] === ' ') indent++;
  return indent;
}

/** Tabs at the beginning become the spaces they stand for in a line that starts at this column. */
export function withoutTabs(line: string, from = 0): string {
  const lead = /^[ \t]*/.exec(line)?.[0] ?? '';
  if (!lead.includes('\t')) return line;
  let column = from;
  for (const character of lead) column += character === '\t' ? 4 - (column % 4) : 1;
  return ' '.repeat(column - from) + line.slice(lead.length);
}

export type Heading = { level: number; text: string };

export function headingIn(line: string): Heading | undefined {
  const found = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/.exec(line);
  if (!found) return undefined;
  const text = (found[2] ?? '').trimEnd();
  const closing = /(?:^|[ \t])#+$/.exec(text);
  return { level: found[1]?.length ?? 1, text: closing ? text.slice(0, closing.index).trim() : text };
}

/** The level that a line under a paragraph gives it. */
export function underlineIn(line: string): number | undefined {
  const mark = /^ {0,3}(=+|-+)[ \t]*$/.exec(line)?.[1]?.[0];
  return mark === undefined ? undefined : mark === '=' ? 1 : 2;
}

export type Fence = { marks: string; indent: number; info: string };

export function fenceIn(line: string): Fence | undefined {
  const found = /^( {0,3})(`{3,}|~{3,})(.*)$/.exec(line);
  if (!found) return undefined;
  const [, indent = '', marks = '', info = ''] = found;
  if (marks[0] === '`' && info.includes('`')) return undefined;
  return { marks, indent: indent.length, info: info.trim() };
}

export function closesFence(line: string, { marks }: Fence): boolean {
  const found = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
  return found !== undefined && found[0] === marks[0] && found.length >= marks.length;
}

/** `offset` is where the content of the item begins; lines that belong to it are indented as far. */
export type Marker = { type: string; number: number | undefined; offset: number; rest: string };

export function markerIn(line: string): Marker | undefined {
  const found = /^( {0,3})([-*+]|(\d{1,9})([.)]))(?=[ \t]|$)(.*)$/.exec(line);
  if (!found || isRule(line)) return undefined;
  const [, indent = '', mark = '', digits, dot, after = ''] = found;
  const width = indent.length + mark.length;
  const rest = withoutTabs(after, width);
  const spaces = indentOf(rest);
  // Five spaces are one that divides and four of code.
  const gap = isBlank(rest) || spaces > 4 ? 1 : spaces;
  return {
    type: dot ?? mark,
    number: digits === undefined ? undefined : Number(digits),
    offset: width + gap,
    rest: rest.slice(gap),
  };
}

/** A list interrupts a paragraph only when its first item has text and its number is 1. */
export function startsList(line: string): boolean {
  const marker = markerIn(line);
  return marker !== undefined && !isBlank(marker.rest) && (marker.number ?? 1) === 1;
}

const BLOCKS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

/** The start conditions of HTML blocks and the line that ends each; without one it is the next blank line. */
const HTML: [start: RegExp, end: RegExp | undefined][] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<![a-z]/i, />/],
  [new RegExp(`^ {0,3}</?(?:${BLOCKS})(?=[\\s>]|/>|$)`, 'i'), undefined],
];

export const htmlIn = (line: string) =>
  /^ {0,3}</.test(line) ? HTML.find(([start]) => start.test(line)) : undefined;

/** HTML block kind 7: a line that is one tag. It does not interrupt a paragraph. */
export const isLoneTag = (line: string) =>
  /^ {0,3}<(?:[a-z][\w-]*(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-z][\w-]*\s*)>[ \t]*$/i.test(
    line,
  );

/** Whether a line ends the paragraph before it. */
export const interrupts = (line: string): boolean =>
  isQuote(line) ||
  headingIn(line) !== undefined ||
  fenceIn(line) !== undefined ||
  isRule(line) ||
  startsList(line) ||
  htmlIn(line) !== undefined;

/** Collects the lines of a container, and decides which further ones continue its last paragraph. */
export class ContainerLines {
  readonly lines: string[];
  /** The fence that is open after `#read` lines; each line is looked at once, however often this is asked. */
  #fence: Fence | undefined;
  #read = 0;

  constructor(...lines: string[]) {
    this.lines = lines;
  }

  /** Lazy continuation: a line without the container's mark still belongs to its unfinished paragraph. */
  continuesLazily(line: string): boolean {
    const last = this.lines.at(-1);
    if (isBlank(last) || isBlank(line) || interrupts(line) || markerIn(line)) return false;
    // The container's last line without the marks of containers within it.
    const words = (last as string).replace(/^(?: {0,3}(?:>|[-*+](?= |$)|\d{1,9}[.)](?= |$)) ?)*/, '');
    if (isBlank(words) || indentOf(words) >= 4) return false;
    if (headingIn(words) || isRule(words) || fenceIn(words)) return false;
    return !this.#isInFence();
  }

  #isInFence(): boolean {
    for (; this.#read < this.lines.length; this.#read++) {
      const line = (this.lines[this.#read] as string).trimStart();
      if (!this.#fence) this.#fence = fenceIn(line);
      else if (closesFence(line, this.#fence)) this.#fence = undefined;
    }
    return this.#fence !== undefined;
  }
}

/** A lazy continuation line is words: a mark that would begin a block of its own is escaped. */
export function asPlainWords(line: string): string {
  const words = line.trimStart();
  const isPlain = !underlineIn(words) && !interrupts(words) && !markerIn(words);
  return isPlain ? words : words.replace(/^(\d*)/, '$1\\');
}

/** Lines that open or close fenced code. Readers of files mark code with them; where a text is shown they are left out. */
const FENCE_LINE = /^ {0,3}(?:`{3,}[^`\n]*|~{3,}[^\n]*)(?:\n|$)/gm;

/** Each with its line end, as spans of the text. */
export const fenceLines = (text: string): { start: number; end: number }[] =>
  [...text.matchAll(FENCE_LINE)].map(({ 0: line, index }) => ({ start: index, end: index + line.length }));

export const withoutFenceLines = (text: string): string => text.replace(FENCE_LINE, '');
