/** The result of recognising one page, and the frames in which a recogniser's process writes it. */
import { z } from 'zod';
import type { RecognisedWord } from '../../text/recognised-words.ts';

/** `weak`: with text that should be compared with the picture. `unreadable`: without text, because little was recognised. */
export const RECOGNISED_STATES = ['done', 'blank', 'weak', 'unreadable'] as const;
export type RecognisedState = (typeof RECOGNISED_STATES)[number];

export type RecognisedPage = {
  /** From 1. */
  page: number;
  state: RecognisedState;
  /** 0 to 100. */
  confidence: number;
  /** Pixels of the upright page, in which the places of its words are counted. */
  width: number;
  height: number;
  words: RecognisedWord[];
  /** WebP, upright. */
  image: Buffer | null;
};

/** More words than any page has. */
const WORDS_MAX = 5_000;

const Word = z.tuple([
  z.string().max(200),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  z.int(),
]);

/** The schema of a frame: a process wrote it that has read somebody's file. */
export const PageHead = z.union([
  z.object({ problem: z.string() }),
  z.object({ end: z.literal(true) }),
  z.object({
    page: z.int().positive(),
    state: z.enum(RECOGNISED_STATES),
    confidence: z.number().min(0).max(100),
    width: z.int().nonnegative(),
    height: z.int().nonnegative(),
    words: z.array(Word).max(WORDS_MAX),
  }),
]);

/** The work of one process, as its argument. */
export type RecognitionTask = {
  file_type: string;
  pages: number[];
  keep_images: boolean;
  engine: EngineChoice;
};

/** `path`: where the program stands. `data`: the folder of the language of tesseract.js. */
export type EngineChoice = { kind: 'native'; path: string } | { kind: 'wasm'; data: string };

export const withoutSurplus = (words: RecognisedWord[]): RecognisedWord[] => words.slice(0, WORDS_MAX);

/** Portuguese, as tesseract calls it. */
export const LANGUAGE = 'por';

/** A process recognises so many pages, and then a new one goes on: its memory grows with each. */
export const PAGES_MAX = 20;

export type Recogniser = {
  name: string;
  version: string;
  /** Calls `use` with page after page. Throws when the process ends before the last of them. */
  recognise(scan: Scan, use: (page: RecognisedPage) => Promise<void>): Promise<void>;
};

export type Scan = {
  file_type: string;
  content: AsyncIterable<Uint8Array>;
  /** At most `PAGES_MAX` of them are recognised. */
  pages: number[];
  keep_images: boolean;
  signal?: AbortSignal;
};
