/** The sign-ins of a person: listing them, ending one or all. */
import { and, desc, eq, gt, isNull, or } from 'drizzle-orm';
import { REFRESH_TOKEN_DAYS } from '#contract/limits.ts';
import type { SignIn } from '#contract/sign-in.ts';
import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { sign_ins } from '../../db/tables/accounts.ts';
import { identity_providers, provider_sessions } from '../../db/tables/identity.ts';
import type { Caller } from '../../http/routes.ts';
import { wakePerson } from '../users/rights-changed.ts';
import type { EndedBecause } from './records/sign-in-store.ts';

type Needs = Pick<AppContext, 'db' | 'clock'>;
type EndingNeeds = Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>;
type Who = Pick<Caller, 'user_id' | 'sign_in_id'>;

const DAY_MS = 86_400_000;

/** Last seen first. */
export async function listSignIns(
  { db, clock }: Needs,
  { user_id, sign_in_id }: Who,
): Promise<(Omit<SignIn, 'created_at' | 'last_seen_at'> & { created_at: Date; last_seen_at: Date })[]> {
  const rows = await db
    .select({
      id: sign_ins.id,
      user_agent: sign_ins.user_agent,
      method: sign_ins.method,
      provider: identity_providers.name,
      created_at: sign_ins.created_at,
      last_seen_at: sign_ins.last_seen_at,
    })
    .from(sign_ins)
    .leftJoin(
      provider_sessions,
      and(eq(provider_sessions.user_id, sign_ins.user_id), eq(provider_sessions.sign_in_id, sign_ins.id)),
    )
    .leftJoin(identity_providers, eq(identity_providers.id, provider_sessions.provider_id))
    .where(isActive(user_id, clock.now()))
    .orderBy(desc(sign_ins.last_seen_at), desc(sign_ins.created_at), sign_ins.id);
  return rows.map((row) => ({ ...row, is_current: row.id === sign_in_id }));
}

/** Its refresh tokens open nothing from now on, nor does its access token: both ask for the sign-in. */
export async function endOneSignIn(context: EndingNeeds, { user_id }: Who, id: string): Promise<null> {
  const now = context.clock.now();
  const { rowCount } = await context.db
    .update(sign_ins)
    .set(ended('ended_by_owner', now))
    .where(and(isActive(user_id, now), eq(sign_ins.id, id)));
  if (rowCount === 0) throw new AppError('sign_in_not_found');
  await wakePerson(context, user_id);
  return null;
}

export async function endEverySignIn(context: EndingNeeds, { user_id }: Who): Promise<null> {
  await context.db
    .update(sign_ins)
    .set(ended('signed_out_everywhere', context.clock.now()))
    .where(and(eq(sign_ins.user_id, user_id), isNull(sign_ins.ended_at)));
  await wakePerson(context, user_id);
  return null;
}

const ended = (ended_because: EndedBecause, ended_at: Date) => ({ ended_at, ended_because });

/** `last_seen_at` is when the newest refresh token was given: with that one's end nothing can renew the sign-in. */
const isActive = (user_id: number, now: Date) =>
  and(
    eq(sign_ins.user_id, user_id),
    isNull(sign_ins.ended_at),
    or(isNull(sign_ins.ends_at), gt(sign_ins.ends_at, now)),
    gt(sign_ins.last_seen_at, new Date(now.getTime() - REFRESH_TOKEN_DAYS * DAY_MS)),
  );
