/** The tables of signing in: sign-ins, refresh tokens, codes and temporary passwords. */

import { and, eq, gt, isNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { REFRESH_TOKEN_DAYS } from '#contract/limits.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { executePrepared, prepared } from '../../../db/prepared.ts';
import {
  choose_password_tokens,
  pending_registrations,
  refresh_tokens,
  sign_ins,
  temporary_passwords,
  verification_codes,
} from '../../../db/tables/accounts.ts';
import { users } from '../../../db/tables/people.ts';
import { type Counts, countsIn, type Limit, windowsOf } from '../../../request-guards/rate-limit.ts';
import { type Account, accountColumns } from '../../users/store.ts';
import { hashOfToken } from '../credentials/tokens.ts';

const DAY_MS = 86_400_000;
/** Ended sign-ins are kept this long, so that it can be seen when and why a session ended. */
const ENDED_SIGN_INS_DAYS = 30;

export type EndedBecause =
  | 'signed_out'
  | 'ended_by_owner'
  | 'signed_out_everywhere'
  | 'password_changed'
  | 'deactivated'
  | 'refresh_token_reused';

/** `is_known`: the account was entered from this network before. `counts`: of the limits, in their running windows. */
export type SignInCandidate = { account: Account | undefined; is_known: boolean; counts: Counts };

/** The account of an address, and how often it was tried. One query. */
export async function findSignInCandidate(
  db: Queryable,
  { email, network_hash }: { email: string; network_hash: string },
  limits: Limit[],
  now: Date,
): Promise<SignInCandidate> {
  const [found] = await selectSignInCandidate(db, { email, network_hash, ...windowsOf(limits, now) });
  return {
    account: found?.account ?? undefined,
    is_known: found?.is_known ?? false,
    counts: found?.counts ?? null,
  };
}

const selectSignInCandidate = prepared((db) =>
  db
    .select({
      account: accountColumns,
      is_known: sql<boolean>`exists (
        select from ${sign_ins} where ${sign_ins.user_id} = ${users.id}
          and ${sign_ins.network_hash} = ${sql.placeholder('network_hash')})`,
      counts: sql<Counts>`(${countsIn(sql.placeholder('keys'), sql.placeholder('starts'))})`,
    })
    .from(sql`(select) once`)
    .leftJoin(users, eq(users.email, sql.placeholder('email'))),
);

export type NewSignIn = {
  id: string;
  with_temporary_password: boolean;
  user_agent: string | null;
  /** From where, as a keyed digest. */
  network_hash: string;
  refresh_token: string;
};

/**
 * Opens a sign-in where `noted`, a part of this statement, has a row; false where it has none. A sign-in with the real
 * password cancels a temporary one. One statement, because many people sign in at the same hour.
 */
export async function openSignIn(db: Queryable, noted: SQL, signIn: NewSignIn, now: Date): Promise<boolean> {
  const { id, with_temporary_password, user_agent, network_hash, refresh_token } = signIn;
  const opened = await executePrepared(
    db,
    sql`
    with noted as (${noted}), cancelled as (
      delete from temporary_passwords using noted where user_id = noted.id and not ${with_temporary_password}::boolean
    ), opened as (
      insert into sign_ins (id, user_id, with_temporary_password, user_agent, network_hash, created_at, last_seen_at)
      select ${id}::uuid, noted.id, ${with_temporary_password}::boolean, ${user_agent}::text, ${network_hash}::text,
        ${now}::timestamptz, ${now}::timestamptz
      from noted
    )
    insert into refresh_tokens (user_id, token_hash, sign_in_id, created_at, expires_at)
    select noted.id, ${hashOfToken(refresh_token)}::text, ${id}::uuid, ${now}::timestamptz, ${refreshTokenEnd(now)}::timestamptz
    from noted returning user_id`,
  );
  return opened.length === 1;
}

/** Role, group and sign-in of a caller, in one query. */
export async function findCaller(db: Queryable, user_id: number, sign_in_id: string) {
  const [caller] = await selectCaller(db, { user_id, sign_in_id });
  return caller;
}

const selectCaller = prepared((db) =>
  db
    .select({
      role: users.role,
      user_group_id: users.user_group_id,
      active: users.active,
      signed_in_at: sign_ins.created_at,
      with_temporary_password: sign_ins.with_temporary_password,
      ended_at: sign_ins.ended_at,
    })
    .from(users)
    .innerJoin(sign_ins, and(eq(sign_ins.user_id, users.id), eq(sign_ins.id, sql.placeholder('sign_in_id'))))
    .where(eq(users.id, sql.placeholder('user_id'))),
);

/** A sign-in and whether its person is still active. */
export async function findSignIn(db: Queryable, user_id: number, id: string) {
  const [signIn] = await db
    .select({ ended_at: sign_ins.ended_at, active: users.active })
    .from(sign_ins)
    .innerJoin(users, eq(users.id, sign_ins.user_id))
    .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, id)));
  return signIn;
}

