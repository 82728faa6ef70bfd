/** Draws the text of an answer. Pictures are named, links open elsewhere, and nothing of the text becomes markup. */
import { readBlocks } from '#contract/markdown/blocks.ts';
import { inlinesOf } from '#contract/markdown/inlines.ts';
import { safeUrl } from '#contract/markdown/links.ts';
import type { Block, Defined, Inline, References } from '#contract/markdown/tree.ts';
import { el } from './elements.ts';

export function drawAnswer(text: string): Node[] {
  const defined: Defined = { links: new Map(), notes: new Map() };
  const blocks = readBlocks(text, defined);
  const references = { links: defined.links, notes: new Set(defined.notes.keys()) };
  return [...blocks, ...[...defined.notes.values()].flat()].map((block) => drawBlock(block, references));
}

function drawBlock(block: Block, references: References): Node {
  const words = (text: string) => inlinesOf(text, references).map(drawInline);
  const inside = (blocks: Block[]) => blocks.map((one) => drawBlock(one, references));
  switch (block.kind) {
    case 'heading':
      return el('p', {}, el('strong', {}, ...words(block.text)));
    case 'paragraph':
      return el('p', {}, ...words(block.text));
    case 'literal':
      return el('p', { class: 'literal' }, block.text);
    case 'rule':
      return el('hr');
    case 'code':
      return el('pre', { tabindex: '0' }, el('code', {}, block.text));
    case 'quote':
      return el('blockquote', {}, ...inside(block.blocks));
    case 'list': {
      const items = block.items.map(({ blocks }) => el('li', {}, ...inside(blocks)));
      return block.start === undefined
        ? el('ul', {}, ...items)
        : el('ol', { start: String(block.start) }, ...items);
    }
    case 'table': {
      const row = (cells: string[], tag: 'td' | 'th') =>
        el('tr', {}, ...cells.map((cell) => el(tag, {}, ...words(cell))));
      const body = block.rows.map((cells) => row(cells, 'td'));
      const table = el('table', {}, el('thead', {}, row(block.head, 'th')), el('tbody', {}, ...body));
      return el('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Tabela' }, table);
    }
  }
}

function drawInline(inline: Inline): Node | string {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return el('code', {}, inline.text);
    case 'break':
      return el('br');
    case 'strong':
    case 'em':
    case 'del':
      return el(inline.kind, {}, ...inline.children.map(drawInline));
    case 'link': {
      const href = safeUrl(inline.url);
      const children = inline.children.map(drawInline);
      return href
        ? el('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...children)
        : el('span', {}, ...children);
    }
    case 'image':
      return inline.alt;
    case 'note':
      return `[${inline.label}]`;
  }
}
