/** The first superadmin: only one who exists can make others. */
import { foldEmail } from '#contract/auth.ts';
import type { AppContext } from '../../app-context.ts';
import { findAccountByEmail } from '../users/store.ts';
import { createUser } from './registration.ts';

/** Whether this call created the account. One that exists keeps its password and its role. */
export async function seedSuperadmin(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const address = foldEmail(email);
  if (await findAccountByEmail(db, address)) return false;
  const account = await createUser(
    db,
    { email: address, password, name: 'Administrador', role: 'superadmin', is_verified: true },
    clock.now(),
  );
  // Undefined when another process that started at the same moment was first.
  return account !== undefined;
}
