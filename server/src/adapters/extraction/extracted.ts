/** The result of an extraction, and its failure. */
import type { ProblemCode } from '#contract/errors.ts';
import type { NoteKind, ReadingNote } from '#contract/knowledge.ts';
import type { RecognisedText } from '../../text/recognised-words.ts';

/**
 * Stored with each text. Raise it when the readers, or the cutting into passages, change enough that administrators
 * should be offered to read the documents they already have once more. Texts of release 1.0 have version 1.
 */
export const READER_VERSION = 2;

export type Extracted = {
  /** Form feeds separate pages. */
  text: string;
  /** Null for a file without pages. Pages without text are scanned or blank. */
  pages: number | null;
  pages_without_text: number | null;
  /** None unless given. */
  notes?: ReadingNote[];
  /** Pages, from 1, that show a picture instead of text, whether or not their words were recognised. None unless given. */
  scanned?: number[];
};

/** The words that were recognised on the scanned pages of a file, by page. */
export type RecognisedPages = ReadonlyMap<number, RecognisedText & { state: string }>;

/** How far a reading is: pages, or bytes for files without pages. May be called often. */
export type OnProgress = (done: number, of: number) => void;

/** The kinds that were counted, in the order in which they are given. */
export const notesOf = (counts: Partial<Record<NoteKind, number>>): ReadingNote[] =>
  (Object.entries(counts) as [NoteKind, number][]).flatMap(([kind, count]) =>
    count ? [{ kind, count }] : [],
  );

/** Why a file gives no text. */
export type ExtractionProblem = Extract<ProblemCode, `file_${string}` | 'extraction_timeout'>;

export class Unreadable extends Error {
  override readonly name = 'Unreadable';
  readonly problem: ExtractionProblem;
  /** The pages whose words would have to be recognised, of a file that has no text without them. */
  readonly scan: Scan | null;
  constructor(
    problem: ExtractionProblem,
    { scan = null, ...options }: ErrorOptions & { scan?: Scan | null } = {},
  ) {
    super(problem, options);
    this.problem = problem;
    this.scan = scan;
  }
}

export type Scan = { pages: number; scanned: number[] };

/** Characters of a document. */
export const TEXT_MAX = 12_000_000;
