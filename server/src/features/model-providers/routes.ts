import { modelProviderMessages, modelProvidersApi } from '#contract/model-providers.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { cleanFields } from '../../text/clean-text.ts';
import { probeProvider } from './probe.ts';
import { createProvider, listProviders, removeProvider, updateProvider } from './providers.ts';

export const modelProviderRoutes = (context: AppContext): Route[] =>
  routes(modelProvidersApi, {
    list: () => listProviders(context),
    create: ({ body, caller, meta }) =>
      createProvider(context, caller, cleanFields(body, modelProviderMessages.nameMissing), meta),
    update: ({ params, body, caller, meta }) =>
      updateProvider(context, caller, params.id, cleanFields(body, modelProviderMessages.nameMissing), meta),
    remove: ({ params, caller, meta }) => removeProvider(context, caller, params.id, meta),
    probe: ({ body, caller }) => probeProvider(context, caller, body),
  });
