import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Subscription } from '#contract/subscriptions.ts';
import type { User } from '#contract/users.ts';
import { forgetCheckout, useBegunCheckout } from '../../../features/subscriptions/begun-checkout.ts';
import { endDay, planState } from '../../../features/subscriptions/plan-state.ts';
import { planKnownTo } from '../../../features/subscriptions/queries.ts';
import { useDismissed } from '../../../lib/browser/dismissed.ts';
import { formatNumber } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { Banner } from './banner.tsx';
import { texts } from './texts.ts';

type PaymentBannerProps = { user: User; onDismiss: () => void };

export function PaymentBanner({ user, onDismiss }: PaymentBannerProps) {
  const { pathname } = useLocation();
  const plan = planKnownTo(user);
  const { data } = useQuery(plan);
  if (!plan.enabled || !data) return null;
  // On its own pages the plan itself says all of this.
  if (pathname.startsWith(paths.subscription)) return planState(data) === 'active' ? <PlanSeen /> : null;
  if (data.status === 'past_due') return <PaymentFailed grace_until={data.grace_until} />;
  if (planState(data) === 'active') return <PlanBought plan={data} onDismiss={onDismiss} />;
  const { current_period_end } = data;
  if (planState(data) !== 'canceled' || !current_period_end) return null;
  return <PlanEnds user={user} current_period_end={current_period_end} onDismiss={onDismiss} />;
}

function PaymentFailed({ grace_until }: Pick<Subscription, 'grace_until'>) {
  return (
    <Banner tone="danger" action={{ to: paths.manageSubscription, label: texts.settle }}>
      {texts.paymentFailed} {grace_until && texts.openUntil(endDay(grace_until))}
    </Banner>
  );
}

/** After the plan has been seen there is no notice about it. */
function PlanSeen() {
  useEffect(forgetCheckout, []);
  return null;
}

/** After a checkout that began here the person returns to the chat, which shows nothing else about the plan. */
function PlanBought({ plan, onDismiss }: { plan: Subscription; onDismiss: () => void }) {
  const [isBegun, forget] = useBegunCheckout();
  if (!isBegun) return null;
  return (
    <Banner
      tone="ok"
      action={{ to: paths.manageSubscription, label: texts.seePlan }}
      onDismiss={() => {
        forget();
        onDismiss();
      }}
    >
      {texts.bought(plan.plan_name, formatNumber(plan.monthly_token_limit))}
    </Banner>
  );
}

function PlanEnds({
  user,
  current_period_end,
  onDismiss,
}: PaymentBannerProps & { current_period_end: string }) {
  const day = endDay(current_period_end);
  const [isDismissed, dismiss] = useDismissed(`${user.id}-end-${day.replaceAll('/', '-')}`);
  if (isDismissed) return null;
  return (
    <Banner
      tone="warn"
      action={{ to: paths.subscription, label: texts.renew }}
      onDismiss={() => {
        dismiss();
        onDismiss();
      }}
    >
      {texts.canceled(day)}
    </Banner>
  );
}
