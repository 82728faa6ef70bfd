/** The scanned page that a citation was read on: its picture, and where the cited words stand in it. */
import type { CitedPage } from '#contract/citations.ts';
import type { Download } from '#contract/endpoint.ts';
import { AppError } from '../../../app-error.ts';
import type { Queryable } from '../../../db/client.ts';
import { fold } from '../../../language/words.ts';
import type { RecognisedWord } from '../../../text/recognised-words.ts';
import { findPageImage, findPageOfText } from '../../knowledge/documents/scanned-pages.ts';
import type { DocumentPlace } from '../../knowledge/documents/store.ts';
import { findFilePage, findFilePageImage } from '../../session-files/scanned-pages.ts';
import type { FileKey } from '../../session-files/store.ts';

/** The share of the cited words that have to stand in a run of the page's words, in order. */
const FOUND = 0.9;
/** A word of the page that a citation has otherwise, or not, is passed over. */
const SKIPPED = 4;

/** Null where the text of the page was not recognised from a picture. The caller has asked whether the text may be read. */
export async function citedPage(
  db: Queryable,
  place: DocumentPlace,
  { page, snippet }: { page?: number | undefined; snippet: string },
): Promise<CitedPage | null> {
  const found = page === undefined ? null : await findPageOfText(db, place, page);
  return found && shownPage(found, snippet);
}

/** The same of the reader's own file. */
export async function citedFilePage(
  db: Queryable,
  key: FileKey,
  { page, snippet }: { page?: number | undefined; snippet: string },
): Promise<CitedPage | null> {
  const found = page === undefined ? null : await findFilePage(db, key, page);
  return found && shownPage(found, snippet);
}

type FoundPage = NonNullable<Awaited<ReturnType<typeof findFilePage>>>;

function shownPage(
  { page, confidence, state, hasImage, width, height, words }: FoundPage,
  snippet: string,
): CitedPage {
  // A snippet may go on over the page.
  const boxes = boxesOf(words, snippet.split('\f')[0] ?? '').map((box) => ({
    x: box.x / width,
    y: box.y / height,
    w: box.w / width,
    h: box.h / height,
  }));
  return { number: page, confidence, weak: state === 'weak', image: hasImage, boxes };
}

export async function saveCitedPage(db: Queryable, place: DocumentPlace, page: number): Promise<Download> {
  const found = await findPageOfText(db, place, page);
  const picture = found && (await findPageImage(db, found.file, page));
  if (!picture) throw new AppError('page_not_found');
  return picture;
}

export async function saveFilePage(db: Queryable, key: FileKey, page: number): Promise<Download> {
  const picture = await findFilePageImage(db, key, page);
  if (!picture) throw new AppError('page_not_found');
  return picture;
}

type Box = { x: number; y: number; w: number; h: number };

/** A box for each line of the shortest run of words that says the snippet; none where no run does. */
export function boxesOf(words: RecognisedWord[], snippet: string): Box[] {
  const wanted = snippet.split(/\s+/).map(lettersOf).filter(Boolean);
  const run = wanted.length
    ? runOf(
        words.map(([text]) => lettersOf(text)),
        wanted,
      )
    : null;
  if (!run) return [];
  const lines = Map.groupBy(words.slice(run.start, run.end), (word) => word[6]);
  return [...lines.values()].map((line) => {
    const [x, y] = [Math.min(...line.map((word) => word[1])), Math.min(...line.map((word) => word[2]))];
    const right = Math.max(...line.map((word) => word[1] + word[3]));
    const bottom = Math.max(...line.map((word) => word[2] + word[4]));
    return { x, y, w: right - x, h: bottom - y };
  });
}

const lettersOf = (text: string) => fold(text).replaceAll(/[^\p{L}\p{N}]+/gu, '');

type Run = { start: number; end: number; found: number };

function runOf(page: string[], wanted: string[]): Run | null {
  let best: Run | null = null;
  const firsts = new Set(wanted.slice(0, SKIPPED));
  for (const [start, word] of page.entries()) {
    if (!firsts.has(word)) continue;
    const run = runFrom(start, page, wanted);
    if (run.found < FOUND * wanted.length) continue;
    const isBetter =
      !best ||
      run.found > best.found ||
      (run.found === best.found && run.end - run.start < best.end - best.start);
    if (isBetter) best = run;
  }
  return best;
}

function runFrom(start: number, page: string[], wanted: string[]): Run {
  let [at, found, end] = [0, 0, start];
  for (
    let place = start;
    place < page.length && at < wanted.length && place - end <= 2 * SKIPPED;
    place += 1
  ) {
    const step = stepTo(page, place, wanted, at);
    if (!step) continue;
    at = step.at;
    found += step.found;
    place += step.words - 1;
    end = place + 1;
  }
  return { start, end, found };
}

/** The next of the wanted words that stands here, perhaps over the end of a line, where a hyphen parts it. */
function stepTo(page: string[], place: number, wanted: string[], at: number) {
  const word = page[place] ?? '';
  const parted = word + (page[place + 1] ?? '');
  for (let skip = 0; skip <= SKIPPED && at + skip < wanted.length; skip += 1) {
    const next = wanted[at + skip];
    if (next === word) return { at: at + skip + 1, found: 1, words: 1 };
    if (next === parted) return { at: at + skip + 1, found: 1, words: 2 };
  }
  return null;
}
