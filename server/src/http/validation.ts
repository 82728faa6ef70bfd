/** What zod says of a wrong input, as the `errors` of an answer. */
import { z } from 'zod';
import portuguese from 'zod/v4/locales/pt-BR.js';
import { sayWrongInput } from '#contract/wrong-input.ts';
import type { FieldError } from '../app-error.ts';

// What a schema does not word itself is said by us, and by the library in Portuguese where we have no sentence either.
z.config({ ...portuguese(), customError: sayWrongInput });

type Issue = { path: readonly PropertyKey[]; message: string };

export function fieldErrors(issues: readonly Issue[]): FieldError[] {
  return issues.map(({ path, message }) => ({ field: path.map(String).join('.'), message }));
}
