/** A recogniser whose pages are written down: it reads no picture, and can be held or made to end at a page. */
import { Unreadable } from '../../src/adapters/extraction/extracted.ts';
import type { Recognition } from '../../src/adapters/recognition/open-recognition.ts';
import type {
  RecognisedPage,
  RecognisedState,
  Recogniser,
} from '../../src/adapters/recognition/recognised-page.ts';
import type { RecognisedWord } from '../../src/text/recognised-words.ts';
import { WEBP_LOSSY } from '../pictures.ts';

/** Lines of a page, or what becomes of it. */
export type ScriptedPage = { lines?: string[]; state?: RecognisedState; confidence?: number };

export type ScriptedRecognition = Recognition & {
  recogniser: Recogniser;
  /** The texts of its pages, by page; others are blank. */
  pages: Map<number, ScriptedPage>;
  /** Called before each page is delivered; it may wait, or throw. */
  before: (page: number, signal: AbortSignal | undefined) => Promise<void>;
  /** The pages that were asked for, in each process. */
  asked: number[][];
};

/** A4 at 200 dots an inch. */
const WIDTH = 1_654;
const HEIGHT = 2_339;
const LETTER = 15;

export function scriptedRecognition(): ScriptedRecognition {
  const recogniser: Recogniser = {
    name: 'scripted',
    version: '1',
    async recognise({ pages, keep_images, signal, content }, use) {
      scripted.asked.push(pages);
      let bytes = 0;
      for await (const piece of content) bytes += piece.length;
      if (!bytes) throw new Unreadable('file_empty');
      for (const page of pages) {
        await scripted.before(page, signal);
        signal?.throwIfAborted();
        await use(pageOf(page, scripted.pages.get(page) ?? {}, keep_images));
      }
    },
  };
  const scripted: ScriptedRecognition = {
    pages: new Map(),
    before: async () => {},
    asked: [],
    ready: Promise.resolve(recogniser),
    recogniser,
  };
  return scripted;
}

function pageOf(
  page: number,
  { lines = [], confidence = 95, ...wishes }: ScriptedPage,
  keep_images: boolean,
): RecognisedPage {
  const state = wishes.state ?? (lines.length ? 'done' : 'blank');
  const words =
    state === 'unreadable' ? [] : lines.flatMap((line, number) => wordsOf(line, number, confidence));
  const image = keep_images ? Buffer.from(WEBP_LOSSY) : null;
  return { page, state, confidence, width: WIDTH, height: HEIGHT, words, image };
}

function wordsOf(line: string, number: number, confidence: number): RecognisedWord[] {
  const y = 200 + 45 * number;
  return [...line.matchAll(/\S+/g)].map(({ 0: word, index }) => [
    word,
    200 + LETTER * index,
    y,
    LETTER * word.length,
    30,
    confidence,
    number,
  ]);
}
