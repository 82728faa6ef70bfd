import type { TimeRange } from '#contract/stats.ts';

export const texts = {
  tab: 'Dashboard',
  headings: {
    day: 'Hoje na Prosa',
    week: 'Esta semana na Prosa',
    month: 'Este mês na Prosa',
    three_months: 'Três meses de Prosa',
    all: 'A Prosa desde o começo',
  } satisfies Record<TimeRange, string>,
  range: 'Período',
  ranges: [
    { value: 'day', label: '24 h' },
    { value: 'week', label: 'Semana' },
    { value: 'month', label: 'Mês' },
    { value: 'three_months', label: '3 meses' },
    { value: 'all', label: 'Tudo' },
  ] as const satisfies { value: TimeRange; label: string }[],
  figures: {
    new_users: 'Novos usuários',
    new_questions: 'Novas perguntas',
    new_sessions: 'Novas conversas',
  },
  failed: 'Falha ao carregar dados do dashboard',
  context: 'Falha ao buscar estatísticas de usuários',
  actions: 'Ações rápidas',
  users: 'Usuários',
  agents: 'Agentes',
  databases: 'Bancos de Dados',
  dataSources: 'Data Sources',
  settings: 'Configurações',
} as const;
