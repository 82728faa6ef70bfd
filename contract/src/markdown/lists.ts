/** Parses lists: items of one marker type, each with the lines that are indented as far as its text. */
import { asPlainWords, ContainerLines, indentOf, isBlank, type Marker, markerIn } from './lines.ts';
import type { Block, BlockContext, BlockRead, ListItem } from './tree.ts';

export function readList(lines: string[], at: number, { level }: BlockContext): BlockRead | undefined {
  const first = markerIn(lines[at] as string);
  if (!first) return undefined;
  const items: ListItem[] = [];
  let tight = true;
  let next = at;
  for (let marker: Marker | undefined = first; marker?.type === first.type; ) {
    const inside = linesOfItem(lines, next, marker);
    next += inside.length;
    marker = next < lines.length ? markerIn(lines[next] as string) : undefined;
    if (isBlank(lines[next - 1]) && marker?.type === first.type) tight = false;

    const { blocks, spread } = level(inside);
    if (spread) tight = false;
    items.push(withTask(blocks));
  }
  return { block: { kind: 'list', start: first.number, tight, items }, next };
}

/** The item's lines without marker and indentation, blank ones at its end included. */
function linesOfItem(lines: string[], at: number, marker: Marker): string[] {
  const inside = new ContainerLines(marker.rest);
  const { lines: own } = inside;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] as string;
    // An item that begins with a blank line has at most that one.
    if (isBlank(line) && own.length === 1 && isBlank(marker.rest)) {
      own.push('');
      break;
    }
    if (isBlank(line)) own.push('');
    else if (indentOf(line) >= marker.offset) own.push(line.slice(marker.offset));
    else if (inside.continuesLazily(line)) own.push(asPlainWords(line));
    else break;
  }
  return own;
}

/** A task list item: `[ ]` or `[x]` before its first words. */
function withTask(blocks: Block[]): ListItem {
  const [first, ...others] = blocks;
  const found = first?.kind === 'paragraph' ? /^\[([ xX])\]\s+(?=\S)/.exec(first.text) : null;
  if (first?.kind !== 'paragraph' || !found) return { done: undefined, blocks };
  const text = first.text.slice(found[0].length);
  return { done: found[1] !== ' ', blocks: [{ kind: 'paragraph', text }, ...others] };
}
