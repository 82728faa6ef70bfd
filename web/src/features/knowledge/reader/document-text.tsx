/** The text of a document as agents read it, with the borders of its passages. Fetched when it is opened. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { DocumentText } from '#contract/documents.ts';
import { LoadFailure } from '../../../api/load-failure.tsx';
import { formatFileSize, formatTokens } from '../../../lib/text/figures.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { isUnfinished, typeLabel } from '../document-words.ts';
import { documentText, oneBase } from '../queries.ts';
import { texts as all } from '../texts-documents.ts';
import { DocumentValidityPanel } from '../validity/document-validity.tsx';
import { DocumentPages } from './document-pages.tsx';
import type { OpenedDocument } from './opened-document.ts';
import { openedAt, type Panel, PanelChoice, panelShown, panelsOf } from './panel-choice.tsx';
import { PassageText } from './passage-text.tsx';
import { useDownload } from './use-download.ts';

const texts = all.text;

type DocumentTextProps = {
  baseId: number;
  opened: OpenedDocument;
  /** Opens at the panel on validity. */
  showsValidity?: boolean;
  onClose: () => void;
};

export function DocumentTextModal({ baseId, opened, showsValidity = false, onClose }: DocumentTextProps) {
  const text = useQuery(documentText(baseId, opened.id));
  const base = useQuery(oneBase(baseId));
  const [chosen, setChosen] = useState<Panel | null>(showsValidity ? 'validity' : null);
  const panels = panelsOf(text.data, base.data?.validity);
  const at = text.data && openedAt(text.data, opened);
  const panel = panelShown(panels, chosen ?? (at?.hasWeakPicture ? 'page' : 'text'));
  const close = useRef<HTMLButtonElement>(null);
  return (
    <Modal
      open
      size="large"
      title={opened.original_filename}
      line={<Head document={text.data} />}
      onClose={onClose}
      initialFocus={close}
      footer={<Footer baseId={baseId} opened={opened} close={close} onClose={onClose} />}
    >
      <PanelChoice panels={panels} panel={panel} onChange={setChosen} />
      {panel === 'validity' && <DocumentValidityPanel baseId={baseId} documentId={opened.id} />}
      {panel === 'page' && text.data && at && (
        <DocumentPages baseId={baseId} document={text.data} first={at.page} found={at.found} />
      )}
      {panel === 'text' && <TextPanel text={text} place={at?.place} />}
    </Modal>
  );
}

type TextPanelProps = { text: UseQueryResult<DocumentText>; place: OpenedDocument['place'] };

/** A text that is there stays, although asking for it anew has failed. */
function TextPanel({ text, place }: TextPanelProps) {
  return (
    <>
      {text.isPending && <TextSkeleton />}
      {text.isError && <LoadFailure query={text} text={texts.loadFailed} className="mb-4" />}
      {text.data && <Content document={text.data} place={place} />}
    </>
  );
}

type FooterProps = {
  baseId: number;
  opened: OpenedDocument;
  close: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
};

function Footer({ baseId, opened, close, onClose }: FooterProps) {
  const download = useDownload(baseId, opened);
  return (
    <>
      {download.failed && (
        <p role="alert" className="flex-1 self-center text-small text-danger">
          {download.failed}
        </p>
      )}
      <Button icon={<Download />} busy={download.busy} onClick={download.run}>
        {all.row.download}
      </Button>
      <Button ref={close} variant="primary" onClick={onClose}>
        {texts.close}
      </Button>
    </>
  );
}

/** The facts of the file, and a line for each note of its reading. */
function Head({ document }: { document: DocumentText | undefined }) {
  if (!document) return <Skeleton className="h-5 w-56" />;
  return (
    <>
      <Facts document={document} />
      {document.notes.map(({ kind, count }) => (
        <span key={kind} className="block text-small">
          {all.notes[kind](count)}
        </span>
      ))}
    </>
  );
}

function Facts({ document }: { document: DocumentText }) {
  const { file_type, file_size, token_count, pages, passages } = document;
  const facts = [
    typeLabel(file_type),
    formatFileSize(file_size),
    formatTokens(token_count),
    pages === null ? '' : texts.pages(pages),
    passages.length > 0 ? texts.passages(passages.length) : '',
  ];
  return <span className="tabular-nums">{facts.filter(Boolean).join(' · ')}</span>;
}

type ContentProps = { document: DocumentText; place: OpenedDocument['place'] };

function Content({ document, place }: ContentProps): ReactNode {
  const isEmpty = document.content_text.trim() === '';
  if (isEmpty && isUnfinished(document)) return <EmptyState title={texts.unfinished} />;
  if (isEmpty && document.status === 'failed') return <Alert title={texts.failed} line={document.error} />;
  if (isEmpty) return <EmptyState title={texts.none} />;
  return (
    <>
      {isUnfinished(document) && <Alert tone="info" title={texts.former} className="mb-4" />}
      {document.status === 'failed' && (
        <Alert tone="warn" title={texts.formerKept} line={document.error} className="mb-4" />
      )}
      <PassageText document={document} place={place} />
    </>
  );
}

function TextSkeleton() {
  return (
    <div aria-busy="true" data-skeleton className="grid min-h-[46dvh] content-start gap-3">
      {['w-11/12', 'w-full', 'w-10/12', 'w-9/12', 'w-8/12', 'w-full', 'w-6/12'].map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
        <Skeleton key={index} className={`h-4 ${width}`} />
      ))}
    </div>
  );
}
