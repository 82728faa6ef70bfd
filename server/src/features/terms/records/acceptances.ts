/** The versions that a person has accepted, when and from which address. */
import { isIP } from 'node:net';
import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { AppError } from '../../../app-error.ts';
import type { Transaction } from '../../../db/client.ts';
import { users } from '../../../db/tables/people.ts';
import { terms_acceptances, terms_versions } from '../../../db/tables/terms.ts';
import { holdRequiredConsent, requiredConsent } from '../../auth/records/required-consent.ts';
import { termsInForce } from './in-force.ts';

export type Accepting = { user_id: number; ids: readonly number[]; ip: string };

/**
 * Only what is in force now: otherwise somebody would accept another text than the one that holds. True once nothing is
 * left to accept. The person is locked, or was made in this transaction.
 */
export async function keepAcceptances(
  tx: Transaction,
  { user_id, ids, ip }: Accepting,
  accepted_at: Date,
): Promise<boolean> {
  if (ids.length === 0) return false;
  await holdRequiredConsent(tx);
  const known = new Set((await termsInForce(tx)).map(({ id }) => id));
  if (!ids.every((id) => known.has(id))) throw new AppError('terms_outdated');
  const from = addressOf(ip);
  await tx
    .insert(terms_acceptances)
    .values([...new Set(ids)].map((terms_id) => ({ user_id, terms_id, accepted_at, ip: from })))
    .onConflictDoNothing();
  const isComplete = await hasAcceptedAll(tx, user_id);
  if (isComplete)
    await tx.update(users).set({ consent_version: requiredConsent }).where(eq(users.id, user_id));
  return isComplete;
}

/** Somebody else had registered the address, and accepted in the name of its owner. */
export async function forgetAcceptances(tx: Transaction, user_id: number): Promise<void> {
  await tx.delete(terms_acceptances).where(eq(terms_acceptances.user_id, user_id));
  await tx.update(users).set({ consent_version: 0 }).where(eq(users.id, user_id));
}

/** True once the newest required version of each kind, or a later one, was accepted. */
async function hasAcceptedAll(tx: Transaction, user_id: number): Promise<boolean> {
  const asked = await tx
    .select({ kind: terms_versions.kind, version: sql<number>`max(${terms_versions.version})::int` })
    .from(terms_versions)
    .where(and(isNotNull(terms_versions.published_at), eq(terms_versions.required, true)))
    .groupBy(terms_versions.kind);
  const accepted = await tx
    .select({ kind: terms_versions.kind, version: sql<number>`max(${terms_versions.version})::int` })
    .from(terms_acceptances)
    .innerJoin(terms_versions, eq(terms_versions.id, terms_acceptances.terms_id))
    .where(
      and(
        eq(terms_acceptances.user_id, user_id),
        inArray(
          terms_versions.kind,
          asked.map(({ kind }) => kind),
        ),
      ),
    )
    .groupBy(terms_versions.kind);
  return asked.every(({ kind, version }) =>
    accepted.some((one) => one.kind === kind && one.version >= version),
  );
}

/** Behind a proxy the address is the proxy's text; a text that is no address is not stored. */
function addressOf(ip: string): string | null {
  const address = ip.split('%')[0] ?? '';
  return isIP(address) ? address : null;
}
