/** A passage taken apart: paragraphs into sentences, lists into items, tables into rows; each a span of the text. */

export type Span = { start: number; end: number };

export type Block = Span & {
  kind: 'paragraph' | 'list' | 'table' | 'code';
  /** Sentences, items, rows below the head, lines of code. */
  units: Span[];
  /** A block of code whose fence was not closed: the passage ends inside. */
  isOpen?: boolean;
  /** The first line of a table and the rule below it. */
  head?: Span;
  /** The heading it stands under, inside the passage. */
  heading: string;
};

type Line = Span & { text: string };

/** A passage is read up to this length, cut at the end of a line or at least of a word. */
const READ_MAX_CHARACTERS = 12_000;
/** In a text without headings, a first line of so few words that does not end like a sentence counts as one. */
const TITLE_WORDS = 8;
/** How items are marked; those of laws are «I –» and below it «a)». */
const MARKS = {
  bullet: '[-*+•–]',
  number: '\\d{1,3}[.)]',
  letter: '[a-zA-Z]\\)',
  roman: '[IVXL]{1,7}(?:\\s?[-–—]|[.)])',
};
type Mark = keyof typeof MARKS;
const ITEM = new RegExp(`^(\\s*)(?:${Object.values(MARKS).join('|')})\\s+\\S`);
const TABLE_RULE = /^\|?\s?:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)*\|?$/;
const FENCE = /^\s*(```|~~~)/;
const HEADING = /^\s{0,3}#{1,6}\s+(.*)$/;

export function blocksOf(text: string, isSource: boolean): Block[] {
  const lines = linesOf(text.slice(0, readEnd(text)));
  if (isSource) return sourceBlocks(lines);
  const blocks: Block[] = [];
  let heading = '';
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line;
    const title = HEADING.exec(line.text) ?? (isGluedTitle(lines, at) ? [line.text, line.text] : null);
    if (title) heading = title[1]?.trim() ?? '';
    if (title || isBlank(line)) {
      at += 1;
      continue;
    }
    const { block, next } = blockAt(lines, at, text);
    blocks.push({ ...block, heading });
    if (blocks.length === 1 && isTitle(text, block)) heading = text.slice(block.start, block.end);
    at = next;
  }
  return blocks;
}

function readEnd(text: string): number {
  if (text.length <= READ_MAX_CHARACTERS) return text.length;
  const line = text.lastIndexOf('\n', READ_MAX_CHARACTERS);
  return line > 0 ? line : Math.max(text.lastIndexOf(' ', READ_MAX_CHARACTERS), 1);
}

const NUMBER = /^\d{1,2}(?:\.\d{1,2}){0,3}[.)]?\s+(?=\p{Lu})/u;
const ENDS_SENTENCE = /[.!?:;…]["'”’»)\]]?$/;

/**
 * «2. Trocas e devoluções» or «Trocas e devoluções» with its text on the next line, as files that mark no headings
 * have it. It stands after the end of a sentence, and what follows is longer or ends like a sentence.
 */
function isGluedTitle(lines: Line[], at: number): boolean {
  const [before, line, after] = [lines[at - 1], lines[at] as Line, lines[at + 1]];
  if (!after || isBlank(after) || ITEM.test(after.text) || !isTitleLine(line)) return false;
  const isApart =
    !before ||
    isBlank(before) ||
    ENDS_SENTENCE.test(before.text.trimEnd()) ||
    (at === 1 && isTitleLine(before));
  const next = after.text.trim();
  return (
    isApart &&
    /^["“«(]?\p{Lu}/u.test(next) &&
    (next.length >= 2 * line.text.trim().length || ENDS_SENTENCE.test(next))
  );
}

function isTitleLine({ text }: Line): boolean {
  const title = text.trim().replace(NUMBER, '');
  return (
    /^\p{Lu}/u.test(title) && !/[\p{N}:|]|[.!?…;,-]$/u.test(title) && title.split(/\s+/).length <= TITLE_WORDS
  );
}

/** Numbers tell something by themselves: «Telefone 156» is no title. */
export function isTitle(text: string, { kind, start, end }: Pick<Block, 'kind' | 'start' | 'end'>): boolean {
  const line = text.slice(start, end);
  if (kind !== 'paragraph' || /[\n:\p{N}]|[.!?…;,]$/u.test(line)) return false;
  return line.split(/\s+/).length <= TITLE_WORDS;
}

type Found = { block: Omit<Block, 'heading'>; next: number };

function blockAt(lines: Line[], at: number, text: string): Found {
  const line = lines[at] as Line;
  if (FENCE.test(line.text)) return codeAt(lines, at);
  if (line.text.includes('|') && TABLE_RULE.test(lines[at + 1]?.text.trim() ?? '')) return tableAt(lines, at);
  if (ITEM.test(line.text)) return listAt(lines, at);
  return paragraphAt(lines, at, text);
}

function codeAt(lines: Line[], at: number): Found {
  const fence = FENCE.exec(lines[at]?.text ?? '')?.[1] ?? '```';
  let last = at + 1;
  while (last < lines.length && !lines[last]?.text.trimStart().startsWith(fence)) last += 1;
  const units = lines.slice(at + 1, last).map(spanOfLine);
  const span = spanOf(lines.slice(at, last + 1));
  return { block: { kind: 'code', ...span, units, isOpen: last === lines.length }, next: last + 1 };
}

function tableAt(lines: Line[], at: number): Found {
  let last = at + 2;
  while (last < lines.length && lines[last]?.text.includes('|')) last += 1;
  const rows = lines.slice(at + 2, last).map(spanOfLine);
  const head = spanOf(lines.slice(at, at + 2));
  return {
    block: { kind: 'table', ...spanOf(lines.slice(at, last)), units: rows.length ? rows : [head], head },
    next: last,
  };
}

