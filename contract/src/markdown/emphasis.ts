/** Pairs the delimiter runs of emphasis by the rules of CommonMark; a run without a partner stays text. */
import { DEPTH_MAX, depthOf, type Inline } from './tree.ts';

/** A delimiter run. `whole` is its original length, `length` the part that is not yet paired. */
export type Run = {
  kind: 'run';
  mark: string;
  length: number;
  whole: number;
  opens: boolean;
  closes: boolean;
};

/** Longer runs are drawn lines, not emphasis; paired, each would be nested in all before it. */
const RUN_MAX = 30;

const SPACE_CODE = 32;
const SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;

export function runAt(text: string, at: number): Run {
  const mark = text[at] as string;
  const length = lengthOfRun(text, at);
  const before = sideOf(characterBefore(text, at));
  const after = sideOf(String.fromCodePoint(text.codePointAt(at + length) ?? SPACE_CODE));
  const left = flanks(after, before);
  const right = flanks(before, after);
  const able = length <= RUN_MAX && (mark !== '~' || length === 2);
  const inWord = mark === '_' && left && right;
  return {
    kind: 'run',
    mark,
    length,
    whole: length,
    opens: able && left && (!inWord || before === 'punctuation'),
    closes: able && right && (!inWord || after === 'punctuation'),
  };
}

/** A delimiter run flanks the side `near` when it is not followed by space, and by punctuation only outside of a word. */
const flanks = (near: Side, far: Side): boolean =>
  near === 'word' || (near === 'punctuation' && far !== 'word');

/** The number of equal characters in a row from here. */
export function lengthOfRun(text: string, at: number): number {
  let end = at + 1;
  while (text[end] === text[at]) end++;
  return end - at;
}

/** The code point before this place; the start of a text counts as a space. */
function characterBefore(text: string, at: number): string {
  const half = /[\udc00-\udfff]/.test(text[at - 1] ?? '');
  return at === 0 ? ' ' : text.slice(at - (half ? 2 : 1), at);
}

type Side = 'space' | 'punctuation' | 'word';

function sideOf(character: string): Side {
  if (/[a-z]/i.test(character)) return 'word';
  if (SPACE.test(character)) return 'space';
  return PUNCTUATION.test(character) ? 'punctuation' : 'word';
}

type Item = Inline | Run;

export function paired(items: Item[]): Inline[] {
  if (!items.some((item) => item.kind === 'run')) return joined(items);
  const out: Item[] = [];
  const floors: Floors = { all: 0, byKind: new Map() };
  for (const item of items) {
    if (item.kind === 'run' && item.closes) close(item, out, floors);
    if (item.kind !== 'run' || item.length > 0) out.push(item);
  }
  return joined(out);
}

/** Lower bounds of the search for an opener (`openers_bottom`), for each kind of closer and for all. */
type Floors = { all: number; byKind: Map<string, number> };

function close(run: Run, out: Item[], floors: Floors): void {
  const kind = `${run.mark}${run.opens}${run.whole % 3}`;
  while (run.length > 0) {
    const at = openerOf(run, out, Math.max(floors.all, floors.byKind.get(kind) ?? 0));
    if (at === -1) {
      floors.byKind.set(kind, out.length);
      return;
    }
    const depth = depthOf(out, at + 1) + 1;
    if (depth > DEPTH_MAX) {
      // Any opener further out would contain this too.
      floors.all = out.length;
      return;
    }
    const opener = out[at] as Run;
    const children = joined(out.splice(at + 1));
    const width = Math.min(opener.length, run.length) >= 2 ? 2 : 1;
    opener.length -= width;
    run.length -= width;
    if (opener.length === 0) out.pop();
    out.push({ kind: run.mark === '~' ? 'del' : width === 2 ? 'strong' : 'em', depth, children });
    for (const [name, floor] of floors.byKind) floors.byKind.set(name, Math.min(floor, out.length - 1));
  }
}

function openerOf(closer: Run, out: Item[], floor: number): number {
  for (let i = out.length - 1; i >= floor; i--) {
    const item = out[i] as Item;
    if (item.kind === 'run' && item.opens && item.mark === closer.mark && suit(item, closer)) return i;
  }
  return -1;
}

/** Rule of three: a run that can both open and close pairs only when the sum of lengths is no multiple of 3. */
function suit(opener: Run, closer: Run): boolean {
  const ambiguous = opener.closes || closer.opens;
  const clash = (opener.whole + closer.whole) % 3 === 0;
  return !ambiguous || !clash || (opener.whole % 3 === 0 && closer.whole % 3 === 0);
}

/** Turns unpaired runs into text and joins neighbouring texts. */
function joined(items: Item[]): Inline[] {
  const inlines: Inline[] = [];
  for (const item of items) {
    const inline: Inline = item.kind === 'run' ? { kind: 'text', text: item.mark.repeat(item.length) } : item;
    const last = inlines.at(-1);
    if (inline.kind === 'text' && last?.kind === 'text')
      inlines[inlines.length - 1] = { kind: 'text', text: last.text + inline.text };
    else inlines.push(inline);
  }
  return inlines;
}
