/**
 * The frame that both dialogs of a group share: filters that stay in sight, a growing list, its empty and failed
 * states.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import { type Paged, retryOf } from '../../../lib/pages.ts';
import { classes } from '../../../ui/classes.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { LoadNearEnd, scrollerOf } from '../../../ui/scroll/load-near-end.tsx';
import type { Told } from '../../users/failure-words.ts';

type StatusFrameProps = {
  label: string;
  found: Paged & { isError: boolean };
  /** Number of rows that are shown. */
  count: number;
  /** The search term: another one scrolls back to the top. */
  filterKey: string;
  empty: string;
  failure: Told | null;
  /** Above the list, staying there while it scrolls. */
  filters: ReactNode;
  /** The rows. */
  children: ReactNode;
};

export function StatusFrame({ label, found, count, filterKey, empty, failure, ...rest }: StatusFrameProps) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins at the top whenever the filter is another
  useEffect(() => {
    const scroller = place.current && scrollerOf(place.current);
    if (scroller) scroller.scrollTop = 0;
  }, [filterKey]);
  const more = found.hasNextPage && !found.isError && !found.isPlaceholderData;
  return (
    <div ref={place}>
      <div className="sticky -top-1 z-10 grid gap-3 bg-paper pt-1 pb-3">{rest.filters}</div>
      <div
        aria-busy={found.isFetching}
        className="grid min-h-[300px] content-start gap-3 phone:min-h-[40dvh]"
      >
        {found.isPending && <RowSkeletons />}
        {count === 0 && !found.isPending && !found.isError && <EmptyState title={empty} />}
        {count > 0 && (
          <ul
            aria-label={label}
            className={classes('grid gap-0.5 transition-opacity', found.isPlaceholderData && 'opacity-60')}
          >
            {rest.children}
          </ul>
        )}
        {failure && <Alert {...failure} {...retryOf(found)} />}
        {more && (
          <LoadNearEnd
            count={count}
            loading={found.isFetchingNextPage}
            onReach={() => void found.fetchNextPage()}
          />
        )}
      </div>
    </div>
  );
}

function RowSkeletons() {
  return (
    <div aria-busy="true" data-skeleton className="grid gap-2">
      {['a', 'b', 'c', 'd', 'e'].map((row) => (
        <Skeleton key={row} className="h-12 w-full" />
      ))}
    </div>
  );
}
