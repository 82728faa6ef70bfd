/** The table of people. */

import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { FREE_PLAN } from '#contract/plan-seeds.ts';
import type { Approval, Role } from '#contract/users.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Readable, Transaction } from '../../db/client.ts';
import { user_groups, users } from '../../db/tables/people.ts';
import { dueDateFor } from '../access-policy/due-dates.ts';

type Unshown = 'password_hash' | 'kind' | 'search_text' | 'reference' | 'token_reserved';
export type UserRow = Omit<typeof users.$inferSelect, Unshown> & {
  group_name: string | null;
  /** The limit that the plan Free gives at this moment. */
  free_tokens: number;
};

const {
  password_hash: _password,
  search_text: _text,
  kind: _kind,
  reference: _reference,
  token_reserved: _reserved,
  ...shownColumns
} = getTableColumns(users);

const free_tokens = sql<number>`(select tokens from plans where key = ${FREE_PLAN})`.mapWith(Number);

/** The accounts of public counters are nobody. */
export const isPerson = eq(users.kind, 'person');

/** People with the name of their group, without the password. */
export const selectUsers = (db: Readable) =>
  db
    .select({ ...shownColumns, group_name: user_groups.name, free_tokens })
    .from(users)
    .leftJoin(user_groups, eq(user_groups.id, users.user_group_id));

export async function findUser(db: Queryable, id: number): Promise<UserRow | undefined> {
  const [user] = await selectUsers(db).where(and(eq(users.id, id), isPerson));
  return user;
}

/** The columns of a person that authentication reads. */
export type Account = {
  id: number;
  email: string;
  name: string;
  role: Role;
  password_hash: string;
  is_verified: boolean;
  active: boolean;
  has_second_factor: boolean;
  approval: Approval;
  emergency: boolean;
  created_at: Date;
};

export const accountColumns = {
  id: users.id,
  email: users.email,
  name: users.name,
  role: users.role,
  password_hash: users.password_hash,
  is_verified: users.is_verified,
  active: users.active,
  has_second_factor: users.has_second_factor,
  approval: users.approval,
  emergency: users.emergency,
  created_at: users.created_at,
};

export const notApproved = ({ approval }: Pick<Account, 'approval'>): AppError =>
  new AppError(approval === 'refused' ? 'approval_refused' : 'approval_pending');

/** `email` in its folded form. */
export async function findAccountByEmail(db: Queryable, email: string): Promise<Account | undefined> {
  const [account] = await db
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.email, email), isPerson));
  return account;
}

export async function findAccount(db: Queryable, id: number): Promise<Account | undefined> {
  const [account] = await db
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.id, id), isPerson));
  return account;
}

export type NewUser = {
  /** In its folded form. */
  email: string;
  name: string;
  password_hash: string;
  token_limit: number;
  phone?: string | null;
  role?: Role;
  is_verified?: boolean;
  approval?: Approval;
  /** Null or absent for the default group. */
  user_group_id?: number | null;
};

/** Adds an active person; undefined when the address is taken. */
export async function insertUser(
  db: Queryable,
  { user_group_id, ...user }: NewUser,
  now: Date,
): Promise<Account | undefined> {
  const [account] = await db
    .insert(users)
    .values({
      ...user,
      second_factor_due: dueDateFor(user.role ?? 'user', now),
      user_group_id:
        user_group_id ?? sql`(select ${user_groups.id} from ${user_groups} where ${user_groups.is_default})`,
      ...(user.approval ? { approval_at: now } : {}),
      token_cycle_start: now,
      token_anchor: now,
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing({ target: users.email })
    .returning(accountColumns);
  return account;
}

export async function markVerified(db: Queryable, id: number, now: Date): Promise<void> {
  await db.update(users).set({ is_verified: true, updated_at: now }).where(eq(users.id, id));
}

/**
 * Notes a sign-in, if the person is still active and their password is still the one that was just checked; a part of a
 * larger statement, with their id or without a row. Locks the person: a change of password that runs beside it comes
 * wholly before or after.
 */
export function notingSignIn(
  db: Queryable,
  account: Pick<Account, 'id' | 'password_hash'>,
  change: { password_hash?: string; is_verified?: true },
  now: Date,
): SQL {
  return db
    .update(users)
    .set({ ...change, last_login: now })
    .where(
      and(eq(users.id, account.id), eq(users.password_hash, account.password_hash), eq(users.active, true)),
    )
    .returning({ id: users.id })
    .getSQL();
}

export async function setPassword(
  tx: Transaction,
  id: number,
  password_hash: string,
  now: Date,
): Promise<void> {
  await tx.update(users).set({ password_hash, updated_at: now }).where(eq(users.id, id));
}

/** Holds the person until the transaction ends; what refers to them may be written meanwhile. */
export async function lockAccount(tx: Transaction, id: number): Promise<Account | undefined> {
  const [account] = await tx
    .select(accountColumns)
    .from(users)
    .where(and(eq(users.id, id), isPerson))
    .for('no key update');
  return account;
}
