/** The documents of a base: where they come in, what is on its way, what is there and what would be found in it. */
import { useCallback, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import type { KbDocument, KnowledgeBase } from '#contract/knowledge.ts';
import { KB_SEARCH_MAX, SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { formatNumber } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { classes } from '../../../ui/classes.ts';
import { SearchBox } from '../../../ui/controls/search-box.tsx';
import { LeaveQuestion, useLeaveGuard } from '../../../ui/dialogs/leave-guard.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { DocumentTextModal } from '../reader/document-text.tsx';
import type { OpenedDocument } from '../reader/opened-document.ts';
import { texts } from '../texts-documents.ts';
import { DropZone } from '../uploads/drop-zone.tsx';
import { UploadList } from '../uploads/upload-list.tsx';
import { isOnThisSide } from '../uploads/upload-queue.ts';
import { useDrop } from '../uploads/use-drop.ts';
import { useUploads } from '../uploads/use-uploads.ts';
import { DocumentList } from './document-list.tsx';
import { PassageSearch } from './passage-search.tsx';
import { OldDocuments, RereadQuestion } from './reread-question.tsx';

export function Documents({ base }: { base: KnowledgeBase }) {
  const title = useId();
  const navigate = useNavigate();
  const { queue, uploads, shown } = useUploads(base.id);
  const guard = useLeaveGuard(uploads.some(isOnThisSide), (href) => void navigate(href));
  const hovering = useDrop((files) => queue.add(files));
  const [opened, setOpened] = useState<OpenedDocument | null>(null);
  const [rereading, setRereading] = useState<KbDocument | 'all' | null>(null);
  const [question, setQuestion] = useState('');
  const settled = useDebounced(question, SEARCH_DEBOUNCE_MS).trim().slice(0, KB_SEARCH_MAX);
  const open = useCallback(
    ({ id, original_filename }: OpenedDocument) => setOpened({ id, original_filename }),
    [],
  );
  const openWeak = useCallback(
    ({ id, original_filename }: OpenedDocument) => setOpened({ id, original_filename, isAtWeak: true }),
    [],
  );

  return (
    <section aria-labelledby={title} className="grid grid-cols-[minmax(0,1fr)] gap-[22px]">
      <DropZone onFiles={(files) => queue.add(files)} hovering={hovering} />
      <UploadList queue={queue} uploads={shown} />
      <div className={classes(cardLook, 'overflow-hidden')}>
        <Header id={title} base={base} question={question} onQuestion={setQuestion} />
        {settled && question.trim() && base.documents.length > 0 && (
          <PassageSearch baseId={base.id} question={settled} onOpen={setOpened} />
        )}
        {base.old_documents > 0 && (
          <OldDocuments count={base.old_documents} onReread={() => setRereading('all')} />
        )}
        <DocumentList
          baseId={base.id}
          documents={base.documents}
          canRecognise={base.ocr_engine !== null}
          onOpen={open}
          onOpenWeak={openWeak}
          onReplace={({ id, original_filename }, file) => queue.add([file], { id, name: original_filename })}
          onReread={setRereading}
        />
      </div>
      {rereading && (
        <RereadQuestion
          base={base}
          document={rereading === 'all' ? null : rereading}
          onClose={() => setRereading(null)}
        />
      )}
      {opened && <DocumentTextModal baseId={base.id} opened={opened} onClose={() => setOpened(null)} />}
      <LeaveQuestion
        guard={guard}
        text={texts.upload.leave}
        detail={texts.upload.leaveLine}
        stayLabel={texts.upload.stay}
        leaveLabel={texts.upload.leaveLabel}
      />
    </section>
  );
}

type HeaderProps = {
  /** The id of the heading. */
  id: string;
  base: KnowledgeBase;
  question: string;
  onQuestion: (question: string) => void;
};

function Header({ id, base, question, onQuestion }: HeaderProps) {
  return (
    <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 px-4 py-3">
      <h2 id={id} className="text-title">
        {texts.title}{' '}
        <span className="font-sans text-small text-ink-3 tabular-nums">
          {formatNumber(base.documents_count)}
        </span>
      </h2>
      {base.documents.length > 0 && (
        <SearchBox
          value={question}
          onChange={onQuestion}
          label={texts.search.label}
          className="w-full desk:max-w-[360px]"
        />
      )}
    </header>
  );
}
