/** Authenticates browsers: the access token names a sign-in, the database says what its person may do now. */

import type { AppContext } from '../../app-context.ts';
import { AppError } from '../../app-error.ts';
import { reasonOf } from '../../db/client.ts';
import type { Caller } from '../../http/routes.ts';
import type { Authenticate, WatchCaller } from '../../http/serve.ts';
import { personTopic } from '../users/rights-changed.ts';
import { readAccessToken } from './credentials/tokens.ts';
import { findCaller } from './records/sign-in-store.ts';

export const authenticate =
  ({ db, clock, secret }: Pick<AppContext, 'db' | 'clock' | 'secret'>): Authenticate =>
  async (bearer) => {
    const claims = bearer ? readAccessToken(secret, bearer, clock.now()) : null;
    if (!claims) throw new AppError('not_authenticated');
    return callerNow(db, claims);
  };

/** Calls back with the caller's current rights each time they change; null when they have none any more. */
export const watchCallers =
  ({ db, signals, log }: Pick<AppContext, 'db' | 'signals' | 'log'>): WatchCaller =>
  (caller, onChange) => {
    const look = async () => {
      try {
        onChange(await callerNow(db, caller));
      } catch (error) {
        if (error instanceof AppError) return onChange(null);
        log.warn(
          { user_id: caller.user_id, err: { message: reasonOf(error) } },
          'a caller was not looked up',
        );
      }
    };
    return signals.listen(personTopic(caller.user_id), () => void look());
  };

async function callerNow(
  db: AppContext['db'],
  { user_id, sign_in_id }: Pick<Caller, 'user_id' | 'sign_in_id'>,
): Promise<Caller> {
  const found = await findCaller(db, user_id, sign_in_id);
  if (!found) throw new AppError('not_authenticated');
  const { active, ended_at, ...caller } = found;
  if (!active) throw new AppError('account_ended');
  if (ended_at) throw new AppError('not_authenticated');
  return { user_id, sign_in_id, ...caller };
}
