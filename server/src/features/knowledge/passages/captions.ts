/** «Quadro 2 – Prazos» and «Não transportamos:» say what the rows and items below them are, and go with them. */
import type { Block } from './blocks.ts';
import { PASSAGE_WORDS, sizeOf } from './cuts.ts';
import { opensItem, type Span } from './headings.ts';

const CAPTION =
  /^(?:tabela|quadro|table)\s+(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,5}|[A-Z])\s*[-–—:.]\s*\p{L}.{2,119}$/iu;

/** In words; a longer paragraph says more than what its list is of. */
const LEAD_MAX = 40;
/** Letters of the sentence at most that is repeated above each further piece of a list. */
const LEAD_LETTERS_MAX = 120;

/** The lines that announce a list too long to share their passage stand at the head of the list itself. */
export function withLeads(text: string, blocks: Block[]): Block[] {
  const led: Block[] = [];
  for (const block of blocks) {
    const before = led.at(-1);
    const isLed = block.kind === 'list' && before !== undefined && announces(text, before, block);
    if (isLed && sizeOf(text, before) + sizeOf(text, block) > PASSAGE_WORDS)
      led.splice(-1, 1, { ...block, start: before.start, lines: [...before.lines, ...block.lines] });
    else led.push(block);
  }
  return led;
}

const announces = (text: string, before: Block, block: Block): boolean =>
  before.kind === 'prose' &&
  before.section === block.section &&
  text.charAt(before.end - 1) === ':' &&
  sizeOf(text, before) <= LEAD_MAX;

/** Returns the words before the first item of a list, which say what it is of: «Não transportamos». */
export function leadOf(text: string, { lines }: Block): string {
  const first = lines.findIndex((line) => opensItem(textOf(text, line)));
  const lead = lines
    .slice(0, Math.max(0, first))
    .map((line) => textOf(text, line))
    .join(' ');
  const sentence = lead.split(/(?<=[.!?])\s+(?=\p{Lu})/u).at(-1) ?? '';
  return sentence.endsWith(':') && sentence.length <= LEAD_LETTERS_MAX ? sentence.slice(0, -1).trim() : '';
}

const textOf = (text: string, { start, end }: Span): string => text.slice(start, end);

export function withCaptions(text: string, blocks: Block[]): Block[] {
  return blocks.map((block, index) => {
    const line = blocks[index - 1]?.lines.at(-1);
    const isOfRows = block.kind === 'table' || block.kind === 'list';
    if (!isOfRows || !line || blocks[index - 1]?.section !== block.section) return block;
    const caption = text.slice(line.start, line.end);
    if (!CAPTION.test(caption)) return block;
    return { ...block, section: [block.section, caption].filter(Boolean).join(' › ') };
  });
}
