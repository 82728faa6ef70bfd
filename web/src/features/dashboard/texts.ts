import type { TimeRange } from '#contract/stats.ts';
import type { Same } from '../../lib/text/same.ts';
import { en } from './texts-en.ts';

const pt = {
  tab: __LANGUAGE__ === 'pt-BR' ? 'Painel' : 'Dashboard',
  headings: {
    day: 'Hoje no Prosa',
    week: 'Esta semana no Prosa',
    month: 'Este mês no Prosa',
    three_months: 'Três meses de Prosa',
    all: 'A Prosa desde o começo',
  } satisfies Record<TimeRange, string>,
  range: 'Período',
  ranges: {
    day: '24 h',
    week: 'Semana',
    month: 'Mês',
    three_months: '3 meses',
    all: 'Tudo',
  } satisfies Record<TimeRange, string>,
  figures: {
    new_users: 'Novos usuários',
    new_questions: 'Novas perguntas',
    new_sessions: 'Novas conversas',
  },
  failed: `Falha ao carregar dados do ${__LANGUAGE__ === 'pt-BR' ? 'painel' : 'dashboard'}`,
  context: 'Falha ao buscar estatísticas de usuários',
  change: {
    none: 'sem período anterior',
    same: 'igual ao período anterior',
    up: (percent: string) => `${percent}% a mais que no período anterior`,
    down: (percent: string) => `${percent}% a menos que no período anterior`,
  },
  chart: {
    loadFailed: 'Falha ao carregar os gráficos',
    point: (figure: string) => `${figure} ao longo do período`,
    units: { hour: 'Hora', day: 'Dia', month: 'Mês' },
    now: { hour: 'agora', day: 'hoje', month: 'este mês' },
    reading: (place: string, value: string) => `${place}: ${value}`,
    caption: (figure: string) => `${figure} ao longo do período, em números`,
  },
  cost: {
    title: 'Custo',
    tests: (cost: string) => `+ ${cost} em testes e verificações`,
    unpriced: (count: number, written: string) =>
      count === 1 ? '1 chamada sem preço' : `${written} chamadas sem preço`,
  },
  tokens: {
    title: 'Tokens',
    unit: 'Mostrar em',
    units: { tokens: 'Tokens', cost: 'R$' },
    totalCost: (cost: string) => `${cost} no período`,
    noCost: 'Nenhum custo conhecido neste período',
    noCostLine: 'O custo aparece quando os modelos usados têm preço e há um câmbio digitado.',
    total: (tokens: string) => `${tokens} tokens no período`,
    by: { models: 'Por modelo', agents: 'Por agente', groups: 'Por grupo' },
    calls: (count: number, written: string) => (count === 1 ? '1 chamada' : `${written} chamadas`),
    goneAgent: 'Agente removido',
    goneGroup: 'Sem grupo',
    share: (percent: number) => (percent < 1 ? 'menos de 1%' : `${percent}%`),
    showAll: (count: number) => `Mostrar todos (${count})`,
    less: 'Mostrar menos',
    loading: 'Carregando os tokens…',
    loadFailed: 'Falha ao carregar o uso de tokens',
    none: 'Nenhum token neste período',
    noneLine: 'Quando um agente responder a alguém, o uso aparece aqui por modelo, agente e grupo.',
  },
  actions: 'Ações rápidas',
  users: 'Usuários',
  agents: 'Agentes',
  databases: 'Bancos de Dados',
  dataSources: __LANGUAGE__ === 'pt-BR' ? 'Fontes de dados' : 'Data Sources',
  settings: 'Configurações',
  feedback: 'Feedbacks',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
