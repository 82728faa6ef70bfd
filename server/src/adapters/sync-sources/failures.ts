/** Failures of sources as the sentences of the contract. */
import { problems } from '#contract/errors.ts';
import { AppError } from '../../app-error.ts';

/** A server error may pass; a refusal stays until somebody does something about it. */
export function sourceRefused(status: number): AppError {
  if (status >= 500) return new AppError('sync_away');
  return new AppError('sync_refused', {
    detail: problems.sync_refused.detail.replace('{status}', String(status)),
  });
}
