import { Download, Ellipsis, FileText, FileUp, RefreshCw, RotateCw, Trash2 } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { KbDocument } from '#contract/knowledge.ts';
import type { Validity } from '#contract/validity-state.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { formatFileSize, formatTokens } from '../../../lib/text/figures.ts';
import { validityText } from '../../../lib/text/validity-text.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Menu, MenuItem } from '../../../ui/dialogs/menu.tsx';
import { isUnfinished, typeLabel } from '../document-words.ts';
import { useDownload } from '../reader/use-download.ts';
import { texts } from '../texts-documents.ts';
import { toneOf } from '../validity/validity-words.ts';
import { DocumentState } from './document-state.tsx';

/** Columns where the list has room for them; below that a row is a card. By its own width: the sidebar takes some. */
export const rowLook =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 @min-[800px]:grid-cols-[minmax(0,1fr)_72px_72px_100px_88px_160px_104px] @min-[800px]:gap-y-0';

export type RowActions = {
  onOpen: (document: KbDocument) => void;
  onOpenWeak: (document: KbDocument) => void;
  onReplace: (document: KbDocument) => void;
  onRemove: (document: KbDocument) => void;
  onReread: (document: KbDocument) => void;
};

type DocumentRowProps = RowActions & { baseId: number; document: KbDocument; canRecognise: boolean };

/** Drawn anew only when the document changes: there may be hundreds. */
export const DocumentRow = memo(function DocumentRow({
  baseId,
  document,
  canRecognise,
  onOpen,
  onOpenWeak,
  onReplace,
  onRemove,
  onReread,
}: DocumentRowProps) {
  const download = useDownload(baseId, document);
  return (
    <li
      className={classes(
        rowLook,
        // Rows out of sight are not laid out, but the browser's own search still finds them.
        'relative min-h-[53px] py-2 transition-colors [contain-intrinsic-size:auto_53px] [content-visibility:auto] hover:bg-sunken/60',
      )}
    >
      <span className="col-span-2 flex min-w-0 items-center gap-2.5 @min-[800px]:col-span-1">
        {document.sync_id === null ? (
          <FileText className="text-ink-3" />
        ) : (
          <RefreshCw className="text-ink-3" role="img" aria-label={texts.row.synced} />
        )}
        <span className="grid min-w-0 justify-items-start">
          <OpenButton name={document.original_filename} onClick={() => onOpen(document)} />
          {document.validity && <Holds validity={document.validity} />}
        </span>
      </span>
      <Facts document={document} />
      <div className="min-w-0 pl-7 @min-[800px]:pl-0">
        <DocumentState
          baseId={baseId}
          document={document}
          canRecognise={canRecognise}
          onReread={onReread}
          onOpenWeak={onOpenWeak}
        />
        {download.failed && (
          <p role="alert" className="mt-1 text-tiny text-danger">
            {download.failed}
          </p>
        )}
      </div>
      <Buttons
        document={document}
        download={download}
        onReplace={onReplace}
        onRemove={onRemove}
        onReread={onReread}
      />
    </li>
  );
});

function OpenButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <button
      type="button"
      title={name}
      onClick={onClick}
      // The whole row is the button's.
      className="line-clamp-2 min-w-0 rounded-control text-left leading-snug font-medium wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand/70"
    >
      {name}
    </button>
  );
}

/** Whether it holds today: what does not, and what nobody has dated, is looked for in this list. */
function Holds({ validity }: { validity: Validity }) {
  const look = { ok: 'text-ink-3', neutral: 'text-ink-3', warn: 'text-ipe-ink', danger: 'text-danger' };
  return (
    <span className={classes('text-tiny wrap-anywhere', look[toneOf(validity)])}>
      {validityText(validity)}
    </span>
  );
}

type ButtonsProps = Omit<RowActions, 'onOpen' | 'onOpenWeak'> & {
  document: KbDocument;
  download: ReturnType<typeof useDownload>;
};

function Buttons({ document, download, onReplace, onRemove, onReread }: ButtonsProps) {
  const name = document.original_filename;
  return (
    <div className="relative z-10 -mr-1.5 flex self-end justify-self-end @min-[800px]:self-center">
      <IconButton
        size="small"
        label={texts.row.downloadOne(name)}
        busy={download.busy}
        onClick={download.run}
      >
        <Download />
      </IconButton>
      <Menu
        trigger={
          <IconButton size="small" label={texts.row.more(name)}>
            <Ellipsis />
          </IconButton>
        }
      >
        <MenuItem icon={<FileUp />} onSelect={() => onReplace(document)}>
          {texts.row.replace}
        </MenuItem>
        {document.can_reread && (
          <MenuItem icon={<RotateCw />} onSelect={() => onReread(document)}>
            {texts.old.again}
          </MenuItem>
        )}
      </Menu>
      <IconButton size="small" label={texts.row.removeOne(name)} onClick={() => onRemove(document)}>
        <Trash2 />
      </IconButton>
    </div>
  );
}

function Facts({ document }: { document: KbDocument }) {
  const known = document.searchable || !isUnfinished(document);
  return (
    <dl className="col-span-2 flex flex-wrap gap-x-4 pl-7 text-small text-ink-2 tabular-nums @min-[800px]:contents @min-[800px]:text-control">
      <Fact name={texts.columns.type}>{typeLabel(document.file_type)}</Fact>
      <Fact name={texts.columns.size} right>
        {formatFileSize(document.file_size)}
      </Fact>
      <Fact name={texts.columns.tokens} right>
        {known ? formatTokens(document.token_count) : '·'}
      </Fact>
      <Fact name={texts.columns.added}>
        <time dateTime={document.created_at} title={formatDateTime(document.created_at)}>
          {formatDate(document.created_at)}
        </time>
      </Fact>
    </dl>
  );
}

function Fact({ name, right, children }: { name: string; right?: boolean; children: ReactNode }) {
  return (
    <div className={classes('min-w-0', right && '@min-[800px]:text-right')}>
      <dt className="sr-only">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
