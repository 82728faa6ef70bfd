/** An address of every screen. What it does not lead to is said in words, too. */
import type { patterns } from '../../web/src/lib/paths.ts';

type Addresses = Partial<Record<keyof typeof patterns, string>>;
type Made = { agent: { id: number }; base: { id: number }; source: { id: number } };

export const BEFORE_SIGN_IN = {
  login: '/',
  register: '/cadastro',
  recover: '/esqueci-senha',
  verifyEmail: '/verify-email',
  invitation: '/convite',
  signOnBegin: '/entrar/nenhum',
  signOnReturn: '/entrar/retorno/nenhum',
  signOnConfirm: '/confirmar',
  receiptCheck: '/conferir',
  receiptCode: '/conferir/PRSA-0000-0000-0000',
} satisfies Addresses;

export const PEOPLE = {
  chat: '/chat',
  shared: '/compartilhado/nenhum',
  profile: '/profile',
  subscription: '/subscription',
  manageSubscription: '/subscription/manage',
} satisfies Addresses;

export const administrationOf = ({ agent, base, source }: Made) =>
  ({
    admin: '/admin',
    adminUsers: '/admin/users',
    adminAgents: '/admin/agents',
    adminDatabases: '/admin/databases',
    adminDataSources: '/admin/datasources',
    adminModels: '/admin/models',
    adminConnections: '/admin/connections',
    adminPlans: '/admin/plans',
    adminSettings: '/admin/settings',
    adminAccess: '/admin/access',
    adminAccessProvider: '/admin/access/providers/1',
    adminAccessTrial: '/admin/access/test/1',
    adminAlerts: '/admin/avisos',
    adminCounters: '/admin/balcoes',
    adminRequests: '/admin/pedidos',
    adminRequest: '/admin/pedidos/1',
    adminFeedback: '/admin/feedback',
    adminAudit: '/admin/audit',
    adminAgent: `/admin/agents/${agent.id}`,
    adminDatabase: `/admin/databases/${base.id}`,
    adminDataSource: `/admin/datasources/${source.id}`,
  }) satisfies Addresses;

/** The names of all of them, with that of a conversation, which is walked with an answer in it. */
export const everyPattern = (made: Made): string[] =>
  [BEFORE_SIGN_IN, PEOPLE, administrationOf(made)]
    .flatMap((addresses) => Object.keys(addresses))
    .concat('chatSession')
    .toSorted();
