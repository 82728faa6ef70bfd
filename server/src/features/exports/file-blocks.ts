/** Markdown as blocks of styled text, for files that are no Markdown. */
import { readBlocks } from '#contract/markdown/blocks.ts';
import { inlinesOf } from '#contract/markdown/inlines.ts';
import { safeUrl } from '#contract/markdown/links.ts';
import type { Align, Block, Defined, Inline, References } from '#contract/markdown/tree.ts';

/** A piece of text of one style; a line break is the text `\n`. */
export type Run = {
  text: string;
  bold?: true;
  italic?: true;
  code?: true;
  strike?: true;
  url?: string;
};

export type FileBlock =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'code'; text: string }
  | { kind: 'quote'; blocks: FileBlock[] }
  | { kind: 'list'; start: number | undefined; items: FileBlock[][] }
  | { kind: 'table'; columns: Align[]; head: Run[][]; rows: Run[][][] }
  | { kind: 'rule' };

export function fileBlocks(markdown: string): FileBlock[] {
  const defined: Defined = { links: new Map(), notes: new Map() };
  const blocks = readBlocks(markdown, defined);
  const references = { links: defined.links, notes: new Set(defined.notes.keys()) };
  const notes = [...defined.notes].flatMap(([label, inner]): FileBlock[] => [
    { kind: 'paragraph', runs: [{ text: `[${label}]` }] },
    ...inner.map((block) => shapeOf(block, references)),
  ]);
  return [...blocks.map((block) => shapeOf(block, references)), ...notes];
}

function shapeOf(block: Block, references: References): FileBlock {
  const runs = (text: string) => runsOf(inlinesOf(text, references), {});
  switch (block.kind) {
    case 'heading':
      return { kind: 'heading', level: block.level, runs: runs(block.text) };
    case 'paragraph':
      return { kind: 'paragraph', runs: runs(block.text) };
    case 'code':
      return { kind: 'code', text: block.text };
    case 'literal':
      return { kind: 'paragraph', runs: [{ text: block.text }] };
    case 'quote':
      return { kind: 'quote', blocks: block.blocks.map((inner) => shapeOf(inner, references)) };
    case 'list':
      return {
        kind: 'list',
        start: block.start,
        items: block.items.map(({ done, blocks }) => marked(done, blocks, references)),
      };
    case 'table':
      return {
        kind: 'table',
        columns: block.columns,
        head: block.head.map(runs),
        rows: block.rows.map((row) => row.map(runs)),
      };
    case 'rule':
      return { kind: 'rule' };
  }
}

/** The box of a task stands before its first words. */
function marked(done: boolean | undefined, blocks: Block[], references: References): FileBlock[] {
  const shapes = blocks.map((inner) => shapeOf(inner, references));
  if (done === undefined) return shapes;
  const box: Run = { text: done ? '☑ ' : '☐ ' };
  const [first, ...rest] = shapes;
  return first?.kind === 'paragraph'
    ? [{ ...first, runs: [box, ...first.runs] }, ...rest]
    : [{ kind: 'paragraph', runs: [box] }, ...shapes];
}

type Style = Omit<Run, 'text'>;

const runsOf = (inlines: Inline[], style: Style): Run[] =>
  inlines.flatMap((inline) => runsOfOne(inline, style));

function runsOfOne(inline: Inline, style: Style): Run[] {
  switch (inline.kind) {
    case 'text':
      return [{ ...style, text: inline.text.replace(/\n/g, ' ') }];
    case 'code':
      return [{ ...style, code: true, text: inline.text }];
    case 'break':
      return [{ text: '\n' }];
    case 'note':
      return [{ ...style, text: `[${inline.label}]` }];
    case 'image':
      return [{ ...style, ...linked(inline.url), text: inline.alt || inline.url }];
    case 'link':
      return runsOf(inline.children, { ...style, ...linked(inline.url) });
    case 'strong':
      return runsOf(inline.children, { ...style, bold: true });
    case 'em':
      return runsOf(inline.children, { ...style, italic: true });
    case 'del':
      return runsOf(inline.children, { ...style, strike: true });
  }
}

/** A file has no page that an address could be relative to. */
function linked(url: string): Style {
  const safe = safeUrl(url);
  return /^(?:https?:\/\/|mailto:)/i.test(safe) ? { url: safe } : {};
}

/** A text that is no Markdown: a paragraph for each of its parts, lines kept. */
export const plainBlocks = (text: string): FileBlock[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((part) => part.trim())
    .map((part) => ({
      kind: 'paragraph',
      runs: part
        .split('\n')
        .flatMap((line, place): Run[] => [...(place ? [{ text: '\n' }] : []), { text: line }]),
    }));
