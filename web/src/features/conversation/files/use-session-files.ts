/** The files of a conversation as the server has them, and those that are on their way to it. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type SessionFile, sessionFilesApi } from '#contract/session-files.ts';
import { call } from '../../../api/client.ts';
import { newKey } from '../../../api/request.ts';
import { upload } from '../../../api/upload.ts';
import { refusalOf } from '../../knowledge/uploads/file-checks.ts';
import { type Upload, UploadQueue } from '../../knowledge/uploads/upload-queue.ts';
import { takeFiles } from './pending-files.ts';

const LOOK_AGAIN_MS = 500;

export const filesQuery = (sessionId: string) =>
  queryOptions({
    queryKey: ['chat', 'files', sessionId] as const,
    queryFn: async ({ signal }) =>
      (await call(sessionFilesApi.list, { params: { id: sessionId } }, { signal })).data,
  });

export const isBeingRead = ({ status }: SessionFile): boolean => status !== 'ready' && status !== 'failed';

/** Leaving the conversation stops what has not left yet. */
export function useSessionFiles(sessionId: string) {
  const client = useQueryClient();
  const { queryKey } = filesQuery(sessionId);
  const [queue] = useState(
    () =>
      new UploadQueue({
        refusalOf,
        newKey,
        send: async ({ request_key, file }, options) => {
          const sending = { ...options, idempotencyKey: request_key };
          const args = { params: { id: sessionId }, body: { file } };
          const taken = await upload(sessionFilesApi.upload, args, sending);
          client.setQueryData(queryKey, (known = []) => [
            ...known.filter(({ id }) => id !== taken.id),
            taken,
          ]);
        },
        onSettled: () => void client.invalidateQueries({ queryKey }),
      }),
  );
  useEffect(() => {
    const chosen = takeFiles(sessionId);
    if (chosen.length) queue.add(chosen);
    return () => queue.close();
  }, [queue, sessionId]);

  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot);
  const looking = uploads.some(({ state }) => state === 'reading');
  const list = useQuery({
    ...filesQuery(sessionId),
    refetchInterval: ({ state }) => (looking || state.data?.some(isBeingRead) ? LOOK_AGAIN_MS : false),
  });
  const files = list.data ?? [];
  // The server may list a file before the call that brought it has been answered.
  const isListed = ({ state, file }: Upload) =>
    state === 'reading' &&
    files.some(
      (one) => isBeingRead(one) && one.original_filename === file.name && one.file_size === file.size,
    );
  return { queue, list, files, uploads, shown: uploads.filter((one) => !isListed(one)) };
}
