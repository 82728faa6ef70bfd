/** An expected failure. `http/errors` turns it into a reply. */
import { type ProblemCode, problems } from '#contract/errors.ts';

export type FieldError = { field: string; message: string };

type Details = {
  /** Replaces the catalogue's sentence. */
  detail?: string;
  errors?: FieldError[];
  /** Seconds. */
  retry_after?: number;
  /** Further fields of the error body, such as `renews_at`. */
  extra?: Record<string, unknown>;
  /** Tokens were charged before the failure, so an automatic retry would pay twice. */
  charged?: boolean;
  cause?: unknown;
};

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly detail: string;
  readonly details: Details;

  constructor(code: ProblemCode, details: Details = {}) {
    super(code, { cause: details.cause });
    this.code = code;
    this.status = problems[code].status;
    this.detail = details.detail ?? problems[code].detail;
    this.details = details;
  }
}

type Words = Record<string, string>;

/** The sentence of a failure with the words that stand in its braces, whatever is in them. */
export const filledDetail = (code: ProblemCode, words: Words): string =>
  problems[code].detail.replace(/\{(\w+)\}/g, (braces, name: string) => words[name] ?? braces);

export const filledError = (
  code: ProblemCode,
  words: Words,
  details: Omit<Details, 'detail'> = {},
): AppError => new AppError(code, { ...details, detail: filledDetail(code, words) });

/** Optimistic lock: throws `stale_change` where a change was made from another version than the stored one. */
export function requireVersion(stored: number, given: number): void {
  if (stored !== given) throw new AppError('stale_change');
}
