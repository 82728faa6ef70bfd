import { useQueryClient } from '@tanstack/react-query';
import { documentsApi } from '#contract/documents.ts';
import type { KbDocument } from '#contract/knowledge.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { isRecognising, isUnfinished } from '../document-words.ts';
import { keepDocument, refreshBase } from '../queries.ts';
import { RecognitionState, StartRecognition } from '../recognition/recognition-state.tsx';
import { texts as all } from '../texts-documents.ts';

const texts = all.state;

type DocumentStateProps = {
  baseId: number;
  document: KbDocument;
  canRecognise: boolean;
  onReread: (document: KbDocument) => void;
  onOpenWeak: (document: KbDocument) => void;
};

/** The state of a document: its progress, that it is ready, or why it failed. */
export function DocumentState({ baseId, document, canRecognise, onReread, onOpenWeak }: DocumentStateProps) {
  if (document.status === 'failed') return <Failed baseId={baseId} document={document} />;
  if (isUnfinished(document) && !isRecognising(document)) return <Reading document={document} />;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {document.status === 'ready' && <Badge tone="ok">{texts.ready}</Badge>}
      <RecognitionState baseId={baseId} document={document} onOpenWeak={onOpenWeak} />
      {!isRecognising(document) && (
        <WithoutText baseId={baseId} document={document} canRecognise={canRecognise} />
      )}
      {document.can_reread && (
        <>
          <Badge tone="neutral">{all.old.badge}</Badge>
          <Button
            size="small"
            variant="ghost"
            className="relative z-10 -my-1 -ml-1.5 text-brand!"
            aria-label={all.old.againOne(document.original_filename)}
            onClick={() => onReread(document)}
          >
            {all.old.again}
          </Button>
        </>
      )}
    </span>
  );
}

/** Where nothing more may come, it is said how many pages have no text. */
function WithoutText({
  baseId,
  document,
  canRecognise,
}: Omit<DocumentStateProps, 'onReread' | 'onOpenWeak'>) {
  const { pages, pages_without_text, ocr } = document;
  if (pages === null || pages_without_text === null || pages_without_text === 0) return null;
  return (
    <>
      <span title={texts.withoutTextHint}>
        <Badge tone="warn">{texts.withoutText(pages_without_text, pages)}</Badge>
      </span>
      {canRecognise && !ocr && document.can_retry && <StartRecognition baseId={baseId} document={document} />}
    </>
  );
}

function Reading({
  document: { status, progress, step: page, original_filename },
}: Pick<DocumentStateProps, 'document'>) {
  const step = texts[status];
  const words = status === 'queued' ? step : `${step} ${Math.round(progress * 100)}%`;
  return (
    <span className="grid max-w-[150px] gap-1">
      <span className="text-tiny text-ink-2 tabular-nums">{words}</span>
      <ProgressBar
        label={texts.bar(original_filename)}
        value={progress}
        max={1}
        valueText={words}
        // A document that is nearly read is nothing to be warned of.
        warnFrom={2}
      />
      {page && <span className="text-tiny text-ink-3 tabular-nums">{texts.page(page.done, page.of)}</span>}
    </span>
  );
}

function Failed({ baseId, document }: Pick<DocumentStateProps, 'baseId' | 'document'>) {
  const cache = useQueryClient();
  const retry = useTask(async () => {
    const params = { id: baseId, documentId: document.id };
    keepDocument(cache, baseId, await call(documentsApi.retry, { params }));
    await refreshBase(cache, baseId);
  });
  const reason = retry.failure === null ? document.error : failureText(retry.failure, texts.againFailed);
  return (
    <span className="grid gap-1">
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone="danger">{texts.failed}</Badge>
        {document.can_retry && (
          <Button
            size="small"
            variant="ghost"
            className="relative z-10 -my-1 text-brand!"
            aria-label={texts.againOne(document.original_filename)}
            busy={retry.busy}
            onClick={retry.run}
          >
            {texts.again}
          </Button>
        )}
      </span>
      {reason && <span className="text-tiny text-danger wrap-anywhere">{reason}</span>}
      {document.hint && <span className="text-tiny text-ink-2">{document.hint}</span>}
      {document.searchable && <span className="text-tiny text-ink-2">{texts.formerStays}</span>}
    </span>
  );
}
