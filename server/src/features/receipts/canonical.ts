/**
 * The one text of a receipt that is signed: JSON with keys sorted by code unit, no blanks, absent values left out, texts
 * in NFC and whole numbers only. It is kept as it was signed, so that nobody who checks it has to write it again.
 */
import { createHash } from 'node:crypto';

export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(plainText(value));
  if (value === null || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') {
    if (!Number.isSafeInteger(value)) throw new Error('a receipt holds whole numbers only');
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object') throw new Error(`a receipt cannot hold ${typeof value}`);
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`;
}

/** Composed letters, and nothing that is half of one. */
export const plainText = (text: string): string => text.toWellFormed().normalize('NFC');

export const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
