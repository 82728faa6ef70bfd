/** One knowledge base of the administration: its documents, what an agent would find in them, and its end. */
import { paths } from '../../../lib/paths.ts';
import { CardSkeleton, Skeleton } from '../../../ui/display/skeleton.tsx';
import { DetailScreen } from '../../admin/detail-screen.tsx';
import { Documents } from '../documents/documents.tsx';
import { oneBase } from '../queries.ts';
import { texts } from '../texts.ts';
import { BaseHeader } from './base-header.tsx';
import { DangerZone } from './danger-zone.tsx';

export function BaseScreen() {
  return (
    <DetailScreen
      title={texts.title}
      listPath={paths.adminDatabases}
      texts={texts.page}
      query={oneBase}
      notFoundCode="knowledge_base_not_found"
      skeleton={<PageSkeleton />}
    >
      {(base) => (
        <>
          <BaseHeader base={base} />
          <Documents base={base} />
          <DangerZone base={base} />
        </>
      )}
    </DetailScreen>
  );
}

function PageSkeleton() {
  return (
    <>
      <div className="flex items-end justify-between gap-6">
        <div className="grid flex-1 gap-2">
          <Skeleton className="h-8 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
        </div>
        <Skeleton className="h-10 w-52 phone:hidden" />
      </div>
      <CardSkeleton lines={0} className="h-[76px]" />
      <CardSkeleton lines={7} className="min-h-[360px]" />
    </>
  );
}
