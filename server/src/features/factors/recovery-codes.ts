/** Recovery codes: for the day on which the device is lost. Each opens once, and only their hashes are kept. */
import { createHash, randomBytes } from 'node:crypto';
import { and, count, eq, isNull } from 'drizzle-orm';
import { RECOVERY_CODES } from '#contract/limits.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { recovery_codes } from '../../db/tables/accounts.ts';
import { toBase32 } from './totp.ts';

/** 80 bits, which are 16 letters. */
const CODE_BYTES = 10;

/** Ten new codes, shown once; the former ones end. */
export async function replaceRecoveryCodes(tx: Transaction, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => toBase32(randomBytes(CODE_BYTES)));
  await deleteRecoveryCodes(tx, user_id);
  await tx.insert(recovery_codes).values(codes.map((code) => ({ user_id, code_hash: hashOfCode(code) })));
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

export async function deleteRecoveryCodes(tx: Transaction, user_id: number): Promise<void> {
  await tx.delete(recovery_codes).where(eq(recovery_codes.user_id, user_id));
}

/** True for one of two requests that come with the same code at once. */
export async function spendRecoveryCode(
  tx: Transaction,
  user_id: number,
  typed: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .update(recovery_codes)
    .set({ used_at: now })
    .where(
      and(
        eq(recovery_codes.user_id, user_id),
        eq(recovery_codes.code_hash, hashOfCode(typed)),
        isNull(recovery_codes.used_at),
      ),
    );
  return rowCount === 1;
}

export async function countRecoveryCodes(db: Queryable, user_id: number): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recovery_codes)
    .where(and(eq(recovery_codes.user_id, user_id), isNull(recovery_codes.used_at)));
  return row?.left ?? 0;
}

/** However it was typed: small letters, blanks, with or without hyphens. */
const hashOfCode = (typed: string) =>
  createHash('sha256')
    .update(typed.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest('base64url');
