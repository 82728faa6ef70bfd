import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { failureText } from '../../../api/error-message.ts';
import { knownHosts } from '../../../api/hosts.ts';
import { useTitle } from '../../../lib/title.ts';
import { classes } from '../../../ui/classes.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { HeaderTitle } from '../../../ui/page/header-slot.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { NobodyPays } from '../nobody-pays.tsx';
import { mySubscription } from '../queries.ts';
import { PlanDetails } from './plan-details.tsx';
import { texts } from './texts.ts';

/** `usage`: where the tokens of the cycle went, which other rooms know. */
export function ManagePlan({ usage }: { usage: ReactNode }) {
  return knownHosts().payments === 'none' ? <NobodyPays /> : <PlanAndUsage usage={usage} />;
}

function PlanAndUsage({ usage }: { usage: ReactNode }) {
  useTitle(texts.title);
  const subscription = useQuery({ ...mySubscription(), refetchOnMount: 'always' });
  return (
    <Page title={texts.title} width="narrow">
      <HeaderTitle>{texts.title}</HeaderTitle>
      {subscription.isPending && <PlanSkeleton />}
      {subscription.isError && (
        <Alert
          title={texts.loadFailed}
          line={failureText(subscription.error, texts.loadContext)}
          onRetry={() => void subscription.refetch()}
          retrying={subscription.isFetching}
        />
      )}
      {subscription.data && <PlanDetails subscription={subscription.data} />}
      {usage}
    </Page>
  );
}

/** Has the height of the free plan: a paid plan is known before this page is shown. */
function PlanSkeleton() {
  return (
    <div role="status" className={classes(cardLook, 'grid gap-5 p-5')}>
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-6 w-32" />
      <Skeleton className="h-7 w-48" />
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        <Skeleton className="h-[43px]" />
        <Skeleton className="h-[43px]" />
      </div>
      <div className="flex flex-wrap gap-2.5 border-t border-line pt-5 slim:flex-col">
        <Skeleton className="h-[38px] w-32 phone:h-11 slim:w-full" />
        <Skeleton className="h-[38px] w-48 phone:h-11 slim:w-full" />
      </div>
    </div>
  );
}
