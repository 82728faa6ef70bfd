/** The text of a Markdown answer without marks, addresses and citation markers, as an excerpt shows it. */
import { readBlocks } from './blocks.ts';
import { inlinesOf, markersIn } from './inlines.ts';
import type { Block, Defined, Inline, References } from './tree.ts';

/** Each block, list item and row of a table is a line. */
export function plainText(markdown: string): string {
  const defined: Defined = { links: new Map(), notes: new Map() };
  const blocks = readBlocks(markdown, defined);
  const references = { links: defined.links, notes: new Set(defined.notes.keys()) };
  return [...blocks, ...[...defined.notes.values()].flat()]
    .flatMap((block) => linesOf(block, references))
    .filter(Boolean)
    .join('\n');
}

function linesOf(block: Block, references: References): string[] {
  const text = (written: string) => textOf(inlinesOf(written, references)).trim();
  switch (block.kind) {
    case 'paragraph':
    case 'heading':
      return [text(block.text)];
    case 'code':
    case 'literal':
      return [block.text];
    case 'quote':
      return block.blocks.flatMap((inner) => linesOf(inner, references));
    case 'list':
      return block.items.flatMap((item) => item.blocks.flatMap((inner) => linesOf(inner, references)));
    case 'table':
      return [block.head, ...block.rows].map((cells) => cells.map(text).filter(Boolean).join(' · '));
    case 'rule':
      return [];
  }
}

const textOf = (inlines: Inline[]): string => inlines.map(textOfOne).join('');

function textOfOne(inline: Inline): string {
  switch (inline.kind) {
    case 'text':
      return markersIn(inline.text)
        .filter((piece) => typeof piece === 'string')
        .join('');
    case 'code':
      return inline.text;
    case 'break':
      return '\n';
    case 'image':
      return inline.alt;
    case 'note':
      return '';
    default:
      return textOf(inline.children);
  }
}
