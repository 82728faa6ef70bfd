/** Previews what a saved sync would do now. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type Sync, syncsApi } from '#contract/syncs.ts';
import { call } from '../../../../api/client.ts';
import { failureText } from '../../../../api/error-message.ts';
import { useTask } from '../../../../lib/use-task.ts';
import { Button } from '../../../../ui/controls/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../../ui/display/alert.tsx';
import { previewRun } from '../queries.ts';
import { texts } from '../texts.ts';
import { PreviewResult } from './preview-result.tsx';

type PreviewDialogProps = { baseId: number; sync: Sync; onClose: () => void };

export function PreviewDialog({ baseId, sync, onClose }: PreviewDialogProps) {
  const [runId, setRunId] = useState<number | null>(null);
  const looked = useQuery(previewRun(baseId, runId));
  const { run: ask, failure } = useTask(async () => {
    const { run_id } = await call(syncsApi.previewSaved, { params: { id: baseId, syncId: sync.id } });
    setRunId(run_id);
  });
  useEffect(() => ask(), [ask]);
  return (
    <Modal
      open
      size="large"
      title={texts.previewed.title(sync.name)}
      onClose={onClose}
      footer={<Button onClick={onClose}>{texts.previewed.close}</Button>}
    >
      {failure !== null && <Alert title={failureText(failure, texts.form.previewFailed)} onRetry={ask} />}
      {failure === null && !looked.data && (
        <p role="status" className="text-small text-ink-2">
          {texts.form.previewing}
        </p>
      )}
      {failure === null && looked.data && <PreviewResult baseId={baseId} run={looked.data} />}
    </Modal>
  );
}
