/** Cards that come a page at a time: while they come, when they do not, when there are none, and the button for more. */
import type { ReactNode } from 'react';
import { type Paged, retryOf } from '../../lib/pages.ts';
import { classes } from '../classes.ts';
import { Button } from '../controls/button.tsx';
import { Alert } from '../display/alert.tsx';
import { cardLook } from '../display/card.tsx';
import { CardGrid } from './card-grid.tsx';

type PagedCardsProps = {
  pages: Paged;
  /** The accessible name of the list of cards. */
  label: string;
  /** The failure in words. */
  failure: { title: string; line?: string } | null;
  moreLabel: string;
  skeleton: ReactNode;
  /** Shown where there is no card. */
  empty: ReactNode;
  children: ReactNode[];
};

export function PagedCards({ pages, label, failure, moreLabel, skeleton, empty, children }: PagedCardsProps) {
  if (pages.isPending) return skeleton;
  const failed = failure !== null && <Alert {...failure} {...retryOf(pages)} />;
  if (failed && !pages.data) return failed;
  if (children.length === 0) return <div className={cardLook}>{empty}</div>;
  return (
    <div
      aria-busy={pages.isFetching}
      className={classes('grid gap-5 transition-opacity', pages.isPlaceholderData && 'opacity-60')}
    >
      <CardGrid label={label}>{children}</CardGrid>
      {failed}
      {pages.hasNextPage && (
        <div className="flex justify-center">
          <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {moreLabel}
          </Button>
        </div>
      )}
    </div>
  );
}
