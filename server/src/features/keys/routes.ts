import { keysApi } from '#contract/keys.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { createKey } from './create.ts';
import { changeKey, listKeys, revokeKey } from './keys.ts';

export const keyRoutes = (world: World): Route[] =>
  routes(keysApi, {
    list: ({ caller }) => listKeys(world, caller),
    create: ({ caller, body, meta }) => createKey(world, caller, body, meta),
    change: ({ caller, params, body, meta }) => changeKey(world, caller, params.id, { change: body, meta }),
    revoke: ({ caller, params, meta }) => revokeKey(world, caller, params.id, meta),
  });
