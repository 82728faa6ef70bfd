/**
 * Splits Markdown into blocks that can be rendered one by one, so that of a growing answer only the last block
 * is parsed again. A block ends at a blank line outside of code fences, lists and indented code.
 */
import { definitionAt } from '#contract/markdown/definitions.ts';
import { indentOf, withoutTabs } from '#contract/markdown/lines.ts';

export type Block = { start: number; text: string };
export type Blocks = { text: string; blocks: Block[] };

export const noBlocks: Blocks = { text: '', blocks: [] };

const FENCE = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})([^\n]*)$/;
const LIST_ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const FOOTNOTE = /^ {0,3}\[\^[^\]\n]+\]:/m;

/** The blocks of a text; those of an earlier, shorter state of it are kept, except for the last. */
export function growBlocks(earlier: Blocks, text: string): Blocks {
  if (text === earlier.text) return earlier;
  // Footnotes refer across the whole text.
  if (text.includes('[^') && FOOTNOTE.test(text)) return { text, blocks: [{ start: 0, text }] };

  const kept = text.startsWith(earlier.text) ? earlier.blocks.slice(0, -1) : [];
  const from = kept.length ? (earlier.blocks.at(-1)?.start ?? 0) : 0;
  return { text, blocks: [...kept, ...scan(text, from)] };
}

/** Splits successive states of one growing text. */
export function blockGrower(): (text: string) => Block[] {
  let grown = noBlocks;
  return (text) => {
    grown = growBlocks(grown, text);
    return grown.blocks;
  };
}

/** The link definitions of a text as they were written: each of its blocks may refer to them. */
export function definitionsOf(text: string): string {
  if (!text.includes(']:')) return '';
  const lines = text.split('\n');
  const found: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const isNote = /^ {0,3}\[\^/.test(lines[at] as string);
    const next = isNote ? undefined : definitionAt(lines, at)?.next;
    if (next !== undefined) found.push(...lines.slice(at, next));
    at = next ?? at + 1;
  }
  return found.join('\n');
}

/** The fence that a text leaves open, as its opening marks, or undefined. */
export function openFence(text: string): string | undefined {
  let fence: string | undefined;
  for (const line of text.split('\n')) fence = fenceAfter(line, fence);
  return fence;
}

function fenceAfter(line: string, fence: string | undefined): string | undefined {
  const found = FENCE.exec(line);
  const marks = found?.[1];
  if (!marks) return fence;
  if (fence === undefined) return marks[0] === '`' && found[2]?.includes('`') ? undefined : marks;
  const closes = marks[0] === fence[0] && marks.length >= fence.length && found[2]?.trim() === '';
  return closes ? undefined : fence;
}

function scan(text: string, from: number): Block[] {
  const blocks: Block[] = [];
  let start = from;
  let kind: 'list' | 'indented' | 'other' | undefined;
  let fence: string | undefined;
  let afterBlank = false;

  for (let position = from; position < text.length; ) {
    const newline = text.indexOf('\n', position);
    const next = newline === -1 ? text.length : newline + 1;
    const line = text.slice(position, newline === -1 ? text.length : newline);

    if (fence !== undefined) {
      fence = fenceAfter(line, fence);
    } else if (line.trim() === '') {
      afterBlank = true;
    } else {
      if (kind && afterBlank && !continues(kind, line, newline === -1)) {
        blocks.push({ start, text: text.slice(start, position) });
        start = position;
        kind = undefined;
      }
      afterBlank = false;
      if (LIST_ITEM.test(line)) kind = 'list';
      else kind ??= indentOf(withoutTabs(line)) >= 4 ? 'indented' : 'other';
      fence = fenceAfter(line, fence);
    }
    position = next;
  }
  if (start < text.length) blocks.push({ start, text: text.slice(start) });
  return blocks;
}

function continues(kind: 'list' | 'indented' | 'other', line: string, growing: boolean): boolean {
  const indent = indentOf(withoutTabs(line));
  // "2" may still become "2. Recurso".
  if (kind === 'list') return indent >= 2 || LIST_ITEM.test(line) || (growing && /^ ?\d{1,9}$/.test(line));
  return kind === 'indented' && indent >= 4;
}
