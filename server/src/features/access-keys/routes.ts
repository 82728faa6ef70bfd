import { keysApi } from '#contract/keys.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { createKey } from './create.ts';
import { changeKey, listKeys, revokeKey } from './keys.ts';

export const keyRoutes = (context: AppContext): Route[] =>
  routes(keysApi, {
    list: ({ caller }) => listKeys(context, caller),
    create: ({ caller, body, meta }) => createKey(context, caller, body, meta),
    change: ({ caller, params, body, meta }) => changeKey(context, caller, params.id, { change: body, meta }),
    revoke: ({ caller, params, meta }) => revokeKey(context, caller, params.id, meta),
  });
