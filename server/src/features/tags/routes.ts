import { tagsApi } from '#contract/tags.ts';
import { type Caller, type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { createTag, listCountedTags, listTags, removeTag, renameTag } from './store.ts';

export const tagRoutes = ({ db }: Pick<World, 'db'>): Route[] =>
  routes(tagsApi, {
    list: async ({ caller }) => {
      const rows = await (mayCount(caller) ? listCountedTags(db) : listTags(db));
      return { rows, total: rows.length };
    },
    create: ({ body }) => createTag(db, body.name),
    rename: ({ params, body }) => renameTag(db, params.id, body.name),
    remove: async ({ params }) => {
      await removeTag(db, params.id);
      return null;
    },
  });

/** How many agents there are is not for everybody. */
const mayCount = ({ role }: Caller) => role === 'admin' || role === 'superadmin';
