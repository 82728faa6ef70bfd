export const texts = {
  title: 'Escolha um agente',
  search: 'Buscar agente',
  tags: 'Filtrar por tags',
  clearFilters: 'Limpar filtros',
  about: (name: string) => `Sobre ${name}`,
  noDescription: 'Sem descrição',
  choose: 'Selecionar',
  agents: 'Agentes',
  none: 'Nenhum agente encontrado',
  noneLine: 'Tente outra busca ou menos filtros.',
  loadFailed: 'Falha ao carregar agentes',
  tagsFailed: 'Falha ao buscar tags',
} as const;
