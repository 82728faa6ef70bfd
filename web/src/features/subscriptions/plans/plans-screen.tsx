import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type BillingInterval, FREE_PLAN } from '#contract/plan-seeds.ts';
import type { OfferedPlan, Subscription } from '#contract/subscriptions.ts';
import { failureText } from '../../../api/error-message.ts';
import { knownHosts } from '../../../api/hosts.ts';
import { paths } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/title.ts';
import { classes } from '../../../ui/classes.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { CardSkeleton, places } from '../../../ui/display/skeleton.tsx';
import { NobodyPays } from '../nobody-pays.tsx';
import { WaitingPix } from '../purchases/waiting-pix.tsx';
import { mySubscription, offeredPlans } from '../queries.ts';
import { type ShownPlan, shownPlans, yearlySaving } from '../shown-plans.ts';
import { texts } from '../texts.ts';
import { useCheckout, usePortal } from '../use-payments.ts';
import { Faq } from './faq.tsx';
import { Packs } from './packs.tsx';
import { PlanCard } from './plan-card.tsx';

export function PlansScreen() {
  return knownHosts().payments === 'none' ? <NobodyPays /> : <Plans />;
}

function Plans() {
  useTitle(texts.tab);
  // A failure is not shown: people whose subscription is unknown are treated as free.
  const { data: had, isPending } = useQuery({ ...mySubscription(), refetchOnMount: 'always' });
  const offered = useQuery(offeredPlans());
  const [chosen, setChosen] = useState<BillingInterval | null>(null);
  const interval = chosen ?? had?.next_interval ?? had?.interval ?? 'year';
  const saving = yearlySaving(shownPlans(offered.data?.plans ?? []));
  const cycles = [
    { value: 'month', label: texts.month },
    { value: 'year', label: texts.year, ...(saving === null ? {} : { note: texts.save(saving) }) },
  ] as const;
  const pays = had !== undefined && had.tier !== FREE_PLAN;
  return (
    <div className="h-full overflow-y-auto px-9 py-7 phone:px-4 phone:py-5">
      <div className="relative mx-auto grid max-w-[980px] gap-[26px]">
        <header className="grid justify-items-center gap-4 text-center">
          <h1 className="text-hero phone:text-[32px]">{texts.title}</h1>
          <Segmented label={texts.cycle} value={interval} options={cycles} onChange={setChosen} />
        </header>
        {isPending && (
          <p role="status" className="sr-only">
            {texts.loading}
          </p>
        )}
        {knownHosts().payments === 'desk' && (
          <Alert tone="info" title={texts.simulated} line={texts.simulatedLine} />
        )}
        <WaitingPix />
        <OfferedCards offered={offered} interval={interval} had={had} isKnown={!isPending} />
        <Packs packs={offered.data?.packs ?? []} />
        {pays && (
          // Comes when the plan is known, and moves nothing: in the corner, or on a phone after the plans.
          <Link
            to={paths.manageSubscription}
            className={classes(buttonLook(), 'lg:absolute lg:top-1.5 lg:right-0 max-lg:justify-self-center')}
          >
            {texts.manage}
          </Link>
        )}
        <Faq />
      </div>
    </div>
  );
}

type OfferedCardsProps = {
  offered: UseQueryResult<{ plans: OfferedPlan[] }>;
  interval: BillingInterval;
  had: Subscription | undefined;
  isKnown: boolean;
};

function OfferedCards({ offered, ...known }: OfferedCardsProps) {
  const checkout = useCheckout();
  const portal = usePortal(paths.subscription);
  const plans = shownPlans(offered.data?.plans ?? []);
  return (
    <>
      {offered.isPending && <PlansSkeleton />}
      {offered.isError && (
        <Alert
          title={texts.plansFailed}
          line={failureText(offered.error, texts.plansFailed)}
          onRetry={() => void offered.refetch()}
          retrying={offered.isFetching}
        />
      )}
      <ul aria-label={texts.plans} className={classes(gridLook, columnsFor(plans), 'empty:hidden')}>
        {plans.map((plan) => (
          <PlanCard key={plan.tier} plan={plan} checkout={checkout} portal={portal} {...known} />
        ))}
      </ul>
    </>
  );
}

const gridLook = 'mx-auto grid w-full max-w-[480px] grid-cols-1 gap-[18px] lg:max-w-none';

/** In a row of three the popular plan in the middle is a little wider. */
function columnsFor(plans: readonly Pick<ShownPlan, 'popular'>[]): string {
  if (plans.length === 2 || plans.length === 4) return 'lg:grid-cols-2';
  return plans.length === 3 && plans[1]?.popular ? 'lg:grid-cols-[1fr_1.08fr_1fr]' : 'lg:grid-cols-3';
}

/** Has the height of the seeded plans. */
function PlansSkeleton() {
  return (
    <div role="status" className={classes(gridLook, 'lg:grid-cols-3')}>
      <span className="sr-only">{texts.loadingPlans}</span>
      {places(3).map((place) => (
        <CardSkeleton key={place} lines={6} className="lg:min-h-[380px]" />
      ))}
    </div>
  );
}
