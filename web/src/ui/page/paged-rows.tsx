/** Rows that come a page at a time: what failed above them, while they come, where there are none, and the button for more. */
import type { ReactNode } from 'react';
import { type Paged, retryOf } from '../../lib/pages.ts';
import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import { Alert } from '../display/alert.tsx';
import { cardLook } from '../display/card.tsx';

/** The search above rows: it stays in sight while they scroll, over the padding of the page too. */
export const stuckBar = 'sticky -top-7 z-10 -my-2 bg-paper py-3';

type PagedRowsProps = {
  pages: Paged;
  /** The failure in words. */
  failure: { title: string; line?: string | null } | null;
  /** The number of rows that are shown. */
  count: number;
  /** How many are here, and of how many. */
  loaded?: string | undefined;
  moreLabel: string;
  skeleton: ReactNode;
  /** Shown where there is no row. */
  empty: ReactNode;
  /** The rows. */
  children: ReactNode;
};

export function PagedRows({ pages, failure, count, loaded, moreLabel, ...rest }: PagedRowsProps) {
  return (
    <>
      {failure && <Alert {...failure} {...retryOf(pages)} />}
      {pages.isPending && rest.skeleton}
      {pages.data && count === 0 && <div className={cardLook}>{rest.empty}</div>}
      {count > 0 && (
        <div
          aria-busy={pages.isFetching}
          className={classes('grid gap-5 transition-opacity', pages.isPlaceholderData && 'opacity-60')}
        >
          {rest.children}
          <div className="grid justify-items-center gap-2 empty:hidden">
            {loaded !== undefined && (
              <span role="status" className="text-small text-ink-3 tabular-nums">
                {loaded}
              </span>
            )}
            {pages.hasNextPage && (
              <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                {moreLabel}
              </Button>
            )}
          </div>
        </div>
      )}
    </>
  );
}
