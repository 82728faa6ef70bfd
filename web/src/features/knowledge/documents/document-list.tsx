import { useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { documentsApi } from '#contract/documents.ts';
import type { KbDocument } from '#contract/knowledge.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { failedWith } from '../../../api/failure.ts';
import { useGrowing } from '../../../lib/use-growing.ts';
import { useTask } from '../../../lib/use-task.ts';
import { classes } from '../../../ui/classes.ts';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { LoadNearEnd } from '../../../ui/scroll/load-near-end.tsx';
import { newestFirst } from '../document-words.ts';
import { dropDocument, refreshBase } from '../queries.ts';
import { texts } from '../texts-documents.ts';
import { ALL_ACCEPTED } from '../uploads/file-checks.ts';
import { DocumentRow, rowLook } from './document-row.tsx';

/** Rows that are drawn at a time. */
const PORTION = 50;
/** So many are drawn without being scrolled to, and found by the browser's own search; ten thousand would fill its memory. */
const BY_THEMSELVES = 500;

type DocumentListProps = {
  baseId: number;
  documents: KbDocument[];
  canRecognise: boolean;
  onOpen: (document: KbDocument) => void;
  onOpenWeak: (document: KbDocument) => void;
  onReplace: (document: KbDocument, file: File) => void;
  onReread: (document: KbDocument) => void;
};

export function DocumentList({
  baseId,
  documents,
  canRecognise,
  onOpen,
  onOpenWeak,
  onReplace,
  onReread,
}: DocumentListProps) {
  const [removing, setRemoving] = useState<KbDocument | null>(null);
  const { pick, picker } = useReplacement(onReplace);
  const drawn = useGrowing(Math.min(documents.length, BY_THEMSELVES), { needed: PORTION, portion: PORTION });
  const [scrolledTo, setScrolledTo] = useState(0);
  const shown = drawn + scrolledTo;
  if (documents.length === 0) {
    return <EmptyState icon={<FileUp />} title={texts.none} line={texts.noneLine} />;
  }
  return (
    <div className="@container">
      <ColumnNames />
      <ul aria-label={texts.list} className="divide-y divide-line border-t border-line">
        {newestFirst(documents)
          .slice(0, shown)
          .map((document) => (
            <DocumentRow
              key={document.id}
              baseId={baseId}
              document={document}
              canRecognise={canRecognise}
              onOpen={onOpen}
              onOpenWeak={onOpenWeak}
              onReplace={pick}
              onRemove={setRemoving}
              onReread={onReread}
            />
          ))}
      </ul>
      {drawn === BY_THEMSELVES && shown < documents.length && (
        <LoadNearEnd count={shown} loading={false} onReach={() => setScrolledTo(scrolledTo + PORTION)} />
      )}
      {picker}
      {removing && <RemoveQuestion baseId={baseId} document={removing} onClose={() => setRemoving(null)} />}
    </div>
  );
}

function ColumnNames() {
  return (
    <div
      aria-hidden="true"
      className={classes(rowLook, 'hidden! h-9 text-small font-medium text-ink-2 @min-[800px]:grid!')}
    >
      <span>{texts.columns.name}</span>
      <span>{texts.columns.type}</span>
      <span className="text-right">{texts.columns.size}</span>
      <span className="text-right">{texts.columns.tokens}</span>
      <span>{texts.columns.added}</span>
      <span>{texts.columns.state}</span>
    </div>
  );
}

/** `pick` opens the one file picker of the list for a document. */
function useReplacement(onReplace: DocumentListProps['onReplace']) {
  const replacing = useRef<KbDocument | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const pick = useCallback((document: KbDocument) => {
    replacing.current = document;
    input.current?.click();
  }, []);
  const picker = (
    <input
      ref={input}
      type="file"
      accept={ALL_ACCEPTED}
      aria-label={texts.row.replace}
      className="hidden"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        currentTarget.value = '';
        if (file && replacing.current) onReplace(replacing.current, file);
      }}
    />
  );
  return { pick, picker };
}

/** Somebody else was quicker: it is gone, as was wanted. */
function isGone(cause: unknown): void {
  if (!failedWith(cause, 'document_not_found')) throw cause;
}

type RemoveQuestionProps = { baseId: number; document: KbDocument; onClose: () => void };

function RemoveQuestion({ baseId, document, onClose }: RemoveQuestionProps) {
  const cache = useQueryClient();
  const remove = useTask(async () => {
    await call(documentsApi.removeDocument, { params: { id: baseId, documentId: document.id } }).catch(
      isGone,
    );
    dropDocument(cache, baseId, document.id);
    onClose();
    await refreshBase(cache, baseId);
  });
  return (
    <Confirm
      open
      text={texts.row.confirmRemove}
      failure={remove.failure === null ? null : failureText(remove.failure, texts.row.removeFailed)}
      detail={<span className="block font-medium wrap-anywhere text-ink">{document.original_filename}</span>}
      cancelLabel={texts.row.cancel}
      confirmLabel={remove.busy ? texts.row.removing : texts.row.remove}
      busy={remove.busy}
      onCancel={onClose}
      onConfirm={remove.run}
    />
  );
}
