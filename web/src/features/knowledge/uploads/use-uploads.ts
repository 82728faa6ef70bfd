import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { documentsApi } from '#contract/documents.ts';
import { knowledgeApi } from '#contract/knowledge.ts';
import { newKey } from '../../../api/request.ts';
import { upload } from '../../../api/upload.ts';
import { isUnfinished } from '../document-words.ts';
import { keepDocument, lookAgainMs, oneBase, refreshBase } from '../queries.ts';
import { refusalOf } from './file-checks.ts';
import { namesakeIn } from './namesake.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';

/** The uploads to one knowledge base; leaving its page stops them. */
export function useUploads(id: number) {
  const cache = useQueryClient();
  const [queue] = useState(
    () =>
      new UploadQueue({
        refusalOf,
        namesakeOf: (name) => namesakeIn(cache.getQueryData(oneBase(id).queryKey)?.documents ?? [], name),
        newKey,
        send: async ({ request_key, file, replaces }, options) => {
          const sending = { ...options, idempotencyKey: request_key };
          const document = replaces
            ? await upload(
                documentsApi.replaceFile,
                { params: { id, documentId: replaces.id }, body: { file } },
                sending,
              )
            : await upload(knowledgeApi.upload, { params: { id }, body: { file } }, sending);
          keepDocument(cache, id, document);
        },
        onSettled: () => void refreshBase(cache, id),
      }),
  );
  useEffect(() => () => queue.close(), [queue]);

  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot);
  // The server may show a document as being read before the call that brought it has been answered.
  const looking = uploads.some(({ state }) => state === 'reading');
  const base = useQuery({
    ...oneBase(id),
    refetchInterval: ({ state }) => (looking ? lookAgainMs(state.data) : false),
  });
  const isShownAsDocument = ({ state, replaces, file }: Upload) =>
    state === 'reading' &&
    base.data?.documents.some(
      (document) =>
        isUnfinished(document) &&
        (replaces
          ? document.id === replaces.id
          : document.original_filename === file.name && document.file_size === file.size),
    );
  return { queue, uploads, shown: uploads.filter((each) => !isShownAsDocument(each)) };
}
