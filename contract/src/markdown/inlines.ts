/** Reads the text of a paragraph, a heading or a cell: code, emphasis, links, breaks. GFM without raw HTML. */
import { lengthOfRun, paired, type Run, runAt } from './emphasis.ts';
import { referenceAt } from './entities.ts';
import { angleAt, type LiteralLink, literalLink, targetAfter } from './links.ts';
import { depthOf, type Inline, nameOf, type References, wordsOf } from './tree.ts';

/** A `[` or `![` that waits for its end; `from` is where its words begin. */
type Bracket = { kind: 'bracket'; image: boolean; active: boolean; from: number };
type Item = Inline | Run | Bracket;

type Reading = {
  text: string;
  at: number;
  items: Item[];
  /** The waiting brackets, as places in `items`. */
  brackets: number[];
  /** Lengths of backtick runs that are known to have no partner further on. */
  lonely: Set<number>;
  references: References;
};

const HAS_ADDRESS = /https?:\/\/|www\.|@/i;
const SPECIAL = /[\\`*_~[\]<&\n]|!\[/g;

export function inlinesOf(text: string, references: References): Inline[] {
  const reading: Reading = { text, at: 0, items: [], brackets: [], lonely: new Set(), references };
  let literal = HAS_ADDRESS.test(text) ? literalLink(text, 0) : undefined;
  while (reading.at < text.length) {
    const special = nextSpecial(text, reading.at);
    if (literal && literal.start < reading.at) literal = literalLink(text, reading.at);
    if (literal && literal.start <= special) addLiteral(reading, literal);
    else if (special > reading.at) addText(reading, special);
    else readSpecial(reading);
  }
  return paired(reading.items.map(plain));
}

function nextSpecial(text: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? text.length;
}

/** Everything up to `end` as it is written. */
function addText(reading: Reading, end: number): void {
  reading.items.push({ kind: 'text', text: reading.text.slice(reading.at, end) });
  reading.at = end;
}

function add(reading: Reading, item: Item, end: number): void {
  reading.items.push(item);
  reading.at = end;
}

function addLiteral(reading: Reading, { start, end, url }: LiteralLink): void {
  if (start > reading.at) addText(reading, start);
  add(
    reading,
    { kind: 'link', url, depth: 0, children: [{ kind: 'text', text: reading.text.slice(start, end) }] },
    end,
  );
}

function readSpecial(reading: Reading): void {
  const { text, at } = reading;
  const character = text[at] as string;
  if (character === '\\') readEscape(reading);
  else if (character === '`') readCode(reading);
  else if ('*_~'.includes(character)) readMarks(reading);
  else if (character === ']') closeBracket(reading);
  else if (character === '<') readAngle(reading);
  else if (character === '&') readReference(reading);
  else if (character === '\n') readLineEnd(reading);
  else openBracket(reading);
}

function readMarks(reading: Reading): void {
  const run = runAt(reading.text, reading.at);
  add(reading, run, reading.at + run.length);
}

function readReference(reading: Reading): void {
  const found = referenceAt(reading.text, reading.at);
  if (found) add(reading, { kind: 'text', text: found.character }, found.end);
  else addText(reading, reading.at + 1);
}

function readEscape(reading: Reading): void {
  const { text, at } = reading;
  const next = text[at + 1] ?? '';
  if (next === '\n') add(reading, { kind: 'break' }, afterSpaces(text, at + 2));
  else if (/[!-/:-@[-`{-~]/.test(next)) add(reading, { kind: 'text', text: next }, at + 2);
  else addText(reading, at + 1);
}

/** Two spaces before the end of a line are a break; other spaces around it mean nothing. */
function readLineEnd(reading: Reading): void {
  const { text, at, items } = reading;
  const last = items.at(-1);
  const hard = text.slice(at - 2, at) === '  ';
  if (last?.kind === 'text')
    items[items.length - 1] = { kind: 'text', text: last.text.replace(/[ \t]+$/, '') };
  add(reading, hard ? { kind: 'break' } : { kind: 'text', text: '\n' }, afterSpaces(text, at + 1));
}

function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

function readCode(reading: Reading): void {
  const { text, at, lonely } = reading;
  const length = lengthOfRun(text, at);
  const end = lonely.has(length) ? -1 : partnerOf(text, at + length, length);
  if (end === -1) {
    lonely.add(length);
    addText(reading, at + length);
    return;
  }
  const inside = text.slice(at + length, end).replaceAll('\n', ' ');
  const padded = /^ .* $/s.test(inside) && inside.trim() !== '';
  add(reading, { kind: 'code', text: padded ? inside.slice(1, -1) : inside }, end + length);
}

function partnerOf(text: string, from: number, length: number): number {
  for (let at = text.indexOf('`', from); at !== -1; at = text.indexOf('`', at)) {
    const run = lengthOfRun(text, at);
    if (run === length) return at;
    at += run;
  }
  return -1;
}

function readAngle(reading: Reading): void {
  const { text, at } = reading;
  const found = angleAt(text, at);
  if (!found) addText(reading, at + 1);
  else if ('url' in found)
    add(
      reading,
      { kind: 'link', url: found.url, depth: 0, children: [{ kind: 'text', text: found.words }] },
      found.end,
    );
  else addText(reading, found.end);
}

function openBracket(reading: Reading): void {
  const { text, at, items, brackets } = reading;
  const image = text[at] === '!';
  const from = at + (image ? 2 : 1);
  brackets.push(items.length);
  add(reading, { kind: 'bracket', image, active: true, from }, from);
}

function closeBracket(reading: Reading): void {
  const { text, at, items, brackets, references } = reading;
  const index = brackets.pop();
  const bracket = index === undefined ? undefined : (items[index] as Bracket);
  if (index === undefined || !bracket) {
    addText(reading, at + 1);
    return;
  }

  const note = noteIn(text.slice(bracket.from, at), references);
  if (note !== undefined) {
    items.length = index;
    if (bracket.image) items.push({ kind: 'text', text: '!' });
    add(reading, { kind: 'note', label: note }, at + 1);
    return;
  }
  const target = bracket.active ? targetAfter(text, bracket.from, at, references) : undefined;
  if (!target) {
    items[index] = plain(bracket) as Inline;
    addText(reading, at + 1);
    return;
  }
  const children = paired(items.splice(index).slice(1).map(plain));
  if (bracket.image) {
    add(reading, { kind: 'image', url: target.url, alt: wordsOf(children) }, target.end);
    return;
  }
  // No links in links.
  for (let i = brackets.length - 1; i >= 0; i--) {
    const outer = items[brackets[i] as number] as Bracket;
    if (!outer.active) break;
    if (!outer.image) outer.active = false;
  }
  const depth = depthOf(children);
  add(reading, { kind: 'link', url: target.url, depth, children: unlinked(children) }, target.end);
}

function noteIn(words: string, { notes }: References): string | undefined {
  if (words[0] !== '^' || notes.size === 0) return undefined;
  const name = nameOf(words.slice(1));
  return notes.has(name) ? name : undefined;
}

/** An address among the words of a link leads where the link leads. */
const unlinked = (inlines: Inline[]): Inline[] =>
  inlines.flatMap((inline) => {
    if (inline.kind === 'link') return inline.children;
    return 'children' in inline ? [{ ...inline, children: unlinked(inline.children) }] : [inline];
  });

const plain = (item: Item): Inline | Run =>
  item.kind === 'bracket' ? { kind: 'text', text: item.image ? '![' : '[' } : item;