/** An item holds everything indented below it, other items too; one blank line between items does not end a list. */
function listAt(lines: Line[], at: number): Found {
  const indent = indentOfItem(lines[at]) ?? 0;
  const items: Line[][] = [];
  let next = at;
  for (; next < lines.length; next += 1) {
    const line = lines[next] as Line;
    const itemIndent = indentOfItem(line);
    const isNew = itemIndent !== undefined && itemIndent <= indent;
    if (isGluedTitle(lines, next) || (!isNew && endsList(lines, next, indent))) break;
    if (isNew) items.push([line]);
    else if (!isBlank(line)) items.at(-1)?.push(line);
  }
  const units = items.map(spanOf);
  return { block: { kind: 'list', ...spanOf(units), units }, next };
}

/** How an item of a list is marked; undefined for other text. */
export const markOf = (item: string): Mark | undefined =>
  (Object.keys(MARKS) as Mark[]).find((mark) => new RegExp(`^\\s*${MARKS[mark]}\\s`).test(item));

const indentOfItem = (line: Line | undefined): number | undefined => ITEM.exec(line?.text ?? '')?.[1]?.length;

function endsList(lines: Line[], at: number, indent: number): boolean {
  const line = lines[at] as Line;
  if (isBlank(line)) return !continuesList(lines[at + 1], indent);
  return HEADING.test(line.text) || FENCE.test(line.text);
}

function continuesList(line: Line | undefined, indent: number): boolean {
  if (!line || isBlank(line)) return false;
  return ITEM.test(line.text) || line.text.length - line.text.trimStart().length > indent;
}

function paragraphAt(lines: Line[], at: number, text: string): Found {
  let next = at;
  while (next < lines.length && !isBlank(lines[next] as Line)) {
    const line = lines[next] as Line;
    const isOther = HEADING.test(line.text) || FENCE.test(line.text) || ITEM.test(line.text);
    if (next > at && (isOther || isGluedTitle(lines, next))) break;
    next += 1;
  }
  const own = lines.slice(at, next);
  const units = runsOf(own).flatMap((run) => sentencesOf(text, spanOf(run)));
  return { block: { kind: 'paragraph', ...spanOf(own), units }, next };
}

/** Lines that are one flowing text; a line that says one thing by itself (a field, a short entry) stays alone. */
function runsOf(lines: Line[]): Line[][] {
  const width = Math.max(...lines.map(({ text }) => text.length));
  const runs: Line[][] = [[]];
  for (const line of lines) {
    const isEntry = /^\s*[\p{L}\p{N} _/-]{2,40}:\s/u.test(line.text);
    if (isEntry && runs.at(-1)?.length) runs.push([]);
    runs.at(-1)?.push(line);
    const isShort = line.text.length < 0.6 * width || /[.!?…:;]["'”»)\]]?\s*$/.test(line.text);
    if (isShort || isEntry) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

const SENTENCE_END = /[.!?…]{1,6}["'”’»)\]]{0,3}(?=\s{1,40}["'“‘«([]?[\p{Lu}\p{N}`])/gu;
/** «Art. 12. São penalidades …» is one sentence. */
const NUMBER_OF_ARTICLE = /(?:^|\s)(?:art\.?|artigo|cláusula|§)\s?\d{1,4}[º°]?(?:-\p{Lu})?\.$/iu;
/** A full stop after these ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|arts?|av|caps?|cf|cia|dr|dra|ed|etc|ex|exmo|fls?|fig|gov|incs?|ltda|mín|máx|min|max|n|nº|obs|p|pág|pags|par|pp|prof|profa|r|ref|sec|séc|sr|sra|srs|ss|tel|vol|vs)\.$/iu;

function sentencesOf(text: string, { start, end }: Span): Span[] {
  const part = text.slice(start, end);
  const spans: Span[] = [];
  let from = 0;
  for (const match of part.matchAll(SENTENCE_END)) {
    const to = match.index + match[0].length;
    const before = part.slice(Math.max(0, to - 20), to);
    if (match[0] === '.' && (ABBREVIATION.test(before.slice(-12)) || NUMBER_OF_ARTICLE.test(before)))
      continue;
    spans.push(trimmed(text, start + from, start + to));
    from = to;
  }
  spans.push(trimmed(text, start + from, end));
  return spans.filter((span) => span.end > span.start);
}

/** Source code and the like: blank lines part it, the lines are its units. */
function sourceBlocks(lines: Line[]): Block[] {
  const groups: Line[][] = [[]];
  for (const line of lines) {
    if (isBlank(line)) groups.push([]);
    else groups.at(-1)?.push(line);
  }
  return groups
    .filter((group) => group.length > 0)
    .map((group) => {
      const first = group[0] as Line;
      // From the line's beginning, so that the indentation of a block stays whole.
      const start = first.start - (first.text.length - first.text.trimStart().length);
      const { end } = spanOf(group);
      return { kind: 'code', start, end, units: group.map(spanOfLine), heading: '' };
    });
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    const line = text.slice(start, end);
    const lead = line.length - line.trimStart().length;
    lines.push({ text: line, start: start + lead, end: start + line.trimEnd().length });
    start = end + 1;
  }
  return lines;
}

const isBlank = (line: Line) => line.text.trim() === '';
const spanOfLine = ({ start, end }: Line): Span => ({ start, end });

function spanOf(lines: Span[]): Span {
  return { start: lines[0]?.start ?? 0, end: lines.at(-1)?.end ?? 0 };
}

function trimmed(text: string, start: number, end: number): Span {
  const part = text.slice(start, end);
  const lead = part.length - part.trimStart().length;
  return { start: start + lead, end: start + lead + part.trim().length };
}
