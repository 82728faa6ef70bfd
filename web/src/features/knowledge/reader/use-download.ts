import { documentsApi } from '#contract/documents.ts';
import type { KbDocument } from '#contract/knowledge.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { saveFile } from '../../../lib/browser/save-file.ts';
import { useTask } from '../../../lib/use-task.ts';
import { texts } from '../texts-documents.ts';

/** Hands out a document's file as it was uploaded. Fetched, because a plain link carries no bearer. */
export function useDownload(
  baseId: number,
  { id, original_filename }: Pick<KbDocument, 'id' | 'original_filename'>,
) {
  const { run, busy, failure } = useTask(async () => {
    const { blob } = await call(documentsApi.file, { params: { id: baseId, documentId: id } });
    saveFile(original_filename, blob);
  });
  return { run, busy, failed: failure === null ? null : failureText(failure, texts.row.downloadFailed) };
}
