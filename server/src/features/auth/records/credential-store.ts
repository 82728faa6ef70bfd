/** Rows of credentials besides the password: codes, temporary passwords, and the rights of a registration. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../db/client.ts';
import {
  choose_password_tokens,
  pending_registrations,
  temporary_passwords,
  verification_codes,
} from '../../../db/tables/accounts.ts';
import { hashOfToken } from '../credentials/tokens.ts';

/** The newest code only. */
export async function putCode(
  db: Queryable,
  { user_id, code_hash, expires_at }: { user_id: number; code_hash: string; expires_at: Date },
  now: Date,
): Promise<void> {
  const fresh = { code_hash, expires_at, sent_at: now, wrong_tries: 0, spent_at: null };
  await db
    .insert(verification_codes)
    .values({ user_id, ...fresh })
    .onConflictDoUpdate({ target: verification_codes.user_id, set: fresh });
}

export async function lockCode(tx: Transaction, user_id: number) {
  const [code] = await tx
    .select()
    .from(verification_codes)
    .where(eq(verification_codes.user_id, user_id))
    .for('update');
  return code;
}

export async function countWrongTry(tx: Transaction, user_id: number): Promise<void> {
  await tx
    .update(verification_codes)
    .set({ wrong_tries: sql`${verification_codes.wrong_tries} + 1` })
    .where(eq(verification_codes.user_id, user_id));
}

export async function hasLiveCode(db: Queryable, user_id: number, now: Date): Promise<boolean> {
  const rows = await db
    .select({ user_id: verification_codes.user_id })
    .from(verification_codes)
    .where(and(eq(verification_codes.user_id, user_id), gt(verification_codes.expires_at, now)));
  return rows.length > 0;
}

/** Keeps the row: until it expires, the same code is still recognised and wrong guesses are still counted. */
export async function spendCode(tx: Transaction, user_id: number, now: Date): Promise<void> {
  await tx
    .update(verification_codes)
    .set({ spent_at: now })
    .where(and(eq(verification_codes.user_id, user_id), isNull(verification_codes.spent_at)));
}

export async function deleteCode(db: Queryable, user_id: number): Promise<void> {
  await db.delete(verification_codes).where(eq(verification_codes.user_id, user_id));
}

/** The newest temporary password only. */
export async function putTemporaryPassword(
  db: Queryable,
  { user_id, password_hash, expires_at }: { user_id: number; password_hash: string; expires_at: Date },
  now: Date,
): Promise<void> {
  const fresh = { password_hash, expires_at, created_at: now };
  await db
    .insert(temporary_passwords)
    .values({ user_id, ...fresh })
    .onConflictDoUpdate({ target: temporary_passwords.user_id, set: fresh });
}

export async function liveTemporaryPassword(
  db: Queryable,
  user_id: number,
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ password_hash: temporary_passwords.password_hash })
    .from(temporary_passwords)
    .where(and(eq(temporary_passwords.user_id, user_id), gt(temporary_passwords.expires_at, now)));
  return row?.password_hash;
}

/** Spends it: of two who come with the same one, one gets true. */
export async function spendTemporaryPassword(
  tx: Transaction,
  { user_id, password_hash }: { user_id: number; password_hash: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx
    .delete(temporary_passwords)
    .where(
      and(
        eq(temporary_passwords.user_id, user_id),
        eq(temporary_passwords.password_hash, password_hash),
        gt(temporary_passwords.expires_at, now),
      ),
    );
  return rowCount === 1;
}

export async function cancelTemporaryPassword(tx: Transaction, user_id: number): Promise<void> {
  await tx.delete(temporary_passwords).where(eq(temporary_passwords.user_id, user_id));
}

export async function insertPendingRegistration(
  tx: Transaction,
  { user_id, network_hash }: { user_id: number; network_hash: string },
  now: Date,
): Promise<void> {
  await tx.insert(pending_registrations).values({ user_id, network_hash, created_at: now });
}

/** Deletes the row and returns it. */
export async function takePendingRegistration(tx: Transaction, user_id: number) {
  const [row] = await tx
    .delete(pending_registrations)
    .where(eq(pending_registrations.user_id, user_id))
    .returning();
  return row;
}

export async function insertChoosePasswordToken(
  tx: Transaction,
  { user_id, token, expires_at }: { user_id: number; token: string; expires_at: Date },
): Promise<void> {
  await tx.insert(choose_password_tokens).values({ user_id, token_hash: hashOfToken(token), expires_at });
}

export async function findChoosePasswordToken(db: Queryable, user_id: number, token: string, now: Date) {
  const [row] = await db
    .select()
    .from(choose_password_tokens)
    .where(isChooseToken(user_id, token, now));
  return row;
}

/** Returns false when the token has expired or was spent by another request. */
export async function spendChoosePasswordToken(
  tx: Transaction,
  user_id: number,
  token: string,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.delete(choose_password_tokens).where(isChooseToken(user_id, token, now));
  return rowCount === 1;
}

const isChooseToken = (user_id: number, token: string, now: Date) =>
  and(
    eq(choose_password_tokens.user_id, user_id),
    eq(choose_password_tokens.token_hash, hashOfToken(token)),
    gt(choose_password_tokens.expires_at, now),
  );
