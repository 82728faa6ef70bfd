/** What zod says of a wrong input, as the `errors` of an answer. */
import { z } from 'zod';
import portuguese from 'zod/v4/locales/pt-BR.js';
import type { FieldError } from './app-error.ts';

// Messages that a schema does not word itself are Portuguese too.
z.config(portuguese());

type Issue = { path: readonly PropertyKey[]; message: string };

export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
}
