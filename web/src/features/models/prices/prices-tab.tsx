/** Prices of models and exchange rates, typed by superadmins. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { type ModelPrice, pricesApi } from '#contract/prices.ts';
import { call } from '../../../api/client.ts';
import { failureWords } from '../../../api/error-message.ts';
import { formatDate, formatNumber } from '../../../lib/format.ts';
import { useTask } from '../../../lib/use-task.ts';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/controls/button.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card, cardLook } from '../../../ui/display/card.tsx';
import { CardSkeleton } from '../../../ui/display/skeleton.tsx';
import { type Column, TableOrCards } from '../../../ui/page/table-or-cards.tsx';
import { writtenDecimal } from './decimals.ts';
import { ExchangeRates } from './exchange-rates.tsx';
import { PriceForm } from './price-form.tsx';
import { afterPriceChange, modelPrices } from './queries.ts';
import { texts } from './texts.ts';

export function PricesTab() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <ModelPrices />
      <ExchangeRates />
    </div>
  );
}

function ModelPrices() {
  const cache = useQueryClient();
  const found = useQuery(modelPrices());
  const [edited, setEdited] = useState<ModelPrice | null>(null);
  const revert = useTask(async (price: ModelPrice) => {
    await call(pricesApi.revert, { params: { model_id: price.model_id } });
    await afterPriceChange(cache);
  });
  const actions = { onEdit: setEdited, onRevert: revert.run };
  return (
    <Card title={texts.title} line={texts.line}>
      {revert.failure !== null && <Alert {...failureWords(revert.failure, texts.revertFailed)} />}
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && <CardSkeleton lines={8} className="h-[420px]" />}
      {found.data && (
        <TableOrCards
          label={texts.list}
          width={860}
          rowLook="align-top [&>*]:px-3.5 [&>*]:py-2.5"
          columns={columnsWith(actions)}
          rows={pricedFirst(found.data)}
          card={(price) => <PriceCard price={price} {...actions} />}
        />
      )}
      {edited && <PriceForm price={edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}

/** Retired models, whose price nobody knows any more, stand in front in the catalogue. */
const pricedFirst = (prices: ModelPrice[]) =>
  prices
    .map((price) => ({ ...price, id: price.model_id }))
    .toSorted((one, other) => Number(one.source === null) - Number(other.source === null));

type Actions = { onEdit: (price: ModelPrice) => void; onRevert: (price: ModelPrice) => void };
type PriceProps = { price: ModelPrice } & Actions;

const names = texts.columns;
const number = 'text-small whitespace-nowrap tabular-nums';

const columnsWith = (actions: Actions): Column<ModelPrice & { id: string }>[] => [
  {
    header: names.model,
    isRowHeader: true,
    cell: (price) => (
      <>
        <span className="block text-control font-medium wrap-anywhere">{price.name}</span>
        <LongPrices price={price} />
      </>
    ),
  },
  {
    header: names.currency,
    width: 'w-[72px]',
    cell: ({ currency }) => <span className={number}>{currency ?? texts.unknown}</span>,
  },
  {
    header: names.input,
    width: 'w-[88px]',
    isFigure: true,
    cell: ({ input }) => <span className={number}>{written(input)}</span>,
  },
  {
    header: names.cached,
    width: 'w-[104px]',
    isFigure: true,
    cell: ({ cached_input }) => <span className={number}>{written(cached_input)}</span>,
  },
  {
    header: names.output,
    width: 'w-[88px]',
    isFigure: true,
    cell: ({ output }) => <span className={number}>{written(output)}</span>,
  },
  {
    header: names.since,
    width: 'w-[112px]',
    cell: ({ since, until }) => (
      <span className={number}>
        {since ? formatDate(since) : texts.unknown}
        {until && <span className="block text-tiny text-ink-3">{texts.until(lastDayOf(until))}</span>}
      </span>
    ),
  },
  { header: names.source, width: 'w-[104px]', cell: (price) => <Source price={price} /> },
  {
    header: names.actions,
    width: 'w-[104px]',
    cell: (price) => <PriceActions price={price} {...actions} />,
  },
];

/** A price ends as its last day does. */
const lastDayOf = (until: string): string => formatDate(new Date(Date.parse(until) - 1));

const written = (decimal: string | null): string =>
  decimal === null ? texts.unknown : writtenDecimal(decimal);

function LongPrices({ price: { long } }: { price: ModelPrice }) {
  if (!long) return null;
  const prices = texts.prices(written(long.input), written(long.cached_input), written(long.output));
  return (
    <span className="block text-tiny text-ink-3 tabular-nums">
      {texts.longOf(formatNumber(long.above), prices)}
    </span>
  );
}

function Source({ price: { source } }: { price: ModelPrice }) {
  if (!source) return <span className="text-small text-ink-3">{texts.unknown}</span>;
  return <Badge tone={source === 'typed' ? 'brand' : 'neutral'}>{texts.sources[source]}</Badge>;
}

function PriceActions({ price, onEdit, onRevert }: PriceProps) {
  const edit = texts.editOne(price.name);
  const revert = texts.revertOne(price.name);
  return (
    <div className="-ml-2 flex gap-0.5">
      <IconButton label={edit} title={edit} onClick={() => onEdit(price)}>
        <Pencil />
      </IconButton>
      {price.source === 'typed' && price.in_catalogue && (
        <IconButton label={revert} title={texts.revert} onClick={() => onRevert(price)}>
          <RotateCcw />
        </IconButton>
      )}
    </div>
  );
}

function PriceCard({ price, onEdit, onRevert }: PriceProps) {
  const { currency, input, cached_input, output, since, until } = price;
  return (
    <li className={classes(cardLook, 'grid gap-2 p-4')}>
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 font-medium wrap-anywhere">{price.name}</p>
        <div className="-my-2 flex shrink-0 items-center gap-3">
          <Source price={price} />
          <PriceActions price={price} onEdit={onEdit} onRevert={onRevert} />
        </div>
      </div>
      {currency && (
        <dl className="grid grid-cols-3 items-end gap-x-3 gap-y-1 text-small tabular-nums">
          {[
            [`${names.input} (${currency})`, input],
            [names.cached, cached_input],
            [names.output, output],
          ].map(([name, decimal]) => (
            <div key={name}>
              <dt className="text-tiny text-ink-3">{name}</dt>
              <dd>{written(decimal ?? null)}</dd>
            </div>
          ))}
        </dl>
      )}
      <LongPrices price={price} />
      {since && (
        <p className="text-tiny text-ink-3">
          {names.since} {formatDate(since)} {until && texts.until(lastDayOf(until))}
        </p>
      )}
    </li>
  );
}
