/** Staying signed in: a refresh token is exchanged for the next of its family. */

import { REFRESH_GRACE_SECONDS } from '#contract/limits.ts';
import type { TokenPair } from '#contract/sign-in.ts';
import { AppError } from '../../app-error.ts';
import type { Transaction } from '../../db/client.ts';
import type { Meta } from '../../http/routes.ts';
import { type Change, recordChange } from '../audit/record.ts';
import type { SignOnContext } from '../sign-on/arrival.ts';
import { recheckOne } from '../sign-on/endings/recheck.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { ownerOfToken, type Signed, successorOf, tokenPair } from './credentials/tokens.ts';
import {
  findRefreshToken,
  insertRefreshToken,
  lockRefreshToken,
  spendRefreshToken,
} from './records/refresh-token-store.ts';
import { endSignIn, findSignIn } from './records/sign-in-store.ts';

type RefreshContext = SignOnContext;

/** An older word of the provider is asked for anew before a sign-in goes on. */
const ASK_AFTER_MS = 12 * 3_600_000;

/** The same token again, within a minute of its first use, is exchanged for the same. */
export async function refresh(
  context: RefreshContext,
  token: string,
  { ip, user_agent }: Pick<Meta, 'ip' | 'user_agent'>,
): Promise<TokenPair> {
  const { db, clock, secret, queue, log } = context;
  const now = clock.now();
  const user_id = ownerOfToken(token);
  if (user_id === null) throw new AppError('invalid_refresh_token');
  const attempt = (mayAsk: boolean) =>
    db.transaction(async (tx) => {
      const outcome = await renew(tx, { user_id, token, secret, mayAsk }, now);
      if (outcome === 'ended') {
        await queue.send('account.refresh-token-reused', { user_id, at: now.toISOString() }, tx);
        await recordChange(tx, { user_id: null, ip, user_agent }, reuseOf(user_id), now);
      }
      return outcome;
    });
  let renewed = await attempt(true);
  if (renewed !== null && renewed !== 'ended' && 'ask' in renewed) {
    // Outside of the transaction: the provider may take its time.
    await recheckOne(context, { user_id, sign_in_id: renewed.ask });
    renewed = await attempt(false);
  }
  if (renewed === 'ended') {
    log.warn({ user_id, ip }, 'a refresh token was used again: its sign-in has ended');
    await wakePerson(context, user_id);
  }
  if (renewed === null || renewed === 'ended' || 'ask' in renewed)
    throw new AppError('invalid_refresh_token');
  return tokenPair(secret, renewed.signed, renewed.refresh_token, now);
}

const reuseOf = (user_id: number): Change => ({
  action: 'session.ended',
  object_type: 'session',
  person: user_id,
  after: { reason: 'refresh_token_reused' },
});

type Renewed = { signed: Signed; refresh_token: string };

type Held = { user_id: number; token: string; secret: string };

/** Null refuses, and so does a replay, which ends the whole sign-in: that must be kept. */
async function renew(
  tx: Transaction,
  { user_id, token, secret, mayAsk }: Held & { mayAsk: boolean },
  now: Date,
): Promise<Renewed | { ask: string } | 'ended' | null> {
  const row = await lockRefreshToken(tx, user_id, token);
  if (!row || row.expires_at <= now) return null;
  const signIn = await findSignIn(tx, user_id, row.sign_in_id);
  if (!signIn || signIn.ended_at) return null;
  if (!signIn.active) throw new AppError('account_ended');
  if (signIn.ends_at && signIn.ends_at <= now) {
    await endSignIn(tx, { user_id, id: row.sign_in_id, because: 'session_over' }, now);
    return null;
  }
  const { checked_at } = signIn;
  if (mayAsk && checked_at && now.getTime() - checked_at.getTime() > ASK_AFTER_MS)
    return { ask: row.sign_in_id };
  const signed = { user_id, sign_in_id: row.sign_in_id };
  const successor = successorOf(secret, token, user_id);
  if (row.used_at === null) {
    await spendRefreshToken(tx, row, now);
    await insertRefreshToken(tx, { token: successor, ...signed }, now);
    return { signed, refresh_token: successor };
  }
  if (now.getTime() - row.used_at.getTime() <= REFRESH_GRACE_SECONDS * 1000)
    return { signed, refresh_token: await newestFrom(tx, { user_id, token: successor, secret }) };
  await endSignIn(tx, { user_id, id: row.sign_in_id, because: 'refresh_token_reused' }, now);
  return 'ended';
}

/** More than honest tabs make in a minute. */
const EXCHANGES_IN_GRACE = 20;

/** A tab that is late by more than one exchange gets what the others hold now, not what they have spent. */
async function newestFrom(tx: Transaction, { user_id, token, secret }: Held): Promise<string> {
  let newest = token;
  for (let hop = 0; hop < EXCHANGES_IN_GRACE; hop += 1) {
    const row = await findRefreshToken(tx, user_id, newest);
    if (!row?.used_at) return newest;
    newest = successorOf(secret, newest, user_id);
  }
  return newest;
}
