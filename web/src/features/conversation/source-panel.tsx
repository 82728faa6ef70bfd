/** The whole passage behind a citation, beside the answer; on a phone a sheet from the bottom. */
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { Source } from '#contract/chat.ts';
import { useMobile } from '../../lib/use-mobile.ts';
import { IconButton } from '../../ui/button.tsx';
import { Scrim } from '../../ui/modal.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { placeOf } from './source-words.ts';
import { SourceNumber } from './sources.tsx';
import { texts } from './texts.ts';

const look =
  'fixed z-50 flex flex-col bg-paper shadow-2 outline-none desk:top-14 desk:right-0 desk:bottom-0 desk:w-[min(440px,max(300px,100vw-1084px))] desk:border-l desk:border-line desk:animate-appear phone:inset-x-0 phone:bottom-0 phone:max-h-[86dvh] phone:rounded-t-panel phone:pb-[env(safe-area-inset-bottom)] phone:animate-sheet';

export function SourcePanel({ source, onClose }: { source: Source | undefined; onClose: () => void }) {
  const mobile = useMobile();
  return (
    // Beside the answer one goes on reading it; a sheet covers it.
    <Dialog.Root open={source !== undefined} modal={mobile} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        {mobile && source && <Scrim />}
        <Dialog.Content aria-describedby={undefined} data-source-panel className={look}>
          {source && <Passage source={source} />}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Passage({ source }: { source: Source }) {
  const place = placeOf(source);
  return (
    <>
      <div className="flex items-start gap-3 border-b border-line px-5 pt-5 pb-4">
        <span className="mt-1">
          <SourceNumber index={source.index} />
        </span>
        <div className="min-w-0 flex-1">
          <Dialog.Title className="text-title leading-snug wrap-anywhere">{source.title}</Dialog.Title>
          {place && <p className="mt-1 text-small text-ink-2 wrap-anywhere">{place}</p>}
        </div>
        <Dialog.Close asChild>
          <IconButton label={uiTexts.close} className="-mt-1 -mr-2">
            <X />
          </IconButton>
        </Dialog.Close>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-5 -outline-offset-2">
        <p className="text-tiny font-medium text-ink-3">{texts.literal}</p>
        <blockquote className="mt-2 border-l-[3px] border-brand bg-brand-soft/60 px-4 py-3 text-body leading-relaxed whitespace-pre-wrap wrap-anywhere">
          {source.snippet}
        </blockquote>
        {source.row && <Row row={source.row} />}
      </div>
    </>
  );
}

function Row({ row }: { row: Record<string, unknown> }) {
  return (
    <>
      <p className="mt-6 text-tiny font-medium text-ink-3">{texts.record}</p>
      <dl className="mt-2 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
        {Object.entries(row).map(([name, value]) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-3 wrap-anywhere">{name}</dt>
            <dd className="wrap-anywhere">{wordsOf(value)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function wordsOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
