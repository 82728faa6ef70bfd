/** Asking for one's account to be deleted, and changing one's mind. Nothing is lost before the day has come. */
import { and, eq, isNull, ne } from 'drizzle-orm';
import { DELETION_DAYS } from '#contract/limits.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import { isFresh, type PasswordContext, requireCurrentPassword } from '../auth/recovery.ts';
import { holdWithSuperadmins } from '../users/authority.ts';
import { requireEmergencyWithout } from '../users/emergency.ts';
import { findAccount } from '../users/store.ts';

type From = Pick<Meta, 'ip' | 'user_agent'>;

/** Asked for again, it stays due when it was. */
export async function requestDeletion(
  context: PasswordContext,
  caller: Caller,
  current_password: string | null,
  from: From,
): Promise<{ deletion_due: Date }> {
  const { db, clock, queue } = context;
  const { user_id } = caller;
  const account = await findAccount(db, user_id);
  if (!account) throw new AppError('not_authenticated');
  if (current_password) await requireCurrentPassword(context, account, current_password, from.ip);
  else if (!isFresh(caller, clock.now())) throw new AppError('reauthentication_required');
  const now = clock.now();
  return db.transaction(async (tx) => {
    const held = await holdWithSuperadmins(tx, [user_id]);
    const person = held.find(({ id }) => id === user_id);
    if (!person?.active) throw new AppError('account_ended');
    const asked = await dueOf(tx, user_id);
    if (asked) return { deletion_due: asked };
    await requireEmergencyWithout(tx, user_id);
    if (person.role === 'superadmin' && !(await anotherStays(tx, user_id)))
      throw new AppError('last_superadmin');
    const deletion_due = new Date(now.getTime() + DELETION_DAYS * 86_400_000);
    await tx.update(users).set({ deletion_due }).where(eq(users.id, user_id));
    await queue.send('privacy.deletion-asked', { user_id }, tx);
    const change = {
      action: 'user.deletion_requested',
      object_type: 'user',
      person: user_id,
      after: { deletion_due },
    } as const;
    await recordChange(tx, byCaller(caller, from), change, now);
    return { deletion_due };
  });
}

export async function cancelDeletion(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  caller: Caller,
  from: From,
): Promise<{ deletion_due: null }> {
  const { user_id } = caller;
  await db.transaction(async (tx) => {
    await holdWithSuperadmins(tx, [user_id]);
    const deletion_due = await dueOf(tx, user_id);
    if (!deletion_due) return;
    await tx.update(users).set({ deletion_due: null }).where(eq(users.id, user_id));
    const change = {
      action: 'user.deletion_cancelled',
      object_type: 'user',
      person: user_id,
      before: { deletion_due },
    } as const;
    await recordChange(tx, byCaller(caller, from), change, clock.now());
  });
  return { deletion_due: null };
}

/** Whether there is another superadmin who can enter and is not about to leave. All of them are held. */
export async function anotherStays(tx: Transaction, user_id: number): Promise<boolean> {
  const [another] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        ne(users.id, user_id),
        eq(users.role, 'superadmin'),
        eq(users.active, true),
        eq(users.is_verified, true),
        isNull(users.deletion_due),
      ),
    )
    .limit(1);
  return another !== undefined;
}

async function dueOf(tx: Transaction, user_id: number): Promise<Date | null> {
  const [person] = await tx
    .select({ deletion_due: users.deletion_due })
    .from(users)
    .where(eq(users.id, user_id));
  return person?.deletion_due ?? null;
}
