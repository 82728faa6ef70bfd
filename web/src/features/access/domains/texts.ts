import type { DomainEntry } from '#contract/domains.ts';
import { counted } from '../../../lib/format.ts';
import type { Same } from '../../../lib/text/same.ts';
import { en, entryNamesEn } from './texts-en.ts';

const entryNamesPt = {
  enters: 'Entra',
  approval: 'Espera aprovação',
  refused: 'Recusado',
} satisfies Record<DomainEntry, string>;

const pt = {
  tab: 'Domínios',
  title: 'Domínios de e-mail',
  line: 'Quem se cadastra com um e-mail de cada domínio, e por onde as pessoas dele entram.',
  list: 'Regras de domínios',
  loading: 'Carregando domínios…',
  loadFailed: 'Falha ao carregar domínios',
  groupsFailed: 'Falha ao carregar grupos',
  providersFailed: 'Falha ao carregar provedores',
  saveFailed: 'Falha ao salvar os domínios',
  domain: 'Domínio',
  domainHint: 'exemplo.gov.br, ou *.exemplo.gov.br para os subdomínios',
  others: 'Todos os outros',
  entry: 'Quem se cadastra',
  group: 'Grupo',
  defaultGroup: 'Grupo padrão',
  provider: 'Confiado a',
  noProvider: 'Nenhum provedor',
  inactive: (name: string) => `${name} (inativo)`,
  closed: 'Só por aqui',
  closedLine: 'As pessoas do domínio entram só por este provedor, e por nenhuma senha.',
  people: (count: number) => counted(count, 'pessoa', 'pessoas'),
  remove: (domain: string) => `Remover ${domain || 'a linha'}`,
  add: 'Adicionar domínio',
  save: 'Salvar',
  saving: 'Salvando…',
  saved: 'Salvo',
  cancel: 'Desfazer',
  unsaved: 'Há mudanças por salvar.',
  required: 'Informe um domínio.',
  closeAsk: (domains: string) => `Fechar ${domains} para senhas?`,
  closeLine: (domain: string, people: number) =>
    people > 0
      ? `${counted(people, 'pessoa', 'pessoas')} de ${domain} ${people === 1 ? 'deixa' : 'deixam'} de entrar com senha.`
      : `As pessoas de ${domain} deixam de entrar com senha.`,
  keepsPassword: (names: string) => `Continuam com senha: ${names}.`,
  closeLabel: 'Fechar e salvar',
  needsEmergency: 'Marque antes uma conta de emergência com segundo fator.',
  toPeople: 'Ver pessoas',
  reload: 'Ver o que foi salvo',
} as const;

export const entryNames: Same<typeof entryNamesPt, typeof entryNamesEn> =
  __LANGUAGE__ === 'en' ? entryNamesEn : entryNamesPt;
export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
