/** Sends e-mails about accounts in the background. Each job makes its own secret, so none waits in a queue. */
import { isAdministrator } from '#contract/users.ts';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import type { Queryable } from '../../db/client.ts';
import { identities } from '../../db/tables/identity.ts';
import { countWorkingKeys } from '../access-keys/records/store.ts';
import { findDomainRule } from '../domains/rules.ts';
import { isIdentity } from '../identity-providers/provider.ts';
import { findOpenInvitation, requestLetter } from '../invitations/records/store.ts';
import { type Account, findAccount, findAccountByEmail } from '../users/store.ts';
import { issueCode } from './codes.ts';
import {
  accessEmail,
  passwordChangedEmail,
  sessionEndedEmail,
  temporaryPasswordEmail,
  verificationEmail,
} from './emails.ts';
import { deleteCode } from './records/credential-store.ts';
import { issueTemporaryPassword } from './recovery.ts';

type AccountJobs = Pick<
  JobBodies,
  | 'account.verification'
  | 'account.reset'
  | 'account.password-changed'
  | 'account.refresh-token-reused'
  | 'access.letter'
>;

export function accountJobs(context: AppContext): AccountJobs {
  const { db, clock, mailer, env } = context;
  return {
    async 'account.verification'({ user_id }) {
      const account = await findAccount(db, user_id);
      // A request for a new code resets the count of wrong tries for every address alike.
      if (!account?.active || account.is_verified) return deleteCode(db, user_id);
      const code = await issueCode(context, user_id);
      await mailer.send(verificationEmail(account, code, env.APP_URL));
    },
    async 'account.reset'({ email }) {
      const account = await findAccountByEmail(db, email);
      if (!account) return resendInvitationTo(context, email);
      if (!account.active || !(await mayReset(db, account))) return;
      const password = await issueTemporaryPassword(context, account.id);
      const keys = await countWorkingKeys(db, account.id, clock.now());
      await mailer.send(temporaryPasswordEmail(account, { password, keys }, env.APP_URL));
    },
    async 'account.refresh-token-reused'({ user_id, at }) {
      const account = await findAccount(db, user_id);
      if (account?.active) await mailer.send(sessionEndedEmail(account, new Date(at), env.APP_URL));
    },
    async 'access.letter'({ user_id, kind, at, email, user_agent }) {
      const account = await findAccount(db, user_id);
      if (!account?.active) return;
      const keys = await countWorkingKeys(db, user_id, clock.now());
      const to = email === undefined ? account : { ...account, email };
      await mailer.send(accessEmail(to, { kind, at: new Date(at), keys, user_agent }, env.APP_URL));
    },
    async 'account.password-changed'({ user_id, ended_keys = 0 }) {
      const account = await findAccount(db, user_id);
      if (!account) return;
      const at = clock.now();
      const keys = await countWorkingKeys(db, user_id, at);
      await mailer.send(passwordChangedEmail(account, { at, keys, ended_keys }, env.APP_URL));
    },
  };
}

/** For an address without an account that was invited: its letter comes again. */
async function resendInvitationTo({ db, clock, queue }: AppContext, email: string): Promise<void> {
  const now = clock.now();
  const invitation = await findOpenInvitation(db, email, now);
  if (invitation && (await requestLetter(db, invitation.id, now))) await queue.send('invitations.send', {});
}

/**
 * In a closed domain a temporary password opens nothing, but for emergency accounts; and administrators who have not
 * entered by its provider yet prove their account with it, once.
 */
export async function mayReset(db: Queryable, account: Account): Promise<boolean> {
  const rule = await findDomainRule(db, account.email);
  if (rule.door !== 'provider' || rule.provider_id === null || account.emergency) return true;
  if (!isAdministrator(account)) return false;
  return (await db.$count(identities, isIdentity(account.id, rule.provider_id))) === 0;
}
