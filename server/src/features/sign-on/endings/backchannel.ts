/** A provider says that somebody has signed out there: the sign-ins that its session opened end here. */
import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { isAdministrator } from '#contract/users.ts';
import { readLogoutToken } from '../../../adapters/identity/logout-token.ts';
import { AppError } from '../../../app-error.ts';
import { sign_ins } from '../../../db/tables/accounts.ts';
import { identities, provider_sessions } from '../../../db/tables/identity.ts';
import { recordChange } from '../../audit/record.ts';
import { consumeRateLimits, logoutTokens } from '../../auth/records/limits.ts';
import type { EndedBecause } from '../../auth/records/sign-in-store.ts';
import { hashOfSubject } from '../../identity-providers/provider.ts';
import { wakePerson } from '../../users/rights-changed.ts';
import { findAccount } from '../../users/store.ts';
import { connectionOf, noteFailure, requireOidcProvider, type SignOnContext } from '../arrival.ts';

/** With a session of the provider its sign-ins end whatever their time; with a person alone those that began before. */
export async function endByProvider(
  context: SignOnContext,
  slug: string,
  logout_token: string,
  ip: string,
): Promise<Record<string, never>> {
  const { db, clock, identity, secretKeys } = context;
  const now = clock.now();
  await consumeRateLimits(db, logoutTokens(ip), now);
  const provider = await requireOidcProvider(context, slug);
  const connection = connectionOf(context, provider);
  const logout = await readLogoutToken(identity, connection, logout_token).catch(async (error: unknown) => {
    throw await noteFailure(context, provider, error);
  });
  if (!logout) throw new AppError('logout_token_invalid');
  const { sid, sub, issued_at } = logout;
  const isMeant =
    sid === null
      ? and(
          lte(provider_sessions.issued_at, issued_at),
          sql`exists (select from ${identities} i where i.user_id = ${provider_sessions.user_id}
            and i.provider_id = ${provider.id}
            and i.subject_hash = ${hashOfSubject(secretKeys, provider, sub ?? '')})`,
        )
      : eq(provider_sessions.sid_hash, hashOfSubject(secretKeys, provider, `sid ${sid}`));
  const because: EndedBecause = 'provider_logout';
  const ended = await db.transaction(async (tx) => {
    const sessions = await tx
      .select({ user_id: provider_sessions.user_id, sign_in_id: provider_sessions.sign_in_id })
      .from(provider_sessions)
      .where(and(eq(provider_sessions.provider_id, provider.id), isMeant));
    const people = new Set<number>();
    for (const { user_id, sign_in_id } of sessions) {
      const { rowCount } = await tx
        .update(sign_ins)
        .set({ ended_at: now, ended_because: because })
        .where(and(eq(sign_ins.user_id, user_id), eq(sign_ins.id, sign_in_id), isNull(sign_ins.ended_at)));
      if (rowCount) people.add(user_id);
    }
    for (const person of people) {
      const account = await findAccount(tx, person);
      if (!account || !isAdministrator(account)) continue;
      const change = { action: 'session.ended_by_provider', object_type: 'session', person } as const;
      await recordChange(tx, null, { ...change, after: { provider: provider.name } }, now);
    }
    return people;
  });
  for (const user_id of ended) await wakePerson(context, user_id);
  return {};
}