export async function endSignIn(
  db: Queryable,
  { user_id, id, because }: { user_id: number; id: string; because: EndedBecause },
  now: Date,
): Promise<void> {
  await db
    .update(sign_ins)
    .set({ ended_at: now, ended_because: because })
    .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, id), isNull(sign_ins.ended_at)));
}

export async function endOtherSignIns(
  tx: Transaction,
  { user_id, kept, because }: { user_id: number; kept: string; because: EndedBecause },
  now: Date,
): Promise<void> {
  await tx
    .update(sign_ins)
    .set({ ended_at: now, ended_because: because })
    .where(and(eq(sign_ins.user_id, user_id), ne(sign_ins.id, kept), isNull(sign_ins.ended_at)));
}

export async function keepSpentTemporaryPassword(
  tx: Transaction,
  { user_id, id, password_hash }: { user_id: number; id: string; password_hash: string },
): Promise<void> {
  await tx
    .update(sign_ins)
    .set({ temporary_password_hash: password_hash })
    .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, id)));
}

/** The hash of the temporary password that opened this sign-in; null for any other sign-in. */
export async function spentTemporaryPassword(
  db: Queryable,
  user_id: number,
  id: string,
): Promise<string | null> {
  const [row] = await db
    .select({ password_hash: sign_ins.temporary_password_hash })
    .from(sign_ins)
    .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, id)));
  return row?.password_hash ?? null;
}

/** The password behind a sign-in is no longer temporary; false when the sign-in has ended. */
export async function settleSignIn(tx: Transaction, user_id: number, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(sign_ins)
    .set({ with_temporary_password: false, temporary_password_hash: null })
    .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, id), isNull(sign_ins.ended_at)));
  return rowCount === 1;
}

export async function insertRefreshToken(
  tx: Transaction,
  { token, user_id, sign_in_id }: { token: string; user_id: number; sign_in_id: string },
  now: Date,
): Promise<void> {
  await tx.insert(refresh_tokens).values({
    user_id,
    token_hash: hashOfToken(token),
    sign_in_id,
    created_at: now,
    expires_at: refreshTokenEnd(now),
  });
}

const refreshTokenEnd = (now: Date) => new Date(now.getTime() + REFRESH_TOKEN_DAYS * DAY_MS);

/** Locks the token until the transaction ends: tabs that come with the same one queue up here. */
export async function lockRefreshToken(tx: Transaction, user_id: number, token: string) {
  const [row] = await tx.select().from(refresh_tokens).where(byToken(user_id, token)).for('update');
  return row;
}

export async function findRefreshToken(db: Queryable, user_id: number, token: string) {
  const [row] = await db.select().from(refresh_tokens).where(byToken(user_id, token));
  return row;
}

const byToken = (user_id: number, token: string) =>
  and(eq(refresh_tokens.user_id, user_id), eq(refresh_tokens.token_hash, hashOfToken(token)));

export async function spendRefreshToken(
  tx: Transaction,
  row: typeof refresh_tokens.$inferSelect,
  now: Date,
): Promise<void> {
  await tx
    .update(refresh_tokens)
    .set({ used_at: now })
    .where(and(eq(refresh_tokens.user_id, row.user_id), eq(refresh_tokens.token_hash, row.token_hash)));
  await tx
    .update(sign_ins)
    .set({ last_seen_at: now })
    .where(and(eq(sign_ins.user_id, row.user_id), eq(sign_ins.id, row.sign_in_id)));
}

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

/** Deletes what can no longer open anything; to be run now and then. */
export async function forgetOldAccountRows(db: Queryable, now: Date): Promise<void> {
  await db.delete(verification_codes).where(lt(verification_codes.expires_at, now));
  await db.delete(temporary_passwords).where(lt(temporary_passwords.expires_at, now));
  await db.delete(choose_password_tokens).where(lt(choose_password_tokens.expires_at, now));
  await db.delete(refresh_tokens).where(lt(refresh_tokens.expires_at, now));
  const tokensLeft = db
    .select({ one: sql`1` })
    .from(refresh_tokens)
    .where(and(eq(refresh_tokens.user_id, sign_ins.user_id), eq(refresh_tokens.sign_in_id, sign_ins.id)));
  await db
    .delete(sign_ins)
    .where(
      or(
        lt(sign_ins.ended_at, new Date(now.getTime() - ENDED_SIGN_INS_DAYS * DAY_MS)),
        notExists(tokensLeft),
      ),
    );
}
