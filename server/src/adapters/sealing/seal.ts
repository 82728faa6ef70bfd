/**
 * Seals secrets that are kept in the database: AES-256-GCM, written as `v1.<key id>.<nonce>.<ciphertext and tag>` in
 * base64url. The associated data is the place of the value, so that a value copied into another row does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { SealedColumn, SealedRow } from './sealed-columns.ts';
import type { SecretKeys } from './secret-keys.ts';

const FORM = /^v1\.([\w-]{1,40})\.([\w-]{16})\.([\w-]{22,})$/;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function sealSecret<C extends SealedColumn>(
  keys: SecretKeys,
  column: C,
  row: SealedRow<C>,
  secret: string,
): string {
  const [{ id, bytes }] = keys;
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', bytes, nonce).setAAD(associatedData(column, row));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `v1.${id}.${nonce.toString('base64url')}.${sealed.toString('base64url')}`;
}

/** Null where no key opens it: another installation sealed it, or it was moved or changed. */
export function openSecret<C extends SealedColumn>(
  keys: SecretKeys,
  column: C,
  row: SealedRow<C>,
  text: string,
): string | null {
  const [, id, nonce = '', rest = ''] = FORM.exec(text) ?? [];
  const key = keys.find((one) => one.id === id);
  if (!key) return null;
  const sealed = Buffer.from(rest, 'base64url');
  const opener = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'), {
    authTagLength: TAG_BYTES,
  });
  opener.setAAD(associatedData(column, row)).setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([opener.update(sealed.subarray(0, -TAG_BYTES)), opener.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** The text that values of the sealing key begin with. */
export const sealPrefix = ([{ id }]: SecretKeys): string => `v1.${id}.`;

function associatedData<C extends SealedColumn>({ table, column, key, bound }: C, row: SealedRow<C>): Buffer {
  const values = row as Record<string, unknown>;
  const fields = [table, column, String(values[key]), ...bound.map((name) => values[name] ?? null)];
  return Buffer.from(JSON.stringify(fields));
}
