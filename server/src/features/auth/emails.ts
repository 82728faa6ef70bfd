/** E-mails about accounts. Nothing that a person typed reaches a subject; a name only if it looks like one. */
import { knownIn } from '#contract/devices.ts';
import { TEMPORARY_PASSWORD_MINUTES, VERIFICATION_CODE_MINUTES } from '#contract/limits.ts';
import type { AccessLetter } from '../../adapters/jobs.ts';
import type { Letter } from '../../adapters/mail/mailer.ts';
import { TIME_ZONE } from '../../env.ts';

export type Addressee = { email: string; name: string };

const NOT_YOU = 'Se não foi você, ignore este e-mail.';

export function verificationEmail(to: Addressee, code: string, appUrl: string): Letter {
  return {
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
  };
}

/** `keys`: the access keys that a recovery ends. */
export function temporaryPasswordEmail(
  to: Addressee,
  { password, keys }: { password: string; keys: number },
  appUrl: string,
): Letter {
  return {
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
      ...(keys ? [endingKeysText(keys)] : []),
      `${NOT_YOU} Sua senha não mudou.`,
    ],
    appUrl,
  };
}

/**
 * `keys`: how many access keys go on working, so that the owner does not forget them. `ended_keys`: how many a recovery
 * has ended.
 */
export function passwordChangedEmail(
  to: Addressee,
  { at, keys, ended_keys }: { at: Date; keys: number; ended_keys: number },
  appUrl: string,
): Letter {
  return {
    to: to.email,
    subject: 'Sua senha foi alterada',
    title: 'Sua senha foi alterada',
    before: [
      greeting(to.name),
      `A senha da sua conta no Prosa foi alterada em ${whenText(at)}. Suas outras sessões foram encerradas.`,
    ],
    after: [
      ...(ended_keys ? [endedKeysText(ended_keys)] : []),
      ...(keys ? [keysText(keys)] : []),
      'Se foi você, não é preciso fazer nada. Se não foi você, use «Esqueci minha senha» na tela de entrada agora e avise o administrador.',
    ],
    appUrl,
  };
}

/** Subject, and the sentence that its time is added to. */
const ACCESS_WORDS: Record<AccessLetter, { subject: string; happened: string; ends_sign_ins: boolean }> = {
  factor_added: {
    subject: 'Verificação em duas etapas ativada',
    happened: 'A verificação em duas etapas da sua conta no Prosa foi ativada',
    ends_sign_ins: true,
  },
  factor_changed: {
    subject: 'Verificação em duas etapas alterada',
    happened: 'A verificação em duas etapas da sua conta no Prosa foi alterada',
    ends_sign_ins: true,
  },
  factor_removed: {
    subject: 'Verificação em duas etapas removida',
    happened: 'A verificação em duas etapas da sua conta no Prosa foi removida',
    ends_sign_ins: true,
  },
  factor_reset: {
    subject: 'Verificação em duas etapas redefinida',
    happened:
      'Um administrador redefiniu a verificação em duas etapas da sua conta no Prosa: da próxima vez, você entra só com a senha',
    ends_sign_ins: true,
  },
  factor_guessed: {
    subject: 'Muitos códigos incorretos na sua conta',
    happened:
      'Alguém que sabe a sua senha digitou muitos códigos incorretos na segunda etapa da entrada. Por uma hora, o aplicativo autenticador não abre a sua conta; os códigos de recuperação, sim',
    ends_sign_ins: false,
  },
  account_linked: {
    subject: 'Sua conta foi vinculada a um provedor de acesso',
    happened: 'Sua conta no Prosa foi vinculada a uma conta da sua organização, que passa a entrar por ela',
    ends_sign_ins: false,
  },
  emergency_entry: {
    subject: 'Uma conta de emergência entrou',
    happened:
      'Uma conta de emergência entrou no Prosa sem o provedor de acesso do seu domínio. O registro de auditoria diz qual',
    ends_sign_ins: false,
  },
  email_changed: {
    subject: 'O e-mail da sua conta mudou',
    happened: 'Sua organização mudou o e-mail da sua conta no Prosa, que deixa de ser este',
    ends_sign_ins: false,
  },
  account_unlinked: {
    subject: 'Uma conta vinculada foi removida',
    happened: 'Uma conta da sua organização deixou de entrar na sua conta no Prosa',
    ends_sign_ins: false,
  },
};

