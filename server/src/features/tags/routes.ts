import { tagsApi } from '#contract/tags.ts';
import { isAdministrator } from '#contract/users.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { createTag, listCountedTags, listOfferedTags, removeTag, renameTag } from './store.ts';

export const tagRoutes = (context: Pick<AppContext, 'db' | 'clock'>): Route[] => {
  const { db } = context;
  return routes(tagsApi, {
    list: async ({ caller, query }) => {
      // The number of agents with a tag is not for everybody.
      const rows = await (isAdministrator(caller) && !query.offered
        ? listCountedTags(db)
        : listOfferedTags(db));
      return { rows, total: rows.length };
    },
    create: ({ caller, body, meta }) => createTag(context, byCaller(caller, meta), body.name),
    rename: ({ caller, params, body, meta }) =>
      renameTag(context, byCaller(caller, meta), params.id, body.name),
    remove: ({ caller, params, meta }) => removeTag(context, byCaller(caller, meta), params.id),
  });
};
