/** Checks a code of a second factor. Every check that succeeds spends the code. */
import { and, eq, lt } from 'drizzle-orm';
import type { SecondStepMethod } from '#contract/sign-in.ts';
import { openSecret } from '../../adapters/sealing/seal.ts';
import { SEALED } from '../../adapters/sealing/sealed-columns.ts';
import type { SecretKeys } from '../../adapters/sealing/secret-keys.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { passkeys, totp_secrets } from '../../db/tables/accounts.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import { matchingStep } from './totp.ts';

export type TypedCode = { user_id: number; method: 'totp' | 'recovery'; code: string };

export async function verifyFactor(
  tx: Transaction,
  keys: SecretKeys,
  { user_id, method, code }: TypedCode,
  now: Date,
): Promise<boolean> {
  if (method === 'recovery') return spendRecoveryCode(tx, user_id, code, now);
  const [row] = await tx.select().from(totp_secrets).where(eq(totp_secrets.user_id, user_id));
  // A secret that no key opens any more (restored under another one) counts as a wrong code: recovery codes still work.
  const secret = row?.secret_sealed && openSecret(keys, SEALED.totp_secret, { user_id }, row.secret_sealed);
  const step = secret ? matchingStep(secret, code, now) : null;
  if (step === null) return false;
  const { rowCount } = await tx
    .update(totp_secrets)
    .set({ last_step: step })
    .where(and(eq(totp_secrets.user_id, user_id), lt(totp_secrets.last_step, step)));
  return rowCount === 1;
}

/** The methods that a person can use now; recovery codes only while some are left. */
export async function methodsOf(db: Queryable, user_id: number): Promise<SecondStepMethod[]> {
  const [row] = await db
    .select({ confirmed_at: totp_secrets.confirmed_at })
    .from(totp_secrets)
    .where(eq(totp_secrets.user_id, user_id));
  const left = await countRecoveryCodes(db, user_id);
  const keys = await db.$count(passkeys, eq(passkeys.user_id, user_id));
  return [
    ...(keys ? (['passkey'] as const) : []),
    ...(row?.confirmed_at ? (['totp'] as const) : []),
    ...(left ? (['recovery'] as const) : []),
  ];
}
