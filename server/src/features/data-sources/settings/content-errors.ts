/** Maps problems of the content database to API errors for administrators. */
import type { ProblemCode } from '#contract/errors.ts';
import { ContentProblem, type ContentProblemKind } from '../../../adapters/content/content-problem.ts';
import { AppError, filledError } from '../../../app-error.ts';

const codes: Record<ContentProblemKind, ProblemCode> = {
  missing: 'content_database_missing',
  refused: 'content_database_refused',
  away: 'content_database_away',
  busy: 'content_database_busy',
  query: 'query_failed',
  timeout: 'query_timeout',
  size: 'query_too_large',
  memory: 'query_needs_memory',
  space: 'query_needs_space',
  complex: 'query_too_complex',
  person: 'person_needed',
  aborted: 'query_timeout',
};

export function asAppError(error: unknown): unknown {
  if (!(error instanceof ContentProblem)) return error;
  const code = codes[error.kind];
  if (error.kind === 'query') return queryFailed(error.message);
  // The reason names rights and tables; only administrators reach this code.
  if (error.kind === 'refused') return new AppError(code, { detail: error.message, cause: error });
  return new AppError(code, { cause: error });
}

export const queryFailed = (reason: string) => filledError('query_failed', { reason });
