/** The letter about a new access key. Its owner hears of it even when somebody else sat at their desk. */
import type { Letter } from '../../adapters/mail/mailer.ts';
import type { JobBodies } from '../../adapters/queue.ts';
import type { AppContext } from '../../app-context.ts';
import { type Addressee, greeting, whenText } from '../auth/emails.ts';
import { findAccount } from '../users/store.ts';
import { findLiveKey, type KeyRow } from './records/store.ts';

export const keyJobs = ({
  db,
  mailer,
  env,
}: Pick<AppContext, 'db' | 'mailer' | 'env'>): Pick<JobBodies, 'keys.made'> => ({
  async 'keys.made'({ user_id, key_id }) {
    const account = await findAccount(db, user_id);
    const key = await findLiveKey(db, user_id, key_id);
    if (account && key) await mailer.send(keyMadeEmail(account, key, env.APP_URL));
  },
});

/** Contains neither the secret nor the name, which an intruder may have chosen. */
export function keyMadeEmail(
  to: Addressee,
  { hint, created_at, expires_at }: Pick<KeyRow, 'hint' | 'created_at' | 'expires_at'>,
  appUrl: string,
): Letter {
  return {
    to: to.email,
    subject: 'Uma chave de acesso foi criada na sua conta',
    title: 'Uma chave de acesso foi criada',
    before: [
      greeting(to.name),
      `Em ${whenText(created_at)} foi criada na sua conta no Prosa uma chave de acesso para programas, que termina em ${hint}. Quem tem a chave pode fazer perguntas a agentes em seu nome e gastar os seus tokens.`,
      expires_at ? `Ela vale até ${whenText(expires_at)}.` : 'Ela vale até que você a revogue.',
    ],
    after: [
      'Se foi você, não é preciso fazer nada. Se não foi você, revogue a chave no seu perfil, em «Chaves de acesso», troque sua senha agora e avise o administrador.',
    ],
    appUrl,
  };
}
