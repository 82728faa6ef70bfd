/** Where the tokens of this cycle went. */
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { Link } from 'react-router';
import { messageOf } from '../../../api/error-message.ts';
import { paths } from '../../../lib/paths.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { EmptyState } from '../../../ui/display/empty-state.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { tokenUsage } from '../queries.ts';
import { texts as all } from '../texts.ts';
import { UsageChart } from './usage-chart.tsx';
import { UsageByAgent, UsageByPurpose } from './usage-shares.tsx';
import { UsageSummary } from './usage-summary.tsx';

const texts = all.usage;

export function CycleUsage() {
  const usage = useQuery({ ...tokenUsage(), refetchOnMount: 'always' });
  if (usage.isPending) return <UsageSkeleton />;
  return (
    <>
      {usage.isError && (
        <Alert
          title={texts.loadFailed}
          line={messageOf(usage.error, texts.loadContext)}
          onRetry={() => void usage.refetch()}
          retrying={usage.isFetching}
        />
      )}
      {usage.data && usage.data.agents.length === 0 && <NothingUsed />}
      {usage.data && usage.data.agents.length > 0 && (
        <div className="grid grid-cols-1 gap-7">
          <UsageSummary usage={usage.data} />
          <UsageChart usage={usage.data} />
          <UsageByAgent usage={usage.data} />
          <UsageByPurpose usage={usage.data} />
        </div>
      )}
    </>
  );
}

function NothingUsed() {
  return (
    <EmptyState
      icon={<ChartColumn />}
      title={texts.nothing}
      line={texts.nothingLine}
      action={
        <Link to={paths.chat} className={buttonLook()}>
          {texts.ask}
        </Link>
      }
    />
  );
}

const HEIGHTS = ['h-8', 'h-14', 'h-6', 'h-20', 'h-12', 'h-16', 'h-10'];

/** As high as the chart and two agents. */
function UsageSkeleton() {
  return (
    <div role="status" className="grid gap-7">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-8 w-full" />
      <div>
        <Skeleton className="h-6 w-24" />
        <div className="mt-8 mb-6 grid h-24 grid-cols-7 items-end gap-2 border-b border-line-strong">
          {HEIGHTS.map((height) => (
            <Skeleton key={height} className={height} />
          ))}
        </div>
      </div>
      <div className="grid gap-4">
        <Skeleton className="h-6 w-24" />
        <AgentSkeleton />
        <AgentSkeleton />
      </div>
    </div>
  );
}

function AgentSkeleton() {
  return (
    <div className="flex h-14 items-center gap-3">
      <Skeleton className="size-8" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-1.5" />
      </div>
    </div>
  );
}
