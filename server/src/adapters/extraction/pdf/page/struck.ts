/** Wording that a rule crosses is the former one: compiled laws keep it so, beside the one in force. */
import { type Drawing, type FontFacts, type Matrix, type Rule, times } from './drawing.ts';

type Text = { str: string; transform: number[]; width: number; fontName: string };
type Item = Text | { type: string };

/** How far above the baseline a rule crosses letters, in letter heights: below it underlines, above it parts lines. */
const CROSSES = { least: 0.13, most: 0.5 };
/** Smaller letters belong to a picture of a page. In points. */
const LETTER_MIN = 4;
/** The share of a rule that crosses letters: a longer one belongs to a drawing or a table. */
const COVERED = 0.7;
/** The share of a word's letters from which on, and up to which, it is struck as a whole, or not at all. */
const WHOLE = 0.8;
const NONE = 0.2;

/** The items without what is crossed, the rules that cross nothing, and how many passages in a row were left out. */
export function withoutStruck(
  items: Item[],
  { rules, dashes, fonts }: Drawing,
  view: Matrix,
): { kept: Item[]; rules: Rule[]; struck: number } {
  const level = [...rules, ...dashes].filter(({ y, bottom }) => bottom - y <= 1);
  const crossings = level.length ? crossingsOf(items, level, view) : new Map<Item, Rule[]>();
  if (!crossings.size) return { kept: items, rules, struck: 0 };
  const used = new Set<Rule>();
  const kept: Item[] = [];
  let struck = 0;
  let isOpen = false;
  for (const item of items) {
    if (!('str' in item) || !item.str.trim()) {
      kept.push(item);
      continue;
    }
    const crossing = crossings.get(item) ?? [];
    const parts = partsOf(item, crossing, view, fonts.get(item.fontName));
    for (const part of parts) {
      if (part.isStruck) {
        if (!isOpen) struck += 1;
        bridge(kept, part);
      } else kept.push(part.item);
      isOpen = part.isStruck;
    }
    if (parts.some(({ isStruck }) => isStruck)) for (const rule of crossing) used.add(rule);
  }
  return { kept, rules: rules.filter((rule) => !used.has(rule)), struck };
}

type Part = { item: Text; isStruck: boolean };

/** The item before it on its line is widened over it, so that the gap parts no columns. */
function bridge(kept: Item[], { item }: Part): void {
  const place = kept.findLastIndex((one) => 'str' in one && one.str.trim());
  const before = kept[place];
  if (!before || !('str' in before)) return;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = before.transform;
  const [, , , , x = 0, y = 0] = item.transform;
  const distance = Math.hypot(x - e, y - f);
  const isOnLine = Math.abs((x - e) * b - (y - f) * a) < 0.5 * Math.hypot(a, b);
  if (!isOnLine || distance - before.width > Math.hypot(c, d)) return;
  const str = before.str.endsWith(' ') ? before.str : `${before.str} `;
  kept[place] = { ...before, str, width: distance + item.width };
}

/** The rules that cross letters, by item. */
function crossingsOf(items: Item[], level: Rule[], view: Matrix): Map<Item, Rule[]> {
  const crossed = new Map<Rule, number>();
  const all = items.flatMap((item) => {
    if (!('str' in item) || !item.str.trim()) return [];
    const [, , , , x = 0] = times(view, item.transform);
    const crossing = crossingOf(item, level, view);
    for (const rule of crossing) {
      const shared = Math.min(rule.right, x + item.width) - Math.max(rule.x, x);
      crossed.set(rule, (crossed.get(rule) ?? 0) + shared);
    }
    return crossing.length ? [{ item, crossing }] : [];
  });
  const isStrike = (rule: Rule) => (crossed.get(rule) ?? 0) >= COVERED * (rule.right - rule.x);
  return new Map(
    all.flatMap(({ item, crossing }) => {
      const strikes = crossing.filter(isStrike);
      return strikes.length ? [[item, strikes]] : [];
    }),
  );
}

/** The rules that cross letters of a level item. */
function crossingOf({ transform, width }: Text, level: Rule[], view: Matrix): Rule[] {
  const [a = 0, b = 0, c = 0, d = 0, x = 0, y = 0] = times(view, transform);
  if (a <= 0 || Math.abs(b) > 0.01 * a) return [];
  const size = Math.hypot(c, d);
  if (size < LETTER_MIN) return [];
  return level.filter((rule) => {
    const above = y - (rule.y + rule.bottom) / 2;
    return (
      above >= CROSSES.least * size && above <= CROSSES.most * size && rule.x < x + width && rule.right > x
    );
  });
}

/** Which letters are struck: by the middle of each, then by words, which are rarely struck in part. */
function struckLetters(item: Text, crossing: Rule[], view: Matrix, font: FontFacts | undefined): boolean[] {
  const [, , , , x = 0] = times(view, item.transform);
  const edges = edgesOf(item, font);
  const struck = edges.slice(1).map((right, at) => {
    const middle = x + ((edges[at] ?? 0) + right) / 2;
    return crossing.some((rule) => rule.x <= middle && rule.right >= middle);
  });
  const blanks = Array.from(item.str, (letter) => !letter.trim());
  for (const [from, to] of runsOf(blanks)) {
    const share = struck.slice(from, to).filter(Boolean).length / (to - from);
    if (share >= WHOLE || share <= NONE) struck.fill(share >= WHOLE, from, to);
  }
  return struck;
}

/** Where each run of equal values begins, and the place after its end. */
function runsOf(values: boolean[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (let from = 0; from < values.length; ) {
    let to = from + 1;
    while (to < values.length && values[to] === values[from]) to += 1;
    runs.push([from, to]);
    from = to;
  }
  return runs;
}

/** Where each letter begins, and the last one ends, in points from the item's left edge. */
function edgesOf({ str, width }: Text, font: FontFacts | undefined): number[] {
  const known = font?.widths ?? new Map<string, number>();
  const usual = known.size ? [...known.values()].reduce((sum, one) => sum + one, 0) / known.size : 1;
  const widths = Array.from(str, (letter) => known.get(letter) ?? usual);
  const total = widths.reduce((sum, one) => sum + one, 0) || 1;
  let at = 0;
  return [0, ...widths.map((one) => (at += (one / total) * width))];
}

/** The struck and the other parts of an item, each at its own place. */
function partsOf(item: Text, crossing: Rule[], view: Matrix, font: FontFacts | undefined): Part[] {
  if (!crossing.length) return [{ item, isStruck: false }];
  const struck = struckLetters(item, crossing, view, font);
  const edges = edgesOf(item, font);
  const letters = Array.from(item.str);
  return runsOf(struck).flatMap(([from, to]) => {
    const str = letters.slice(from, to).join('');
    if (!str.trim()) return [];
    const left = edges[from] ?? 0;
    const transform = movedAlong(item.transform, left);
    const part = { ...item, str, width: (edges[to] ?? 0) - left, transform };
    return [{ item: part, isStruck: struck[from] ?? false }];
  });
}

/** The same writing, so many points further along its line. */
function movedAlong([a = 1, b = 0, c = 0, d = 0, e = 0, f = 0]: number[], distance: number): number[] {
  const length = Math.hypot(a, b) || 1;
  return [a, b, c, d, e + (distance * a) / length, f + (distance * b) / length];
}
