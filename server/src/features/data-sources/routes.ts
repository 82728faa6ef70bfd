import { dataSourcesApi } from '#contract/data-sources.ts';
import { sheetsApi } from '#contract/sheets.ts';
import { sourceProfilesApi } from '#contract/table-profile.ts';
import type { AppContext } from '../../app-context.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { changeProfile } from './settings/change-profile.ts';
import { changeDataSource, createDataSource, removeDataSource } from './settings/change-source.ts';
import { columnsOf, execute } from './settings/execute.ts';
import { readProfile, refreshNow } from './settings/source-profile.ts';
import { listDataSources, requireDataSource } from './settings/store.ts';
import { tryRegex } from './settings/try-regex.ts';
import { confirmSheet } from './sheets/confirm.ts';
import { dropTables } from './sheets/sheet-tables.ts';
import { describeUpload, uploadSheets } from './sheets/uploads.ts';
import { loadedSheet, restoreVersion } from './sheets/versions.ts';
import { sourceReader } from './values/source-reader.ts';
import { viewAs } from './view-as.ts';

export const dataSourceRoutes = (context: AppContext): Route[] => {
  const { db } = context;
  return routes(dataSourcesApi, {
    list: ({ query }) => listDataSources(db, query),
    create: ({ caller, body, meta }) =>
      createDataSource(context, byCaller(caller, meta), body, meta.idempotency_key),
    one: ({ params }) => requireDataSource(db, params.id),
    update: ({ caller, params, body, meta }) =>
      changeDataSource(context, byCaller(caller, meta), params.id, body),
    remove: async ({ caller, params, meta }) => {
      const tables = await removeDataSource(context, byCaller(caller, meta), params.id);
      await dropTables(context, tables);
      return null;
    },
    execute: async ({ caller, params, query }) => {
      const { rag_config, connection_id } = await requireDataSource(db, params.id);
      const { base_sql_query } = rag_config.document_search;
      const reader = await sourceReader(context, { connection_id, base_sql_query }, caller.user_id);
      return execute(reader, caller.user_id, rag_config.document_search.base_sql_query, query);
    },
    viewAs: ({ caller, params, body, meta }) => viewAs(context, byCaller(caller, meta), params.id, body),
    testRegex: ({ caller, query, body }) => tryRegex(context, { ...query, user_id: caller.user_id, body }),
    columns: async ({ caller, body }) =>
      columnsOf(await sourceReader(context, body, caller.user_id), body.base_sql_query),
  });
};

export const sheetRoutes = (context: AppContext): Route[] =>
  routes(sheetsApi, {
    storage: async () => {
      const reason = await context.sheets.problem();
      return { available: reason === null, reason };
    },
    upload: ({ caller, body }) => uploadSheets(context, caller.user_id, body.file),
    describe: ({ caller, params, query }) => describeUpload(context, params.uploadId, caller.user_id, query),
    confirm: ({ caller, params, body, meta }) =>
      confirmSheet(context, byCaller(caller, meta), params.uploadId, body, meta.idempotency_key),
    loaded: ({ params }) => loadedSheet(context.db, params.id),
    restore: ({ caller, params, body, meta }) =>
      restoreVersion(context, byCaller(caller, meta), params.id, body.version_id),
  });

export const sourceProfileRoutes = (context: AppContext): Route[] => {
  const reading = async (id: number, { user_id }: { user_id: number }) => {
    const source = await requireDataSource(context.db, id);
    const { connection_id, rag_config } = source;
    const { base_sql_query } = rag_config.document_search;
    const content = await sourceReader(context, { connection_id, base_sql_query }, user_id);
    return { source, context: { ...context, content } };
  };
  return routes(sourceProfilesApi, {
    one: async ({ caller, params }) => {
      const { source, context } = await reading(params.id, caller);
      return readProfile(context, source);
    },
    change: async ({ caller, params, body, meta }) => {
      const { context } = await reading(params.id, caller);
      return changeProfile(context, byCaller(caller, meta), params, body);
    },
    refresh: ({ params }) => refreshNow(context, params.id),
  });
};
