/** Sign-ins of administrators in the record of administration: those that came in, and those that did not. */

import { and, eq } from 'drizzle-orm';
import { isAdministrator } from '#contract/users.ts';
import type { JobBodies } from '../../../adapters/queue.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';
import { recordChange } from '../../audit/record.ts';
import { type Account, findAccount } from '../../users/store.ts';

export type From = { ip: string; user_agent: string | null };

export async function recordSignIn(
  tx: Transaction,
  account: Pick<Account, 'id' | 'role'>,
  from: From & { with_temporary_password: boolean; strong: boolean },
  now: Date,
): Promise<void> {
  if (!isAdministrator(account)) return;
  const { with_temporary_password, strong, ...origin } = from;
  const change = {
    action: 'session.started',
    object_type: 'session',
    after: { with_temporary_password, ...(strong ? { with_second_factor: true } : {}) },
  } as const;
  await recordChange(tx, { user_id: account.id, ...origin }, change, now);
}

type Reason =
  | 'wrong_password'
  | 'inactive'
  | 'unverified'
  | 'not_approved'
  | 'closed_domain'
  | 'wrong_second_factor';

/**
 * In the background, and for everybody whether they are an administrator, somebody else or nobody: how long a refusal
 * takes must not tell which.
 */
export const queueRefusalAudit = (
  { queue, clock }: Pick<AppContext, 'queue' | 'clock'>,
  account: Pick<Account, 'id'> | undefined,
  from: From & { reason: Reason },
): Promise<void> =>
  queue.send('audit.refused-sign-in', {
    user_id: account?.id ?? 0,
    ...from,
    at: clock.now().toISOString(),
  });

export const refusalJob = ({ db }: Pick<AppContext, 'db'>): Pick<JobBodies, 'audit.refused-sign-in'> => ({
  async 'audit.refused-sign-in'({ user_id, ip, user_agent, reason, at }) {
    const account = await findAccount(db, user_id);
    if (!account || !isAdministrator(account)) return;
    const change = {
      action: 'session.refused',
      object_type: 'session',
      person: user_id,
      after: { reason },
    } as const;
    await db.transaction((tx) => recordChange(tx, { user_id: null, ip, user_agent }, change, new Date(at)));
  },
});

/** An emergency account enters a closed domain without its provider: every superadmin gets an e-mail. */
export async function noteEmergencyEntry(
  tx: Transaction,
  { queue, clock }: Pick<AppContext, 'queue' | 'clock'>,
  user_id: number,
  from: From,
): Promise<void> {
  const now = clock.now();
  const superadmins = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'superadmin'), eq(users.active, true)));
  const letter = {
    kind: 'emergency_entry',
    at: now.toISOString(),
    user_agent: from.user_agent,
  } as const;
  for (const { id } of superadmins) await queue.send('access.letter', { user_id: id, ...letter }, tx);
  const change = { action: 'session.emergency', object_type: 'session', person: user_id } as const;
  await recordChange(tx, { user_id, ...from }, change, now);
}
