import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { failureText } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { texts as all } from '../texts.ts';
import { RowsTable } from './rows-table.tsx';
import type { RowsPage } from './source-rows.ts';
import '../../../ui/scroll/room-beside.css';

const texts = all.viewer;

type ResultsProps = { found: UseInfiniteQueryResult<InfiniteData<RowsPage>>; onRefresh: () => void };

export function Results({ found, onRefresh }: ResultsProps) {
  if (found.isPending) return <ResultsSkeleton />;
  const failed = found.isError && !found.isFetching && (
    <Alert
      title={failureText(found.error, texts.failed)}
      onRetry={() => (found.isFetchNextPageError ? void found.fetchNextPage() : onRefresh())}
    />
  );
  const pages = found.data?.pages ?? [];
  const [first] = pages;
  if (!first) return failed || <ResultsSkeleton />;
  const rows = pages.flatMap(({ results }) => results);
  // The last page has the newest total.
  const total = pages.at(-1)?.total ?? 0;
  return (
    <>
      <div
        aria-busy={found.isFetching}
        className={classes(
          cardLook,
          'min-w-0 overflow-hidden transition-opacity',
          // Its columns take the room on the right of the page; the left edge stays where all cards have it.
          'rows-room',
          found.isRefetching && 'opacity-60',
        )}
      >
        {first.columns.length > 0 && <RowsTable columns={first.columns} rows={rows} />}
        {rows.length === 0 && <EmptyState title={texts.none} />}
        <footer className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-2 phone:px-4">
          <p role="status" className="text-small text-ink-2 tabular-nums">
            {texts.shown(formatNumber(rows.length), formatNumber(total))}
          </p>
          {found.hasNextPage && (
            <Button size="small" busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
              {texts.loadMore}
            </Button>
          )}
        </footer>
      </div>
      {failed}
    </>
  );
}

function ResultsSkeleton() {
  return (
    <div aria-busy="true" data-skeleton className={classes(cardLook, 'grid gap-3 p-5')}>
      <p role="status" className="text-small text-ink-2">
        {texts.running}
      </p>
      {['w-full', 'w-4/5', 'w-full', 'w-3/5', 'w-4/5'].map((width, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
        <Skeleton key={place} className={`h-6 ${width}`} />
      ))}
    </div>
  );
}
