import { tagsApi } from '#contract/tags.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { listTags } from './store.ts';

export const tagRoutes = ({ db }: Pick<World, 'db'>): Route[] =>
  routes(tagsApi, {
    list: async () => {
      const rows = await listTags(db);
      return { rows, total: rows.length };
    },
  });
