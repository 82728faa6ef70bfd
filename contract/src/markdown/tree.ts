/** What Markdown says, as a tree: blocks with their text as it was written, and the pieces of such a text. */

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
  /** As deep as its words: no link stands in another. */
  | { kind: 'link'; url: string; depth: number; children: Inline[] }
  | { kind: 'image'; url: string; alt: string }
  | { kind: 'note'; label: string };

/**
 * Lists in quotes in lists, marks in marks: nobody writes twenty. Reading and drawing go down into what is nested, and
 * so does the browser: without an end a text of a few kilobytes would break the page. What lies deeper is shown as it
 * was written.
 */
export const DEPTH_MAX = 20;

/** How many marks are within one another here. */
export function depthOf(inlines: readonly (Inline | { kind: 'run' })[], from = 0): number {
  let depth = 0;
  for (let i = from; i < inlines.length; i++) {
    const inline = inlines[i];
    if (inline && 'depth' in inline) depth = Math.max(depth, inline.depth);
  }
  return depth;
}

/** What a text may refer to: addresses by the name they were given, and notes. Names are `nameOf` them. */
export type References = { links: ReadonlyMap<string, string>; notes: ReadonlySet<string> };

/** What a text defines for all of it. A name that is defined twice means what it meant first. */
export type Defined = { links: Map<string, string>; notes: Map<string, Block[]> };

/** The blocks of one container; `spread` when a blank line stands between two of them. */
export type Level = { blocks: Block[]; spread: boolean };

/** What the reader of one kind of block is given: where definitions go, and how containers are read. */
export type Reading = { defined: Defined; level: (lines: string[]) => Level };

/** A block, if it is one to be shown, and the number of the line behind it. */
export type Read = { block?: Block; next: number };

/** Two names are one when they differ in case and spaces only. */
export const nameOf = (label: string) => label.trim().replace(/\s+/g, ' ').toLowerCase().toUpperCase();

/** Its words alone. */
export function wordsOf(inlines: Inline[]): string {
  return inlines
    .map((inline) => {
      if ('children' in inline) return wordsOf(inline.children);
      if (inline.kind === 'image') return inline.alt;
      return 'text' in inline ? inline.text : '';
    })
    .join('');
}
