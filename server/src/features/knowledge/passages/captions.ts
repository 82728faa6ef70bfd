/** «Quadro 2 – Prazos» says what the rows below it are: it belongs to the path of headings that they stand under. */
import type { Block } from './blocks.ts';

const CAPTION =
  /^(?:tabela|quadro|table)\s+(?:\d{1,3}(?:\.\d{1,3})*|[IVXLC]{1,5}|[A-Z])\s*[-–—:.]\s*\p{L}.{2,119}$/iu;

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
