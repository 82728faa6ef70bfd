/** Divides a text into the passages that search finds: literal spans of it, by paragraphs, of at most 180 words. */
import { documentType } from '#contract/document-types.ts';
import { type Block, blocksOf } from './blocks.ts';
import { leadOf, withCaptions, withLeads } from './captions.ts';
import { cutBlock, PASSAGE_WORDS, sizeOf } from './cuts.ts';
import type { Span } from './headings.ts';

export type PassageDraft = Span & {
  /** `text.slice(start, end)`, in UTF-16 code units. */
  content: string;
  /**
   * Path of headings, "Contas › Senha temporária"; in a table cut in pieces it ends with the table's header, and in a list
   * with the line that announces it.
   */
  section: string;
  /** From 1, where the file has pages or the text tells them apart with form feeds. */
  page: number | null;
};

const HEADER_MAX = 300;

export const passagesOf = (text: string, { fileType }: { fileType: string }): PassageDraft[] => [
  ...divideText(text, fileType).passages,
];

export type DividedText = {
  /** Entries of tables of contents and indexes, which give no passages. */
  contents: number;
  /** Passage by passage, so that the caller can begin with the first one. */
  passages: Iterable<PassageDraft>;
};

export function divideText(text: string, fileType: string): DividedText {
  const blocks = blocksOf(text, fileType);
  const read = withCaptions(
    text,
    blocks.filter(({ kind }) => kind !== 'toc'),
  );
  return {
    contents: blocks.length - read.length,
    passages: passagesIn(text, fileType, withLeads(text, read)),
  };
}

function* passagesIn(text: string, fileType: string, blocks: Block[]): Generator<PassageDraft> {
  const pageAt = pagesOf(text, fileType);
  for (const { start, end, section } of merged(text, partsIn(text, blocks))) {
    const content = text.slice(start, end);
    if (/[\p{L}\p{N}]/u.test(content)) yield { start, end, content, section, page: pageAt(start) };
  }
}

type Part = Span & { section: string; size: number; isWhole: boolean };

function* partsIn(text: string, blocks: Block[]): Generator<Part> {
  for (const block of blocks) yield* partsOf(text, block);
}

function partsOf(text: string, block: Block): Part[] {
  const spans = cutBlock(text, block);
  const header = spans.length > 1 ? headerOf(text, block) : '';
  return spans.map(({ start, end }, index) => ({
    start,
    end,
    size: sizeOf(text, { start, end }),
    isWhole: spans.length === 1,
    section: index > 0 && header ? [block.section, header].filter(Boolean).join(' › ') : block.section,
  }));
}

/** Paragraphs of one section share a passage while they fit; pieces of a long one stand alone. */
function* merged(text: string, parts: Iterable<Part>): Generator<Part> {
  let open: Part[] = [];
  for (const part of parts) {
    const last = open.at(-1);
    const fits =
      open.every(({ isWhole, section }) => isWhole && section === part.section) &&
      part.isWhole &&
      sum(open) + part.size <= PASSAGE_WORDS;
    if (!last || fits) {
      open.push(part);
      continue;
    }
    // "Os prazos são:" goes with the list that it announces.
    const announces =
      open.length > 1 &&
      part.isWhole &&
      last.section === part.section &&
      /:\s*$/.test(text.slice(last.end - 1, last.end)) &&
      last.size + part.size <= PASSAGE_WORDS;
    if (announces) open.pop();
    yield* asOnePart(open);
    open = announces ? [last, part] : [part];
  }
  yield* asOnePart(open);
}

function* asOnePart(parts: Part[]): Generator<Part> {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first && last) yield { ...first, end: last.end };
}

const sum = (parts: Part[]) => parts.reduce((total, { size }) => total + size, 0);

function headerOf(text: string, block: Block): string {
  if (block.kind === 'list') return leadOf(text, block);
  return block.kind === 'table' ? namesOf(text, block) : '';
}

function namesOf(text: string, { lines: [first] }: Block): string {
  if (!first || first.end - first.start > HEADER_MAX) return '';
  const cells = text.slice(first.start, first.end).split(/[|\t;]|,(?! )/);
  return cells
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean)
    .join(' | ');
}

function pagesOf(text: string, fileType: string): (at: number) => number | null {
  const breaks = [...text.matchAll(/\f/g)].map(({ index }) => index);
  if (!breaks.length && !documentType(fileType)?.isPaged) return () => null;
  let page = 0;
  // Passages come in order, but for the overlap of windows.
  return (at) => {
    while (page > 0 && (breaks[page - 1] ?? 0) > at) page -= 1;
    while (page < breaks.length && (breaks[page] ?? 0) < at) page += 1;
    return page + 1;
  };
}

/** Composing a larger statement would block the event loop for too long. */
const BATCH_SIZE = 100;

export function* inBatches<T>(all: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const one of all) {
    batch.push(one);
    if (batch.length < BATCH_SIZE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
