import { dataSourcesApi } from '#contract/data-sources.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { columnsOf, execute } from './execute.ts';
import { changeDataSource, createDataSource, removeDataSource } from './settings.ts';
import { listDataSources, requireDataSource } from './store.ts';
import { tryRegex } from './try-regex.ts';

export const dataSourceRoutes = (world: World): Route[] => {
  const { db } = world;
  return routes(dataSourcesApi, {
    list: ({ query }) => listDataSources(db, query),
    create: ({ caller, body, meta }) =>
      createDataSource(world, body, { user_id: caller.user_id, idempotency_key: meta.idempotency_key }),
    one: ({ params }) => requireDataSource(db, params.id),
    update: ({ params, body }) => changeDataSource(world, params.id, body),
    remove: async ({ params }) => {
      await removeDataSource(world, params.id);
      return null;
    },
    execute: async ({ caller, params, query }) => {
      const { rag_config } = await requireDataSource(db, params.id);
      return execute(world, caller.user_id, rag_config.document_search.base_sql_query, query);
    },
    testRegex: ({ query, body }) => tryRegex(world, { ...query, body }),
    columns: ({ body }) => columnsOf(world, body.base_sql_query),
  });
};
