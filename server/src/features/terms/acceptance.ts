/** The terms in force, and their acceptance. */
import { isIP } from 'node:net';
import { and, asc, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { TERMS_KINDS } from '#contract/terms.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import type { Queryable, Transaction } from '../../db/client.ts';
import { users } from '../../db/tables/people.ts';
import { terms_acceptances, terms_versions } from '../../db/tables/terms.ts';
import { requiredConsent } from '../auth/records/required-consent.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { lockAccount } from '../users/store.ts';

/** One of each kind, the newest. */
export async function termsInForce(db: Queryable) {
  const rows = await db
    .selectDistinctOn([terms_versions.kind])
    .from(terms_versions)
    .where(isNotNull(terms_versions.published_at))
    .orderBy(asc(terms_versions.kind), desc(terms_versions.version));
  return rows
    .flatMap(({ id, kind, version, title, body, required, published_at }) =>
      version === null || published_at === null
        ? []
        : [{ id, kind, version, title, body, required, published_at }],
    )
    .toSorted((one, other) => TERMS_KINDS.indexOf(one.kind) - TERMS_KINDS.indexOf(other.kind));
}

type Accepting = { user_id: number; ids: number[]; ip: string };

/** Only what is in force now: otherwise somebody would accept another text than the one that holds. */
export async function acceptTerms(
  context: Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>,
  { user_id, ids, ip }: Accepting,
): Promise<{ complete: boolean }> {
  const accepted_at = context.clock.now();
  const complete = await context.db.transaction(async (tx) => {
    if (!(await lockAccount(tx, user_id))) throw new AppError('not_authenticated');
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
  });
  if (complete) await wakePerson(context, user_id);
  return { complete };
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
