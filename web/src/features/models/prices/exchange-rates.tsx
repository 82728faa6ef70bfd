/** The exchange rate: typed with the day that it is valid from, and its history. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { pricesApi, type Rate } from '#contract/prices.ts';
import { call } from '../../../api/client.ts';
import { failureText, failureWords } from '../../../api/error-message.ts';
import { formatNumber } from '../../../lib/format.ts';
import { dayOf } from '../../../lib/text/day.ts';
import { useTask } from '../../../lib/use-task.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Confirm } from '../../../ui/dialogs/confirm.tsx';
import { Alert } from '../../../ui/display/alert.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { wireDecimal, writtenDecimal } from './decimals.ts';
import { afterPriceChange, exchangeRates, unpricedCalls } from './queries.ts';
import { texts as all } from './texts.ts';

const texts = all.rates;
const LEAST = 0.01;
const MOST = '1000';

export function ExchangeRates() {
  const found = useQuery(exchangeRates());
  return (
    <Card title={texts.title} line={texts.line}>
      {found.isError && (
        <Alert
          {...failureWords(found.error, texts.loadFailed)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      )}
      {found.isPending && <Skeleton className="h-24" />}
      {found.data && (
        <div className="grid gap-5">
          {found.data.length === 0 && <MissingRate />}
          <RateForm rates={found.data} />
          <History rates={found.data} />
        </div>
      )}
    </Card>
  );
}

/** Without any rate: how many calls have no cost because of that. */
function MissingRate() {
  const { data } = useQuery(unpricedCalls());
  return data ? <Alert tone="warn" title={texts.missing(data, formatNumber(data))} /> : null;
}

const today = () => dayOf(new Date());

function RateForm({ rates }: { rates: Rate[] }) {
  const cache = useQueryClient();
  const [rate, setRate] = useState('');
  const [day, setDay] = useState(today);
  const [checked, setChecked] = useState(false);
  const [unusual, setUnusual] = useState<string | null>(null);
  const sent = rateOf(rate);
  const save = useTask(async () => {
    if (sent === null) return;
    await call(pricesApi.typeRate, { body: { day, brl_per_usd: sent } });
    setRate('');
    setChecked(false);
    await afterPriceChange(cache);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (sent === null) return;
    const times = timesTheLast(sent, rates);
    if (times === null) save.run();
    else setUnusual(times);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-3">
      <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,180px)_minmax(0,180px)_auto] sm:justify-start">
        <Field
          label={texts.rate}
          value={rate}
          inputMode="decimal"
          maxLength={12}
          placeholder="5,43"
          error={checked && sent === null ? texts.wrong : null}
          onChange={(event) => setRate(event.target.value)}
        />
        <Field
          label={texts.day}
          type="date"
          value={day}
          max={today()}
          onChange={(event) => setDay(event.target.value)}
        />
        <Button type="submit" variant="primary" busy={save.busy} className="sm:mt-[27px]">
          {save.busy ? texts.saving : texts.save}
        </Button>
      </div>
      {save.failure !== null && <Alert title={failureText(save.failure, texts.failed)} />}
      <Confirm
        open={unusual !== null}
        text={texts.unusual(unusual ?? '')}
        confirmLabel={texts.unusualYes}
        variant="primary"
        onCancel={() => setUnusual(null)}
        onConfirm={() => {
          setUnusual(null);
          save.run();
        }}
      />
    </form>
  );
}

/** Null for what is no rate between the least and the most. */
function rateOf(typed: string): string | null {
  const decimal = wireDecimal(typed, MOST);
  return decimal !== null && Number(decimal) >= LEAST ? decimal : null;
}

/** A rate that differs by more than this from the one before is asked about. */
const USUAL_CHANGE = 0.3;

/** How many times the last rate this is, in words; null where it is near it, or the first. */
function timesTheLast(brl_per_usd: string, [last]: Rate[]): string | null {
  if (!last) return null;
  const ratio = Number(brl_per_usd) / Number(last.brl_per_usd);
  return Math.abs(ratio - 1) > USUAL_CHANGE ? formatNumber(ratio, { maximumFractionDigits: 2 }) : null;
}

function History({ rates }: { rates: Rate[] }) {
  if (!rates.length) return <p className="text-small text-ink-2">{texts.none}</p>;
  return (
    <section aria-label={texts.list}>
      <h3 className="mb-2 text-control font-semibold">{texts.list}</h3>
      <ul className="grid gap-x-6 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-3">
        {rates.map(({ id, day, brl_per_usd }) => (
          <li key={id} className="flex items-baseline justify-between gap-3 text-small tabular-nums">
            <span className="font-medium">{`R$ ${writtenDecimal(brl_per_usd)}`}</span>
            <span className="text-ink-3">{texts.since(day.split('-').toReversed().join('/'))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
