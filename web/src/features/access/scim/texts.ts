import type { Same } from '../../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Provisionamento SCIM',
  line: 'O diretório da organização envia pessoas e grupos, e tira o acesso de quem sai.',
  loading: 'Carregando os diretórios…',
  loadFailed: 'Falha ao carregar os diretórios',
  none: 'Nenhum provedor de acesso ainda',
  noneLine: 'O SCIM é do diretório de um provedor: adicione antes o provedor.',
  toProviders: 'Ir para os provedores',
  off: 'Inativo',
  offLine: 'Enquanto o provedor está inativo, seus tokens são recusados.',
  received: (users: string, oneUser: boolean, groups: string, oneGroup: boolean) =>
    `${users} ${oneUser ? 'pessoa recebida' : 'pessoas recebidas'}, ${groups} ${oneGroup ? 'grupo' : 'grupos'}`,
  copy: 'Copiar',
  copied: 'Copiado',
  copyFailed: 'Não foi possível copiar. Selecione o texto e copie.',
  copyAddress: (name: string) => `Copiar o endereço SCIM de ${name}`,
  hint: (hint: string) => `prosa_scim_…${hint}`,
  since: (at: string) => `criado em ${at}`,
  used: (at: string) => `último uso em ${at}`,
  unused: 'nunca usado',
  lastCall: (call: string, status: number) =>
    status >= 400 ? `Última chamada recusada (${status}): ${call}` : `Última chamada: ${call}`,
  make: 'Criar token',
  makeFor: (name: string) => `Criar token SCIM de ${name}`,
  making: 'Criando…',
  makeFailed: 'Falha ao criar o token',
  full: 'São no máximo dois: revogue um antes de criar outro.',
  revoke: 'Revogar',
  revokeOf: (hint: string) => `Revogar o token que termina em ${hint}`,
  revokeQuestion: (hint: string) => `Revogar o token que termina em ${hint}?`,
  revokeDetail: 'O diretório que o usa deixa de enviar pessoas na hora. Contas e conversas ficam.',
  revokeFailed: 'Falha ao revogar o token',
  madeTitle: 'Token SCIM criado',
  madeLine: 'Copie-o para o diretório agora: ele não é mostrado de novo.',
  copySecret: 'Copiar token',
  warning: 'Você ainda não copiou o token. Feche de novo para sair sem ele.',
  done: 'Concluir',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
