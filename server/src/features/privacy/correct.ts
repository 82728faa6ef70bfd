/** A person corrects what is known of them. The address stays: it is what they sign in with. */
import { eq } from 'drizzle-orm';
import type { User } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { users } from '../../db/tables/people.ts';
import { requireUser } from '../users/user.ts';

type Correction = { name?: string | undefined; phone?: string | null | undefined };

export async function correct(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  user_id: number,
  { name, phone }: Correction,
): Promise<User> {
  const now = clock.now();
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
  };
  if (Object.keys(change).length)
    await db
      .update(users)
      .set({ ...change, updated_at: now })
      .where(eq(users.id, user_id));
  return requireUser(db, user_id, now);
}
