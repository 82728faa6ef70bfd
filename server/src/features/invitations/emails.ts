import { INVITATION_DAYS } from '#contract/limits.ts';
import type { Letter } from '../../adapters/mail/mailer.ts';

/** The token stands behind «#»: browsers send that part to no server, so that no log holds it. */
export const invitationLink = (token: string, appUrl: string): string =>
  `${appUrl.replace(/\/$/, '')}/convite#${token}`;

/** No typed text reaches the subject; a name stands in the letter only if it looks like one. */
export function invitationEmail(
  to: string,
  { token, inviter }: { token: string; inviter: string | null },
  appUrl: string,
): Letter {
  const isName = inviter && /^\p{L}[\p{L}\p{M}'’. -]{0,79}$/u.test(inviter);
  return {
    to,
    subject: 'Você foi convidado para o Prosa',
    title: 'Você foi convidado para o Prosa',
    before: [
      'Olá.',
      `${isName ? `${inviter} convidou você` : 'Você foi convidado'} para o Prosa, onde agentes respondem perguntas a partir dos documentos da organização e mostram onde leram.`,
    ],
    action: { label: 'Aceitar o convite', url: invitationLink(token, appUrl) },
    after: [
      `O link vale ${INVITATION_DAYS} dias e serve uma única vez. Se você receber outro convite, só o mais novo funciona.`,
      'Se você não esperava este convite, ignore este e-mail: nada acontece.',
    ],
    appUrl,
  };
}
