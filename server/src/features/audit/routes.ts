import { auditApi } from '#contract/audit.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { readAnchor } from './anchor.ts';
import { verifyChain } from './chain.ts';
import { entriesFile, listEntries } from './entries.ts';

export const auditRoutes = ({
  db,
  reads,
  clock,
  env,
}: Pick<AppContext, 'db' | 'reads' | 'clock' | 'env'>): Route[] =>
  routes(auditApi, {
    list: ({ caller, query }) => reads.read(caller, (stale) => listEntries(stale, query)),
    file: ({ query }) => entriesFile(db, query, clock.now()),
    verify: async () => verifyChain(db, { anchor: await readAnchor(env.DATA_DIR) }),
  });
