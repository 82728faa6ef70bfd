/** Names of the sections of the administration. Fetched with it: the chat has no room for them. */
import type { Same } from '../lib/text/same.ts';
import { en } from './texts-admin-en.ts';

const pt = {
  dashboard: __LANGUAGE__ === 'pt-BR' ? 'Painel' : 'Dashboard',
  users: 'Usuários',
  agents: 'Agentes',
  databases: 'Bancos de Dados',
  dataSources: __LANGUAGE__ === 'pt-BR' ? 'Fontes de dados' : 'Data Sources',
  connections: 'Conexões',
  models: 'Modelos',
  counters: 'Balcões',
  requests: 'Pedidos',
  plans: 'Planos',
  settings: 'Configurações',
  access: 'Acesso',
  alerts: 'Avisos',
  feedback: 'Feedbacks',
  audit: 'Auditoria',
  navigation: 'Administração',
  usersTabs: 'Pessoas e grupos',
  usersTab: 'Usuários',
  groupsTab: 'Grupos de Usuários',
} as const;

export const texts: Same<typeof pt, typeof en> = __LANGUAGE__ === 'en' ? en : pt;
