/** Steps that every change of a second factor takes: recovery codes, other sign-ins, e-mail, audit. */
import { eq, sql } from 'drizzle-orm';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import { passkeys, totp_secrets } from '../../db/tables/accounts.ts';
import { users } from '../../db/tables/people.ts';
import type { Caller, Meta } from '../../http/routes.ts';
import { byCaller, recordChange } from '../audit/record.ts';
import { endOtherSignIns, noteSecondFactor } from '../auth/records/sign-in-store.ts';
import { requireEmergencyWithout } from '../users/emergency.ts';
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts';

export type FactorContext = Pick<
  AppContext,
  'db' | 'clock' | 'queue' | 'signals' | 'log' | 'secret' | 'secretKeys' | 'env'
>;
export type From = Pick<Meta, 'ip' | 'user_agent'>;

const ACTIONS = {
  added: 'factor.enrolled',
  changed: 'factor.changed',
  removed: 'factor.removed',
} as const;

type FactorChange = { caller: Caller; from: From; change: keyof typeof ACTIONS };

/** Confirmed apps and device keys. */
const factorsOf = (user_id: number) => sql<number>`(
  (select count(*) from ${totp_secrets} where ${totp_secrets.user_id} = ${user_id} and ${totp_secrets.confirmed_at} is not null)
  + (select count(*) from ${passkeys} where ${passkeys.user_id} = ${user_id}))::int`;

/** Holds the person, so that two changes of their factors come one after the other. */
export async function lockFactors(tx: Transaction, user_id: number) {
  const [person] = await tx
    .select({ due: users.second_factor_due, has_second_factor: users.has_second_factor })
    .from(users)
    .where(eq(users.id, user_id))
    .for('no key update');
  if (!person) throw new AppError('not_authenticated');
  return person;
}

/** After a factor was added or replaced. The first one brings recovery codes, which are returned. */
export async function settleAdded(
  tx: Transaction,
  context: FactorContext,
  change: FactorChange & { isFirst: boolean },
): Promise<string[] | null> {
  const { caller } = change;
  const now = context.clock.now();
  await tx
    .update(users)
    .set({ has_second_factor: true, updated_at: now })
    .where(eq(users.id, caller.user_id));
  await noteSecondFactor(tx, caller, now);
  const codes = change.isFirst ? await replaceRecoveryCodes(tx, caller.user_id) : null;
  await recordFactorChange(tx, context, change);
  return codes;
}

/** After a factor was taken away. The last one stays where the role needs one, and takes the recovery codes along. */
export async function settleRemoved(
  tx: Transaction,
  context: FactorContext,
  { caller, from }: Omit<FactorChange, 'change'>,
  due: Date | null,
): Promise<void> {
  const { user_id } = caller;
  const [row] = await tx
    .select({ left: factorsOf(user_id) })
    .from(users)
    .where(eq(users.id, user_id));
  const isLast = (row?.left ?? 0) === 0;
  if (isLast && due) throw new AppError('second_factor_mandatory');
  if (isLast) {
    await requireEmergencyWithout(tx, user_id);
    await deleteRecoveryCodes(tx, user_id);
    await tx
      .update(users)
      .set({ has_second_factor: false, updated_at: context.clock.now() })
      .where(eq(users.id, user_id));
  }
  await recordFactorChange(tx, context, { caller, from, change: isLast ? 'removed' : 'changed' });
}

/** Ends the other sign-ins, and mails and records the change. */
export async function recordFactorChange(
  tx: Transaction,
  { queue, clock }: FactorContext,
  { caller, from, change }: FactorChange,
): Promise<void> {
  const now = clock.now();
  const { user_id, sign_in_id } = caller;
  await endOtherSignIns(tx, { user_id, kept: sign_in_id, because: 'factor_changed' }, now);
  const letter = { user_id, kind: `factor_${change}`, at: now.toISOString() } as const;
  await queue.send('access.letter', { ...letter, user_agent: from.user_agent }, tx);
  const entry = { action: ACTIONS[change], object_type: 'factor', person: user_id } as const;
  await recordChange(tx, byCaller(caller, from), entry, now);
}
