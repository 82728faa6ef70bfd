import { identityProvidersApi } from '#contract/identity-providers.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { wakePerson } from '../users/rights-changed.ts';
import {
  createIdentityProvider,
  listIdentityProviders,
  removeIdentityProvider,
  showIdentityProvider,
  updateIdentityProvider,
} from './administration.ts';

export const identityProviderRoutes = (context: AppContext): Route[] => {
  const wake = async (ids: number[]) => {
    for (const id of ids) await wakePerson(context, id);
  };
  return routes(identityProvidersApi, {
    list: () => listIdentityProviders(context),
    create: ({ caller, body, meta }) => createIdentityProvider(context, byCaller(caller, meta), body),
    show: ({ params }) => showIdentityProvider(context, params.id),
    update: async ({ caller, params, body, meta }) => {
      const by = byCaller(caller, meta);
      const { shown, ended } = await updateIdentityProvider(context, by, params.id, body);
      await wake(ended);
      return shown;
    },
    remove: async ({ caller, params, meta }) => {
      await wake(await removeIdentityProvider(context, byCaller(caller, meta), params.id));
      return null;
    },
  });
};
