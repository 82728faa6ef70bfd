/** The scrolling page of one data source with the way back, as all states of it have them. */
import { ArrowLeft, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { buttonLook } from '../../ui/button.tsx';
import { cardLook } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HeaderSlot } from '../../ui/header-slot.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as all } from './texts.ts';
import { searchAddress } from './use-address-search.ts';

const texts = all.page;

export function SourceFrame({ crumb, children }: { crumb: string; children: ReactNode }) {
  return (
    <div className="h-full overflow-y-auto px-9 py-7 phone:px-4 phone:py-5">
      <HeaderSlot>
        <nav aria-label={all.title} className="flex min-w-0 items-center gap-2.5 text-[14px]">
          <Link to={paths.adminDataSources} className="text-ink-2 hover:text-ink phone:hidden">
            {all.title}
          </Link>
          <span aria-hidden="true" className="text-ink-3 phone:hidden">
            /
          </span>
          <span className="truncate font-semibold">{crumb}</span>
        </nav>
      </HeaderSlot>
      <div className="mx-auto grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-[22px]">
        <BackLink />
        {children}
      </div>
    </div>
  );
}

/** To the list as it was left. */
function BackLink() {
  const { state } = useLocation();
  return (
    <Link
      to={paths.adminDataSources + searchAddress((state as { search?: unknown } | null)?.search)}
      className="-mb-3 flex w-fit items-center gap-1.5 rounded-control text-small font-medium text-ink-2 hover:text-ink phone:h-11"
    >
      <ArrowLeft className="size-4" /> {texts.back}
    </Link>
  );
}

export function SourceNotFound() {
  useTitle(texts.notFound);
  return (
    <SourceFrame crumb={texts.notFound}>
      <div className={cardLook}>
        <h1 className="sr-only">{texts.notFound}</h1>
        <EmptyState
          icon={<SearchX />}
          title={texts.notFound}
          line={texts.notFoundLine}
          action={
            <Link to={paths.adminDataSources} className={buttonLook('primary')}>
              {texts.toList}
            </Link>
          }
        />
      </div>
    </SourceFrame>
  );
}

export function SourceSkeleton() {
  return (
    <SourceFrame crumb="…">
      <div aria-busy="true" data-skeleton className="grid gap-[22px]">
        <div className="grid gap-2">
          <Skeleton className="h-8 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
        <Skeleton className="h-11 w-full" />
        <Skeleton className="h-40 w-full" />
        <Skeleton className="h-[320px] w-full" />
      </div>
    </SourceFrame>
  );
}
