import { sessionFilesApi } from '#contract/session-files.ts';
import { type Route, routes } from '../../../http/routes.ts';
import { byCaller } from '../../audit/record.ts';
import type { FilesContext } from '../../file-storage/stored-files.ts';
import { changeChatFiles, chatFilesSettings } from '../../session-files/settings.ts';
import { filesOfSession, removeFile, retryFile, saveFile } from './kept-files.ts';
import { type FileContext, uploadFile } from './upload-file.ts';

export const sessionFileRoutes = (context: FileContext & FilesContext): Route[] =>
  routes(sessionFilesApi, {
    upload: ({ caller, params, body, meta }) =>
      uploadFile(context, {
        user: caller,
        session_id: params.id,
        ...body,
        idempotency_key: meta.idempotency_key,
      }),
    list: ({ caller, params }) => filesOfSession(context.db, caller.user_id, params.id),
    file: ({ caller, params }) => saveFile(context, keyOf(caller, params)),
    retry: ({ caller, params }) => retryFile(context, keyOf(caller, params)),
    remove: async ({ caller, params }) => {
      await removeFile(context, keyOf(caller, params));
      return null;
    },
    settings: () => chatFilesSettings(context.db),
    updateSettings: ({ caller, body, meta }) => changeChatFiles(context, byCaller(caller, meta), body),
  });

const keyOf = ({ user_id }: { user_id: number }, { id, fileId }: { id: string; fileId: string }) => ({
  user_id,
  session_id: id,
  file_id: fileId,
});
