import { useQueryClient } from '@tanstack/react-query';
import { type KbDocument, type KnowledgeBase, knowledgeApi } from '#contract/knowledge.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
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
    await call(knowledgeApi.reread, { params: { id: base.id }, body });
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
