/** The answer of a provider about one sign-in, written down. */
import { and, eq, isNull } from 'drizzle-orm';
import { isAdministrator } from '#contract/users.ts';
import { sealSecret } from '../../../adapters/sealing/seal.ts';
import { SEALED } from '../../../adapters/sealing/sealed-columns.ts';
import type { Transaction } from '../../../db/client.ts';
import { sign_ins } from '../../../db/tables/accounts.ts';
import { identities, identity_providers, provider_sessions } from '../../../db/tables/identity.ts';
import { type Change, recordChange } from '../../audit/record.ts';
import type { EndedBecause } from '../../auth/records/sign-in-store.ts';
import { placeByGroups } from '../../identity-providers/groups.ts';
import { isIdentity, type KnownProvider, mappingsFor } from '../../identity-providers/provider.ts';
import { wakePerson } from '../../users/rights-changed.ts';
import { findAccount, lockAccount } from '../../users/store.ts';
import type { SignOnContext } from '../arrival.ts';

/** A sign-in that a provider opened, with what is needed to ask about it. */
export type Session = {
  id: number;
  user_id: number;
  sign_in_id: string;
  provider_id: number;
  refresh_sealed: string;
  checked_at: Date;
};

/** `groups`: null where the provider did not say. */
export type Answer =
  | { kind: 'there'; secret: string; groups: readonly string[] | null }
  | { kind: 'gone' }
  /** It did not answer, or not in a way that says anything of the person. */
  | { kind: 'unknown' };

const UNREACHABLE_MS = 24 * 3_600_000;

export async function settleCheck(
  context: SignOnContext,
  provider: KnownProvider,
  session: Session,
  answer: Answer,
): Promise<void> {
  const now = context.clock.now();
  if (answer.kind === 'there') return keepVouched(context, provider, session, answer, now);
  if (answer.kind === 'gone') return endBy(context, provider, session, 'provider_revoked', now);
  const isTooLong = now.getTime() - session.checked_at.getTime() > UNREACHABLE_MS;
  if (isTooLong) await endBy(context, provider, session, 'provider_unreachable', now);
}

async function keepVouched(
  context: SignOnContext,
  provider: KnownProvider,
  session: Session,
  { secret, groups }: Extract<Answer, { kind: 'there' }>,
  now: Date,
): Promise<void> {
  const { db, secretKeys } = context;
  const { user_id } = session;
  const isChanged = await db.transaction(async (tx) => {
    await lockAccount(tx, user_id);
    const refresh_sealed = sealSecret(secretKeys, SEALED.provider_refresh, session, secret);
    await tx
      .update(provider_sessions)
      .set({ checked_at: now, checking_until: null, refresh_sealed })
      .where(isSession(session));
    await tx.update(identities).set({ last_vouched_at: now }).where(isIdentity(user_id, provider.id));
    if (provider.failing_since)
      await tx
        .update(identity_providers)
        .set({ failing_since: null, last_error: null })
        .where(eq(identity_providers.id, provider.id));
    const mappings = await mappingsFor(tx, provider);
    const changes = await placeByGroups(tx, { provider, mappings, groups, user_id, is_new: false }, now);
    for (const change of changes) await recordChange(tx, null, change, now);
    return changes.length > 0;
  });
  if (isChanged) await wakePerson(context, user_id);
}

async function endBy(
  context: SignOnContext,
  provider: KnownProvider,
  session: Session,
  because: EndedBecause,
  now: Date,
): Promise<void> {
  const { user_id, sign_in_id } = session;
  await context.db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(sign_ins)
      .set({ ended_at: now, ended_because: because })
      .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, sign_in_id), isNull(sign_ins.ended_at)));
    if (rowCount) await recordEnd(tx, provider, user_id, now);
  });
  await wakePerson(context, user_id);
}

/** Ends of other people's sign-ins leave no entry, as their beginnings leave none. */
async function recordEnd(tx: Transaction, provider: KnownProvider, person: number, now: Date): Promise<void> {
  const account = await findAccount(tx, person);
  if (!account || !isAdministrator(account)) return;
  const change: Change = { action: 'session.ended_by_provider', object_type: 'session', person };
  await recordChange(tx, null, { ...change, after: { provider: provider.name } }, now);
}

const isSession = ({ user_id, sign_in_id }: Session) =>
  and(eq(provider_sessions.user_id, user_id), eq(provider_sessions.sign_in_id, sign_in_id));
