/** A person as the API shows them. */
import { ROLES, type User } from '#contract/users.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { findUser, type UserRow } from './store.ts';
import { bringCycleUpToDate, isCycleOver, nextTokenReset } from './tokens/cycle.ts';

/** The addresses of accounts that keep the sums of who was erased. They are nobody's, and no list of people has them. */
export const ERASED_EMAIL_DOMAIN = 'removida.invalid';

/** A person with the token cycle of this moment. */
export async function currentUser(db: Queryable, id: number, now: Date): Promise<User | undefined> {
  const user = await findUser(db, id);
  if (!user) return undefined;
  if (!isCycleOver(user, now)) return showUser(user, now);
  return showUser({ ...user, ...(await bringCycleUpToDate(db, id, now)) }, now);
}

export async function requireUser(db: Queryable, id: number, now: Date): Promise<User> {
  const user = await currentUser(db, id, now);
  if (!user) throw new AppError('user_not_found');
  return user;
}

export function showUser(user: UserRow, now: Date): User {
  const { user_group_id, group_name } = user;
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    phone: user.phone,
    role: user.role,
    role_id: ROLES[user.role].id,
    user_group_id,
    user_group: user_group_id === null ? null : { id: user_group_id, name: group_name ?? '' },
    token_used: user.token_used,
    token_limit: user.token_limit,
    is_on_free_limit: user.token_limit <= user.free_tokens,
    next_token_reset: nextTokenReset(user.token_anchor, now).toISOString(),
    last_login: user.last_login?.toISOString() ?? null,
    is_verified: user.is_verified,
    active: user.active,
    approval: user.approval,
    second_factor: user.has_second_factor,
    second_factor_due: user.second_factor_due?.toISOString() ?? null,
    deletion_due: user.deletion_due?.toISOString() ?? null,
    language: user.language,
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
  };
}
