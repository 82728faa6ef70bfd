/** The result of an extraction, and its failure. */
import type { ProblemCode } from '#contract/errors.ts';
import type { NoteKind, ReadingNote } from '#contract/knowledge.ts';

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
};

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
  constructor(problem: ExtractionProblem, options: ErrorOptions = {}) {
    super(problem, options);
    this.problem = problem;
  }
}

/** Characters of a document. */
export const TEXT_MAX = 12_000_000;
