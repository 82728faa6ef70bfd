/** The form of temporary passwords. */
import { randomInt } from 'node:crypto';

/** Nothing that looks like something else: no 0 O o, no 1 I l. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 12;
const SHAPE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** Twelve characters, 69 random bits. */
export const newTemporaryPassword = () =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** The typed text in the form of a temporary password, without the blanks of copying; null for any other text. */
export function asTemporaryPassword(typed: string): string | null {
  const trimmed = typed.trim();
  return SHAPE.test(trimmed) ? trimmed : null;
}
