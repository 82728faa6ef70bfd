/** The failures after which the next model of a chain is asked. */
import type { ProblemCode } from '#contract/errors.ts';

/** Failures that another model need not share. `model_failed` is one of them where the provider itself is at fault. */
const PASSED_ON: ReadonlySet<ProblemCode> = new Set([
  'model_gone',
  'model_busy',
  'model_timeout',
  'model_refused_key',
  'model_without_credit',
]);

export function isPassedOn({ code, cause }: { code: ProblemCode; cause: unknown }): boolean {
  if (PASSED_ON.has(code)) return true;
  const status = statusOf(cause);
  return code === 'model_failed' && (status === null || status >= 500);
}

/** The status with which a provider refused; null where it gave none. */
export function statusOf(cause: unknown): number | null {
  const status = typeof cause === 'object' && cause !== null && 'status' in cause ? cause.status : null;
  return typeof status === 'number' && !(cause instanceof Error) ? status : null;
}
