/** One knowledge base of the administration: its documents, what an agent would find in them, and its end. */
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { failureText } from '../../api/error-message.ts';
import { failedWith } from '../../api/failure.ts';
import { idOf, paths } from '../../lib/paths.ts';
import { useTitle } from '../../lib/title.ts';
import { Alert } from '../../ui/alert.tsx';
import { buttonLook } from '../../ui/button.tsx';
import { cardLook } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { HeaderSlot } from '../../ui/header-slot.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
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

/** The scrolling page with the way back, as all states of it have them. */
function Frame({ crumb, children }: { crumb: string; children: ReactNode }) {
  return (
    <div className="h-full overflow-y-auto px-9 py-7 phone:px-4 phone:py-5">
      <HeaderSlot>
        <nav aria-label={all.title} className="flex min-w-0 items-center gap-2.5 text-[14px]">
          <Link to={paths.adminDatabases} className="shrink-0 text-ink-2 hover:text-ink phone:hidden">
            {all.title}
          </Link>
          <span aria-hidden="true" className="text-ink-3 phone:hidden">
            /
          </span>
          <span className="truncate font-semibold">{crumb}</span>
        </nav>
      </HeaderSlot>
      <div className="mx-auto grid max-w-[1080px] grid-cols-[minmax(0,1fr)] gap-[22px]">
        <Link
          to={paths.adminDatabases}
          className="-mb-3 flex w-fit items-center gap-1.5 rounded-control text-small font-medium text-ink-2 hover:text-ink phone:h-11"
        >
          <ArrowLeft className="size-4" /> {texts.back}
        </Link>
        {children}
      </div>
    </div>
  );
}

function NotFound() {
  useTitle(texts.notFound);
  return (
    <Frame crumb={texts.notFound}>
      <div className={cardLook}>
        <h1 className="sr-only">{texts.notFound}</h1>
        <EmptyState
          icon={<SearchX />}
          title={texts.notFound}
          line={texts.notFoundLine}
          action={
            <Link to={paths.adminDatabases} className={buttonLook('primary')}>
              {texts.toList}
            </Link>
          }
        />
      </div>
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
        <Skeleton className="h-[76px] w-full" />
        <Skeleton className="h-[360px] w-full" />
      </div>
    </Frame>
  );
}
