import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BillingInterval } from '#contract/plans.ts';
import { paths } from '../../../lib/paths.ts';
import { useTitle } from '../../../lib/title.ts';
import { classes } from '../../../ui/classes.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { mySubscription, offeredPlans } from '../queries.ts';
import { shownPlans, yearlySaving } from '../shown-plans.ts';
import { texts } from '../texts.ts';
import { useCheckout, usePortal } from '../use-payments.ts';
import { Faq } from './faq.tsx';
import { PlanCard } from './plan-card.tsx';

export function PlansScreen() {
  useTitle(texts.tab);
  // A failure is not shown: people whose subscription is unknown are treated as free.
  const { data: had, isPending } = useQuery({ ...mySubscription(), refetchOnMount: 'always' });
  const { data: offered } = useQuery(offeredPlans());
  const [chosen, setChosen] = useState<BillingInterval | null>(null);
  const interval = chosen ?? had?.next_interval ?? had?.interval ?? 'year';
  const checkout = useCheckout();
  const portal = usePortal(paths.subscription);
  const plans = shownPlans(offered);
  const saving = yearlySaving(plans);
  const cycles = [
    { value: 'month', label: texts.month },
    { value: 'year', label: texts.year, ...(saving === null ? {} : { note: texts.save(saving) }) },
  ] as const;
  const pays = had !== undefined && had.tier !== 'free';
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
        <ul
          aria-label={texts.plans}
          className="mx-auto grid w-full max-w-[480px] grid-cols-1 gap-[18px] lg:max-w-none lg:grid-cols-[1fr_1.08fr_1fr]"
        >
          {plans.map((plan) => (
            <PlanCard
              key={plan.tier}
              plan={plan}
              interval={interval}
              had={had}
              isKnown={!isPending}
              checkout={checkout}
              portal={portal}
            />
          ))}
        </ul>
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
