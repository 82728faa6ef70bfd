import { auditApi } from '#contract/audit.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { verifyChain } from './chain.ts';
import { entriesFile, listEntries } from './entries.ts';

export const auditRoutes = ({ db, clock }: Pick<World, 'db' | 'clock'>): Route[] =>
  routes(auditApi, {
    list: ({ query }) => listEntries(db, query),
    file: ({ query }) => entriesFile(db, query, clock.now()),
    verify: () => verifyChain(db),
  });
