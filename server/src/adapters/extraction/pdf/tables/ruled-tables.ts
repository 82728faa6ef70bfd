/** Tables that are drawn with rules: their cells, and the strings that stand in them. */
import type { Rule } from '../page/drawing.ts';
import type { Table, TableRow } from '../page/lines.ts';
import { asLine, type Line, type Piece } from '../page/lines.ts';
import type { LineJoiner } from '../page/words.ts';

/** Points: rules that touch, edges that are one, and strokes too close to hold a line of text. */
const TOUCH = 2;
const SAME_EDGE = 3;
const ROW_MIN = 4;
/** A cell with more letters is a column of a page that rules divide. */
const CELL_LETTERS_MAX = 1_500;
/** In so few bands rules part the head from the body, and not its rows; then the lines of the first column do. */
const FEW_BANDS = 2;
const UNRULED_MIN = 2;
/** The share of rows in which two cells are filled: below it the rules are a drawing. */
const FILLED_ROWS = 0.5;
/** The share of all cells that are filled: below it the rules are the lines of a chart. */
const FILLED_CELLS = 0.25;

type Region = Rule & { table: Table };

/** The tables as lines that stand in their place, and the strings outside of them. */
export function ruledTables(
  pieces: Piece[],
  { rules, shades }: { rules: Rule[]; shades: Rule[] },
  joiner: LineJoiner,
): { tables: Line[]; rest: Piece[] } {
  let rest = pieces;
  const tables: Line[] = [];
  for (const component of withDoubleRules(componentsOf(rules))) {
    const grid = gridOf(component);
    if (!grid) continue;
    const inside = rest.filter((piece) => piece.isUpright && isWithin(piece, grid));
    const region = regionOf(inside, grid, shades, joiner);
    if (!region) continue;
    const taken = new Set(inside);
    rest = rest.filter((piece) => !taken.has(piece));
    tables.push(placeholder(region, inside));
  }
  return { tables, rest };
}

/** Points between the two strokes of a double rule, which parts the head of a table from its body. */
const DOUBLE_RULE = 6;

/** Rules that stand above others, with the same edges and hardly a gap, are one table. */
function withDoubleRules(components: Rule[][]): Rule[][] {
  const whole: { rules: Rule[]; extent: Rule }[] = [];
  for (const rules of components.toSorted((one, other) => extentOf(one).y - extentOf(other).y)) {
    const extent = extentOf(rules);
    const above = whole.find(({ extent: { x, right, bottom } }) => {
      const gap = extent.y - bottom;
      return gap >= 0 && gap <= DOUBLE_RULE && isSame(x, extent.x) && isSame(right, extent.right);
    });
    if (above) {
      above.rules.push(...rules);
      above.extent.bottom = extent.bottom;
    } else whole.push({ rules: [...rules], extent });
  }
  return whole.map(({ rules }) => rules);
}

const isSame = (one: number, other: number): boolean => Math.abs(one - other) <= SAME_EDGE;

const extentOf = (rules: Rule[]): Rule => ({
  x: Math.min(...rules.map(({ x }) => x)),
  right: Math.max(...rules.map(({ right }) => right)),
  y: Math.min(...rules.map(({ y }) => y)),
  bottom: Math.max(...rules.map(({ bottom }) => bottom)),
});

function placeholder({ x, right, y, table }: Region, pieces: Piece[]): Line {
  const sizes = pieces.map(({ size }) => size).sort((a, b) => a - b);
  return {
    x,
    right,
    y,
    size: sizes[Math.floor(sizes.length / 2)] ?? 1,
    text: table.rows.map(({ cells }) => cells.join(' ')).join('\n'),
    isBold: false,
    isMono: false,
    table,
  };
}

/** Rules that hang together. */
function componentsOf(rules: Rule[]): Rule[][] {
  const sorted = rules.toSorted((one, other) => one.y - other.y || one.x - other.x);
  const parents = sorted.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[index] = root;
    return root;
  };
  // Rules that may still touch one that begins lower.
  let active: number[] = [];
  for (const [index, rule] of sorted.entries()) {
    active = active.filter((other) => (sorted[other]?.bottom ?? 0) + TOUCH >= rule.y);
    for (const other of active)
      if (touches(sorted[other] as Rule, rule)) parents[rootOf(index)] = rootOf(other);
    active.push(index);
  }
  const groups = Map.groupBy(sorted, (_, index) => rootOf(index));
  return [...groups.values()].filter(({ length }) => length > 3);
}

