/** Letters about accounts, written in the background. Each job makes its own secret, so none waits in a queue. */
import type { JobBodies } from '../../adapters/queue.ts';
import type { World } from '../../world.ts';
import { findAccount, findAccountByEmail } from '../users/store.ts';
import { issueCode } from './codes.ts';
import { passwordChangedLetter, temporaryPasswordLetter, verificationLetter } from './emails.ts';
import { issueTemporaryPassword } from './recovery.ts';

type AccountJobs = Pick<JobBodies, 'account.verification' | 'account.reset' | 'account.password-changed'>;

export function accountJobs(world: World): AccountJobs {
  const { db, clock, mailer, env } = world;
  return {
    async 'account.verification'({ user_id }) {
      const account = await findAccount(db, user_id);
      if (!account?.active || account.is_verified) return;
      const code = await issueCode(world, user_id);
      await mailer.send(verificationLetter(account, code, env.APP_URL));
    },
    async 'account.reset'({ email }) {
      const account = await findAccountByEmail(db, email);
      if (!account?.active) return;
      const password = await issueTemporaryPassword(world, account.id);
      await mailer.send(temporaryPasswordLetter(account, password, env.APP_URL));
    },
    async 'account.password-changed'({ user_id }) {
      const account = await findAccount(db, user_id);
      if (account) await mailer.send(passwordChangedLetter(account, clock.now(), env.APP_URL));
    },
  };
}
