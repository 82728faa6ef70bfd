/** Emergency accounts (break-glass): superadmins who enter by password also where their domain is closed. */
import { and, eq, ne } from 'drizzle-orm';
import { EMERGENCY_ACCOUNTS_MAX } from '#contract/limits.ts';
import { isSuperadmin, type User } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { email_domains } from '../../db/tables/identity.ts';
import { users } from '../../db/tables/people.ts';
import { type Actor, recordChange } from '../audit/record.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { holdWithSuperadmins, pairIn } from './authority.ts';
import { requireUser } from './user.ts';

/** Those that work: active, with a password of their own and a second factor. */
export function emergencyAccounts(db: Queryable): Promise<{ id: number; name: string; email: string }[]> {
  return db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(
      and(
        eq(users.emergency, true),
        eq(users.role, 'superadmin'),
        eq(users.active, true),
        eq(users.is_verified, true),
        eq(users.has_second_factor, true),
        ne(users.password_hash, NO_PASSWORD),
      ),
    );
}

/** Where a domain is closed: a way in must remain for the day on which its provider is away. */
export async function requireEmergencyAccount(db: Queryable): Promise<void> {
  if ((await emergencyAccounts(db)).length === 0) throw new AppError('emergency_needed');
}

/** Before somebody stops being an emergency account: while a domain is closed one that works must stay. */
export async function requireEmergencyWithout(db: Queryable, user_id: number): Promise<void> {
  const working = await emergencyAccounts(db);
  if (!working.some(({ id }) => id === user_id) || working.length > 1) return;
  const closed = await db.$count(email_domains, eq(email_domains.door, 'provider'));
  if (closed > 0) throw new AppError('emergency_needed');
}

export async function setEmergency(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  by: Actor,
  id: number,
  emergency: boolean,
): Promise<User> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const held = await holdWithSuperadmins(tx, [by.user_id, id]);
    const { actor } = pairIn(held, by.user_id, id);
    if (!isSuperadmin(actor)) throw new AppError('forbidden');
    if (!emergency) await requireEmergencyWithout(tx, id);
    const [changed] = await tx
      .update(users)
      .set({ emergency, updated_at: now })
      .where(and(eq(users.id, id), ne(users.emergency, emergency)))
      .returning({ id: users.id });
    if (!changed) return;
    const all = await tx.$count(users, eq(users.emergency, true));
    const isFit = (await emergencyAccounts(tx)).some((one) => one.id === id);
    if (emergency && (!isFit || all > EMERGENCY_ACCOUNTS_MAX)) throw new AppError('emergency_unfit');
    const change = { action: 'user.emergency_changed', object_type: 'user', person: id } as const;
    await recordChange(tx, by, { ...change, before: { emergency: !emergency }, after: { emergency } }, now);
  });
  return { ...(await requireUser(db, id, now)), emergency };
}
