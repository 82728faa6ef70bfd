/** A person's bought tokens that are left, and the history of their purchases. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Purchase } from '#contract/subscriptions.ts';
import { failureText } from '../../../api/error-message.ts';
import { formatExactBRL, formatNumber } from '../../../lib/format.ts';
import { rowsOf } from '../../../lib/pages.ts';
import { dayOf, writtenDay } from '../../../lib/text/day.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { itemOf, liveCredits, paymentOf, purchaseTones } from './purchase-words.ts';
import { purchaseList } from './queries.ts';
import { texts } from './texts.ts';

/** Nothing is shown to those who never bought anything: the place would stay empty for most people. */
export function MyPurchases() {
  const found = useInfiniteQuery({ ...purchaseList(), refetchOnMount: 'always' });
  const [opened] = useState(() => new Date());
  const rows = rowsOf(found.data);
  if (found.isError && !found.data)
    return (
      <Alert
        title={texts.loadFailed}
        line={failureText(found.error, texts.loadFailed)}
        onRetry={() => void found.refetch()}
        retrying={found.isFetching}
      />
    );
  if (!rows.length) return null;
  const credits = liveCredits(rows, opened);
  return (
    <Card title={texts.title} line={texts.line}>
      {credits.length > 0 && (
        <div className="mb-5 grid gap-1">
          {credits.map(({ id, tokens_left, expires_at }) => (
            <p key={id} className="font-medium tabular-nums">
              {texts.credits(formatNumber(tokens_left), writtenDay(dayOf(expires_at)))}
            </p>
          ))}
          <p className="text-small text-ink-2">{texts.creditsLine}</p>
        </div>
      )}
      <ul aria-label={texts.list} className="divide-y divide-line border-t border-line">
        {rows.map((purchase) => (
          <PurchaseRow key={purchase.id} purchase={purchase} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          className="mt-4 slim:w-full"
          busy={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {texts.loadMore}
        </Button>
      )}
    </Card>
  );
}

function PurchaseRow({ purchase }: { purchase: Purchase }) {
  const { state, amount } = purchase;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{itemOf(purchase)}</p>
        <p className="text-small text-ink-2 tabular-nums">{paymentOf(purchase)}</p>
      </div>
      <p className="flex items-center gap-3">
        <span className="tabular-nums">{formatExactBRL(amount)}</span>
        <Badge tone={purchaseTones[state]}>{texts.state[state]}</Badge>
      </p>
    </li>
  );
}
