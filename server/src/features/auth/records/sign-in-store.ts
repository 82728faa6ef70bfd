/** Rows of sign-ins. */
import { and, eq, isNotNull, isNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { SignInMethod } from '#contract/sign-in.ts';
import type { Queryable, Transaction } from '../../../db/client.ts';
import { executePrepared, prepared } from '../../../db/prepared.ts';
import {
  choose_password_tokens,
  refresh_tokens,
  sign_in_attempts,
  sign_ins,
  temporary_passwords,
  verification_codes,
} from '../../../db/tables/accounts.ts';
import { provider_sessions } from '../../../db/tables/identity.ts';
import { users } from '../../../db/tables/people.ts';
import { type Counts, countsIn, type Limit, windowsOf } from '../../../request-guards/rate-limit.ts';
import { closedBy } from '../../domains/rules.ts';
import { type Account, accountColumns } from '../../users/store.ts';
import { hashOfToken } from '../credentials/tokens.ts';
import { refreshTokenEnd } from './refresh-token-store.ts';
import { requiredConsent } from './required-consent.ts';

const DAY_MS = 86_400_000;
/** Ended sign-ins are kept this long, so that it can be seen when and why a session ended. */
const ENDED_SIGN_INS_DAYS = 30;

export type EndedBecause =
  | 'signed_out'
  | 'ended_by_owner'
  | 'signed_out_everywhere'
  | 'password_changed'
  | 'deactivated'
  | 'refresh_token_reused'
  | 'factor_changed'
  | 'provider_logout'
  | 'provider_revoked'
  | 'provider_unreachable'
  | 'session_over';

/**
 * `is_known`: the account was entered from this network before. `counts`: of the limits, in their running windows.
 * `closed_by`: the name of the provider by which alone people with the address enter.
 */
export type SignInCandidate = {
  account: Account | undefined;
  is_known: boolean;
  counts: Counts;
  closed_by: string | null;
};

/** The account of an address, and how often it was tried. One query. */
export async function findSignInCandidate(
  db: Queryable,
  { email, network_hash, domains }: { email: string; network_hash: string; domains: string[] },
  limits: Limit[],
  now: Date,
): Promise<SignInCandidate> {
  const [found] = await selectSignInCandidate(db, {
    email,
    network_hash,
    domains,
    ...windowsOf(limits, now),
  });
  return {
    account: found?.account ?? undefined,
    is_known: found?.is_known ?? false,
    counts: found?.counts ?? null,
    closed_by: found?.closed_by ?? null,
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
      closed_by: sql<string | null>`(${closedBy(sql.placeholder('domains'))})`,
    })
    .from(sql`(select) once`)
    .leftJoin(users, eq(users.email, sql.placeholder('email'))),
);

export type NewSignIn = {
  id: string;
  with_temporary_password: boolean;
  /** With a second factor. */
  strong: boolean;
  method: SignInMethod;
  /** Its end, whatever is renewed. */
  ends_at: Date | null;
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
  const { id, with_temporary_password, strong, method, ends_at, user_agent, network_hash, refresh_token } =
    signIn;
  const opened = await executePrepared(
    db,
    sql`
    with noted as (${noted}), cancelled as (
      delete from temporary_passwords using noted where user_id = noted.id and not ${with_temporary_password}::boolean
    ), opened as (
      insert into sign_ins (id, user_id, with_temporary_password, strong, method, ends_at, user_agent, network_hash, created_at, last_seen_at)
      select ${id}::uuid, noted.id, ${with_temporary_password}::boolean, ${strong}::boolean, ${method}::text,
        ${ends_at}::timestamptz, ${user_agent}::text,
        ${network_hash}::text, ${now}::timestamptz, ${now}::timestamptz
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
      confirmed_at: sql`greatest(${sign_ins.created_at}, ${sign_ins.confirmed_at})`.mapWith(
        sign_ins.created_at,
      ),
      with_temporary_password: sign_ins.with_temporary_password,
      second_factor_due:
        sql`case when ${users.has_second_factor} or ${sign_ins.strong} then null else ${users.second_factor_due} end`.mapWith(
          users.second_factor_due,
        ),
      lacks_terms: sql<boolean>`${users.consent_version} < ${requiredConsent}`,
      ended_at: sign_ins.ended_at,
      ends_at: sign_ins.ends_at,
    })
    .from(users)
    .innerJoin(sign_ins, and(eq(sign_ins.user_id, users.id), eq(sign_ins.id, sql.placeholder('sign_in_id'))))
    .where(eq(users.id, sql.placeholder('user_id'))),
);

/** A sign-in and whether its person is still active. */
/** `checked_at`: when its provider last vouched for the person, where it can be asked. */
export async function findSignIn(db: Queryable, user_id: number, id: string) {
  const [signIn] = await db
    .select({
      ...{ ended_at: sign_ins.ended_at, ends_at: sign_ins.ends_at, active: users.active },
      checked_at: provider_sessions.checked_at,
    })
    .from(sign_ins)
    .innerJoin(users, eq(users.id, sign_ins.user_id))
    .leftJoin(
      provider_sessions,
      and(
        eq(provider_sessions.user_id, sign_ins.user_id),
        eq(provider_sessions.sign_in_id, sign_ins.id),
        isNotNull(provider_sessions.refresh_sealed),
      ),
    )
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

/** False when the sign-in has ended. */
export async function noteConfirmation(
  db: Queryable,
  { user_id, sign_in_id }: { user_id: number; sign_in_id: string },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await db
    .update(sign_ins)
    .set({ confirmed_at: now })
    .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, sign_in_id), isNull(sign_ins.ended_at)));
  return rowCount === 1;
}

/** The sign-in in which a factor was set up counts as opened with it. */
export async function noteSecondFactor(
  tx: Transaction,
  { user_id, sign_in_id }: { user_id: number; sign_in_id: string },
  now: Date,
): Promise<void> {
  await tx
    .update(sign_ins)
    .set({ strong: true, confirmed_at: now })
    .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, sign_in_id)));
}

/** The password behind a sign-in is no longer temporary; false when the sign-in has ended. */
export async function settleSignIn(tx: Transaction, user_id: number, id: string): Promise<boolean> {
  const { rowCount } = await tx
    .update(sign_ins)
    .set({ with_temporary_password: false, temporary_password_hash: null })
    .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, id), isNull(sign_ins.ended_at)));
  return rowCount === 1;
}

/** Deletes what can no longer open anything; to be run now and then. */
export async function forgetOldAccountRows(db: Queryable, now: Date): Promise<void> {
  await db.delete(verification_codes).where(lt(verification_codes.expires_at, now));
  await db.delete(temporary_passwords).where(lt(temporary_passwords.expires_at, now));
  await db.delete(choose_password_tokens).where(lt(choose_password_tokens.expires_at, now));
  await db.delete(sign_in_attempts).where(lt(sign_in_attempts.expires_at, now));
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
