/** The list of feedback, for administrators. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessageSquareHeart } from 'lucide-react';
import { useState } from 'react';
import { failureWords } from '../../api/error-message.ts';
import { formatNumber } from '../../lib/format.ts';
import { rowsOf } from '../../lib/pages.ts';
import { choicesOf } from '../../lib/text/choices.ts';
import { useTitle } from '../../lib/title.ts';
import { classes } from '../../ui/classes.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { HeaderTitle } from '../../ui/page/header-slot.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PagedRows } from '../../ui/page/paged-rows.tsx';
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
      aside={
        <Segmented label={texts.show} value={shown} options={choicesOf(texts.shown)} onChange={setShown} />
      }
    >
      <HeaderTitle>{texts.title}</HeaderTitle>
      <PagedRows
        pages={found}
        failure={found.isError ? failureWords(found.error, texts.loadFailed) : null}
        count={rows.length}
        loaded={texts.loaded(formatNumber(rows.length), formatNumber(total))}
        moreLabel={texts.loadMore}
        skeleton={<Skeletons />}
        empty={<Nothing open={shown === 'open'} />}
      >
        <ul aria-label={texts.title} className="grid grid-cols-[minmax(0,1fr)] gap-3">
          {rows.map((feedback) => (
            <FeedbackRow key={feedback.id} feedback={feedback} />
          ))}
        </ul>
      </PagedRows>
    </Page>
  );
}

function Nothing({ open }: { open: boolean }) {
  return (
    <EmptyState
      icon={<MessageSquareHeart />}
      title={open ? texts.noneOpen : texts.none}
      line={open ? texts.noneOpenLine : texts.noneLine}
    />
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
