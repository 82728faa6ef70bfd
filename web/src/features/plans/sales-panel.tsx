import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { Sale } from '#contract/subscriptions.ts';
import { failureWords } from '../../api/error-message.ts';
import { isWebAddress } from '../../lib/browser/leave-for.ts';
import { formatExactBRL, formatNumber } from '../../lib/format.ts';
import { rowsOf } from '../../lib/pages.ts';
import { classes } from '../../ui/classes.ts';
import { buttonLook } from '../../ui/controls/button.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { cardLook } from '../../ui/display/card.tsx';
import { EmptyState } from '../../ui/display/empty-state.tsx';
import { CardSkeleton, places } from '../../ui/display/skeleton.tsx';
import { PagedRows } from '../../ui/page/paged-rows.tsx';
import { itemOf, paymentOf, purchaseTones } from '../subscriptions/purchases/purchase-words.ts';
import { texts as purchase } from '../subscriptions/purchases/texts.ts';
import { saleList } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.sales;

export function SalesPanel() {
  const found = useInfiniteQuery({ ...saleList(), refetchOnMount: 'always' });
  const rows = rowsOf(found.data);
  const total = found.data?.pages.at(-1)?.metadata.total ?? 0;
  return (
    <section className="grid gap-4">
      <p className="max-w-[68ch] text-small text-ink-2">{texts.line}</p>
      <PagedRows
        pages={found}
        failure={found.isError ? failureWords(found.error, texts.loadFailed) : null}
        count={rows.length}
        loaded={texts.loaded(formatNumber(rows.length), formatNumber(total))}
        moreLabel={texts.loadMore}
        skeleton={
          <div role="status" data-skeleton className="grid gap-3">
            <span className="sr-only">{texts.loading}</span>
            {places(3).map((place) => (
              <CardSkeleton key={place} lines={1} />
            ))}
          </div>
        }
        empty={<EmptyState icon={<ReceiptText />} title={texts.none} line={texts.noneLine} />}
      >
        <ul aria-label={texts.list} className={classes(cardLook, 'divide-y divide-line')}>
          {rows.map((sale) => (
            <SaleRow key={sale.id} sale={sale} />
          ))}
        </ul>
      </PagedRows>
    </section>
  );
}

function SaleRow({ sale }: { sale: Sale }) {
  const { buyer, amount, state, undelivered, provider_url } = sale;
  const item = itemOf(sale);
  return (
    <li className="grid gap-x-6 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{item}</p>
        <p className="text-small text-ink-2 tabular-nums">{paymentOf(sale)}</p>
      </div>
      <div className="min-w-0 text-small">
        <p className="wrap-anywhere">{buyer.name}</p>
        <p className="text-ink-2 wrap-anywhere">{buyer.email}</p>
      </div>
      <p className="flex flex-wrap items-center gap-3 sm:justify-end">
        <span className="tabular-nums">{formatExactBRL(amount)}</span>
        <Badge tone={undelivered ? 'danger' : purchaseTones[state]}>
          {undelivered ? texts.undelivered : purchase.state[state]}
        </Badge>
        {state === 'paid' && isWebAddress(provider_url) && (
          <a
            href={provider_url}
            target="_blank"
            rel="noreferrer"
            aria-label={texts.refundOne(item, buyer.name)}
            className={buttonLook('secondary', 'small')}
          >
            {texts.refund}
          </a>
        )}
      </p>
    </li>
  );
}
