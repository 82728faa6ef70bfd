/** The queries of syncs. While a run is under way, it is asked for again and again. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { settingsApi } from '#contract/settings.ts';
import type { ItemState, PreviewState, SyncRun } from '#contract/sync-runs.ts';
import { type Sync, syncsApi } from '#contract/syncs.ts';
import { call } from '../../../api/client.ts';
import { nextSkip } from '../../../lib/pages.ts';

const LOOK_MS = 1_000;
const isRunning = (run: SyncRun | null | undefined) => Boolean(run && !run.finished_at);

export const baseSyncs = (id: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'syncs'] as const,
    queryFn: ({ signal }) => call(syncsApi.list, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ last_run }) => isRunning(last_run)) ? LOOK_MS : false,
  });

/** The folders that a sync may read; null for administrators who are no superadmins. */
export const syncSettings = () =>
  queryOptions({
    queryKey: ['settings'] as const,
    queryFn: ({ signal }) => call(settingsApi.show, {}, { signal }),
    select: ({ sync }) => sync.folders,
  });

export const previewRun = (id: number, runId: number | null) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'sync-preview', runId] as const,
    queryFn: ({ signal }) => call(syncsApi.previewRun, { params: { id, runId: runId ?? 0 } }, { signal }),
    enabled: runId !== null,
    refetchInterval: ({ state: { data } }) => (isRunning(data) ? LOOK_MS : false),
  });

export const previewItems = (id: number, runId: number, state: PreviewState) =>
  infiniteQueryOptions({
    queryKey: ['knowledge-bases', id, 'sync-preview', runId, 'items', state] as const,
    queryFn: ({ signal, pageParam }) =>
      call(
        syncsApi.previewItems,
        { params: { id, runId }, query: { state, skip: pageParam, limit: 100 } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

export const syncRun = (id: number, syncId: number, runId: number) =>
  queryOptions({
    queryKey: ['knowledge-bases', id, 'syncs', syncId, 'runs', runId] as const,
    queryFn: ({ signal }) => call(syncsApi.oneRun, { params: { id, syncId, runId } }, { signal }),
    refetchInterval: ({ state: { data } }) => (isRunning(data) ? LOOK_MS : false),
  });

export const syncItems = (id: number, syncId: number, state: ItemState | null) =>
  infiniteQueryOptions({
    queryKey: ['knowledge-bases', id, 'syncs', syncId, 'items', state] as const,
    queryFn: ({ signal, pageParam }) =>
      call(
        syncsApi.items,
        { params: { id, syncId }, query: { skip: pageParam, limit: 50, ...(state ? { state } : {}) } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

export const withdrawnDocuments = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['knowledge-bases', id, 'withdrawn'] as const,
    queryFn: ({ signal, pageParam }) =>
      call(syncsApi.withdrawn, { params: { id }, query: { skip: pageParam, limit: 50 } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: nextSkip,
  });

/** Puts a changed sync into the list at once. */
export function keepSync(cache: QueryClient, id: number, sync: Sync): void {
  cache.setQueryData(baseSyncs(id).queryKey, (all) =>
    all?.some((one) => one.id === sync.id)
      ? all.map((one) => (one.id === sync.id ? sync : one))
      : [...(all ?? []), sync],
  );
}

/** A run changes the documents of the base, and with them whatever shows it. */
export const refreshAfterRun = (cache: QueryClient, id: number): Promise<void> =>
  cache.invalidateQueries({ queryKey: ['knowledge-bases', id] });
