/** Divides a text into the passages that search finds: literal spans of it, by paragraphs, of at most 180 words. */
import { type Block, blocksOf, type Span } from './blocks.ts';
import { cutBlock, PASSAGE_WORDS, sizeOf } from './cuts.ts';

export type PassageDraft = Span & {
  /** `text.slice(start, end)`, in UTF-16 code units. */
  content: string;
  /** Path of headings, "Contas › Senha temporária"; in a table cut in pieces it ends with the table's header. */
  section: string;
  /** From 1, where the file has pages or the text tells them apart with form feeds. */
  page: number | null;
};

const HEADER_MAX = 300;

export function passagesOf(text: string, { fileType }: { fileType: string }): PassageDraft[] {
  const pageAt = pagesOf(text, fileType);
  return merged(
    text,
    blocksOf(text, fileType).flatMap((block) => partsOf(text, block)),
  )
    .filter(({ start, end }) => /[\p{L}\p{N}]/u.test(text.slice(start, end)))
    .map(({ start, end, section }) => ({
      start,
      end,
      content: text.slice(start, end),
      section,
      page: pageAt(start),
    }));
}

type Part = Span & { section: string; size: number; isWhole: boolean };

function partsOf(text: string, block: Block): Part[] {
  const spans = cutBlock(text, block);
  const header = block.kind === 'table' && spans.length > 1 ? headerOf(text, block) : '';
  return spans.map(({ start, end }, index) => ({
    start,
    end,
    size: sizeOf(text, { start, end }),
    isWhole: spans.length === 1,
    section: index > 0 && header ? [block.section, header].filter(Boolean).join(' › ') : block.section,
  }));
}

/** Paragraphs of one section share a passage while they fit; pieces of a long one stand alone. */
function merged(text: string, parts: Part[]): Part[] {
  const passages: Part[][] = [];
  for (const part of parts) {
    const open = passages.at(-1);
    const fits =
      open?.every(({ isWhole, section }) => isWhole && section === part.section) &&
      part.isWhole &&
      sum(open) + part.size <= PASSAGE_WORDS;
    if (open && fits) {
      open.push(part);
      continue;
    }
    // "Os prazos são:" goes with the list that it announces.
    const last = open?.at(-1);
    const announces =
      open &&
      open.length > 1 &&
      last &&
      part.isWhole &&
      last.section === part.section &&
      /:\s*$/.test(text.slice(last.end - 1, last.end));
    if (announces && last.size + part.size <= PASSAGE_WORDS) {
      open.pop();
      passages.push([last, part]);
      continue;
    }
    passages.push([part]);
  }
  return passages.map((group) => ({ ...(group[0] as Part), end: group.at(-1)?.end ?? 0 }));
}

const sum = (parts: Part[]) => parts.reduce((total, { size }) => total + size, 0);

function headerOf(text: string, { lines: [first] }: Block): string {
  if (!first || first.end - first.start > HEADER_MAX) return '';
  const cells = text.slice(first.start, first.end).split(/[|\t;]|,(?! )/);
  return cells
    .map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
    .filter(Boolean)
    .join(' | ');
}

function pagesOf(text: string, fileType: string): (at: number) => number | null {
  const breaks = [...text.matchAll(/\f/g)].map(({ index }) => index);
  if (!breaks.length && fileType !== 'pdf') return () => null;
  let page = 0;
  // Passages come in order, but for the overlap of windows.
  return (at) => {
    while (page > 0 && (breaks[page - 1] ?? 0) > at) page -= 1;
    while (page < breaks.length && (breaks[page] ?? 0) < at) page += 1;
    return page + 1;
  };
}
