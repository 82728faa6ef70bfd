/** Compares what was typed with the password and the temporary password of an account. */
import type { AppContext } from '../../../app-context.ts';
import type { Account } from '../../users/store.ts';
import { verifyPassword } from '../credentials/passwords.ts';
import { asTemporaryPassword } from '../credentials/temporary-password.ts';
import { liveTemporaryPassword } from '../records/credential-store.ts';

/** `temporary_hash` is that of the temporary password, when it is the one that fits. */
type Credential = { temporary_hash: string | null };

/**
 * As much work for an unknown address as for a known one, with or without a temporary password waiting: how
 * long it takes depends on what was typed alone.
 */
export async function credentialThatFits(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  account: Account | undefined,
  password: string,
): Promise<Credential | null> {
  const isPassword = await verifyPassword(password, account?.password_hash);
  const typed = asTemporaryPassword(password);
  if (!typed) return isPassword ? { temporary_hash: null } : null;
  const temporary_hash = await liveTemporaryPassword(db, account?.id ?? 0, clock.now());
  const isTemporary = await verifyPassword(typed, temporary_hash);
  if (isPassword) return { temporary_hash: null };
  return isTemporary && temporary_hash ? { temporary_hash } : null;
}
