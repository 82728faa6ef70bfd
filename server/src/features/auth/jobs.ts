/** Letters about accounts, written in the background. Each job makes its own secret, so none waits in a queue. */
import { and, count, eq, gt, isNull, or } from 'drizzle-orm';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { access_keys } from '../../db/tables/keys.ts';
import { findAccount, findAccountByEmail } from '../users/store.ts';
import { issueCode } from './codes.ts';
import { passwordChangedLetter, temporaryPasswordLetter, verificationLetter } from './emails.ts';
import { issueTemporaryPassword } from './recovery.ts';
import { deleteCode } from './store.ts';

type AccountJobs = Pick<JobBodies, 'account.verification' | 'account.reset' | 'account.password-changed'>;

export function accountJobs(context: AppContext): AccountJobs {
  const { db, clock, mailer, env } = context;
  return {
    async 'account.verification'({ user_id }) {
      const account = await findAccount(db, user_id);
      // A request for a new code resets the count of wrong tries for every address alike.
      if (!account?.active || account.is_verified) return deleteCode(db, user_id);
      const code = await issueCode(context, user_id);
      await mailer.send(verificationLetter(account, code, env.APP_URL));
    },
    async 'account.reset'({ email }) {
      const account = await findAccountByEmail(db, email);
      if (!account?.active) return;
      const password = await issueTemporaryPassword(context, account.id);
      await mailer.send(temporaryPasswordLetter(account, password, env.APP_URL));
    },
    async 'account.password-changed'({ user_id }) {
      const account = await findAccount(db, user_id);
      if (!account) return;
      const at = clock.now();
      const keys = await countWorkingKeys(db, user_id, at);
      await mailer.send(passwordChangedLetter(account, { at, keys }, env.APP_URL));
    },
  };
}

/** Asked of the table: the room of keys stands above this one. */
async function countWorkingKeys(db: Queryable, user_id: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ keys: count() })
    .from(access_keys)
    .where(
      and(
        eq(access_keys.user_id, user_id),
        isNull(access_keys.revoked_at),
        or(isNull(access_keys.expires_at), gt(access_keys.expires_at, now)),
      ),
    );
  return row?.keys ?? 0;
}
