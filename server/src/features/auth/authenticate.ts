/** Authenticates browsers: the access token names a sign-in, the database says what its person may do now. */

import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { reasonOf } from '../../db/client.ts';
import type { Authenticate } from '../../http/call-access.ts';
import type { Caller } from '../../http/routes.ts';
import type { WatchCaller } from '../../http/serve.ts';
import { personTopic } from '../users/rights-changed.ts';
import { readAccessToken } from './credentials/tokens.ts';
import { findCaller } from './records/sign-in-store.ts';

export const authenticate =
  ({ db, clock, secret }: Pick<AppContext, 'db' | 'clock' | 'secret'>): Authenticate =>
  async (bearer) => {
    const claims = bearer ? readAccessToken(secret, bearer, clock.now()) : null;
    if (!claims) throw new AppError('not_authenticated');
    return callerNow({ db, clock }, claims);
  };

/** Timers take no longer waits; a stream ends long before. */
const LONGEST_WAIT_MS = 2_000_000_000;

/**
 * Calls back with the caller's current rights each time they change; null when they have none any more. The hour from
 * which a second factor is needed changes them too.
 */
export const watchCallers =
  ({ db, clock, signals, log }: Pick<AppContext, 'db' | 'clock' | 'signals' | 'log'>): WatchCaller =>
  (caller, onChange) => {
    const look = async () => {
      try {
        onChange(await callerNow({ db, clock }, caller));
      } catch (error) {
        if (error instanceof AppError) return onChange(null);
        log.warn(
          { user_id: caller.user_id, err: { message: reasonOf(error) } },
          'a caller was not looked up',
        );
      }
    };
    const forget = signals.listen(personTopic(caller.user_id), () => void look());
    if (!caller.second_factor_due || caller.lacks_second_factor) return forget;
    const wait = caller.second_factor_due.getTime() - clock.now().getTime();
    const timer = setTimeout(() => void look(), Math.min(wait, LONGEST_WAIT_MS)).unref();
    return () => {
      clearTimeout(timer);
      forget();
    };
  };

async function callerNow(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { user_id, sign_in_id }: Pick<Caller, 'user_id' | 'sign_in_id'>,
): Promise<Caller> {
  const found = await findCaller(db, user_id, sign_in_id);
  if (!found) throw new AppError('not_authenticated');
  const { active, ended_at, ends_at, ...caller } = found;
  if (!active) throw new AppError('account_ended');
  if (ended_at || (ends_at && ends_at <= clock.now())) throw new AppError('not_authenticated');
  const { second_factor_due } = caller;
  const lacks_second_factor = second_factor_due !== null && second_factor_due <= clock.now();
  return { user_id, sign_in_id, ...caller, lacks_second_factor };
}
