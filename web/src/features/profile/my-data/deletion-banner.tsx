/** Above every screen while the account waits to be deleted: when that is, and the way back. */
import { TriangleAlert } from 'lucide-react';
import { failureText } from '../../../api/error-message.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { texts as all } from './texts.ts';
import { useCancelDeletion } from './use-cancel-deletion.ts';

const texts = all.deletion;

export function DeletionBanner({ due }: { due: string }) {
  const cancel = useCancelDeletion();
  return (
    <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1.5 border-b border-ipe/40 bg-ipe-soft px-4 py-1.5 text-control">
      <p role="status" className="flex items-center gap-2.5">
        <TriangleAlert className="text-ipe-ink" />
        {texts.due(formatDateTime(due))}
      </p>
      <Button size="small" busy={cancel.busy} onClick={() => cancel.run()}>
        {cancel.busy ? texts.cancelling : texts.cancel}
      </Button>
      {cancel.failure ? (
        <p role="alert" className="text-small text-danger">
          {failureText(cancel.failure, texts.cancelFailed)}
        </p>
      ) : null}
    </div>
  );
}
