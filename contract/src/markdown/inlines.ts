/** Parses the text of a paragraph, a heading or a cell: code, emphasis, links, breaks. GFM without raw HTML. */
import { lengthOfRun, paired, type Run, runAt } from './emphasis.ts';
import { referenceAt } from './entities.ts';
import { angleAt, type LastEnds, type LiteralLink, literalLink, targetAfter } from './links.ts';
import { depthOf, type Inline, nameOf, type References, wordsOf } from './tree.ts';

/** An open `[` or `![`; `from` is where its text begins. */
type Bracket = { kind: 'bracket'; image: boolean; active: boolean; from: number };
type Item = Inline | Run | Bracket;

type InlineState = {
  text: string;
  at: number;
  items: Item[];
  /** Indexes of the open brackets in `items`. */
  brackets: number[];
  /** Lengths of backtick runs that are known to have no partner further on. */
  lonely: Set<number>;
  lastEnds: LastEnds;
  references: References;
};

const HAS_ADDRESS = /https?:\/\/|www\.|@/i;
const SPECIAL = /[\\`*_~[\]<&\n]|!\[/g;

export function inlinesOf(text: string, references: References): Inline[] {
  const found = { lonely: new Set<number>(), lastEnds: new Map<string, number>() };
  const state: InlineState = { text, at: 0, items: [], brackets: [], ...found, references };
  let literal = HAS_ADDRESS.test(text) ? literalLink(text, 0) : undefined;
  while (state.at < text.length) {
    const special = nextSpecial(text, state.at);
    if (literal && literal.start < state.at) literal = literalLink(text, state.at);
    if (literal && literal.start <= special) addLiteral(state, literal);
    else if (special > state.at) addText(state, special);
    else readSpecial(state);
  }
  return paired(state.items.map(plain));
}

function nextSpecial(text: string, from: number): number {
  SPECIAL.lastIndex = from;
  return SPECIAL.exec(text)?.index ?? text.length;
}

function addText(state: InlineState, end: number): void {
  state.items.push({ kind: 'text', text: state.text.slice(state.at, end) });
  state.at = end;
}

function add(state: InlineState, item: Item, end: number): void {
  state.items.push(item);
  state.at = end;
}

function addLiteral(state: InlineState, { start, end, url }: LiteralLink): void {
  if (start > state.at) addText(state, start);
  add(
    state,
    { kind: 'link', url, depth: 0, children: [{ kind: 'text', text: state.text.slice(start, end) }] },
    end,
  );
}

function readSpecial(state: InlineState): void {
  const { text, at } = state;
  const character = text[at] as string;
  if (character === '\\') readEscape(state);
  else if (character === '`') readCode(state);
  else if ('*_~'.includes(character)) readMarks(state);
  else if (character === ']') closeBracket(state);
  else if (character === '<') readAngle(state);
  else if (character === '&') readReference(state);
  else if (character === '\n') readLineEnd(state);
  else openBracket(state);
}

function readMarks(state: InlineState): void {
  const run = runAt(state.text, state.at);
  add(state, run, state.at + run.length);
}

function readReference(state: InlineState): void {
  const found = referenceAt(state.text, state.at);
  if (found) add(state, { kind: 'text', text: found.character }, found.end);
  else addText(state, state.at + 1);
}

