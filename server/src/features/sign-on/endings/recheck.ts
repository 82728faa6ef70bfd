/**
 * Asks providers whether the people whom they let in are still theirs: with the refresh token of each sign-in, and in a
 * directory by identifier. A provider that lets somebody go ends the sign-in; one that is away ends it after a day.
 */
import { eq, sql } from 'drizzle-orm';
import { groupsAt, hasClaim } from '../../../adapters/identity/claims.ts';
import { configurationOf, refreshed } from '../../../adapters/identity/oidc.ts';
import { isRevoked } from '../../../adapters/identity/provider-failure.ts';
import { openSecret } from '../../../adapters/sealing/seal.ts';
import { SEALED } from '../../../adapters/sealing/sealed-columns.ts';
import type { AppContext } from '../../../app-context.ts';
import type { Queryable } from '../../../db/client.ts';
import { identity_providers } from '../../../db/tables/identity.ts';
import {
  hashOfSubject,
  isLdap,
  type KnownProvider,
  type LdapProvider,
  parseProvider,
} from '../../identity-providers/provider.ts';
import { connectionOf, noteFailure, type SignOnContext, timed } from '../arrival.ts';
import { directoryOf } from '../directory.ts';
import { type Answer, type Session, settleCheck } from './settle-check.ts';

const CHECK_EVERY_MINUTES = 60;
const SEEN_HOURS = 24;
const LEASE_SECONDS = 60;
const LEASED_AT_ONCE = 100;
const ASKED_AT_ONCE = 20;

/** Every check that is due; what another process holds is passed over. */
export async function recheckDue(context: SignOnContext): Promise<void> {
  for (;;) {
    // Nothing is asked about sign-ins that nobody uses: they are asked about when they are renewed.
    const isDue = sql`s.checked_at < ${ago(context, CHECK_EVERY_MINUTES * 60)}
      and i.last_seen_at > ${ago(context, SEEN_HOURS * 3_600)}`;
    const leased = await lease(context, isDue);
    if (leased.length === 0) return;
    await check(context, leased);
  }
}

/** One sign-in, now; nothing where another process asks already. */
export async function recheckOne(
  context: SignOnContext,
  { user_id, sign_in_id }: Pick<Session, 'user_id' | 'sign_in_id'>,
): Promise<void> {
  await check(context, await lease(context, sql`s.user_id = ${user_id} and s.sign_in_id = ${sign_in_id}`));
}

const ago = ({ clock }: Pick<AppContext, 'clock'>, seconds: number) =>
  new Date(clock.now().getTime() - seconds * 1000);

async function lease(
  context: Pick<AppContext, 'db' | 'clock'>,
  which: ReturnType<typeof sql>,
): Promise<Session[]> {
  const now = context.clock.now();
  const { rows } = await context.db.execute<Omit<Session, 'checked_at'> & { checked_at: string }>(sql`
    update provider_sessions held set checking_until = ${ago(context, -LEASE_SECONDS)}
    from (
      select s.user_id, s.sign_in_id from provider_sessions s
      join sign_ins i on i.user_id = s.user_id and i.id = s.sign_in_id
      join identity_providers p on p.id = s.provider_id and p.active
      where ${which} and s.refresh_sealed is not null
        and (s.checking_until is null or s.checking_until <= ${now})
        and i.ended_at is null and (i.ends_at is null or i.ends_at > ${now})
      order by s.checked_at limit ${LEASED_AT_ONCE} for update of s skip locked
    ) due
    where held.user_id = due.user_id and held.sign_in_id = due.sign_in_id
    returning held.id, held.user_id, held.sign_in_id, held.provider_id, held.refresh_sealed, held.checked_at`);
  return rows.map((row) => ({ ...row, id: Number(row.id), checked_at: new Date(row.checked_at) }));
}

async function check(context: SignOnContext, sessions: Session[]): Promise<void> {
  const byProvider = Map.groupBy(sessions, ({ provider_id }) => provider_id);
  await Promise.all(
    [...byProvider].map(async ([provider_id, some]) => {
      const provider = await findProvider(context.db, provider_id);
      if (!provider) return;
      if (isLdap(provider)) return checkInDirectory(context, provider, some);
      for (let from = 0; from < some.length; from += ASKED_AT_ONCE)
        await Promise.all(
          some.slice(from, from + ASKED_AT_ONCE).map(async (session) => {
            const answer = await askProvider(context, provider, session);
            await settleCheck(context, provider, session, answer);
          }),
        );
    }),
  );
}

async function findProvider(db: Queryable, id: number): Promise<KnownProvider | null> {
  const [row] = await db.select().from(identity_providers).where(eq(identity_providers.id, id));
  return row ? parseProvider(row) : null;
}

const secretOf = (
  { secretKeys }: Pick<AppContext, 'secretKeys'>,
  { refresh_sealed, ...session }: Session,
): string | null => openSecret(secretKeys, SEALED.provider_refresh, session, refresh_sealed);

async function askProvider(
  context: SignOnContext,
  provider: KnownProvider,
  session: Session,
): Promise<Answer> {
  const token = secretOf(context, session);
  if (token === null || isLdap(provider)) return { kind: 'unknown' };
  const path = provider.settings.claim_groups;
  try {
    const configuration = await configurationOf(context.identity, connectionOf(context, provider));
    const renewed = timed(context, provider, 'refresh', refreshed(configuration, token));
    const { claims, refresh_token } = await renewed;
    const isSame = claims === null || (await isSubjectOf(context, provider, session, claims.sub));
    if (!isSame) return { kind: 'gone' };
    const says = claims !== null && path !== null && hasClaim(claims, path);
    return {
      kind: 'there',
      // Providers that rotate their tokens take the old one back.
      secret: refresh_token ?? token,
      groups: says ? groupsAt(claims, path) : null,
    };
  } catch (error) {
    if (isRevoked(error)) return { kind: 'gone' };
    await noteFailure(context, provider, error);
    return { kind: 'unknown' };
  }
}

async function isSubjectOf(
  { db, secretKeys }: Pick<AppContext, 'db' | 'secretKeys'>,
  provider: KnownProvider,
  { user_id }: Session,
  subject: string,
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from identities where user_id = ${user_id} and provider_id = ${provider.id}
      and subject_hash = ${hashOfSubject(secretKeys, provider, subject)}`);
  return rows.length === 1;
}

async function checkInDirectory(
  context: SignOnContext,
  provider: LdapProvider,
  sessions: Session[],
): Promise<void> {
  const ids = new Map(sessions.map((session) => [session.id, secretOf(context, session)]));
  const known = [...new Set([...ids.values()].filter((id) => id !== null))];
  try {
    const { peopleById } = await import('../../../adapters/identity/directory.ts');
    const found = peopleById(context.identity, directoryOf(context, provider), known);
    const people = await timed(context, provider, 'directory', found);
    for (const session of sessions) {
      const secret = ids.get(session.id) ?? null;
      const person = secret === null ? undefined : people.get(secret);
      const answer: Answer =
        secret === null
          ? { kind: 'unknown' }
          : person && !person.disabled
            ? { kind: 'there', secret, groups: person.groups }
            : { kind: 'gone' };
      await settleCheck(context, provider, session, answer);
    }
  } catch (error) {
    await noteFailure(context, provider, error);
    for (const session of sessions) await settleCheck(context, provider, session, { kind: 'unknown' });
  }
}
