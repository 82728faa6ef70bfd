import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  title: 'Escolha um agente',
  search: 'Buscar agente',
  tags: 'Filtrar por tags',
  searchTag: 'Buscar tag',
  noTag: 'Nenhuma tag com esse nome',
  allTags: (count: number) => `Ver todas as ${count} tags`,
  clearFilters: 'Limpar filtros',
  about: (name: string) => `Sobre ${name}`,
  noDescription: 'Sem descrição',
  choose: 'Selecionar',
  recent: 'Recentes',
  agents: 'Agentes',
  none: 'Nenhum agente encontrado',
  noneLine: 'Tente outra busca ou menos filtros.',
  withdrawn: (name: string) => `${name} não está mais disponível para você. Escolha outro agente.`,
  loadFailed: 'Falha ao carregar agentes',
  tagsFailed: 'Falha ao buscar tags',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