type AccessChange = {
  kind: AccessLetter;
  at: Date;
  keys: number;
  /** Undefined where no browser did it. */
  user_agent?: string | null | undefined;
};

export function accessEmail(
  to: Addressee,
  { kind, at, keys, user_agent }: AccessChange,
  appUrl: string,
): Letter {
  const { subject, happened, ends_sign_ins } = ACCESS_WORDS[kind];
  return {
    to: to.email,
    subject,
    title: subject,
    before: [
      greeting(to.name),
      `${happened}. Isso aconteceu em ${whenText(at)}.`,
      ...(user_agent === undefined ? [] : [browserText(user_agent)]),
      ...(ends_sign_ins ? ['Seus outros acessos foram encerrados.'] : []),
    ],
    after: [
      ...(keys ? [keysText(keys)] : []),
      'Se foi você, não é preciso fazer nada. Se não foi você, troque sua senha agora, veja no perfil a verificação em duas etapas e os acessos, e avise o administrador.',
    ],
    appUrl,
  };
}

function browserText(user_agent: string | null): string {
  const { browser, system } = knownIn(user_agent ?? '');
  const known = [browser, system].filter((name) => name !== null).join(', ');
  return known ? `Navegador e sistema: ${known}.` : 'O navegador não foi reconhecido.';
}

/** Says nothing about the network of the request, which may be the owner's own. */
export function sessionEndedEmail(to: Addressee, at: Date, appUrl: string): Letter {
  return {
    to: to.email,
    subject: 'Encerramos um acesso à sua conta',
    title: 'Encerramos um acesso à sua conta',
    before: [
      greeting(to.name),
      `Em ${whenText(at)}, uma credencial antiga de um acesso à sua conta no Prosa foi usada de novo. Isso acontece quando alguém copia os dados de um navegador; por segurança, encerramos aquele acesso.`,
    ],
    after: [
      'Se você só precisou entrar de novo e reconhece seus aparelhos, não é preciso fazer mais nada. Se não, troque sua senha agora, encerre no perfil, em «Acessos», os que você não reconhece e avise o administrador.',
    ],
    appUrl,
  };
}

function endingKeysText(keys: number): string {
  const end =
    keys === 1
      ? 'Ao definir a nova senha, a chave de acesso de programas da sua conta será encerrada'
      : `Ao definir a nova senha, as ${keys} chaves de acesso de programas da sua conta serão encerradas`;
  return `${end}. Para manter alguma, marque-a no perfil, no mesmo cartão da nova senha.`;
}

function endedKeysText(keys: number): string {
  const ended =
    keys === 1
      ? 'uma chave de acesso de programas foi encerrada, e o programa que a usava deixou'
      : `${keys} chaves de acesso de programas foram encerradas, e os programas que as usavam deixaram`;
  return `Como você entrou com uma senha temporária, ${ended} de ter acesso. Crie outras no perfil, se precisar.`;
}

function keysText(keys: number): string {
  const stay =
    keys === 1
      ? 'Uma chave de acesso de programas da sua conta continua funcionando.'
      : `${keys} chaves de acesso de programas da sua conta continuam funcionando.`;
  return `${stay} No seu perfil, em «Chaves de acesso», revogue as que você não reconhece ou não usa mais.`;
}

/** An e-mail to a stranger's address must not carry a message that someone hid in the name. */
export function greeting(name: string): string {
  const first = name.split(' ')[0] ?? '';
  return /^\p{L}[\p{L}\p{M}'’-]{0,29}$/u.test(first) ? `Olá, ${first}.` : 'Olá.';
}

export function whenText(at: Date): string {
  const text = new Intl.DateTimeFormat('pt-BR', {
    timeZone: TIME_ZONE,
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at);
  const zone = TIME_ZONE === 'America/Sao_Paulo' ? 'horário de Brasília' : TIME_ZONE;
  return `${text.replace(',', ', às')} (${zone})`;
}
