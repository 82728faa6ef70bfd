/**
 * The pair that signs receipts. The private half is sealed like other secrets; where it does not open, because another
 * secret was configured, a new pair takes its place. Public halves are never forgotten: old receipts stay provable.
 */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { asc, eq, isNull, sql } from 'drizzle-orm';
import type { PublishedKeys } from '#contract/receipts.ts';
import { openSecret, sealSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import type { SecretKeys } from '../../adapters/sealing/secret-keys.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { receipt_keys } from '../../db/tables/receipts.ts';

export type SigningKey = { key_id: string; private_key: KeyObject };

/** Held until the transaction ends, so that two processes do not both make the first pair. */
const KEY_LOCK = 7_230_418;
const KEY_ID_LENGTH = 16;
/** Before the 32 bytes of an Ed25519 key in its DER form. */
const SPKI_HEAD_BYTES = 12;

export async function signingKey(tx: Transaction, secrets: SecretKeys, now: Date): Promise<SigningKey> {
  const usable = await findUsable(tx, secrets);
  if (usable) return usable;
  await tx.execute(sql`select pg_advisory_xact_lock(${KEY_LOCK})`);
  const made = await findUsable(tx, secrets);
  if (made) return made;
  await tx
    .update(receipt_keys)
    .set({ retired_at: now, private_sealed: null })
    .where(isNull(receipt_keys.retired_at));
  return makeKey(tx, secrets, now);
}

async function findUsable(tx: Transaction, secrets: SecretKeys): Promise<SigningKey | null> {
  const [current] = await tx.select().from(receipt_keys).where(isNull(receipt_keys.retired_at));
  const { id, key_id, private_sealed } = current ?? {};
  if (id === undefined || key_id === undefined || !private_sealed) return null;
  const der = openSecret(secrets, SEALED.receipt_key, { id, key_id }, private_sealed);
  if (der === null) return null;
  const private_key = createPrivateKey({ key: Buffer.from(der, 'base64'), format: 'der', type: 'pkcs8' });
  return { key_id, private_key };
}

async function makeKey(tx: Transaction, secrets: SecretKeys, now: Date): Promise<SigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const public_key = publicKey.export({ format: 'der', type: 'spki' });
  const key_id = createHash('sha256').update(public_key).digest('hex').slice(0, KEY_ID_LENGTH);
  const [row] = await tx
    .insert(receipt_keys)
    .values({ key_id, public_key, created_at: now })
    .returning({ id: receipt_keys.id });
  if (!row) throw new Error('no key was kept');
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64');
  await tx
    .update(receipt_keys)
    .set({ private_sealed: sealSecret(secrets, SEALED.receipt_key, { id: row.id, key_id }, secret) })
    .where(eq(receipt_keys.id, row.id));
  return { key_id, private_key: privateKey };
}

export const signText = ({ private_key }: SigningKey, text: string): Buffer =>
  sign(null, Buffer.from(text, 'utf8'), private_key);

/** False for a key that was never published. */
export async function isSigned(
  db: Queryable,
  { text, signature, key_id }: { text: string; signature: Buffer; key_id: string },
): Promise<boolean> {
  const [key] = await db.select().from(receipt_keys).where(eq(receipt_keys.key_id, key_id));
  if (!key) return false;
  const public_key = createPublicKey({ key: key.public_key, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text, 'utf8'), public_key, signature);
}

/** All public halves, oldest first. */
export async function publicKeys(db: Queryable): Promise<PublishedKeys['keys']> {
  const rows = await db.select().from(receipt_keys).orderBy(asc(receipt_keys.id));
  return rows.map(({ key_id, public_key, created_at, retired_at }) => ({
    key_id,
    alg: 'Ed25519' as const,
    x: public_key.subarray(SPKI_HEAD_BYTES).toString('base64url'),
    created_at: created_at.toISOString(),
    retired_at: retired_at?.toISOString() ?? null,
  }));
}
