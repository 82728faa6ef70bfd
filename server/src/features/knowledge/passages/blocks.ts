/** The paragraphs, lists and tables of a text, each under the path of headings it stands under. */
import { documentType } from '#contract/document-types.ts';
import { type Heading, markdownHeading, plainHeading } from './headings.ts';
import { keyedRuns } from './keyed-runs.ts';

export type Span = { start: number; end: number };

export type Block = Span & {
  kind: 'prose' | 'list' | 'table' | 'lines';
  /** "Contas › Senha temporária"; empty above the first heading. */
  section: string;
  /** Lines without those that are empty. */
  lines: Span[];
};

type Line = Span & { text: string; isBlank: boolean };

/** A line of dashes says nothing. */
const TELLS = /[\p{L}\p{N}]/u;
const LINE_END = /\r\n|[\n\r\f\u2028\u2029]/g;
/** Characters; a longer line was not wrapped by hand and is a paragraph. */
const WRAPPED_LINE_MAX = 160;
const LIST_ITEM = /^\s*(?:[-*+•▪◦·–—]|\d{1,3}[.)]|[a-zA-Z][.)]|[IVXLCivxlc]{1,6}(?:[.)]|\s*[-–—]))\s+\S/;

export function blocksOf(text: string, fileType: string): Block[] {
  const lines = linesOf(text);
  const layout = documentType(fileType)?.layout ?? 'plain';
  if (layout === 'rows') return lines.some(isFilled) ? [asBlock(lines.filter(isFilled), '', 'table')] : [];
  if (layout === 'keyed') return keyedBlocks(lines);
  return proseBlocks(lines, layout);
}

/** Whether a line opens an item of a list. */
export const opensItem = (line: string): boolean => LIST_ITEM.test(line.slice(0, 80));

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let start = 0;
  const add = (end: number) => {
    const line = text.slice(start, end);
    lines.push({ start, end, text: line, isBlank: !line.trim() });
  };
  for (const found of text.matchAll(LINE_END)) {
    add(found.index);
    start = found.index + found[0].length;
  }
  add(text.length);
  return lines;
}

type ProseLayout = 'markdown' | 'marked' | 'plain';

function proseBlocks(lines: Line[], layout: ProseLayout): Block[] {
  const fences = fencesOf(lines);
  const headings = headingsOf(lines, fences, layout);
  const outline = new Outline();
  for (const [index, line] of lines.entries()) {
    const heading = headings.get(index);
    if (heading) outline.enter(heading, line);
    else if (!line.isBlank) outline.add(line);
    else if (!fences.has(index)) outline.close();
  }
  return outline.end();
}

/** Collects lines into blocks under the path of headings. */
class Outline {
  readonly #blocks: Block[] = [];
  readonly #path: Heading[] = [];
  #open: Line[] = [];
  /** The last heading, as long as nothing has followed it. */
  #bare: Line | null = null;

