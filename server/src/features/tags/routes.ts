import { tagsApi } from '#contract/tags.ts';
import { type Caller, type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { byCaller } from '../audit/record.ts';
import { createTag, listCountedTags, listTags, removeTag, renameTag } from './store.ts';

export const tagRoutes = (world: Pick<World, 'db' | 'clock'>): Route[] => {
  const { db } = world;
  return routes(tagsApi, {
    list: async ({ caller }) => {
      const rows = await (mayCount(caller) ? listCountedTags(db) : listTags(db));
      return { rows, total: rows.length };
    },
    create: ({ caller, body, meta }) => createTag(world, byCaller(caller, meta), body.name),
    rename: ({ caller, params, body, meta }) =>
      renameTag(world, byCaller(caller, meta), params.id, body.name),
    remove: ({ caller, params, meta }) => removeTag(world, byCaller(caller, meta), params.id),
  });
};

/** How many agents there are is not for everybody. */
const mayCount = ({ role }: Caller) => role === 'admin' || role === 'superadmin';
