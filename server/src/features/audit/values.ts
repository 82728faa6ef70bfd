/** The values of an audit entry before and after a change: the fields that differ, long texts as a fingerprint. */
import { createHash } from 'node:crypto';
import { cleanText } from '../../text/clean-text.ts';

export type Values = Record<string, unknown>;

/** Longer values, and every text that shapes answers, are kept as their length and their hash. */
const KEPT_LENGTH = 200;

export type Mark = { length: number; sha256: string };

/** A fingerprint that distinguishes two texts without storing either; null for no text. */
export const markOf = (text: string | null | undefined): Mark | null =>
  text ? { length: text.length, sha256: createHash('sha256').update(text).digest('hex') } : null;

/** The fields in which two states differ, as each had them; null when nothing differs. */
export function difference(before: Values, after: Values): { before: Values; after: Values } | null {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...names].filter((name) => canonical(before[name]) !== canonical(after[name]));
  if (!changed.length) return null;
  const pick = (from: Values) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}

/** The stored form: JSON that PostgreSQL accepts, long values as fingerprints. */
export function kept(values: Values | null): Values | null {
  if (values === null) return null;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(value)]));
}

function short(value: unknown): unknown {
  const json = JSON.stringify(value ?? null);
  if (isMark(value) || json.length <= KEPT_LENGTH) return JSON.parse(json, cleaned);
  return markOf(typeof value === 'string' ? value : json);
}

const isMark = (value: unknown): value is Mark =>
  typeof value === 'object' && value !== null && 'sha256' in value && 'length' in value;

/** The database's JSON holds neither NUL nor halves of surrogate pairs. */
const cleaned = (_: string, value: unknown) => (typeof value === 'string' ? cleanText(value) : value);

/** Canonical JSON: sorted keys, so that equal values have equal texts. */
export function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_, inner) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
