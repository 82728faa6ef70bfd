/** The syntax tree of a Markdown text: blocks hold their text as written, `inlinesOf` parses that text when it is drawn. */

export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'rule' }
  /** `open`: its end has not been written yet. */
  | { kind: 'code'; language: string; text: string; open: boolean }
  | { kind: 'quote'; blocks: Block[] }
  | { kind: 'list'; start: number | undefined; tight: boolean; items: ListItem[] }
  | { kind: 'table'; columns: Align[]; head: string[]; rows: string[][] }
  /** Shown letter by letter, lines included. */
  | { kind: 'literal'; text: string };

export type ListItem = { done: boolean | undefined; blocks: Block[] };
export type Align = 'left' | 'center' | 'right' | undefined;

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'em' | 'del'; depth: number; children: Inline[] }
  /** No link stands in another, so its depth is that of its children. */
  | { kind: 'link'; url: string; depth: number; children: Inline[] }
  | { kind: 'image'; url: string; alt: string }
  | { kind: 'note'; label: string };

/**
 * Limit of nesting for containers and for emphasis. Parser, renderer and browser recurse into nested content: without
 * a limit a text of a few kilobytes would overflow the stack. Content below the limit is shown as it was written.
 */
export const DEPTH_MAX = 20;

/** The deepest nesting of emphasis and links among these. */
export function depthOf(inlines: readonly (Inline | { kind: 'run' })[], from = 0): number {
  let depth = 0;
  for (let i = from; i < inlines.length; i++) {
    const inline = inlines[i];
    if (inline && 'depth' in inline) depth = Math.max(depth, inline.depth);
  }
  return depth;
}

/** Link references and footnotes that a text can resolve, by normalised name (`nameOf`). */
export type References = { links: ReadonlyMap<string, string>; notes: ReadonlySet<string> };

/** Definitions collected from a text. The first definition of a name wins. */
export type Defined = { links: Map<string, string>; notes: Map<string, Block[]> };

/** The blocks of one container; `spread` (loose) when a blank line stands between two of them. */
export type Level = { blocks: Block[]; spread: boolean };

/** Passed to the parser of each kind of block: where definitions are collected, and how containers are parsed. */
export type BlockContext = { defined: Defined; level: (lines: string[]) => Level };

/** The parsed block (absent for definitions) and the index of the line behind it. */
export type BlockRead = { block?: Block; next: number };

/** Normalises a label: names that differ in case and spaces only are the same. */
export const nameOf = (label: string) => label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/** The plain text of parsed inlines. */
export function wordsOf(inlines: Inline[]): string {
  return inlines
    .map((inline) => {
      if ('children' in inline) return wordsOf(inline.children);
      if (inline.kind === 'image') return inline.alt;
      return 'text' in inline ? inline.text : '';
    })
    .join('');
}
