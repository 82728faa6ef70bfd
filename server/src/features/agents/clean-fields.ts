/** What an administrator typed, without what the database cannot hold. */
import { AppError } from '../../http/app-error.ts';
import { cleanText } from '../knowledge/clean-text.ts';

const NO_NAME = 'Informe o nome do agente.';

/** Every text in it cleaned, however deep; a name of which nothing is left is no name. */
export function cleanFields<T extends { name?: string | undefined }>(fields: T): T {
  const clean = cleaned(fields) as T;
  if (fields.name !== undefined && !clean.name?.trim())
    throw new AppError('validation', { detail: NO_NAME, errors: [{ field: 'name', message: NO_NAME }] });
  return clean;
}

function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleaned(inner)]));
}
