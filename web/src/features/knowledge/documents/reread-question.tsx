import { useQueryClient } from '@tanstack/react-query';
import { documentsApi } from '#contract/documents.ts';
import type { KbDocument, KnowledgeBase } from '#contract/knowledge.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { passagesToSend } from '../document-words.ts';
import { refreshBase } from '../queries.ts';
import { texts as all } from '../texts-documents.ts';

const texts = all.old;

/** `document` null: all old documents of the base. */
type RereadQuestionProps = { base: KnowledgeBase; document: KbDocument | null; onClose: () => void };

/** Asks before stored files are read again: it may send many passages to a provider. */
export function RereadQuestion({ base, document, onClose }: RereadQuestionProps) {
  const cache = useQueryClient();
  const reread = useTask(async () => {
    const body = document ? { document_ids: [document.id] } : {};
    await call(documentsApi.reread, { params: { id: base.id }, body });
    onClose();
    await refreshBase(cache, base.id);
  });
  const sent = passagesToSend(base, document);
  return (
    <Confirm
      open
      variant="primary"
      text={texts.question(document ? 1 : base.old_documents)}
      failure={reread.failure === null ? null : failureText(reread.failure, texts.failed)}
      detail={
        <>
          {document && (
            <span className="mb-1 block font-medium wrap-anywhere text-ink">
              {document.original_filename}
            </span>
          )}
          {texts.stays}
          {sent > 0 && ` ${texts.sent(sent)}`}
        </>
      }
      cancelLabel={texts.cancel}
      confirmLabel={reread.busy ? texts.confirming : texts.again}
      busy={reread.busy}
      onCancel={onClose}
      onConfirm={reread.run}
    />
  );
}

/** The line above the list. */
export function OldDocuments({ count, onReread }: { count: number; onReread: () => void }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line px-4 py-2 text-small text-ink-2">
      <p>{texts.line(count)}</p>
      <Button size="small" variant="ghost" className="-ml-2 text-brand!" onClick={onReread}>
        {texts.again}
      </Button>
    </div>
  );
}
