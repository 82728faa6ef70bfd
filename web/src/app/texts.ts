import type { Same } from '../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  crashed: 'Ocorreu um erro inesperado. Nossa equipe foi notificada.',
  reload: 'Recarregar a página',
  toChat: 'Voltar ao chat',
  away: 'Sem conexão com o servidor',
  awayLine: 'Esta tela abre sozinha quando a conexão voltar.',
  skip: 'Ir para o conteúdo',
  home: 'Prosa, ir para o chat',
  openSidebar: 'Abrir barra lateral',
  closeSidebar: 'Fechar barra lateral',
  sidebar: 'Barra lateral',
  newChat: 'Novo chat',
  tokens: 'Tokens do mês',
  tokensOf: (used: string, limit: string) => `${used} de ${limit} tokens`,
  feedback: 'Feedback',
  account: (name: string) => `Menu de ${name}`,
  profile: 'Perfil',
  subscription: 'Assinatura',
  administration: 'Administração',
  signOut: 'Sair',
  theme: 'Tema',
  themes: { light: 'Claro', dark: 'Escuro', system: 'Sistema' },
  notices: 'Avisos da conta',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
