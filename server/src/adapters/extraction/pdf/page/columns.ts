/** The order in which the lines of a page are read: columns one after the other, what spans them in its place. */
import type { Line } from './lines.ts';

/** A gutter has nothing in it over so many lines on either side; fewer are the cells of a table. */
const LINES_MIN = 4;
/** Columns of text are filled with it: the middle one of their lines is at least this share of the width. */
const FILLED = 0.6;
const GUTTER_MIN = 6;
/** Lines that may cross a gutter, as titles and wide tables do. */
const CROSSING_MAX = 0.3;
const STEP = 2;
/** Columns within columns. */
const DEPTH_MAX = 3;

/** Flows of lines, each from above to below. */
export function readingOrder(lines: Line[], depth = 0): Line[][] {
  const gutter = depth < DEPTH_MAX ? findGutter(lines) : null;
  if (gutter === null) return lines.length ? [inRows(lines)] : [];
  const flows: Line[][] = [];
  let beside: Line[] = [];
  let across: Line[] = [];
  const close = () => {
    const left = beside.filter(({ right }) => right <= gutter);
    const right = beside.filter(({ x }) => x >= gutter);
    flows.push(...readingOrder(left, depth + 1), ...readingOrder(right, depth + 1));
    if (across.length) flows.push(across);
    [beside, across] = [[], []];
  };
  for (const line of inRows(lines)) {
    const isAcross = line.x < gutter && line.right > gutter;
    if (!isAcross && across.length) close();
    if (isAcross && beside.length) close();
    (isAcross ? across : beside).push(line);
  }
  close();
  return flows;
}

function findGutter(lines: Line[]): number | null {
  if (lines.length < 2 * LINES_MIN) return null;
  const left = Math.min(...lines.map(({ x }) => x));
  const right = Math.max(...lines.map((line) => line.right));
  const gutters: { at: number; width: number }[] = [];
  let from: number | null = null;
  for (let x = left + (right - left) * 0.15; x <= left + (right - left) * 0.85; x += STEP) {
    let crossing = 0;
    for (const line of lines) if (line.x < x && line.right > x) crossing += 1;
    const isFree = crossing <= lines.length * CROSSING_MAX;
    if (isFree) from ??= x;
    else if (from !== null) {
      gutters.push({ at: (from + x - STEP) / 2, width: x - STEP - from });
      from = null;
    }
  }
  return (
    gutters
      .filter(({ at, width }) => width >= GUTTER_MIN && divides(lines, at))
      .sort((one, other) => other.width - one.width)[0]?.at ?? null
  );
}

function divides(lines: Line[], at: number): boolean {
  return [lines.filter(({ right }) => right <= at), lines.filter(({ x }) => x >= at)].every((side) => {
    if (side.length < LINES_MIN) return false;
    const width = Math.max(...side.map(({ right }) => right)) - Math.min(...side.map(({ x }) => x));
    const widths = side.map((line) => line.right - line.x).sort((a, b) => a - b);
    const words = side.reduce((sum, { text }) => sum + text.split(' ').length, 0) / side.length;
    return (widths[Math.floor(widths.length / 2)] ?? 0) >= FILLED * width && words >= 3;
  });
}

const inRows = (lines: Line[]) => lines.toSorted((one, other) => one.y - other.y || one.x - other.x);
