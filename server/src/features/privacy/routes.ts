import { privacyApi } from '#contract/privacy.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { correct } from './correct.ts';
import { cancelDeletion, requestDeletion } from './deletion.ts';
import { exportOf } from './export.ts';

export const privacyRoutes = (world: Pick<World, 'db' | 'clock' | 'queue'>): Route[] =>
  routes(privacyApi, {
    correct: ({ caller, body }) => correct(world, caller.user_id, body),
    export: ({ caller }) => exportOf(world, caller.user_id),
    requestDeletion: ({ caller, body, meta }) => requestDeletion(world, caller, body.current_password, meta),
    cancelDeletion: ({ caller, meta }) => cancelDeletion(world, caller, meta),
  });
