/** Lists: items of one kind, each with the lines that are indented as far as its words. */
import { asWords, Gathered, indentOf, isBlank, type Marker, markerIn } from './lines.ts';
import type { Block, ListItem, Read, Reading } from './tree.ts';

export function readList(lines: string[], at: number, { level }: Reading): Read | undefined {
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

/** The item's lines without its marker and indentation, blank ones at its end included. */
function linesOfItem(lines: string[], at: number, marker: Marker): string[] {
  const inside = new Gathered(marker.rest);
  const { lines: own } = inside;
  for (let next = at + 1; next < lines.length; next++) {
    const line = lines[next] as string;
    // An item that begins with an empty line has only that one.
    if (isBlank(line) && own.length === 1 && isBlank(marker.rest)) {
      own.push('');
      break;
    }
    if (isBlank(line)) own.push('');
    else if (indentOf(line) >= marker.offset) own.push(line.slice(marker.offset));
    else if (inside.goesOn(line)) own.push(asWords(line));
    else break;
  }
  return own;
}

/** `[ ]` or `[x]` before the first words of an item is a box. */
function withTask(blocks: Block[]): ListItem {
  const [first, ...others] = blocks;
  const found = first?.kind === 'paragraph' ? /^\[([ xX])\]\s+(?=\S)/.exec(first.text) : null;
  if (first?.kind !== 'paragraph' || !found) return { done: undefined, blocks };
  const text = first.text.slice(found[0].length);
  return { done: found[1] !== ' ', blocks: [{ kind: 'paragraph', text }, ...others] };
}
