/** Validation issues of zod as the `errors` of a reply. */
import { z } from 'zod';
import portuguese from 'zod/v4/locales/pt-BR.js';
import { sayWrongInput } from '#contract/wrong-input.ts';
import type { FieldError } from '../app-error.ts';

// Messages come from the schema, then from the contract's sentences, then from zod's Portuguese locale.
z.config({ ...portuguese(), customError: sayWrongInput });

type Issue = { path: readonly PropertyKey[]; message: string };

export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
}
