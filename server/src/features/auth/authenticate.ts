/** Who is calling: what the access token names, as the database knows it at this moment. */
import { AppError } from '../../http/app-error.ts';
import type { Authenticate } from '../../http/serve.ts';
import type { World } from '../../world.ts';
import { findCaller } from './store.ts';
import { readAccessToken } from './tokens.ts';

export const authenticate =
  ({ db, clock, secret }: Pick<World, 'db' | 'clock' | 'secret'>): Authenticate =>
  async (bearer) => {
    const claims = bearer ? await readAccessToken(secret, bearer, clock.now()) : null;
    if (!claims) throw new AppError('not_authenticated');
    const found = await findCaller(db, claims.user_id, claims.sign_in_id);
    if (!found) throw new AppError('not_authenticated');
    const { active, ended_at, ...caller } = found;
    if (!active) throw new AppError('account_ended');
    if (ended_at) throw new AppError('not_authenticated');
    return { ...claims, ...caller };
  };
