/** Emergency accounts (break-glass): superadmins who enter by password also where their domain is closed. */
import { and, eq, ne } from 'drizzle-orm';
import { AppError } from '../../app-error.ts';
import type { Queryable } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';

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
