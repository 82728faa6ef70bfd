/** The second button of a plan that can be paid once, for a month or a year, without a renewal. */
import { useState } from 'react';
import { type LostAgents, type OfferedPlan, subscriptionsApi } from '#contract/subscriptions.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatBRL } from '../../../lib/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import type { ShownPlan } from '../shown-plans.ts';
import { texts } from '../texts.ts';
import { useBuy } from '../use-payments.ts';
import { ConfirmLoss } from './confirm-loss.tsx';

type PayOnceProps = {
  plan: ShownPlan;
  price: OfferedPlan['prepaid'][number];
  /** They have it already: another payment adds to its end. */
  isExtension: boolean;
};

export function PayOnce({ plan, price, isExtension }: PayOnceProps) {
  const { id, interval, amount } = price;
  const [lost, setLost] = useState<LostAgents | null>(null);
  const buy = useBuy(async () => {
    if (isExtension || lost) return true;
    // Where it cannot be said, the checkout itself says what is wrong.
    const query = { tier: plan.tier };
    const found = await call(subscriptionsApi.lostAgents, { query }).catch(() => null);
    if (!found?.agents.length) return true;
    setLost(found);
    return false;
  });
  const run = () => buy.run({ kind: 'prepaid', id });
  const words = isExtension ? texts.payAgain[interval] : texts.payOnce;
  return (
    <>
      <Button size="large" className="phone:whitespace-normal" busy={buy.busy} onClick={run}>
        {buy.busy ? texts.opening : words}
      </Button>
      <p className="text-small text-ink-2">{texts.onceLine[interval](formatBRL(amount))}</p>
      {buy.failure !== null && (
        <Alert title={texts.checkoutFailed} line={failureText(buy.failure, texts.checkoutContext)} />
      )}
      <ConfirmLoss
        plan={plan.name}
        lost={lost}
        onConfirm={() => {
          run();
          setLost(null);
        }}
        onCancel={() => setLost(null)}
      />
    </>
  );
}
