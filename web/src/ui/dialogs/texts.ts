/** The words of the dialog that asks who is there. */
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  password: {
    title: 'Confirme sua senha',
    line: 'Faz mais de 15 minutos que você entrou. Digite sua senha para continuar.',
    label: 'Senha',
    missing: 'Digite sua senha.',
    other: 'Digitar a senha',
  },
  totp: {
    title: 'Confirme que é você',
    line: 'Faz mais de 15 minutos que você entrou. Digite o código do seu aplicativo autenticador para continuar.',
    label: 'Código do aplicativo',
    missing: 'Informe o código.',
    other: 'Digitar um código do aplicativo',
  },
  passkey: {
    title: 'Confirme que é você',
    line: 'Faz mais de 15 minutos que você entrou. Use a chave do dispositivo para continuar.',
    label: '',
    missing: '',
    other: 'Usar a chave do dispositivo',
  },
  sso: {
    title: 'Confirme que é você',
    line: 'Faz mais de 15 minutos que você entrou. O provedor da sua conta pergunta de novo quem você é, em outra aba; o que está aqui não se perde.',
    label: '',
    missing: '',
    other: 'Confirmar com o provedor',
  },
  none: {
    title: 'Confirme que é você',
    line: 'Faz mais de 15 minutos que você entrou. Saia do Prosa, entre de novo e repita o que ia fazer.',
  },
  useKey: 'Usar a chave do dispositivo',
  openProvider: 'Confirmar com o provedor',
  waiting: 'Esperando a confirmação na outra aba…',
  cancel: 'Cancelar',
  close: 'Fechar',
  confirm: 'Confirmar',
  confirming: 'Confirmando…',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
