/** The rows behind a result, and how it was calculated: both are asked anew when they are opened. */
import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { chatApi } from '#contract/chat.ts';
import { RESULT_ROWS_PAGE } from '#contract/limits.ts';
import type { ResultCalculation } from '#contract/table-result.ts';
import { call } from '../../../api/client.ts';
import { failureWords } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import type { ResultPlace } from './filters/filter-columns.ts';
import { RowsTable } from './result-table.tsx';
import { texts } from './texts.ts';

const rowsQuery = (place: ResultPlace, group: number | undefined) =>
  infiniteQueryOptions({
    queryKey: ['chat', 'result-rows', place.id, place.index, group ?? null] as const,
    queryFn: ({ pageParam: skip, signal }) =>
      call(
        chatApi.resultRows,
        { params: place, query: { skip, limit: RESULT_ROWS_PAGE, group } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.metadata.has_more ? pages.reduce((sum, { data }) => sum + data.length, 0) : undefined,
    // The source may have changed since: opened again, it is read again.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

type RowsDialogProps = {
  place: ResultPlace;
  /** The rows of one group only, by its position in the result. */
  group?: { place: number; label: string } | undefined;
  onClose: () => void;
};

export function RowsDialog({ place, group, onClose }: RowsDialogProps) {
  const found = useInfiniteQuery(rowsQuery(place, group?.place));
  const pages = found.data?.pages ?? [];
  const rows = pages.flatMap(({ data }) => data);
  const { columns = [], total = 0 } = pages.at(-1)?.metadata ?? {};
  const title = group ? texts.rowsOf(group.label) : texts.rowsTitle;
  return (
    <Modal
      open
      size="wide"
      title={title}
      onClose={onClose}
      footer={
        <>
          <p role="status" className="mr-auto text-small text-ink-2 tabular-nums">
            {found.data && texts.shownOf(formatNumber(rows.length), formatNumber(total))}
          </p>
          {found.hasNextPage && (
            <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              {texts.loadMore}
            </Button>
          )}
        </>
      }
    >
      {found.isPending && <Waiting label={texts.rowsLoading} />}
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.rowsFailed)}
          onRetry={() => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch())}
          retrying={found.isFetching}
          className="mb-3"
        />
      )}
      {found.data && <Rows columns={columns} rows={rows} label={title} />}
    </Modal>
  );
}

function Rows(props: ComponentProps<typeof RowsTable>) {
  if (props.rows.length === 0) return <EmptyState title={texts.noRows} />;
  return (
    <div className={classes(cardLook, 'overflow-hidden')}>
      <RowsTable {...props} />
    </div>
  );
}

const howQuery = (place: ResultPlace) =>
  queryOptions({
    queryKey: ['chat', 'result-how', place.id, place.index] as const,
    queryFn: ({ signal }) => call(chatApi.resultHow, { params: place }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

export function HowDialog({ place, onClose }: { place: ResultPlace; onClose: () => void }) {
  const how = useQuery(howQuery(place));
  return (
    <Modal open title={texts.how} line={texts.howLine} onClose={onClose}>
      {how.isPending && <Waiting label={texts.howLoading} />}
      {how.isError && (
        <Alert
          {...failureWords(how.error, texts.howFailed)}
          onRetry={() => void how.refetch()}
          retrying={how.isFetching}
        />
      )}
      {how.data && <Calculation how={how.data} />}
    </Modal>
  );
}

function Calculation({ how }: { how: ResultCalculation }) {
  const { rows_considered, skipped_nulls, misfits, ms, sql, parameters } = how;
  const facts = [
    [texts.considered, formatNumber(rows_considered)],
    [texts.skipped, formatNumber(skipped_nulls)],
    [texts.misfits, formatNumber(misfits)],
    [texts.time, texts.milliseconds(formatNumber(Math.round(ms)))],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 text-control">
        {facts.map(([label, value]) => (
          <div key={label} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-ink-2">{label}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {sql !== undefined && <Statement label={texts.sql} text={sql} />}
      {parameters && parameters.length > 0 && (
        <Statement
          label={texts.parameters}
          text={parameters.map((value, at) => `$${at + 1} = ${value}`).join('\n')}
        />
      )}
    </>
  );
}

function Statement({ label, text }: { label: string; text: string }) {
  return (
    <section className="mt-5">
      <h3 className="text-label font-medium">{label}</h3>
      {/* biome-ignore lint/a11y/useAriaPropsSupportedByRole: it is scrolled, and named for those who reach it by keyboard */}
      <pre
        tabIndex={0}
        aria-label={label}
        className="mt-1.5 max-h-72 overflow-auto rounded-card border border-line bg-sunken p-3 text-small whitespace-pre-wrap wrap-anywhere -outline-offset-2"
      >
        {text}
      </pre>
    </section>
  );
}

const Waiting = ({ label }: { label: string }) => (
  <div data-skeleton className="grid gap-3">
    <p role="status" className="text-small text-ink-2">
      {label}
    </p>
    <Skeleton className="h-6 w-full" />
    <Skeleton className="h-6 w-4/5" />
    <Skeleton className="h-6 w-full" />
  </div>
);
