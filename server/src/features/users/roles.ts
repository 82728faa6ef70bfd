/** Giving a role. */
import { eq } from 'drizzle-orm';
import { isAdministrator, isSuperadmin, ROLE_NAMES, ROLES, type Role, type User } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { identities } from '../../db/tables/identity.ts';
import { users } from '../../db/tables/people.ts';
import { moveDueDate } from '../access-policy/due-dates.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { holdWithSuperadmins, pairIn, requireAnotherSuperadmin } from './authority.ts';
import { requireEmergencyWithout } from './emergency.ts';
import { requestStops, wakePerson } from './rights-changed.ts';
import { requireUser } from './user.ts';

type RoleContext = Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>;

/** By its number or its name, however it is typed. */
export function roleNamed(typed: string): Role {
  const wanted = typed.trim().toLowerCase();
  const role = ROLE_NAMES.find((name) => name === wanted || String(ROLES[name].id) === wanted);
  if (!role) throw new AppError('unknown_role');
  return role;
}

/** Rights are read at every call, so they change at once; who is no administrator any more tests no agents. */
export async function promote(context: RoleContext, by: Actor, id: number, typed: string): Promise<User> {
  const role = roleNamed(typed);
  const now = context.clock.now();
  const changed = await context.db.transaction(async (tx) => {
    const held = await holdWithSuperadmins(tx, [by.user_id, id]);
    const { actor, target } = pairIn(held, by.user_id, id);
    if (!isSuperadmin(actor)) throw new AppError('only_superadmins_change_roles');
    if (target.role === role) return false;
    await requireEmergencyWithout(tx, id);
    if (isSuperadmin(target) && target.active) requireAnotherSuperadmin(held, id);
    await tx.update(users).set({ role, emergency: false, updated_at: now }).where(eq(users.id, id));
    // A role that was given by hand stays, also where a provider that gave one before takes it back.
    await tx.update(identities).set({ role_before: null }).where(eq(identities.user_id, id));
    await moveDueDate(tx, id, role, now);
    if (isAdministrator(target) && !isAdministrator({ role })) await requestStops(tx, id, 'tests');
    await recordChange(
      tx,
      by,
      {
        action: 'user.role_changed',
        object_type: 'user',
        person: id,
        before: { role: target.role },
        after: { role },
      },
      now,
    );
    return true;
  });
  if (changed) await wakePerson(context, id);
  return requireUser(context.db, id, now);
}
