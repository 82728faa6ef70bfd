import { eq } from 'drizzle-orm';
import type { Letter } from '../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { identities } from '../../db/tables/identity.ts';
import { NO_PASSWORD } from '../auth/credentials/passwords.ts';
import { type Addressee, greeting } from '../auth/emails.ts';
import { findAccount } from '../users/store.ts';

export const approvalJobs = ({
  db,
  mailer,
  env,
}: Pick<AppContext, 'db' | 'mailer' | 'env'>): Pick<JobBodies, 'access.approval'> => ({
  async 'access.approval'({ user_id, approval }) {
    const account = await findAccount(db, user_id);
    // Decided otherwise before this e-mail was written.
    if (account?.approval !== approval) return;
    const came = await db.$count(identities, eq(identities.user_id, user_id));
    const by_provider = account.password_hash === NO_PASSWORD && came > 0;
    await mailer.send(approvalEmail(account, { approval, by_provider }, env.APP_URL));
  },
});

const WITH_PASSWORD = 'o e-mail e a senha que você escolheu';
const BY_PROVIDER = 'a conta da sua organização, como da primeira vez';

/** `by_provider`: the person has an account at a provider, and has chosen no password. */
export function approvalEmail(
  to: Addressee,
  { approval, by_provider }: { approval: 'approved' | 'refused'; by_provider: boolean },
  appUrl: string,
): Letter {
  const isApproved = approval === 'approved';
  const subject = isApproved ? 'Seu cadastro foi aprovado' : 'Seu cadastro não foi aprovado';
  return {
    to: to.email,
    subject,
    title: subject,
    before: [
      greeting(to.name),
      isApproved
        ? `Um administrador aprovou o seu cadastro no Prosa. Entre com ${by_provider ? BY_PROVIDER : WITH_PASSWORD}.`
        : 'Um administrador não aprovou o seu cadastro no Prosa. A conta não abre e será apagada em 30 dias, com tudo o que você informou.',
    ],
    after: isApproved ? [] : ['Se isto parece um engano, fale com o administrador da sua organização.'],
    appUrl,
  };
}
