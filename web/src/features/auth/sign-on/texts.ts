import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  or: 'ou',
  networkAccount: 'sua conta da rede',
  enter: (name: string) => `Entrar com ${name}`,
  opening: (name: string) => `Abrindo ${name}…`,
  context: 'Erro ao entrar pelo provedor',
  keepsNothing: (name: string) =>
    `Seu navegador não guarda dados desta página. Permita-os para entrar com ${name}.`,
  back: {
    tab: 'Concluindo a entrada',
    title: 'Concluindo a entrada…',
    line: 'Confirmamos com o provedor quem você é.',
    otherTab: 'Esta entrada começou em outra aba ou expirou. Comece de novo.',
    failed: 'A entrada não foi concluída.',
    again: (name: string) => `Tentar de novo com ${name}`,
    toLogin: 'Voltar ao login',
    provider: 'o provedor',
  },
  waiting: {
    title: 'Seu cadastro espera aprovação.',
    line: 'Um administrador vai decidir, e você receberá um e-mail.',
  },
  confirm: {
    tab: 'Confirme que é você',
    opening: 'Abrindo a página do provedor da sua conta…',
    done: 'Confirmado.',
    doneLine: 'O que você pediu continua na outra aba.',
    goOn: 'Esta aba pode ser fechada.',
    failed: 'A confirmação não foi concluída.',
    notProved:
      'O provedor não confirmou que você acabou de entrar com a sua conta. Tente de novo com ela, ou saia do Prosa e entre outra vez.',
    again: 'Tentar de novo',
    keepsNothing: 'Seu navegador não guarda dados desta página. Permita-os para confirmar que é você.',
    context: 'Erro ao confirmar que é você',
    signedOut: 'Você não está conectado.',
    signedOutLine: 'Entre e repita o que pediu: logo depois de entrar, não é preciso confirmar.',
    signIn: 'Entrar',
  },
  link: {
    title: 'Esta conta já existe.',
    line: (email: string, name: string) =>
      `Já há uma conta com ${email}. Confirme a senha dela uma vez para entrar com ${name} daqui em diante.`,
    password: 'Senha',
    never:
      'Nunca teve senha aqui? Peça uma temporária em «Esqueci minha senha» e defina a sua; depois volte pelo botão.',
    missing: 'Campo obrigatório.',
    submit: 'Confirmar e entrar',
    submitting: 'Confirmando…',
    forgot: 'Esqueci minha senha',
    context: 'Erro ao confirmar a conta',
  },
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
