import { dataSourcesApi } from '#contract/data-sources.ts';
import { type Route, routes } from '../../http/routes.ts';
import type { World } from '../../world.ts';
import { byCaller } from '../audit/record.ts';
import { columnsOf, execute } from './execute.ts';
import { changeDataSource, createDataSource, removeDataSource } from './settings.ts';
import { listDataSources, requireDataSource } from './store.ts';
import { tryRegex } from './try-regex.ts';

export const dataSourceRoutes = (world: World): Route[] => {
  const { db } = world;
  return routes(dataSourcesApi, {
    list: ({ query }) => listDataSources(db, query),
    create: ({ caller, body, meta }) =>
      createDataSource(world, byCaller(caller, meta), body, meta.idempotency_key),
    one: ({ params }) => requireDataSource(db, params.id),
    update: ({ caller, params, body, meta }) =>
      changeDataSource(world, byCaller(caller, meta), params.id, body),
    remove: ({ caller, params, meta }) => removeDataSource(world, byCaller(caller, meta), params.id),
    execute: async ({ caller, params, query }) => {
      const { rag_config } = await requireDataSource(db, params.id);
      return execute(world, caller.user_id, rag_config.document_search.base_sql_query, query);
    },
    testRegex: ({ query, body }) => tryRegex(world, { ...query, body }),
    columns: ({ body }) => columnsOf(world, body.base_sql_query),
  });
};
