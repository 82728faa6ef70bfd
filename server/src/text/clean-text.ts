/** Texts from outside, without what the database cannot hold. */
import { AppError } from '../app-error.ts';

/** Takes out what neither the database nor a reader can hold: NUL, halves of surrogate pairs, byte order marks. */
export const cleanText = (text: string): string => text.replace(/[\0\uFEFF]|\p{Surrogate}/gu, '');

/** What was typed, every text in it cleaned, however deep; a name of which nothing is left is no name. */
export function cleanFields<T extends { name?: string | undefined }>(fields: T, noName: string): T {
  const clean = cleaned(fields) as T;
  if (fields.name !== undefined && !clean.name?.trim())
    throw new AppError('validation', { detail: noName, errors: [{ field: 'name', message: noName }] });
  return clean;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleaned(inner)]));
}
