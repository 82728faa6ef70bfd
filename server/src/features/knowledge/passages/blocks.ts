/** The paragraphs, lists and tables of a text, each under the path of headings it stands under. */
import { documentType } from '#contract/document-types.ts';
import { contentsIn } from './contents.ts';
import { headingsOf, type ProseLayout } from './heading-lines.ts';
import { GUESSED_LEVEL, type Heading, type Line, opensItem, type Span, standsUnder } from './headings.ts';
import { keyedRuns } from './keyed-runs.ts';

export type Block = Span & {
  /** `toc`: a table of contents, which gives no passages. */
  kind: 'prose' | 'list' | 'table' | 'lines' | 'code' | 'toc';
  /** "Contas › Senha temporária"; empty above the first heading. */
  section: string;
  /** Lines without those that are empty and without the marks of a fence. */
  lines: Span[];
};

/** A line of dashes says nothing. */
const TELLS = /[\p{L}\p{N}]/u;
const LINE_END = /\r\n|[\n\r\f\u2028\u2029]/g;
/** Characters; a longer line was not wrapped by hand and is a paragraph. */
const WRAPPED_LINE_MAX = 160;

export function blocksOf(text: string, fileType: string): Block[] {
  const lines = linesOf(text);
  const layout = documentType(fileType)?.layout ?? 'plain';
  if (layout === 'rows') return lines.some(isFilled) ? [asBlock(lines.filter(isFilled), '', 'table')] : [];
  if (layout === 'keyed') return keyedBlocks(lines);
  return proseBlocks(lines, layout, fileType);
}

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

function proseBlocks(lines: Line[], layout: ProseLayout, fileType: string): Block[] {
  const fences = fencesOf(lines);
  const contents = contentsIn(lines);
  const { headings, underlines } = headingsOf(lines, { fences, contents, layout, fileType });
  const outline = new Outline(layout);
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as Line;
    const fenceEnd = fences.get(index);
    const heading = headings.get(index);
    if (fenceEnd !== undefined) {
      outline.addCode(lines.slice(index, fenceEnd + 1));
      index = fenceEnd;
    } else if (contents.has(index)) outline.addContents(line);
    else if (heading) outline.enter(heading, line);
    else if (underlines.has(index)) continue;
    else if (!line.isBlank) outline.add(line);
    else outline.close();
  }
  return outline.end();
}

/** A guessed heading reaches no further, in words. */
const GUESS_REACH = 2_500;

/** Collects lines into blocks under the path of headings. */
class Outline {
  readonly #blocks: Block[] = [];
  readonly #path: Heading[] = [];
  #open: Line[] = [];
  /** The last heading, as long as nothing has followed it. */
  #bare: Line | null = null;
  /** Words since the last heading. */
  #words = 0;
  readonly #layout: ProseLayout;

  constructor(layout: ProseLayout) {
    this.#layout = layout;
  }

  enter(heading: Heading, line: Line): void {
    this.close();
    // A heading that nothing follows is all there is of its section.
    if (this.#bare && this.#level >= heading.level) this.#pushBare(this.#bare);
    while (this.#path.length && this.#level >= heading.level) this.#path.pop();
    if (this.#layout === 'markdown')
      while (this.#path.some(({ title }) => !standsUnder(heading.title, title))) this.#path.pop();
    this.#path.push(heading);
    this.#bare = line;
    this.#words = 0;
  }

  add(line: Line): void {
    if (this.#words > GUESS_REACH && this.#level >= GUESSED_LEVEL) this.#leaveGuessed();
    this.#words += line.text.split(/\s+/, GUESS_REACH).length;
    this.#open.push(line);
    if (TELLS.test(line.text)) this.#bare = null;
  }

  /** `lines`: with those of the fence. */
  addCode(lines: Line[]): void {
    this.close();
    const [first, last] = [lines[0], lines.at(-1)];
    const inside = lines.slice(1, -1).filter(isFilled);
    if (!first || !last || !inside.length) return;
    this.#bare = null;
    const code = inside.map(({ start, text }) => ({ start, end: start + text.trimEnd().length }));
    this.#blocks.push({
      kind: 'code',
      section: this.#section,
      lines: code,
      start: first.start,
      end: last.end,
    });
  }

  addContents(line: Line): void {
    this.close();
    this.#bare = null;
    this.#blocks.push(asBlock([line], this.#section, 'toc'));
  }

  #leaveGuessed(): void {
    this.close();
    while (this.#level >= GUESSED_LEVEL) this.#path.pop();
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

/** The opening lines of fences and their closing ones; a fence that is never closed is none. */
function fencesOf(lines: Line[]): Map<number, number> {
  const fences = new Map<number, number>();
  let opened: { index: number; mark: string } | null = null;
  for (const [index, line] of lines.entries()) {
    const [, mark = '', rest = ''] = FENCE.exec(line.text.slice(0, FENCE_MAX)) ?? [];
    if (!mark) continue;
    // A fence closes on its own letter, at least as often, with nothing behind it.
    const closes = opened && mark[0] === opened.mark[0] && mark.length >= opened.mark.length && !rest.trim();
    if (!opened) opened = { index, mark };
    else if (closes) {
      fences.set(opened.index, index);
      opened = null;
    }
  }
  return fences;
}

/** Characters of a line that opens or closes a fence; a longer row of tildes divides a typed text. */
const FENCE_MAX = 200;
const FENCE = /^ {0,3}(`{3,}|~{3,12}(?!~))(.*)$/;

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