const touches = (one: Rule, other: Rule) =>
  one.x - TOUCH <= other.right &&
  other.x - TOUCH <= one.right &&
  one.y - TOUCH <= other.bottom &&
  other.y - TOUCH <= one.bottom;

type Grid = { xs: number[]; ys: number[]; levels: Rule[]; uprights: Rule[] };

/** Null for a box, a frame and whatever has not two columns and two rows. */
function gridOf(component: Rule[]): Grid | null {
  const levels = component.filter(({ x, right, y, bottom }) => right - x >= bottom - y);
  const uprights = component.filter(({ x, right, y, bottom }) => right - x < bottom - y);
  // The outer edges need not be drawn.
  const xs = edges([
    ...uprights.map(({ x }) => x),
    ...ends(
      levels,
      ({ x }) => x,
      ({ right }) => right,
    ),
  ]);
  const ys = edges([
    ...levels.map(({ y }) => y),
    ...ends(
      uprights,
      ({ y }) => y,
      ({ bottom }) => bottom,
    ),
  ]);
  const rows = ys.filter((y, row) => row === 0 || y - (ys[row - 1] ?? 0) >= ROW_MIN);
  return xs.length > 2 && rows.length > 2 ? { xs, ys: rows, levels, uprights } : null;
}

const ends = (rules: Rule[], first: (rule: Rule) => number, last: (rule: Rule) => number) =>
  rules.length ? [Math.min(...rules.map(first)), Math.max(...rules.map(last))] : [];

function edges(places: number[]): number[] {
  const found: number[] = [];
  for (const place of places.toSorted((a, b) => a - b))
    if (found.length === 0 || place - (found.at(-1) ?? 0) > SAME_EDGE) found.push(place);
  return found;
}

const middleOf = (piece: Piece) => ({ x: (piece.x + piece.right) / 2, y: piece.y - 0.3 * piece.size });

function isWithin(piece: Piece, { xs, ys }: Grid): boolean {
  const { x, y } = middleOf(piece);
  return x > (xs[0] ?? 0) && x < (xs.at(-1) ?? 0) && y > (ys[0] ?? 0) && y < (ys.at(-1) ?? 0);
}

function regionOf(inside: Piece[], grid: Grid, shades: Rule[], joiner: LineJoiner): Region | null {
  const { xs, ys } = grid;
  const pieces = inside.flatMap((piece) => cutAtRules(piece, grid.uprights));
  const bands = ys.slice(0, -1).map((_, row) => cellsOf(pieces, grid, row));
  const rows = bands.length <= FEW_BANDS ? bands.flatMap(unruledRows) : filledDown(bands, grid);
  const written = rows
    .map((cells): TableRow => {
      const lines = cells.flat();
      return {
        cells: cells.map((lines) => textOf(lines, joiner)),
        isMarked: lines.every(({ isBold }) => isBold) || areShaded(lines, shades),
      };
    })
    .filter(({ cells }) => cells.some(Boolean));
  const isUsed = (column: number) => written.some(({ cells }) => cells[column]);
  const table: Table = {
    rows: written.map((row) => ({ ...row, cells: row.cells.filter((_, column) => isUsed(column)) })),
    columns: xs.slice(0, -1).filter((_, column) => isUsed(column)),
  };
  if (!isTable(table)) return null;
  return { x: xs[0] ?? 0, right: xs.at(-1) ?? 0, y: ys[0] ?? 0, bottom: ys.at(-1) ?? 0, table };
}

function isTable({ rows, columns }: Table): boolean {
  const filled = rows.filter(({ cells }) => cells.filter(Boolean).length > 1).length;
  return (
    columns.length > 1 &&
    rows.length > 1 &&
    filled >= FILLED_ROWS * rows.length &&
    rows.flatMap(({ cells }) => cells.filter(Boolean)).length >=
      FILLED_CELLS * rows.length * columns.length &&
    rows.every(({ cells }) => cells.every(({ length }) => length <= CELL_LETTERS_MAX))
  );
}

