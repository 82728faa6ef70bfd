import { statsApi } from '#contract/stats.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { sinceOf } from './ranges.ts';
import { countSince } from './store.ts';

export const statsRoutes = ({ db, clock }: Pick<World, 'db' | 'clock'>): Route[] =>
  routes(statsApi, {
    users: ({ query }) => countSince(db, sinceOf(query.time_range, clock.now())),
  });
