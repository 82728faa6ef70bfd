/** Tables of contents and indexes: lines that only say on which page something stands. */

/** Dots, or a gap, and the number of a page. */
const AFTER_DOTS = /(?:[.·…]\s?){3,}\s*(\d{1,4}|[ivxlc]{1,7})$/i;
const AFTER_GAP = /(?:\t|\s{3,})(\d{1,4}|[ivxlc]{1,7})$/i;
const TITLE =
  /^(?:#{1,6}\s+)?(?:sum[áa]rio|[íi]ndice|conte[úu]do|lista de \p{L}+|contents|table of contents)\b/iu;
const INDEX = /^(?:#{1,6}\s+)?(?:[\dA-Z]{1,2}\.?\s+)?(?:[íi]ndice(?:\s+\p{L}+)?|index)$/iu;
const HEADING = /^#{1,6}\s/;
const ENTRIES_MIN = 5;
/** Shares of the lines that are entries, and of the numbers that do not fall. */
const ENTRIES = 0.7;
const RISING = 0.9;
/** Lines between two entries: where one goes over, or a page ends. */
const BETWEEN = 3;
/** Words for each number of a page in an index. */
const INDEX_WORDS = 6;

type Numbered = { text: string; isBlank: boolean };

/** The places of lines that give no passages. */
export function contentsIn(lines: Numbered[]): Set<number> {
  const filled = [...lines.keys()].filter((index) => !lines[index]?.isBlank);
  const textAt = (place: number) => lineOf(lines[filled[place] ?? -1]?.text ?? '');
  const inside = new Set<number>();
  const take = (from: number, to: number) => {
    for (const index of filled.slice(from, to)) inside.add(index);
  };
  for (const run of runsOf(filled.map((_, place) => entryOf(textAt(place))))) {
    const isAnnounced = [1, 2, 3].some((before) => TITLE.test(textAt(run.from - before)));
    if (isContents(run, isAnnounced)) take(run.from, run.to);
  }
  for (const place of filled.keys()) {
    if (!INDEX.test(textAt(place))) continue;
    let to = place + 1;
    while (to < filled.length && !HEADING.test(textAt(to))) to += 1;
    if (isIndex(filled.slice(place + 1, to).map((index) => lines[index]?.text ?? ''))) take(place + 1, to);
  }
  return inside;
}

/** A longer line is a paragraph. */
const LINE_MAX = 400;
const lineOf = (text: string) => (text.length > LINE_MAX ? '' : text.trim());

type Entry = { page: number; hasDots: boolean };
type Run = { from: number; to: number; entries: Entry[] };

function entryOf(line: string): Entry | null {
  if (HEADING.test(line)) return null;
  const number = (AFTER_DOTS.exec(line) ?? AFTER_GAP.exec(line))?.[1];
  if (number === undefined) return null;
  return { page: /\d/.test(number) ? Number(number) : 0, hasDots: AFTER_DOTS.test(line) };
}

function runsOf(entries: (Entry | null)[]): Run[] {
  const runs: Run[] = [];
  for (const [place, entry] of entries.entries()) {
    if (!entry) continue;
    const run = runs.at(-1);
    if (run && place - run.to <= BETWEEN) {
      run.to = place + 1;
      run.entries.push(entry);
    } else runs.push({ from: place, to: place + 1, entries: [entry] });
  }
  return runs;
}

/** Dots leave no doubt; without them a table's last column could rise like the numbers of pages. */
function isContents({ from, to, entries }: Run, isAnnounced: boolean): boolean {
  if (entries.length < ENTRIES_MIN || entries.length < ENTRIES * (to - from)) return false;
  const rising = entries.slice(1).filter(({ page }, index) => page >= (entries[index]?.page ?? 0)).length;
  const dotted = entries.filter(({ hasDots }) => hasDots).length;
  return rising >= RISING * (entries.length - 1) && (isAnnounced || dotted >= entries.length / 2);
}

function isIndex(lines: string[]): boolean {
  const text = lines.join(' ');
  const numbers = text.match(/[,\s]\d{1,4}(?![\p{L}\d])/gu)?.length ?? 0;
  const words = text.match(/\p{L}+/gu)?.length ?? 0;
  return numbers >= ENTRIES_MIN && words <= INDEX_WORDS * numbers;
}
