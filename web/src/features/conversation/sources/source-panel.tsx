/** Shows the source of a citation beside the answer; on a phone as a sheet from the bottom. */
import { ChevronLeft, ChevronRight, ExternalLink, X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { memo } from 'react';
import type { Source } from '#contract/citations.ts';
import { useMobile } from '../../../lib/use-mobile.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Scrim } from '../../../ui/dialogs/modal.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { SourceBadge, SourceNumber } from './source-cards.tsx';
import { SourcePlace } from './source-excerpt.tsx';
import { sourceLocation } from './source-words.ts';
import { texts } from './texts.ts';
import { usePanelFocus } from './use-panel-focus.ts';

export type OpenedSource = {
  /** Id of the answer; undefined while that is still being written. */
  messageId: number | undefined;
  /** All sources of the answer, for previous and next. */
  sources: Source[];
  source: Source;
};

const look =
  'fixed z-50 flex flex-col bg-paper shadow-2 outline-none desk:top-14 desk:right-0 desk:bottom-0 desk:w-(--source-panel) desk:border-l desk:border-line desk:animate-appear phone:inset-x-0 phone:bottom-0 phone:h-[86dvh] phone:rounded-t-panel phone:pb-[env(safe-area-inset-bottom)] phone:animate-sheet';

type SourcePanelProps = {
  open: boolean;
  opened: OpenedSource | undefined;
  onOpen: (opened: OpenedSource) => void;
  onClose: () => void;
};

/** Memoised: a growing answer does not render it again. */
export const SourcePanel = memo(function SourcePanel({
  open: isOpen,
  opened,
  onOpen,
  onClose,
}: SourcePanelProps) {
  const mobile = useMobile();
  const { panel, passOn, giveBack } = usePanelFocus({ opened, holds: mobile });
  return (
    // Beside the answer the panel is not modal; the sheet covers the answer.
    <Dialog.Root open={isOpen} modal={mobile} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        {mobile && opened && <Scrim />}
        <Dialog.Content
          ref={panel}
          aria-describedby={undefined}
          onCloseAutoFocus={giveBack}
          data-source-panel
          className={look}
          // Pressing another marker or card must not close the panel first.
          onInteractOutside={(event) => !mobile && event.preventDefault()}
        >
          {opened && (
            // biome-ignore lint/a11y/noStaticElementInteractions: hears the Tab of what stands in it
            <div className="contents" onKeyDown={passOn}>
              <Head opened={opened} onOpen={onOpen} />
              <SourcePlace
                key={`${opened.messageId}-${opened.source.index}`}
                messageId={opened.messageId}
                source={opened.source}
              />
            </div>
          )}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
});

function Head({ opened, onOpen }: { opened: OpenedSource; onOpen: SourcePanelProps['onOpen'] }) {
  const { source, sources } = opened;
  const at = sources.findIndex(({ index }) => index === source.index);
  const go = (step: number) => {
    const next = sources[(at + step + sources.length) % sources.length];
    if (next) onOpen({ ...opened, source: next });
  };
  const place = sourceLocation(source);
  return (
    <div className="border-b border-line px-5 pt-4 pb-4">
      <div className="flex items-center gap-1 text-small text-ink-3">
        <span className="mr-auto">{texts.sourceAt(at + 1, sources.length)}</span>
        {sources.length > 1 && (
          <>
            <IconButton label={texts.previousSource} onClick={() => go(-1)}>
              <ChevronLeft />
            </IconButton>
            <IconButton label={texts.nextSource} onClick={() => go(1)}>
              <ChevronRight />
            </IconButton>
          </>
        )}
        <Dialog.Close asChild>
          <IconButton label={uiTexts.close} className="-mr-2">
            <X />
          </IconButton>
        </Dialog.Close>
      </div>
      <div className="mt-1 flex items-start gap-3">
        <span className="mt-1">
          <SourceNumber index={source.index} />
        </span>
        <div className="min-w-0 flex-1">
          <Dialog.Title className="text-title leading-snug wrap-anywhere">{source.title}</Dialog.Title>
          {place && <p className="mt-1 text-small text-ink-2 wrap-anywhere">{place}</p>}
          <SourceBadge source={source} />
          {source.url && /^https?:/.test(source.url) && (
            <a
              href={source.url}
              target="_blank"
              rel="noreferrer"
              className="mt-1.5 inline-flex items-center gap-1.5 text-small font-medium text-brand hover:underline phone:min-h-11"
            >
              {texts.openPage}
              <ExternalLink className="size-4" />
            </a>
          )}
        </div>
      </div>
    </div>
  );
}
