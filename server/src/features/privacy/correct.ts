/** A person corrects what is known of them and chooses their language. The address stays: it is what they sign in with. */
import { eq } from 'drizzle-orm';
import type { Language } from '#contract/language.ts';
import { isAdministrator, type Role, type User } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { users } from '../../db/tables/people.ts';
import { requireUser } from '../users/user.ts';

type Correction = {
  name?: string | undefined;
  phone?: string | null | undefined;
  language?: Language | null | undefined;
};

export async function correct(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { user_id, role }: { user_id: number; role: Role },
  { name, phone, language }: Correction,
): Promise<User> {
  if (language === 'mixed' && !isAdministrator({ role })) throw new AppError('language_not_allowed');
  const now = clock.now();
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(phone === undefined ? {} : { phone }),
    ...(language === undefined ? {} : { language }),
  };
  if (Object.keys(change).length)
    await db
      .update(users)
      .set({ ...change, updated_at: now })
      .where(eq(users.id, user_id));
  return requireUser(db, user_id, now);
}
