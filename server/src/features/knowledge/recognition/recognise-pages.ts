/** Recognises the scanned pages of a file, one part of them after the other, in processes that may end with a page. */
import { Unreadable } from '../../../adapters/extraction/extracted.ts';
import {
  PAGES_MAX,
  type RecognisedPage,
  type Recogniser,
} from '../../../adapters/recognition/recognised-page.ts';

/** A page with which so many processes have ended is left unread. */
const PAGE_ATTEMPTS = 2;
/** Beginnings in a row without a page done; a bad day ends several processes that have nothing to do with it. */
export const ATTEMPTS_MAX = 12;
/** More pages than a file has. */
export const LEFT_MAX = 5_000;

export type ScannedFile = {
  file_type: string;
  keep_images: boolean;
  /** Aborted when the file is not to be recognised any more. */
  signal: AbortSignal;
  content(): AsyncIterable<Uint8Array>;
  /** The next pages that wait, in order. */
  waiting(limit: number): Promise<number[]>;
  /** In one transaction: a page that is counted is there. False when it is paused. */
  keep(page: RecognisedPage): Promise<boolean>;
  /** Notes that a process has ended with the page; gives how often that was. */
  countDeath(page: number): Promise<number>;
};

/** So many pages as one process recognises. False when it is paused. */
export async function recognisePages(recogniser: Recogniser, file: ScannedFile): Promise<boolean> {
  for (let left = PAGES_MAX; left > 0; ) {
    const pages = await file.waiting(left);
    if (!pages.length) return true;
    const waiting = [...pages];
    try {
      await recogniseSome(recogniser, file, waiting);
      return true;
    } catch (error) {
      if (error instanceof Paused) return false;
      const [page] = waiting;
      if (!(error instanceof Unreadable) || page === undefined) throw error;
      // It is tried once more, then the others go on without it.
      if ((await file.countDeath(page)) >= PAGE_ATTEMPTS) await file.keep(unread(page));
      left = waiting.length;
    }
  }
  return true;
}

class Paused extends Error {}

/** Takes each page from the list that is done. */
async function recogniseSome(recogniser: Recogniser, file: ScannedFile, waiting: number[]): Promise<void> {
  const stop = new AbortController();
  const signal = AbortSignal.any([file.signal, stop.signal]);
  const { file_type, keep_images } = file;
  const scan = { file_type, content: file.content(), pages: [...waiting], keep_images, signal };
  await recogniser.recognise(scan, async (page) => {
    const goesOn = await file.keep(page);
    waiting.shift();
    if (!goesOn) stop.abort(new Paused('paused'));
    signal.throwIfAborted();
  });
}

/** Leaves the next page unread, with which nothing went on. */
export async function giveUpPage(file: ScannedFile): Promise<void> {
  const [page] = await file.waiting(1);
  if (page !== undefined) await file.keep(unread(page));
}

const unread = (page: number): RecognisedPage => ({
  page,
  state: 'unreadable',
  confidence: 0,
  width: 0,
  height: 0,
  words: [],
  image: null,
});
