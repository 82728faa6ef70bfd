/** The result of an extraction, and its failure. */
import type { ProblemCode } from '#contract/errors.ts';

export type Extracted = {
  /** Form feeds separate pages. */
  text: string;
  /** Null for a file without pages. Pages without text are scanned or blank. */
  pages: number | null;
  pages_without_text: number | null;
};

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
