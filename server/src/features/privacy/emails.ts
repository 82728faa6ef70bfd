/** E-mails about the deletion of an account. */
import type { Letter } from '../../adapters/mail/mailer.ts';
import { type Addressee, greeting, whenText } from '../auth/emails.ts';

export function deletionAskedEmail(to: Addressee, due: Date, appUrl: string): Letter {
  return {
    to: to.email,
    subject: 'Sua conta será excluída',
    title: 'Sua conta será excluída',
    before: [
      greeting(to.name),
      `Recebemos o pedido de exclusão da sua conta no Prosa. Ela será excluída em ${whenText(due)}, com suas conversas e seus dados.`,
      'Até lá, tudo continua como está. Se quiser guardar seus dados, baixe-os antes no seu perfil.',
    ],
    after: [
      'Se mudar de ideia, entre no Prosa e cancele a exclusão no seu perfil.',
      'Se não foi você quem pediu, cancele a exclusão, troque sua senha agora e avise o administrador.',
    ],
    appUrl,
  };
}

export function accountErasedEmail(to: Addressee, appUrl: string): Letter {
  return {
    to: to.email,
    subject: 'Sua conta foi excluída',
    title: 'Sua conta foi excluída',
    before: [
      greeting(to.name),
      'Sua conta no Prosa foi excluída, como você pediu. Suas conversas, seus acessos e seus dados pessoais foram apagados; ficaram só contagens e registros que não dizem quem você é.',
      'Cópias de segurança feitas antes podem conter seus dados até que sejam substituídas.',
    ],
    after: ['Este é o último e-mail que você recebe do Prosa. Obrigado pelo tempo que passou aqui.'],
    appUrl,
  };
}
