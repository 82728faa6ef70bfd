/** Parses the blocks of a Markdown text: CommonMark with the tables, task lists and footnotes of GFM. Raw HTML stays text. */

import { definitionAt } from './definitions.ts';
import { unescaped } from './entities.ts';
import {
  asPlainWords,
  ContainerLines,
  closesFence,
  fenceIn,
  headingIn,
  htmlIn,
  indentOf,
  interrupts,
  isBlank,
  isLoneTag,
  isQuote,
  isRule,
  underlineIn,
  unquoted,
  withoutTabs,
} from './lines.ts';
import { readList } from './lists.ts';
import { readTable } from './tables.ts';
import {
  type Block,
  type BlockContext,
  type BlockRead,
  DEPTH_MAX,
  type Defined,
  type Level,
  nameOf,
} from './tree.ts';

type Reader = (lines: string[], at: number, reading: BlockContext) => BlockRead | undefined;

export function readBlocks(text: string, defined: Defined): Block[] {
  return readLevel(
    text
      .replace(/\r\n?/g, '\n')
      .split('\n')
      .map((line) => withoutTabs(line)),
    readingAt(1, defined),
  ).blocks;
}

/** Containers of every kind are read one level down, up to the limit. */
const readingAt = (depth: number, defined: Defined): BlockContext => ({
  defined,
  level: (lines) => (depth < DEPTH_MAX ? readLevel(lines, readingAt(depth + 1, defined)) : asWritten(lines)),
});

function asWritten(lines: string[]): Level {
  const text = lines
    .join('\n')
    .replace(/^\s*\n/, '')
    .trimEnd();
  return { blocks: text ? [{ kind: 'literal', text }] : [], spread: false };
}

function readLevel(lines: string[], reading: BlockContext): Level {
  const level: Level = { blocks: [], spread: false };
  let blank = false;
  let isFirst = true;
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at])) {
      blank = true;
      at++;
      continue;
    }
    const { block, next } = readBlock(lines, at, reading);
    // A definition counts too, although it is not shown.
    level.spread ||= blank && !isFirst;
    isFirst = false;
    if (block) level.blocks.push(block);
    blank = isBlank(lines[next - 1]);
    at = next;
  }
  return level;
}

function readBlock(lines: string[], at: number, reading: BlockContext): BlockRead {
  for (const read of READERS) {
    const found = read(lines, at, reading);
    if (found) return found;
  }
  return readParagraph(lines, at);
}

function readIndented(lines: string[], at: number): BlockRead | undefined {
  let next = at;
  while (next < lines.length && (isBlank(lines[next]) || indentOf(lines[next] as string) >= 4)) next++;
  if (next === at) return undefined;
  while (isBlank(lines[next - 1])) next--;
  const text = lines
    .slice(at, next)
    .map((line) => line.slice(4))
    .join('\n');
  return { block: { kind: 'code', language: '', text, open: false }, next };
}

function readFence(lines: string[], at: number): BlockRead | undefined {
  const fence = fenceIn(lines[at] as string);
  if (!fence) return undefined;
  let end = at + 1;
  while (end < lines.length && !closesFence(lines[end] as string, fence)) end++;
  const inside = lines.slice(at + 1, end).map((line) => line.slice(Math.min(indentOf(line), fence.indent)));
  const open = end === lines.length;
  const language = unescaped(/^\S*/.exec(fence.info)?.[0] ?? '');
  return { block: { kind: 'code', language, text: inside.join('\n'), open }, next: open ? end : end + 1 };
}

function readHeading(lines: string[], at: number): BlockRead | undefined {
  const heading = headingIn(lines[at] as string);
  return heading && { block: { kind: 'heading', ...heading }, next: at + 1 };
}

const readRule = (lines: string[], at: number): BlockRead | undefined =>
  isRule(lines[at] as string) ? { block: { kind: 'rule' }, next: at + 1 } : undefined;

function readQuote(lines: string[], at: number, { level }: BlockContext): BlockRead | undefined {
  if (!isQuote(lines[at] as string)) return undefined;
  const inside = new ContainerLines();
  let next = at;
  for (; next < lines.length; next++) {
    const line = lines[next] as string;
    if (isQuote(line)) inside.lines.push(unquoted(line));
    else if (inside.continuesLazily(line)) inside.lines.push(asPlainWords(line));
    else break;
  }
  return { block: { kind: 'quote', blocks: level(inside.lines).blocks }, next };
}

function readHtml(lines: string[], at: number): BlockRead | undefined {
  const html = htmlIn(lines[at] as string);
  if (!html && !isLoneTag(lines[at] as string)) return undefined;
  const end = html?.[1];
  let next = at;
  if (end) {
    while (next < lines.length && !end.test(lines[next] as string)) next++;
    next = Math.min(next + 1, lines.length);
  } else while (!isBlank(lines[next])) next++;
  return { block: { kind: 'literal', text: lines.slice(at, next).join('\n').trimEnd() }, next };
}

function readNote(lines: string[], at: number, { defined, level }: BlockContext): BlockRead | undefined {
  const found = /^ {0,3}\[\^([^\]\s[]+)\]:[ \t]*(.*)$/.exec(lines[at] as string);
  if (!found) return undefined;
  const inside = new ContainerLines(found[2] ?? '');
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next] as string;
    if (isBlank(line)) inside.lines.push('');
    else if (indentOf(line) >= 4) inside.lines.push(line.slice(4));
    else if (inside.continuesLazily(line)) inside.lines.push(asPlainWords(line));
    else break;
  }
  const name = nameOf(found[1] as string);
  if (!defined.notes.has(name)) {
    // The name is registered first, so that a note that defines itself within itself ends.
    defined.notes.set(name, []);
    defined.notes.set(name, level(inside.lines).blocks);
  }
  return { next };
}

function readDefinition(lines: string[], at: number, { defined }: BlockContext): BlockRead | undefined {
  const definition = definitionAt(lines, at);
  if (!definition) return undefined;
  const { name, url, next } = definition;
  if (!defined.links.has(name)) defined.links.set(name, url);
  return { next };
}

function readParagraph(lines: string[], at: number): BlockRead {
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next] as string;
    const level = underlineIn(line);
    if (level)
      return { block: { kind: 'heading', level, text: textOf(lines.slice(at, next)) }, next: next + 1 };
    if (isBlank(line) || interrupts(line) || readTable(lines, next)) break;
  }
  return { block: { kind: 'paragraph', text: textOf(lines.slice(at, next)) }, next };
}

const textOf = (lines: string[]) =>
  lines
    .map((line) => line.trimStart())
    .join('\n')
    .trimEnd();

const READERS: Reader[] = [
  readIndented,
  readFence,
  readHeading,
  readRule,
  readQuote,
  readList,
  readHtml,
  readNote,
  readDefinition,
  readTable,
];
