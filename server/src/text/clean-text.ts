/** Removes characters that PostgreSQL cannot store from input. */
import { AppError } from '../app-error.ts';

/** Removes NUL, lone surrogates and byte order marks. */
export const cleanText = (text: string): string => text.replace(/[\0\uFEFF]|\p{Surrogate}/gu, '');

/** Cleans every string of the input, however deep; refuses a name of which nothing is left. */
export function cleanFields<T extends { name?: string | undefined }>(fields: T, noName: string): T {
  const clean = cleanStrings(fields);
  if (fields.name !== undefined && !clean.name?.trim())
    throw new AppError('validation', { detail: noName, errors: [{ field: 'name', message: noName }] });
  return clean;
}

/** Cleans every string, however deep. */
export const cleanStrings = <T>(value: T): T => cleaned(value) as T;

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleaned(inner)]));
}
