/** What people have told, for administrators. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareHeart } from 'lucide-react';
import { useState } from 'react';
import { failureText } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { rowsOf } from '../../lib/pages.ts';
import { useTitle } from '../../lib/title.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { cardLook } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HeaderTitle } from '../../ui/header-slot.tsx';
import { Page } from '../../ui/page.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FeedbackRow } from './feedback-row.tsx';
import { feedbackList } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.list;

export function FeedbackScreen() {
  useTitle(texts.title);
  const [shown, setShown] = useState<'open' | 'all'>('all');
  const found = useInfiniteQuery(feedbackList(shown === 'all'));
  const rows = rowsOf(found.data);
  const total = found.data?.pages.at(-1)?.metadata.total ?? 0;
  return (
    <Page
      title={texts.title}
      line={texts.line}
      aside={<Segmented label={texts.show} value={shown} options={texts.shown} onChange={setShown} />}
    >
      <HeaderTitle>{texts.title}</HeaderTitle>
      {found.isError && (
        <Alert
          title={failureText(found.error, texts.loadFailed)}
          onRetry={() => void (found.isFetchNextPageError ? found.fetchNextPage() : found.refetch())}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && <Skeletons />}
      {found.data && rows.length === 0 && <Nothing open={shown === 'open'} />}
      {rows.length > 0 && (
        <div
          aria-busy={found.isFetching}
          className={classes('grid gap-5 transition-opacity', found.isPlaceholderData && 'opacity-60')}
        >
          <ul aria-label={texts.title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
            {rows.map((feedback) => (
              <FeedbackRow key={feedback.id} feedback={feedback} />
            ))}
          </ul>
          <div className="grid justify-items-center gap-2">
            <span role="status" className="text-small text-ink-3 tabular-nums">
              {texts.loaded(formatNumber(rows.length), formatNumber(total))}
            </span>
            {found.hasNextPage && (
              <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
                {texts.loadMore}
              </Button>
            )}
          </div>
        </div>
      )}
    </Page>
  );
}

function Nothing({ open }: { open: boolean }) {
  return (
    <div className={cardLook}>
      <EmptyState
        icon={<MessageSquareHeart />}
        title={open ? texts.noneOpen : texts.none}
        line={open ? texts.noneOpenLine : texts.noneLine}
      />
    </div>
  );
}

function Skeletons() {
  return (
    <div role="status" data-skeleton className="grid gap-3">
      <span className="sr-only">{texts.loading}</span>
      {['first', 'second', 'third'].map((row) => (
        <div key={row} className={classes(cardLook, 'grid gap-3 p-5')}>
          <Skeleton className="h-9 w-56" />
          <Skeleton className="h-12" />
          <Skeleton className="h-8 w-40" />
        </div>
      ))}
    </div>
  );
}
