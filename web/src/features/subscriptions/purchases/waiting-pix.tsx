/** The codes of Pix that were shown and are not paid yet. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { type Purchase, subscriptionsApi } from '#contract/subscriptions.ts';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../api/error-message.ts';
import { isWebAddress } from '../../../lib/browser/leave-for.ts';
import { formatExactBRL } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { afterPurchase, newestPurchases } from './queries.ts';
import { texts } from './texts.ts';

/** Asked for again while a code is waiting: the payment is made in an app of the bank. */
const ASK_AGAIN_MS = 15_000;

export function WaitingPix() {
  const { data } = useQuery({
    ...newestPurchases(),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? ASK_AGAIN_MS : false),
  });
  const waiting = data?.filter(isWaiting) ?? [];
  return (
    <>
      {waiting.map((purchase) => (
        <WaitingCode key={purchase.id} purchase={purchase} />
      ))}
    </>
  );
}

const isWaiting = ({ state, pay_until }: Purchase) => state === 'waiting' && pay_until !== null;

const hours = new Intl.DateTimeFormat('pt-BR', { hour: '2-digit', minute: '2-digit' });

function WaitingCode({ purchase }: { purchase: Purchase }) {
  const { id, amount, pay_until, pay_url } = purchase;
  const cache = useQueryClient();
  const [asking, setAsking] = useState(false);
  const giveUp = useTask(async () => {
    await call(subscriptionsApi.abandon, { params: { id } });
    setAsking(false);
    await afterPurchase(cache);
  });
  const price = formatExactBRL(amount);
  return (
    <Alert
      tone="warn"
      title={texts.waiting(price)}
      line={pay_until && texts.until(hours.format(new Date(pay_until)))}
    >
      {isWebAddress(pay_url) && (
        <a href={pay_url} target="_blank" rel="noreferrer" className={buttonLook('primary', 'small')}>
          {texts.showCode} <ExternalLink className="size-4" />
        </a>
      )}
      <Button size="small" onClick={() => setAsking(true)}>
        {texts.giveUp}
      </Button>
      <Confirm
        open={asking}
        text={texts.giveUpQuestion(price)}
        detail={texts.giveUpLine}
        failure={giveUp.failure === null ? null : failureText(giveUp.failure, texts.giveUpFailed)}
        confirmLabel={texts.giveUp}
        cancelLabel={texts.keep}
        busy={giveUp.busy}
        onConfirm={giveUp.run}
        onCancel={() => setAsking(false)}
      />
    </Alert>
  );
}
