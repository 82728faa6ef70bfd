/** The letters about accounts. Nothing that a person typed reaches a subject; a name only if it looks like one. */
import { TEMPORARY_PASSWORD_MINUTES, VERIFICATION_CODE_MINUTES } from '#contract/limits.ts';
import { composeLetter } from '../../adapters/mail/letter-paper.ts';
import type { Letter } from '../../adapters/mail/mailer.ts';

export type Addressee = { email: string; name: string };

const NOT_YOU = 'Se não foi você, ignore este e-mail.';

export function verificationLetter(to: Addressee, code: string, appUrl: string): Letter {
  return composeLetter({
    to: to.email,
    subject: 'Seu código de verificação do Prosa',
    title: 'Confirme seu e-mail',
    before: [greeting(to.name), 'Digite este código na tela de verificação para começar a usar o Prosa.'],
    secret: { label: 'Código', value: code },
    after: [
      `O código vale ${VERIFICATION_CODE_MINUTES} minutos. Se você pedir outro, só o mais novo funciona.`,
      NOT_YOU,
    ],
    appUrl,
  });
}

export function temporaryPasswordLetter(to: Addressee, password: string, appUrl: string): Letter {
  return composeLetter({
    to: to.email,
    subject: 'Sua senha temporária do Prosa',
    title: 'Sua senha temporária',
    before: [
      greeting(to.name),
      'Recebemos um pedido para recuperar o acesso à sua conta. Entre com esta senha:',
    ],
    secret: { label: 'Senha temporária', value: password },
    after: [
      `Ela vale ${TEMPORARY_PASSWORD_MINUTES} minutos e serve para entrar uma única vez. Depois de entrar, defina uma nova senha no seu perfil. Até lá, a sua senha atual continua valendo.`,
      `${NOT_YOU} Sua senha não mudou.`,
    ],
    appUrl,
  });
}

/** `keys`: how many access keys go on working. Programs are not broken by a new password, but nobody forgets them. */
export function passwordChangedLetter(
  to: Addressee,
  { at, keys }: { at: Date; keys: number },
  appUrl: string,
): Letter {
  return composeLetter({
    to: to.email,
    subject: 'Sua senha foi alterada',
    title: 'Sua senha foi alterada',
    before: [
      greeting(to.name),
      `A senha da sua conta no Prosa foi alterada em ${whenText(at)}. Suas outras sessões foram encerradas.`,
    ],
    after: [
      ...(keys ? [keysText(keys)] : []),
      'Se foi você, não é preciso fazer nada. Se não foi você, use «Esqueci minha senha» na tela de entrada agora e avise o administrador.',
    ],
    appUrl,
  });
}

function keysText(keys: number): string {
  const stay =
    keys === 1
      ? 'Uma chave de acesso de programas da sua conta continua funcionando: trocar a senha não a encerra.'
      : `${keys} chaves de acesso de programas da sua conta continuam funcionando: trocar a senha não as encerra.`;
  return `${stay} No seu perfil, em «Chaves de acesso», revogue as que você não reconhece ou não usa mais.`;
}

/** A letter to a stranger's address must not carry a message that someone hid in the name. */
export function greeting(name: string): string {
  const first = name.split(' ')[0] ?? '';
  return /^\p{L}[\p{L}\p{M}'’-]{0,29}$/u.test(first) ? `Olá, ${first}.` : 'Olá.';
}

export function whenText(at: Date): string {
  const text = new Intl.DateTimeFormat('pt-BR', {
    timeZone: 'America/Sao_Paulo',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  return `${text.replace(',', ', às')} (horário de Brasília)`;
}
