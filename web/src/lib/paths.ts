/** Every path of the product, once. */
export const patterns = {
  login: '/',
  register: '/cadastro',
  recover: '/esqueci-senha',
  verifyEmail: '/verify-email',
  invitation: '/convite',
  signOnBegin: '/entrar/:slug',
  signOnReturn: '/entrar/retorno/:slug',
  signOnConfirm: '/confirmar',
  receiptCheck: '/conferir',
  receiptCode: '/conferir/:code',
  chat: '/chat',
  chatSession: '/chat/:sessionId',
  shared: '/compartilhado/:token',
  profile: '/profile',
  subscription: '/subscription',
  manageSubscription: '/subscription/manage',
  admin: '/admin',
  adminUsers: '/admin/users',
  adminAgents: '/admin/agents',
  adminAgent: '/admin/agents/:id',
  adminDatabases: '/admin/databases',
  adminDatabase: '/admin/databases/:id',
  adminDataSources: '/admin/datasources',
  adminDataSource: '/admin/datasources/:id',
  adminModels: '/admin/models',
  adminConnections: '/admin/connections',
  adminPlans: '/admin/plans',
  adminSettings: '/admin/settings',
  adminAccess: '/admin/access',
  adminAccessProvider: '/admin/access/providers/:id',
  adminAccessTrial: '/admin/access/test/:id',
  adminAlerts: '/admin/avisos',
  adminCounters: '/admin/balcoes',
  adminRequests: '/admin/pedidos',
  adminRequest: '/admin/pedidos/:id',
  adminFeedback: '/admin/feedback',
  adminAudit: '/admin/audit',
} as const;

/** Addresses that people guess or that older links carry, and where they lead. */
export const aliases = {
  '/admin/knowledge-bases': patterns.adminDatabases,
  '/admin/knowledge-bases/:id': patterns.adminDatabase,
  '/admin/data-sources': patterns.adminDataSources,
  '/admin/data-sources/:id': patterns.adminDataSource,
} as const;

export const paths = {
  ...patterns,
  /** A new conversation with this agent. */
  askAgent: (id: number) => `${patterns.chat}?agent=${id}`,
  chatSession: (sessionId: string) => fillPath(patterns.chatSession, { sessionId }),
  receiptCode: (code: string) => fillPath(patterns.receiptCode, { code }),
  adminAccessProvider: (id: number) => fillPath(patterns.adminAccessProvider, { id }),
  adminAccessTrial: (id: number) => fillPath(patterns.adminAccessTrial, { id }),
  adminAgent: (id: number) => fillPath(patterns.adminAgent, { id }),
  adminInvitations: `${patterns.adminUsers}?tab=invites`,
  adminGroups: `${patterns.adminUsers}?tab=groups`,
  adminPrices: `${patterns.adminModels}?tab=precos`,
  adminRequest: (id: number) => fillPath(patterns.adminRequest, { id }),
  /** The requests left at one counter. */
  adminRequestsOf: (counter: number) => `${patterns.adminRequests}?balcao=${counter}`,
  adminDatabase: (id: number) => fillPath(patterns.adminDatabase, { id }),
  adminDataSource: (id: number) => fillPath(patterns.adminDataSource, { id }),
} as const;

/** `/chat/:sessionId` with its parameters filled in. */
export function fillPath(pattern: string, params: Record<string, string | number | undefined>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
}

const ID_MAX = 2_147_483_647;

/** The thing an address speaks of; null when it cannot be one. */
export function idOf(text: string | undefined): number | null {
  if (!text || !/^[1-9]\d*$/.test(text)) return null;
  const id = Number(text);
  return id <= ID_MAX ? id : null;
}