  enter(heading: Heading, line: Line): void {
    this.close();
    // A heading that nothing follows is all there is of its section.
    if (this.#bare && this.#level >= heading.level) this.#pushBare(this.#bare);
    while (this.#path.length && this.#level >= heading.level) this.#path.pop();
    this.#path.push(heading);
    this.#bare = line;
  }

  add(line: Line): void {
    this.#open.push(line);
    if (TELLS.test(line.text)) this.#bare = null;
  }

  close(): void {
    // Below a bare heading there are only lines that say nothing.
    if (this.#open.length && !this.#bare) this.#blocks.push(...sorted(this.#open, this.#section));
    this.#open = [];
  }

  end(): Block[] {
    this.close();
    if (this.#bare) this.#pushBare(this.#bare);
    return this.#blocks;
  }

  #pushBare(line: Line): void {
    this.#blocks.push(asBlock([line], this.#section, 'prose'));
  }

  get #level(): number {
    return this.#path.at(-1)?.level ?? 0;
  }

  get #section(): string {
    return this.#path.map(({ title }) => title).join(' › ');
  }
}

function headingsOf(lines: Line[], fences: Set<number>, layout: ProseLayout): Map<number, Heading> {
  const found = new Map<number, Heading>();
  const isBlank = (index: number) => lines[index]?.isBlank ?? true;
  for (const [index, line] of lines.entries()) {
    if (line.isBlank || fences.has(index)) continue;
    // "CAPÍTULO II" and, on the next line, "DAS FÉRIAS".
    const isAlone = (isBlank(index - 1) || found.has(index - 1)) && isBlank(index + 1);
    const heading = HEADING_READERS[layout](line.text, isAlone);
    if (heading) found.set(index, heading);
  }
  return layout === 'markdown' ? found : withoutListItems(lines, found);
}

const HEADING_READERS: Record<ProseLayout, (line: string, isAlone: boolean) => Heading | null> = {
  markdown: markdownHeading,
  marked: (line, isAlone) => markdownHeading(line) ?? plainHeading(line, isAlone),
  plain: plainHeading,
};

/** Numbered lines one after the other, with no text between them, are a list. */
function withoutListItems(lines: Line[], headings: Map<number, Heading>): Map<number, Heading> {
  const filled = [...lines.keys()].filter((index) => isFilled(lines[index] as Line));
  const isTwin = (one: number | undefined, other: number | undefined) => {
    const [a, b] = [headings.get(one ?? -1), headings.get(other ?? -1)];
    return (
      a !== undefined && b !== undefined && a.level === b.level && /^\d/.test(a.title) && /^\d/.test(b.title)
    );
  };
  const items = new Set(
    filled.filter((index, at) => isTwin(index, filled[at + 1]) || isTwin(index, filled[at - 1])),
  );
  return new Map([...headings].filter(([index]) => !items.has(index)));
}

/** Lines inside ``` … ```; a fence that is never closed is none. */
function fencesOf(lines: Line[]): Set<number> {
  const inside = new Set<number>();
  let opened = -1;
  for (const [index, line] of lines.entries()) {
    if (!/^ {0,3}(```|~~~)/.test(line.text.slice(0, 8))) continue;
    if (opened < 0) {
      opened = index;
      continue;
    }
    for (let each = opened; each <= index; each += 1) inside.add(each);
    opened = -1;
  }
  return inside;
}

/** Settings and programs: lines under the names they stand under. */
function keyedBlocks(lines: Line[]): Block[] {
  const filled = lines.filter(isFilled);
  return keyedRuns(filled.map(({ text }) => text)).map(({ from, to, section }) =>
    asBlock(filled.slice(from, to), section, 'lines'),
  );
}

/** Decides the kind of a run of lines. Lines too long to have been wrapped are paragraphs themselves. */
function sorted(lines: Line[], section: string): Block[] {
  if (isTable(lines)) return [asBlock(lines, section, 'table')];
  if (lines.filter(({ text }) => opensItem(text)).length >= 2) return [asBlock(lines, section, 'list')];
  if (lines.length > 1 && lines.some(({ text }) => text.length > WRAPPED_LINE_MAX))
    return lines.map((line) => asBlock([line], section, 'prose'));
  return [asBlock(lines, section, 'prose')];
}

function isTable(lines: Line[]): boolean {
  if (lines.length < 2) return false;
  const bars = lines.filter(
    ({ text }) => /^\s*\|.*\|\s*$/.test(text.slice(0, 1_000)) || text.split('|', 4).length > 2,
  );
  const tabs = lines.filter(({ text }) => text.includes('\t'));
  return bars.length === lines.length || tabs.length === lines.length;
}

const isFilled = ({ isBlank }: Line) => !isBlank;

function asBlock(lines: Line[], section: string, kind: Block['kind']): Block {
  const trimmed = lines.map(({ start, text }) => ({
    start: start + (text.length - text.trimStart().length),
    end: start + text.trimEnd().length,
  }));
  return { kind, section, lines: trimmed, start: trimmed[0]?.start ?? 0, end: trimmed.at(-1)?.end ?? 0 };
}
