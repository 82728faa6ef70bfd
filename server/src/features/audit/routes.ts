import { auditApi } from '#contract/audit.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { verifyChain } from './chain.ts';
import { entriesFile, listEntries } from './entries.ts';

export const auditRoutes = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Route[] =>
  routes(auditApi, {
    list: ({ query }) => listEntries(db, query),
    file: ({ query }) => entriesFile(db, query, clock.now()),
    verify: () => verifyChain(db),
  });
