/**
 * Authority of people over people. Everybody concerned is locked, always in one order, and read again under the lock: of
 * two superadmins who take each other's rights at the same moment the second has none any more.
 */
import { asc, eq, inArray, or } from 'drizzle-orm';
import { isSuperadmin, type Role } from '#contract/users.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';

export type Held = { id: number; role: Role; active: boolean; is_verified: boolean };

/** These people and all superadmins, until the transaction ends. To be called before anybody else is locked. */
export function holdWithSuperadmins(tx: Transaction, ids: number[]): Promise<Held[]> {
  return tx
    .select({ id: users.id, role: users.role, active: users.active, is_verified: users.is_verified })
    .from(users)
    .where(or(inArray(users.id, ids), eq(users.role, 'superadmin')))
    .orderBy(asc(users.id))
    .for('no key update');
}

/** Both as they are under the lock: authentication may have seen rights that were taken away since. */
export function pairIn(held: Held[], actor_id: number, target_id: number): { actor: Held; target: Held } {
  const actor = held.find(({ id }) => id === actor_id);
  const target = held.find(({ id }) => id === target_id);
  if (!actor?.active) throw new AppError('account_ended');
  if (!target) throw new AppError('user_not_found');
  return { actor, target };
}

/** Before somebody stops being an active superadmin: one must remain who can enter. */
export function requireAnotherSuperadmin(held: Held[], id: number): void {
  const another = held.some(
    (person) => person.id !== id && isSuperadmin(person) && person.active && person.is_verified,
  );
  if (!another) throw new AppError('last_superadmin');
}
