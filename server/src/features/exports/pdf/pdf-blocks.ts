/** Blocks of a text on the pages of a PDF, each as an element of its structure. */
import type { FileBlock, Run } from '../file-blocks.ts';
import { type Element, INK, LINE_COLOUR, type PageWriter, type Place, QUIET } from './page-writer.ts';
import { writeTable } from './pdf-table.ts';
import { codeLines, textLines } from './text-lines.ts';

/** Points. */
export const TEXT_SIZE = 10.5;
const HEADING_SIZES = [20, 14, 12.5, 11.5, 11, 10.5];
const INDENT = 18;
const GAP = 6;

/** `below`: the level of the heading that these blocks stand under. */
export function writeBlocks(page: PageWriter, blocks: FileBlock[], place: Place, below = 3): void {
  for (const block of blocks) writeBlock(page, block, place, below);
}

function writeBlock(page: PageWriter, block: FileBlock, place: Place, below: number): void {
  switch (block.kind) {
    case 'heading':
      writeHeading(page, block.runs, place, Math.min(6, below + block.level));
      break;
    case 'paragraph':
      writeParagraph(page, block.runs, place);
      break;
    case 'code':
      writeCode(page, block.text, place);
      break;
    case 'quote':
      writeQuote(page, block.blocks, place, below);
      break;
    case 'list':
      writeList(page, block, place, below);
      break;
    case 'table':
      writeTable(page, block, place);
      break;
    case 'rule':
      page.require(12);
      page.artifact((pdf) =>
        pdf
          .moveTo(place.x, page.y + 6)
          .lineTo(place.x + place.width, page.y + 6)
          .lineWidth(0.75)
          .stroke(LINE_COLOUR),
      );
      page.space(12);
  }
}

export function writeHeading(page: PageWriter, runs: Run[], place: Place, level: number): void {
  const size = HEADING_SIZES[level - 1] ?? TEXT_SIZE;
  page.space(level < 3 ? 10 : 6);
  // A heading does not stand alone at the foot of a page.
  page.require(size * 1.4 + TEXT_SIZE * 3);
  const bold = runs.map((run): Run => ({ ...run, bold: true }));
  const element = page.child(place.parent, `H${level}`);
  const lines = textLines(bold, { fonts: page.fonts, size, width: place.width });
  page.lines(lines, { element, x: place.x, size, leading: 1.3 });
  element.end();
  page.space(3);
}

export function writeParagraph(
  page: PageWriter,
  runs: Run[],
  { parent, x, width, colour = INK }: Place,
  { size = TEXT_SIZE, gap = GAP } = {},
): void {
  const element = page.child(parent, 'P');
  page.lines(textLines(runs, { fonts: page.fonts, size, width }), { element, x, size, colour });
  element.end();
  page.space(gap);
}

function writeCode(page: PageWriter, text: string, { parent, x, width }: Place): void {
  const size = TEXT_SIZE - 1.5;
  const element = page.child(parent, 'P');
  const lines = codeLines(text, { fonts: page.fonts, size, width: width - INDENT });
  page.lines(lines, { element, x: x + INDENT / 2, size });
  element.end();
  page.space(GAP);
}

function writeQuote(page: PageWriter, blocks: FileBlock[], { parent, x, width }: Place, below: number): void {
  const element = page.child(parent, 'BlockQuote');
  const top = page.y;
  const pages = page.pdf.bufferedPageRange().count;
  writeBlocks(page, blocks, { parent: element, x: x + INDENT, width: width - INDENT, colour: QUIET }, below);
  element.end();
  const isSplit = page.pdf.bufferedPageRange().count !== pages;
  const bar = isSplit ? null : { from: top, to: page.y - GAP };
  if (bar && bar.to > bar.from)
    page.artifact((pdf) =>
      pdf
        .moveTo(x + 4, bar.from)
        .lineTo(x + 4, bar.to)
        .lineWidth(2)
        .stroke(LINE_COLOUR),
    );
}

function writeList(
  page: PageWriter,
  { start, items }: FileBlock & { kind: 'list' },
  { parent, x, width, ...place }: Place,
  below: number,
): void {
  const list = page.child(parent, 'L');
  for (const [index, blocks] of items.entries()) {
    page.require(TEXT_SIZE * 1.5);
    const item = page.child(list, 'LI');
    writeLabel(page, item, start === undefined ? '•' : `${start + index}.`, x);
    const body = page.child(item, 'LBody');
    writeBlocks(page, blocks, { ...place, parent: body, x: x + INDENT, width: width - INDENT }, below);
    body.end();
    item.end();
  }
  list.end();
}

/** Beside the first line of its item, which is written next at the same height. */
export function writeLabel(page: PageWriter, item: Element, label: string, x: number): void {
  const element = page.child(item, 'Lbl');
  const { y } = page;
  const lines = textLines([{ text: label }], { fonts: page.fonts, size: TEXT_SIZE, width: 60 });
  page.lines(lines, { element, x, size: TEXT_SIZE, colour: QUIET });
  element.end();
  page.y = y;
}
