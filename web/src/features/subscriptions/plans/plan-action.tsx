/** The button of a plan, and what came of pressing it. */
import type { ReactNode } from 'react';
import { type BillingInterval, FREE_PLAN } from '#contract/plan-seeds.ts';
import { failureText } from '../../../api/error-message.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import type { ShownPlan } from '../shown-plans.ts';
import { texts } from '../texts.ts';
import type { useCheckout, usePortal } from '../use-payments.ts';
import { ConfirmLoss } from './confirm-loss.tsx';
import type { Offer } from './offer.ts';
import { PayOnce } from './pay-once.tsx';

export type Ways = { checkout: ReturnType<typeof useCheckout>; portal: ReturnType<typeof usePortal> };

type PlanActionProps = Ways & {
  plan: ShownPlan;
  offer: Offer;
  interval: BillingInterval;
  isKnown: boolean;
};

export function PlanAction({ isKnown, ...rest }: PlanActionProps) {
  const { offer, plan } = rest;
  // Never sold is known before anything else.
  if (offer === 'soon') return <Still>{texts.soon}</Still>;
  if (!isKnown) return <Skeleton className="h-11" />;
  if (offer === 'current') return <Still>{texts.current}</Still>;
  if (offer === 'after')
    return plan.tier === FREE_PLAN ? <p className="text-small text-ink-2">{texts.after}</p> : null;
  const once = plan.prepaid.find((price) => price.interval === rest.interval);
  if (offer === 'extend') return once ? <PayOnce plan={plan} price={once} isExtension /> : null;
  if (offer !== 'buy') return <Portal {...rest} offer={offer} />;
  // Where a cycle can only be paid once, it has no other button.
  const renews = plan.prices.some((price) => price.interval === rest.interval);
  const isRecurring = !once || (plan.purchasable && renews);
  return (
    <>
      {isRecurring && <Buy {...rest} />}
      {once && <PayOnce plan={plan} price={once} isExtension={false} />}
    </>
  );
}

const Still = ({ children }: { children: ReactNode }) => (
  <Button size="large" disabled>
    {children}
  </Button>
);

function Buy({ plan, interval, checkout, portal }: Omit<PlanActionProps, 'isKnown'>) {
  const isSold = plan.purchasable;
  return (
    <>
      <Button
        variant="primary"
        size="large"
        busy={checkout.busy}
        disabled={!isSold || portal.busy}
        onClick={() => checkout.open(plan.tier, interval)}
      >
        {checkout.busy ? texts.opening : texts.buy(plan.name)}
      </Button>
      {!isSold && <p className="text-small text-ink-2">{texts.paymentsMissing}</p>}
      {checkout.failure !== null && (
        <Alert title={texts.checkoutFailed} line={failureText(checkout.failure, texts.checkoutContext)} />
      )}
      <ConfirmLoss
        plan={plan.name}
        lost={checkout.lost}
        onConfirm={() => checkout.confirm()}
        onCancel={() => checkout.dismiss()}
      />
    </>
  );
}

type PortalProps = Omit<PlanActionProps, 'isKnown' | 'offer'> & { offer: 'resume' | 'settle' | 'switch' };

function Portal({ offer, interval, checkout, portal }: PortalProps) {
  const words = offer === 'switch' ? texts.switchTo[interval] : texts[offer];
  return (
    <>
      <Button
        variant={offer === 'switch' ? 'secondary' : 'primary'}
        size="large"
        busy={portal.busy}
        disabled={checkout.busy}
        onClick={portal.run}
      >
        {portal.busy ? texts.openingPortal : words}
      </Button>
      {portal.failure !== null && (
        <Alert title={texts.portalFailed} line={failureText(portal.failure, texts.portalContext)} />
      )}
    </>
  );
}
