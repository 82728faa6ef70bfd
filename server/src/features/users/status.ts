/** Letting somebody in and keeping them out. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { isAdministrator, isSuperadmin, type User } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { type Held, holdWithSuperadmins, pairIn, requireAnotherSuperadmin } from './authority.ts';
import { requireEmergencyWithout } from './emergency.ts';
import { requestStops, wakePerson } from './rights-changed.ts';
import { requireUser } from './user.ts';

/** A directory does not undo the decision of an administrator. */
const byHand = { deactivated_by_provider: null };

type StatusContext = Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>;

/** Deactivation ends sign-ins and stops answers that are being written or read. */
export async function setStatus(
  context: StatusContext,
  by: Actor,
  id: number,
  active: boolean,
): Promise<User> {
  if (id === by.user_id && !active) throw new AppError('cannot_deactivate_self');
  const now = context.clock.now();
  const changed = await context.db.transaction(async (tx) => {
    const held = await holdWithSuperadmins(tx, [by.user_id, id]);
    const { actor, target } = pairIn(held, by.user_id, id);
    requireAuthority(actor, target);
    if (target.active === active) return false;
    if (!active) await requireEmergencyWithout(tx, id);
    if (isSuperadmin(target) && !active) requireAnotherSuperadmin(held, id);
    await tx
      .update(users)
      .set({ active, ...byHand, updated_at: now })
      .where(eq(users.id, id));
    if (!active) await shutOut(tx, id, now);
    await recordChange(
      tx,
      by,
      {
        action: active ? 'user.activated' : 'user.deactivated',
        object_type: 'user',
        person: id,
        before: { active: target.active },
        after: { active },
      },
      now,
    );
    return true;
  });
  if (changed && !active) await wakePerson(context, id);
  return requireUser(context.db, id, now);
}

/** Held people who may all be shut out: they lose their access one by one in the audit log, and together otherwise. */
export async function deactivateAll(tx: Transaction, by: Actor, ids: number[], now: Date): Promise<void> {
  if (!ids.length) return;
  await tx
    .update(users)
    .set({ active: false, ...byHand, updated_at: now })
    .where(inArray(users.id, ids));
  for (const id of ids) await shutOut(tx, id, now);
  const change = { action: 'user.deactivated', object_type: 'user' } as const;
  for (const person of ids)
    await recordChange(
      tx,
      by,
      { ...change, person, before: { active: true }, after: { active: false } },
      now,
    );
}

function requireAuthority(actor: Held, target: Held): void {
  if (!isAdministrator(actor)) throw new AppError('forbidden');
  if (isSuperadmin(target) && !isSuperadmin(actor)) throw new AppError('superadmin_protected');
}

/** Ends what is open and running. */
export async function shutOut(tx: Transaction, user_id: number, now: Date): Promise<void> {
  await tx
    .update(sign_ins)
    .set({ ended_at: now, ended_because: 'deactivated' })
    .where(and(eq(sign_ins.user_id, user_id), isNull(sign_ins.ended_at)));
  await requestStops(tx, user_id, 'all');
}
