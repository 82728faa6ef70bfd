/**
 * Keys of the audit chain and of backup files: kept apart from the database and never derived from JWT_SECRET. The first
 * key seals; all of them verify, so that a key can be replaced.
 */
import { createHash, createHmac } from 'node:crypto';

export type SealingKey = { id: string; secret: string };
export type SealingKeys = readonly SealingKey[];

/** Separates the uses of one key, so that a seal of one cannot stand for the other. */
type Use = 'audit' | 'audit head' | 'audit erasure' | 'erased words' | 'backup';

/** `text` holds one or several keys, separated by commas. */
export const parseSealingKeys = (text: string): SealingKeys =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((secret) => ({ id: idOf(secret), secret }));

/** HMAC-SHA256, hexadecimal. */
export const sealWith = ({ secret }: SealingKey, use: Use, text: string): string =>
  createHmac('sha256', secret).update(`prosa ${use}\n`).update(text).digest('hex');

/**
 * Every feature records changes deep inside its transactions, so the keys are process configuration, set once where the
 * context is created, and not a parameter of each of those calls.
 */
let current: SealingKeys = [];

export function configureSealingKeys(keys: SealingKeys): void {
  current = keys;
}

export const sealingKeys = (): SealingKeys => current;

/** The key that seals. */
export function sealingKey(keys: SealingKeys = current): SealingKey {
  const [key] = keys;
  if (!key) throw new Error('no sealing key is configured');
  return key;
}

/** Names a key without telling anything of it. */
const idOf = (secret: string) =>
  createHash('sha256').update('prosa sealing key\n').update(secret).digest('hex').slice(0, 16);
