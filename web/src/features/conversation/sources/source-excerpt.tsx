/** The text around a cited passage with the passage highlighted, or the reason why only the citation is left. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { chatApi } from '#contract/chat.ts';
import type { Source, SourceView } from '#contract/citations.ts';
import { cellWords } from '#contract/records.ts';

import { call } from '../../../api/client.ts';
import { messageOf } from '../../../api/error-message.ts';
import { validityText } from '../../../lib/text/validity-text.ts';
import { useMobile } from '../../../lib/use-mobile.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { Markdown } from '../markdown/markdown.tsx';
import { texts as chatTexts } from '../texts.ts';
import { SourcePage } from './source-page.tsx';
import { SourceText } from './source-text.tsx';
import { isText } from './source-words.ts';
import { texts } from './texts.ts';

const sourceQuery = (messageId: number, index: number) =>
  queryOptions({
    queryKey: ['chat', 'source', messageId, index] as const,
    queryFn: ({ signal }) => call(chatApi.source, { params: { id: messageId, index } }, { signal }),
  });

type SourcePlaceProps = { messageId: number | undefined; source: Source };

export function SourcePlace({ messageId, source }: SourcePlaceProps) {
  const isInDocument = isText(source) && messageId !== undefined;
  const view = useQuery({ ...sourceQuery(messageId ?? 0, source.index), enabled: isInDocument });

  if (!isInDocument) {
    return (
      <Frame>
        <Literal source={source} />
        {source.row && <SourceRecord row={source.row} columns={source.columns} />}
      </Frame>
    );
  }
  if (view.isPending) return <PlaceSkeleton />;
  if (view.isError) {
    return (
      <Frame>
        <Alert
          title={texts.sourceFailed}
          line={messageOf(view.error, texts.sourceFailed)}
          onRetry={() => void view.refetch()}
          retrying={view.isFetching}
          className="mb-5"
        />
        <Literal source={source} />
      </Frame>
    );
  }
  return <Place view={view.data} source={source} messageId={messageId} />;
}

const notices = { removed: texts.sourceRemoved, changed: texts.sourceChanged } as const;

type PlaceProps = { view: SourceView; source: Source; messageId: number };

function Place({ view, source, messageId }: PlaceProps) {
  const { state, text, start, end } = view;
  if (state === 'shown' && text !== null && start !== null && end !== null)
    return (
      <>
        <ValidityNow view={view} />
        <Scanned view={view} messageId={messageId}>
          <Passage view={view} text={text} start={start} end={end} />
        </Scanned>
      </>
    );
  return (
    <Frame>
      {(state === 'removed' || state === 'changed') && (
        <Alert
          tone="warn"
          title={state === 'removed' && source.kind === 'file' ? texts.fileRemoved : notices[state]}
          className="mb-5"
        />
      )}
      <Literal source={source} />
    </Frame>
  );
}

/** Says when a dated text holds now, where the card of the answer says something else. */
function ValidityNow({ view: { validity, validity_changed, source } }: { view: SourceView }) {
  const words = validity && validityText(validity);
  if (!words || words === source.validity_label) return null;
  if (validity_changed)
    return <Alert tone="warn" title={texts.validityChanged(words)} className="mx-5 mt-4 shrink-0" />;
  return <p className="px-5 pt-4 text-small text-ink-2">{texts.validityToday(words)}</p>;
}

/** Text that was recognised on a scanned page is shown beside the picture of the page, where that is kept. */
function Scanned({
  view: { page, source },
  messageId,
  children,
}: Omit<PlaceProps, 'source'> & { children: ReactNode }) {
  const mobile = useMobile();
  // On a phone, where one of them fits, the picture of a weakly read page comes first.
  const [shown, setShown] = useState<'text' | 'page'>(page?.weak && page.image && mobile ? 'page' : 'text');
  if (!page) return children;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2.5 px-5 pt-4 empty:hidden">
        {page.image && (
          <Segmented
            label={texts.sourceAs}
            value={shown}
            options={[
              { value: 'text', label: texts.asText },
              { value: 'page', label: texts.asPage },
            ]}
            onChange={setShown}
          />
        )}
        {page.weak && (
          <span title={texts.weakPageHint}>
            <Badge tone="warn">{chatTexts.weakPage}</Badge>
          </span>
        )}
      </div>
      {shown === 'text' ? (
        children
      ) : (
        <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
          <SourcePage messageId={messageId} index={source.index} page={page} />
        </div>
      )}
    </>
  );
}

type PassageProps = { view: SourceView; text: string; start: number; end: number };

function Passage({ view, text, start, end }: PassageProps) {
  const mark = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const place = mark.current?.closest<HTMLElement>('[data-place]');
    if (!place || !mark.current) return;
    // Scrolls the panel only; the upper third shows the text before the passage.
    const offset = mark.current.getBoundingClientRect().top - place.getBoundingClientRect().top;
    place.scrollTop += offset - place.clientHeight / 3;
  }, []);
  return (
    <Frame>
      <div className="text-body leading-relaxed whitespace-pre-wrap wrap-anywhere">
        {view.more_before && <Gap />}
        <SourceText text={text} to={start} />
        <mark ref={mark} className="rounded-[3px] bg-ipe-soft py-0.5 text-ink ring-2 ring-ipe-soft">
          <SourceText text={text} from={start} to={end} />
        </mark>
        <SourceText text={text} from={end} />
        {view.more_after && <Gap />}
      </div>
    </Frame>
  );
}

/** The document continues here. */
const Gap = () => <span className="text-ink-3">{' […] '}</span>;

function Frame({ children }: { children: ReactNode }) {
  return (
    <section
      data-place
      aria-label={texts.sourceText}
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto px-5 py-5 -outline-offset-2"
    >
      {children}
    </section>
  );
}

function Literal({ source }: { source: Source }) {
  if (source.kind === 'verified')
    return (
      <>
        <p className="text-tiny font-medium text-ink-3">{texts.verifiedWords}</p>
        <div className="mt-2 border-l-[3px] border-ok bg-ok-soft/60 px-4 py-3">
          <Markdown text={source.snippet} />
        </div>
      </>
    );
  return (
    <>
      <p className="text-tiny font-medium text-ink-3">
        {source.kind === 'result' ? texts.understood : texts.literal}
      </p>
      <blockquote className="mt-2 border-l-[3px] border-brand bg-brand-soft/60 px-4 py-3 text-body leading-relaxed whitespace-pre-wrap wrap-anywhere">
        <SourceText text={source.snippet} />
      </blockquote>
    </>
  );
}

function PlaceSkeleton() {
  return (
    <Frame>
      <span role="status" className="sr-only">
        {texts.sourceLoading}
      </span>
      <div className="grid gap-3">
        {['w-11/12', 'w-full', 'w-10/12', 'w-9/12', 'w-8/12', 'w-7/12', 'w-6/12'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </div>
    </Frame>
  );
}

type SourceRecordProps = { row: NonNullable<Source['row']>; columns?: Source['columns'] };

export function SourceRecord({ row, columns }: SourceRecordProps) {
  // Older citations carry no columns: the order of the stored row is used.
  const shown = columns ?? Object.keys(row).map((name) => ({ name, kind: 'text' as const }));
  return (
    <>
      <p className="mt-6 text-tiny font-medium text-ink-3">{texts.record}</p>
      <dl className="mt-2 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-small">
        {shown.map(({ name, kind }) => (
          <div key={name} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-3 wrap-anywhere">{name}</dt>
            <dd className="wrap-anywhere">{cellWords(row[name], kind) || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