function readEscape(state: InlineState): void {
  const { text, at } = state;
  const next = text[at + 1] ?? '';
  if (next === '\n') add(state, { kind: 'break' }, afterSpaces(text, at + 2));
  else if (/[!-/:-@[-`{-~]/.test(next)) add(state, { kind: 'text', text: next }, at + 2);
  else addText(state, at + 1);
}

/** Two spaces before a line end are a hard break; other spaces around it are dropped. */
function readLineEnd(state: InlineState): void {
  const { text, at, items } = state;
  const last = items.at(-1);
  const hard = text.slice(at - 2, at) === '  ';
  if (last?.kind === 'text')
    items[items.length - 1] = { kind: 'text', text: last.text.replace(/[ \t]+$/, '') };
  add(state, hard ? { kind: 'break' } : { kind: 'text', text: '\n' }, afterSpaces(text, at + 1));
}

function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

function readCode(state: InlineState): void {
  const { text, at, lonely } = state;
  const length = lengthOfRun(text, at);
  const end = lonely.has(length) ? -1 : partnerOf(text, at + length, length);
  if (end === -1) {
    lonely.add(length);
    addText(state, at + length);
    return;
  }
  const inside = text.slice(at + length, end).replaceAll('\n', ' ');
  const padded = /^ .* $/s.test(inside) && inside.trim() !== '';
  add(state, { kind: 'code', text: padded ? inside.slice(1, -1) : inside }, end + length);
}

function partnerOf(text: string, from: number, length: number): number {
  for (let at = text.indexOf('`', from); at !== -1; at = text.indexOf('`', at)) {
    const run = lengthOfRun(text, at);
    if (run === length) return at;
    at += run;
  }
  return -1;
}

function readAngle(state: InlineState): void {
  const { text, at } = state;
  const found = angleAt(text, at, state.lastEnds);
  if (!found) addText(state, at + 1);
  else if ('url' in found)
    add(
      state,
      { kind: 'link', url: found.url, depth: 0, children: [{ kind: 'text', text: found.words }] },
      found.end,
    );
  else addText(state, found.end);
}

function openBracket(state: InlineState): void {
  const { text, at, items, brackets } = state;
  const image = text[at] === '!';
  const from = at + (image ? 2 : 1);
  brackets.push(items.length);
  add(state, { kind: 'bracket', image, active: true, from }, from);
}

function closeBracket(state: InlineState): void {
  const { text, at, items, brackets, references } = state;
  const index = brackets.pop();
  const bracket = index === undefined ? undefined : (items[index] as Bracket);
  if (index === undefined || !bracket) {
    addText(state, at + 1);
    return;
  }

  const note = noteIn(text.slice(bracket.from, at), references);
  if (note !== undefined) {
    items.length = index;
    if (bracket.image) items.push({ kind: 'text', text: '!' });
    add(state, { kind: 'note', label: note }, at + 1);
    return;
  }
  const target = bracket.active ? targetAfter(text, bracket.from, at, references) : undefined;
  if (!target) {
    items[index] = plain(bracket) as Inline;
    addText(state, at + 1);
    return;
  }
  const children = paired(items.splice(index).slice(1).map(plain));
  if (bracket.image) {
    add(state, { kind: 'image', url: target.url, alt: wordsOf(children) }, target.end);
    return;
  }
  // Links cannot contain links: outer brackets are deactivated.
  for (let i = brackets.length - 1; i >= 0; i--) {
    const outer = items[brackets[i] as number] as Bracket;
    if (!outer.active) break;
    if (!outer.image) outer.active = false;
  }
  const depth = depthOf(children);
  add(state, { kind: 'link', url: target.url, depth, children: unlinked(children) }, target.end);
}

function noteIn(words: string, { notes }: References): string | undefined {
  if (words[0] !== '^' || notes.size === 0) return undefined;
  const name = nameOf(words.slice(1));
  return notes.has(name) ? name : undefined;
}

/** Addresses written out in the text of a link are text. */
const unlinked = (inlines: Inline[]): Inline[] =>
  inlines.flatMap((inline) => {
    if (inline.kind === 'link') return inline.children;
    return 'children' in inline ? [{ ...inline, children: unlinked(inline.children) }] : [inline];
  });

const plain = (item: Item): Inline | Run =>
  item.kind === 'bracket' ? { kind: 'text', text: item.image ? '![' : '[' } : item;

/** A citation marker `[1]` or `[1, 3]`, with a space before it. */
const MARKER = /[ \t]?\[(\d{1,3}(?:\s*[,;]\s*\d{1,3}){0,9})\]/g;

/** `numbers` stands between the brackets; `written` is all of it, brackets and a space before them included. */
export type Marker = { numbers: string; written: string };

/** Words and the markers among them; whether a marker names a source is decided when it is shown. */
export function markersIn(text: string): (string | Marker)[] {
  const pieces: (string | Marker)[] = [];
  let from = 0;
  for (const found of text.matchAll(MARKER)) {
    if (found.index > from) pieces.push(text.slice(from, found.index));
    pieces.push({ numbers: found[1] as string, written: found[0] });
    from = found.index + found[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}
