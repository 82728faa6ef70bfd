import { syncsApi } from '#contract/syncs.ts';
import { type Route, routes } from '../../http/routes.ts';
import { byCaller } from '../audit/record.ts';
import { listWithdrawn, restoreDocument } from '../knowledge/withdrawal.ts';
import { createSync, pauseSync, removeSync, resumeSync, updateSync } from './manage-syncs.ts';
import { findRun, listItems, listPreviewItems, type RunPlace, toRun } from './records/stored-runs.ts';
import { findSync, listSyncs, type SyncPlace, showSync } from './records/stored-syncs.ts';
import { bringAgain, confirmRun, showRun, showRuns } from './show-runs.ts';
import { previewSaved, runNow, type SyncContext, startPreview } from './start-run.ts';

export const syncRoutes = (context: SyncContext): Route[] => {
  const { db } = context;
  return routes(syncsApi, {
    list: ({ params }) => listSyncs(context, params.id),
    create: ({ caller, params, body, meta }) =>
      createSync(
        context,
        byCaller(caller, meta),
        { knowledge_base_id: params.id, typed: body },
        meta.idempotency_key,
      ),
    preview: ({ caller, params, body, meta }) =>
      startPreview(
        context,
        byCaller(caller, meta),
        { knowledge_base_id: params.id, typed: body },
        meta.idempotency_key,
      ),
    previewRun: async ({ params }) => toRun(await findRun(db, runKey(params), { kind: 'preview' })),
    previewItems: async ({ params, query }) => {
      await findRun(db, runKey(params), { kind: 'preview' });
      return listPreviewItems(db, runKey(params), query);
    },
    one: ({ params }) => showSync(context, syncKey(params)),
    update: ({ caller, params, body, meta }) =>
      updateSync(context, byCaller(caller, meta), syncKey(params), body),
    remove: ({ caller, params, query, meta }) =>
      removeSync(context, byCaller(caller, meta), syncKey(params), query.documents),
    previewSaved: ({ caller, params, meta }) =>
      previewSaved(context, byCaller(caller, meta), syncKey(params)),
    run: ({ caller, params, meta }) => runNow(context, byCaller(caller, meta), syncKey(params)),
    pause: ({ caller, params, meta }) => pauseSync(context, byCaller(caller, meta), syncKey(params)),
    resume: ({ caller, params, meta }) => resumeSync(context, byCaller(caller, meta), syncKey(params)),
    bringAgain: ({ caller, params, body, meta }) =>
      bringAgain(context, byCaller(caller, meta), syncKey(params), body.external_id),
    items: async ({ params, query }) => {
      await findSync(db, syncKey(params));
      return listItems(db, syncKey(params), query);
    },
    runs: ({ params, query }) => showRuns(db, syncKey(params), query),
    oneRun: ({ params }) => showRun(db, { ...syncKey(params), ...runKey(params) }),
    runItems: async ({ params, query }) => {
      const place = { ...syncKey(params), ...runKey(params) };
      await findRun(db, place, { kind: 'run', sync_id: place.sync_id });
      return listItems(db, place, query);
    },
    confirm: ({ caller, params, body, meta }) =>
      confirmRun(context, byCaller(caller, meta), { ...syncKey(params), ...runKey(params) }, body),
    withdrawn: ({ params, query }) => listWithdrawn(context, params.id, query),
    restore: ({ caller, params, meta }) =>
      restoreDocument(context, byCaller(caller, meta), {
        knowledge_base_id: params.id,
        document_id: params.documentId,
      }),
  });
};

const syncKey = ({ id, syncId }: { id: number; syncId: number }): SyncPlace => ({
  knowledge_base_id: id,
  sync_id: syncId,
});

const runKey = ({ id, runId }: { id: number; runId: number }): RunPlace => ({
  knowledge_base_id: id,
  run_id: runId,
});
