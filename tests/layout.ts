/**
 * The layers of the code base, lowest first. A file imports from its own room or from a layer below; rooms on the same
 * layer may not import each other. Because the order is a list, a circle between layers cannot be written down. A room
 * may be divided: a nested path may stand on a layer of its own, and the most exact path of the list applies to a file.
 */
export type Layer = string[];

export const contract: Layer[] = [
  [
    'contract/src/document-types.ts',
    'contract/src/endpoint.ts',
    'contract/src/envelope.ts',
    'contract/src/errors.ts',
    'contract/src/limits.ts',
    'contract/src/markdown',
    'contract/src/model-catalogue.ts',
  ],
  ['contract/src/paging.ts', 'contract/src/files.ts', 'contract/src/plan-seeds.ts'],
  ['contract/src'],
];

export const server: Layer[] = [
  ['server/src/network-address.ts', 'server/src/app-error.ts', 'server/src/tuning'],
  ['server/src/text'],
  ['server/src/unsafe-settings.ts', 'server/src/version.ts'],
  ['server/src/env.ts'],
  ['server/src/language'],
  ['server/src/db'],
  ['server/src/request-guards'],
  ['server/src/http/validation.ts'],
  [
    'server/src/http/access',
    'server/src/http/files',
    'server/src/http/streaming',
    'server/src/http/routes.ts',
  ],
  ['server/src/http/serve.ts'],
  ['server/src/http/errors'],
  ['server/src/http'],
  [
    'server/src/adapters/models/model.ts',
    'server/src/adapters/models/passage-text.ts',
    'server/src/adapters/models/pause.ts',
  ],
  ['server/src/adapters/models/prompt-text.ts'],
  ['server/src/adapters/models/providers', 'server/src/adapters/models/local-reader'],
  ['server/src/adapters/extraction/extracted.ts'],
  ['server/src/adapters/extraction/text'],
  [
    'server/src/adapters/extraction/pdf',
    'server/src/adapters/extraction/word',
    'server/src/adapters/extraction/process',
  ],
  ['server/src/adapters'],
  ['server/src/app-context.ts'],
  ['server/src/features/audit'],
  ['server/src/features/users/tokens', 'server/src/features/auth/credentials'],
  [
    'server/src/features/users',
    'server/src/features/access-keys/records',
    'server/src/features/knowledge/documents',
    'server/src/features/dismissals',
    'server/src/features/tags',
    'server/src/features/plans',
    'server/src/features/models',
    'server/src/features/stats',
    'server/src/features/operations',
    'server/src/features/feedback',
  ],
  ['server/src/features/knowledge/passages', 'server/src/features/knowledge/embeddings'],
  ['server/src/features/knowledge/search', 'server/src/features/knowledge/ingest'],
  ['server/src/features/knowledge/files'],
  ['server/src/features/knowledge'],
  ['server/src/features/auth/records'],
  ['server/src/features/data-sources/values'],
  ['server/src/features/data-sources/plan', 'server/src/features/data-sources/settings'],
  ['server/src/features/data-sources/search'],
  ['server/src/features/data-sources/results'],
  ['server/src/features/auth', 'server/src/features/agents', 'server/src/features/data-sources'],
  ['server/src/features/grounding', 'server/src/features/groups', 'server/src/features/access-keys'],
  ['server/src/features/chat/conversations'],
  ['server/src/features/chat/ledger'],
  ['server/src/features/chat/compose'],
  ['server/src/features/chat/run'],
  ['server/src/features/chat/admission', 'server/src/features/chat/read'],
  ['server/src/features/subscriptions/lifecycle'],
  ['server/src/features/subscriptions/fake-payments'],
  ['server/src/features/chat', 'server/src/features/subscriptions'],
  ['server/src/features/privacy/export'],
  ['server/src/features/checks', 'server/src/features/privacy', 'server/src/features/openai'],
  ['server/src/server-context.ts'],
  ['server/src/create-context.ts'],
  ['server/src/app.ts', 'server/src/worker.ts'],
  ['server/src/seed', 'server/src/backup'],
  ['server/src/process.ts'],
  ['server/src/main.ts'],
];

export const web: Layer[] = [
  ['web/src/lib'],
  ['web/src/ui'],
  ['web/src/ui/focus', 'web/src/ui/controls'],
  ['web/src/ui/display'],
  ['web/src/ui/dialogs'],
  ['web/src/ui/page'],
  ['web/src/api'],
  ['web/src/features/admin'],
  [
    'web/src/features/knowledge/texts.ts',
    'web/src/features/knowledge/texts-documents.ts',
    'web/src/features/knowledge/document-words.ts',
    'web/src/features/knowledge/marked-text',
  ],
  ['web/src/features/knowledge/queries.ts'],
  ['web/src/features/knowledge/uploads', 'web/src/features/knowledge/reader'],
  ['web/src/features/knowledge/documents'],
  ['web/src/features/knowledge/bases'],
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
    'web/src/features/audit',
    'web/src/features/data-sources',
  ],
  ['web/src/features/subscriptions/plans', 'web/src/features/subscriptions/manage'],
  ['web/src/features/data-sources/query'],
  ['web/src/features/data-sources/parameters'],
  ['web/src/features/data-sources/settings', 'web/src/features/data-sources/viewer'],
  ['web/src/features/data-sources/screens'],
  ['web/src/features/profile/texts.ts', 'web/src/features/profile/queries.ts'],
  ['web/src/features/profile/side-section.tsx', 'web/src/features/profile/show-all.tsx'],
  [
    'web/src/features/profile/access-keys',
    'web/src/features/profile/usage',
    'web/src/features/profile/my-data',
  ],
  ['web/src/features/chat/texts.ts', 'web/src/features/chat/queries.ts'],
  ['web/src/features/chat/sidebar'],
  ['web/src/features/users', 'web/src/features/profile', 'web/src/features/chat', 'web/src/features/agents'],
  ['web/src/features/agents/sources', 'web/src/features/agents/tags', 'web/src/features/agents/checks'],
  ['web/src/features/agents/list', 'web/src/features/agents/versions'],
  ['web/src/features/agents/configuration', 'web/src/features/agents/test-chat'],
  ['web/src/features/agents/page'],
  ['web/src/features/groups'],
  ['web/src/features/groups/dialogs'],
  ['web/src/features/groups/list'],
  ['web/src/app'],
  ['web/src/main.tsx'],
];

/** Code around the product: support for tests, stories, measurements and trials. It may import the product, never the reverse. */
export const surrounding: Layer[] = [
  ['scripts', 'tests/fixtures'],
  ['server/test'],
  ['tests/support', 'tests/odd-values.ts', 'tests/layout.ts'],
  ['tests/authorisation'],
  ['trials/support'],
  ['trials', 'bench', 'e2e/support'],
  ['e2e', 'tests'],
];

/** The most files, tests not counted, that a folder holds before it is divided. */
export const ROOM_MAX = 12;

/** Folders that hold more than `ROOM_MAX` files, each with the reason why it is not divided. */
export const crowded: Record<string, string> = {
  'contract/src':
    'One file for each resource of the API, so that a call is found by the name of its resource.',
  'server/src/db/tables': 'One file for each group of tables; drizzle-kit reads the whole folder.',
};
