/** One knowledge base of the administration: its documents, what an agent would find in them, and its end. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { failureText } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { idOf, paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/display/alert.tsx';
import { CardSkeleton, Skeleton } from '../../ui/display/skeleton.tsx';
import { DetailPage, NothingHere } from '../../ui/page/detail-page.tsx';
import { BaseHeader } from './base-header.tsx';
import { DangerZone } from './danger-zone.tsx';
import { Documents } from './documents.tsx';
import { oneBase } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.page;

export function BaseScreen() {
  const id = idOf(useParams().id);
  return id === null ? <NotFound /> : <Loaded key={id} id={id} />;
}

function Loaded({ id }: { id: number }) {
  const base = useQuery(oneBase(id));
  useTitle(base.data?.name ?? all.title);
  if (base.isPending) return <PageSkeleton />;
  if (failedWith(base.error, 'knowledge_base_not_found')) return <NotFound />;
  const failure = base.error && failureText(base.error, texts.loadFailed);
  const retry = { onRetry: () => void base.refetch(), retrying: base.isFetching };
  if (!base.data) {
    return (
      <Frame crumb="…">
        <Alert title={failure} {...retry}>
          <Link to={paths.adminDatabases} className={buttonLook('secondary', 'small')}>
            {texts.toList}
          </Link>
        </Alert>
      </Frame>
    );
  }
  return (
    <Frame crumb={base.data.name}>
      {failure && <Alert tone="warn" title={texts.stale} line={failure} {...retry} />}
      <BaseHeader base={base.data} />
      <Documents base={base.data} />
      <DangerZone base={base.data} />
    </Frame>
  );
}

/** All states of the page have the ways back. */
function Frame({ crumb, children }: { crumb: string; children: ReactNode }) {
  return (
    <DetailPage
      list={all.title}
      listLink={<Link to={paths.adminDatabases}>{all.title}</Link>}
      crumb={crumb}
      backLink={<Link to={paths.adminDatabases}>{texts.back}</Link>}
    >
      {children}
    </DetailPage>
  );
}

function NotFound() {
  useTitle(texts.notFound);
  return (
    <Frame crumb={texts.notFound}>
      <NothingHere
        title={texts.notFound}
        line={texts.notFoundLine}
        action={
          <Link to={paths.adminDatabases} className={buttonLook('primary')}>
            {texts.toList}
          </Link>
        }
      />
    </Frame>
  );
}

function PageSkeleton() {
  return (
    <Frame crumb="…">
      <div aria-busy="true" data-skeleton className="grid gap-[22px]">
        <div className="flex items-end justify-between gap-6">
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-8 w-2/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
          <Skeleton className="h-10 w-52 phone:hidden" />
        </div>
        <CardSkeleton lines={0} className="h-[76px]" />
        <CardSkeleton lines={7} className="min-h-[360px]" />
      </div>
    </Frame>
  );
}
