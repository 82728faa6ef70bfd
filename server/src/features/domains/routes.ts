import { domainsApi } from '#contract/domains.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { wakePerson } from '../users/rights-changed.ts';
import { listDomains, replaceDomains } from './domains.ts';

export const domainRoutes = (context: AppContext): Route[] =>
  routes(domainsApi, {
    list: () => listDomains(context.db),
    replace: async ({ caller, body, meta }) => {
      const { list, ended } = await replaceDomains(context, byCaller(caller, meta), body);
      for (const id of ended) await wakePerson(context, id);
      return list;
    },
  });
