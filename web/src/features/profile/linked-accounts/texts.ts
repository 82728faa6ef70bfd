import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Contas vinculadas',
  line: 'Contas da sua organização que entram na sua conta do Prosa.',
  loading: 'Carregando as contas vinculadas…',
  loadFailed: 'Falha ao carregar as contas vinculadas',
  none: 'Nenhuma conta vinculada.',
  noAddress: 'sem endereço informado',
  lastUse: (at: string) => `último uso em ${at}`,
  link: (name: string) => `Vincular ${name}`,
  linking: (name: string) => `Abrindo ${name}…`,
  network: {
    line: 'Digite o usuário e a senha que você usa na rede da organização. Eles são conferidos lá e não ficam aqui.',
    username: 'Usuário da rede',
    password: 'Senha da rede',
    submit: 'Vincular',
    submitting: 'Conferindo…',
  },
  linkFailed: 'Falha ao vincular a conta',
  linked: (name: string) => `A conta de ${name} foi vinculada.`,
  keepsNothing: 'Seu navegador não guarda dados desta página. Permita-os para vincular uma conta.',
  unlink: 'Desvincular',
  unlinkOf: (name: string) => `Desvincular ${name}`,
  unlinkQuestion: (name: string) => `Desvincular a conta de ${name}?`,
  unlinkDetail: 'Ela deixa de entrar na sua conta, e os acessos que abriu em outros lugares são encerrados.',
  unlinkFailed: 'Falha ao desvincular a conta',
  unlinked: (name: string) => `A conta de ${name} foi desvinculada.`,
  onlyWayIn: 'É por ela que você entra.',
  lastWayIn: 'Defina uma senha ou uma chave do dispositivo antes.',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
