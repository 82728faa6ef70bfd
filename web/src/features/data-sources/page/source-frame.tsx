/** All states of the page of a data source have the ways back: to the list as it was left. */
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/title.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { CardSkeleton, Skeleton, TabsSkeleton } from '../../../ui/display/skeleton.tsx';
import { DetailPage, NothingHere } from '../../../ui/page/detail-page.tsx';
import { searchAddress } from '../list-address.ts';
import { texts as all } from '../texts.ts';

const texts = all.page;

export function SourceFrame({ crumb, children }: { crumb: string; children: ReactNode }) {
  const { state } = useLocation();
  const search = searchAddress((state as { search?: unknown } | null)?.search);
  return (
    <DetailPage
      list={all.title}
      listLink={<Link to={paths.adminDataSources}>{all.title}</Link>}
      crumb={crumb}
      backLink={<Link to={paths.adminDataSources + search}>{texts.back}</Link>}
    >
      {children}
    </DetailPage>
  );
}

export function SourceNotFound() {
  useTitle(texts.notFound);
  return (
    <SourceFrame crumb={texts.notFound}>
      <NothingHere
        title={texts.notFound}
        line={texts.notFoundLine}
        action={
          <Link to={paths.adminDataSources} className={buttonLook('primary')}>
            {texts.toList}
          </Link>
        }
      />
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
        <TabsSkeleton count={2} />
        <CardSkeleton lines={2} className="min-h-40" />
        <CardSkeleton lines={6} className="min-h-[320px]" />
      </div>
    </SourceFrame>
  );
}