/** A string that runs over a rule is cut at the blank nearest to it, by its share of the width. */
function cutAtRules(piece: Piece, uprights: Rule[]): Piece[] {
  const { y } = middleOf(piece);
  const rule = uprights.find(
    (one) => one.x > piece.x + SAME_EDGE && one.x < piece.right - SAME_EDGE && one.y <= y && one.bottom >= y,
  );
  if (!rule) return [piece];
  const width = (piece.right - piece.x) / piece.text.length;
  const blanks = [...piece.text.matchAll(/(?<=\S)\s+(?=\S)/g)].map(({ index }) => index);
  const farFromRule = (at: number) => Math.abs(piece.x + at * width - rule.x);
  const at = blanks.toSorted((one, other) => farFromRule(one) - farFromRule(other))[0];
  if (at === undefined) return [piece];
  const tail = piece.text.slice(at).trimStart();
  const left = { ...piece, text: piece.text.slice(0, at), right: rule.x - 1 };
  return [left, ...cutAtRules({ ...piece, text: tail, x: rule.x + 1 }, uprights)];
}

type Cell = Line[];

/** The cells of a row. Columns that no rule parts there are one cell, which is the first of them. */
function cellsOf(pieces: Piece[], { xs, ys, uprights }: Grid, row: number): Cell[] {
  const [top = 0, bottom = 0] = [ys[row], ys[row + 1]];
  const middle = (top + bottom) / 2;
  const band = pieces.filter((piece) => isBetween(middleOf(piece).y, top, bottom));
  const isDrawn = (x: number) =>
    uprights.some((rule) => Math.abs(rule.x - x) <= SAME_EDGE && isBetween(middle, rule.y, rule.bottom));
  const cells: Cell[] = [];
  for (let column = 0, next = 1; column < xs.length - 1; column = next, next += 1) {
    while (next < xs.length - 1 && !isDrawn(xs[next] ?? 0)) next += 1;
    const inside = band.filter((piece) => isBetween(middleOf(piece).x, xs[column] ?? 0, xs[next] ?? 0));
    cells.push(linesIn(inside), ...Array.from({ length: next - column - 1 }, () => []));
  }
  return cells;
}

/** A cell over several rows is said in each of them. */
function filledDown(rows: Cell[][], { xs, ys, levels }: Grid): Cell[][] {
  const filled = rows.map((cells) => [...cells]);
  for (const [column, left] of xs.slice(0, -1).entries()) {
    const middle = (left + (xs[column + 1] ?? left)) / 2;
    const isDrawn = (y: number) =>
      levels.some((rule) => Math.abs(rule.y - y) <= SAME_EDGE && isBetween(middle, rule.x, rule.right));
    for (let row = 0, next = 1; row < rows.length; row = next, next += 1) {
      while (next < rows.length && !isDrawn(ys[next] ?? 0)) next += 1;
      const whole = rows.slice(row, next).flatMap((cells) => cells[column] ?? []);
      for (const cells of filled.slice(row, next)) cells[column] = whole;
    }
  }
  return filled;
}

/** A band that holds lines of many rows, as where rules part only the head from the body and the columns. */
function unruledRows(cells: Cell[]): Cell[][] {
  const [first = [], second = []] = cells.filter(({ length }) => length > 0);
  const isBeside = (line: Line) => second.some((other) => Math.abs(other.y - line.y) <= SAME_EDGE);
  if (first.length < UNRULED_MIN || !first.every(isBeside)) return [cells];
  return first.map(({ y }, row) => {
    const below = first[row + 1]?.y ?? Number.POSITIVE_INFINITY;
    return cells.map((lines) =>
      lines.filter((line) => line.y < below - SAME_EDGE && (row === 0 || line.y >= y - SAME_EDGE)),
    );
  });
}

function linesIn(pieces: Piece[]): Line[] {
  const rows: Piece[][] = [];
  for (const piece of pieces.toSorted((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row?.[0] && piece.y - row[0].y <= 0.5 * row[0].size) row.push(piece);
    else rows.push([piece]);
  }
  return rows.map((row) => asLine(row.toSorted((one, other) => one.x - other.x)));
}

const textOf = (lines: Line[], joiner: LineJoiner): string =>
  lines.reduce((text, line) => (text ? joiner.join(text, line.text) : line.text), '').replace(/\s+/g, ' ');

const areShaded = (lines: Line[], shades: Rule[]) =>
  lines.every((line) =>
    shades.some(
      ({ x, right, y, bottom }) =>
        isBetween((line.x + line.right) / 2, x, right) && isBetween(line.y - 0.3 * line.size, y, bottom),
    ),
  );

const isBetween = (place: number, from: number, to: number) => place >= from && place < to;
