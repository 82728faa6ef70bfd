/** Takes out what stands at the head or the foot of page after page: titles, names, numbers. */
import { fold } from '../../../../language/words.ts';
import type { Line } from './lines.ts';

/** Lines at either end of a page among which running ones are, set off from the text by more than a line. */
const EDGE_MAX = 3;
const SET_OFF = 1.3;
const REPEATS_MIN = 3;
/** The share of pages on which their number stands. */
const NUMBERED_PAGES = 0.5;
/** The page's own number is the first one of its line, or one of so many last ones. */
const COUNTED_MAX = 4;
/** Points by which the place of a running line may differ from page to page. */
const SWAY = 4;
/** Numbers that count pages, with whatever is around them. */
const PAGE_NUMBER = /^[-–—|\s]*(?:p[áa]g(?:ina|\.)?\s*)?\d{1,4}(?:\s*(?:\/|de|of)\s*\d{1,4})?[-–—|\s]*$/iu;

export function withoutRunningLines(pages: Line[][]): Line[][] {
  const seen = new Map<string, { page: number; line: Line }[]>();
  for (const [page, lines] of pages.entries())
    for (const line of edgesOf(lines))
      for (const key of keysOf(line, page)) seen.set(key, [...(seen.get(key) ?? []), { page, line }]);
  const running = new Set<Line>();
  const heights = new Map<string, number>();
  for (const [key, places] of seen) {
    const alike = places.filter(
      ({ line }) => places.filter((other) => Math.abs(other.line.y - line.y) <= SWAY).length >= REPEATS_MIN,
    );
    for (const [index, { page, line }] of alike.entries()) {
      // Above the text the first is kept: the names of a long table's columns, or a title that is worth reading once.
      const isKept = index === 0 && !PAGE_NUMBER.test(line.text) && isAbove(line, pages[page] ?? []);
      if (!isKept) running.add(line);
      heights.set(key, line.y);
    }
  }
  for (const line of closeToText(pages, heights)) running.add(line);
  for (const line of titlesInHeads(pages)) running.add(line);
  return pages.map((lines) => lines.filter((line) => !running.has(line)));
}

/** On a full page what runs through the others may stand no further from the text than its lines from each other. */
function closeToText(pages: Line[][], heights: ReadonlyMap<string, number>): Line[] {
  return pages.flatMap((lines, page) => {
    const rows = rowsOf(lines);
    return [rows.length > 1 ? rows.at(-1) : undefined].flatMap((row) =>
      (row ?? []).filter((line) =>
        [...keysOf(line, page)].some((key) => Math.abs((heights.get(key) ?? -SWAY * 2) - line.y) <= SWAY),
      ),
    );
  });
}

/** Beside the number of a page, or before a title that a bookmark names: what a head says again is no heading. */
function titlesInHeads(pages: Line[][]): Set<Line> {
  const titles = new Set(
    pages.flat().flatMap(({ level, text }) => (level === undefined ? [] : [titleOf(text)])),
  );
  const offset = pageOffset(pages);
  const heads = new Set<Line>();
  for (const [page, lines] of pages.entries()) {
    const edges = rowsOf([...edgesOf(lines)]);
    for (const row of edges) {
      const isNumbered = offset !== null && row.some(({ text }) => numbersOf(text).includes(page + offset));
      for (const line of row) {
        const title = titleOf(line.text);
        const saysTitle = line.level === undefined && (titles.has(title) || title === '');
        if (
          line.level === undefined &&
          (isNumbered ? row.length > 1 || saysTitle : saysTitle && title !== '')
        )
          heads.add(line);
      }
    }
  }
  return heads;
}

/** Without its number, and that of the page. */
const titleOf = (text: string): string =>
  fold(text)
    .replace(/^(?:capitulo|parte|apendice|anexo)\s+/, '')
    .replace(/[^\p{L}]+/gu, '');

const numbersOf = (text: string): number[] =>
  [/^\d{1,4}(?=\s|$)/.exec(text), /(?:^|\s)(\d{1,4})$/.exec(text)].flatMap((found) =>
    found ? [Number(found[0])] : [],
  );

/** By how much the printed numbers of pages differ from their places, where most pages print one. */
function pageOffset(pages: Line[][]): number | null {
  const counts = new Map<number, number>();
  for (const [page, lines] of pages.entries()) {
    const offsets = new Set(
      [...edgesOf(lines)].flatMap(({ text }) => numbersOf(text).map((number) => number - page)),
    );
    for (const offset of offsets) counts.set(offset, (counts.get(offset) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted((one, other) => other[1] - one[1] || one[0] - other[0]);
  return best && best[1] >= Math.max(REPEATS_MIN, NUMBERED_PAGES * pages.length) ? best[0] : null;
}

function edgesOf(lines: Line[]): Set<Line> {
  const rows = rowsOf(lines);
  const gaps = rows.slice(1).map((row, index) => (row[0]?.y ?? 0) - (rows[index]?.[0]?.y ?? 0));
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0;
  const isSetOff = (gap: number | undefined) => (gap ?? 0) > SET_OFF * usual;
  const above = gaps.slice(0, EDGE_MAX).findLastIndex(isSetOff) + 1;
  const below = gaps.toReversed().slice(0, EDGE_MAX).findLastIndex(isSetOff) + 1;
  const edges = [...rows.slice(0, above), ...(below ? rows.slice(-below) : [])];
  // Numbers that count pages are known by that alone.
  const ends = [rows[0], rows.at(-1)].filter(
    (row) => row?.length === 1 && PAGE_NUMBER.test(row[0]?.text ?? ''),
  );
  return new Set([...edges, ...ends].flatMap((row) => row ?? []));
}

function rowsOf(lines: Line[]): Line[][] {
  const rows: Line[][] = [];
  for (const line of lines.toSorted((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row && line.y - (row[0]?.y ?? 0) <= SWAY) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

const isAbove = (line: Line, page: Line[]) => page.filter(({ y }) => y > line.y).length > page.length / 2;

/** Alike are equal lines, and those in which one number grows with the pages: cells of tables do not. */
function keysOf({ text }: Line, page: number): Set<string> {
  const plain = text.toLowerCase();
  // The number of a page may stand among others: «Decreto nº 12, de 2024 – página 3 de 9».
  const numbers = [...plain.matchAll(/\d+/g)];
  const counted = [...numbers.slice(0, 1), ...numbers.slice(-COUNTED_MAX)].map(
    ({ 0: number, index }) =>
      `${plain.slice(0, index)}#${Number(number) - page}${plain.slice(index + number.length)}`,
  );
  // A number by itself is equal to another one only by chance.
  return new Set(PAGE_NUMBER.test(text) ? counted : [plain, ...counted]);
}
