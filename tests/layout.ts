/**
 * The order in which the house is built, lowest floor first. A file imports from its own folder or from a
 * floor below; what stands on one line stands beside each other and may not meet. Because this is a list,
 * a circle between floors cannot be written down.
 */
export type Floor = string[];

export const contract: Floor[] = [
  [
    'contract/src/endpoint.ts',
    'contract/src/envelope.ts',
    'contract/src/errors.ts',
    'contract/src/limits.ts',
    'contract/src/markdown',
    'contract/src/model-catalogue.ts',
  ],
  ['contract/src/paging.ts', 'contract/src/files.ts', 'contract/src/plans.ts'],
  ['contract/src'],
];

export const server: Floor[] = [
  ['server/src/unsafe-settings.ts', 'server/src/version.ts', 'server/src/loading.ts', 'server/src/memory.ts'],
  ['server/src/env.ts'],
  ['server/src/db'],
  ['server/src/http'],
  ['server/src/adapters'],
  ['server/src/app-context.ts'],
  ['server/src/features/audit'],
  [
    'server/src/features/users',
    'server/src/features/tags',
    'server/src/features/knowledge',
    'server/src/features/models',
    'server/src/features/stats',
    'server/src/features/operations',
    'server/src/features/feedback',
  ],
  ['server/src/features/auth', 'server/src/features/agents', 'server/src/features/data-sources'],
  ['server/src/features/grounding', 'server/src/features/groups', 'server/src/features/keys'],
  ['server/src/features/chat', 'server/src/features/subscriptions'],
  ['server/src/features/checks', 'server/src/features/privacy', 'server/src/features/openai'],
  ['server/src/create-context.ts', 'server/src/seed-tenders.ts'],
  ['server/src/app.ts', 'server/src/worker.ts', 'server/src/seed-groups.ts', 'server/src/seed-demo.ts'],
  ['server/src/seed.ts', 'server/src/backup'],
  ['server/src/process.ts'],
  ['server/src/main.ts'],
];

export const web: Floor[] = [
  ['web/src/lib'],
  ['web/src/ui'],
  ['web/src/api'],
  ['web/src/features/conversation/texts.ts'],
  [
    'web/src/features/conversation/markdown',
    'web/src/features/conversation/stream',
    'web/src/features/conversation/composer',
  ],
  ['web/src/features/conversation/sources'],
  ['web/src/features/conversation/messages'],
  [
    'web/src/features/session',
    'web/src/features/conversation',
    'web/src/features/agent-chooser',
    'web/src/features/auth',
    'web/src/features/dashboard',
    'web/src/features/subscriptions',
    'web/src/features/feedback',
    'web/src/features/settings',
    'web/src/features/knowledge',
    'web/src/features/audit',
    'web/src/features/data-sources',
  ],
  ['web/src/features/chat/texts.ts', 'web/src/features/chat/queries.ts'],
  ['web/src/features/chat/sidebar'],
  ['web/src/features/users', 'web/src/features/profile', 'web/src/features/chat', 'web/src/features/agents'],
  ['web/src/features/groups'],
  ['web/src/app'],
  ['web/src/main.tsx'],
];
