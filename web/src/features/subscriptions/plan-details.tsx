/** What they have, until when, what it costs, and what can be done about it. */
import type { Subscription } from '#contract/subscriptions.ts';
import { formatExactBRL, formatNumber } from '../../lib/format.ts';
import { dayOf, writtenDay } from '../../lib/text/day.ts';
import { Alert } from '../../ui/display/alert.tsx';
import { Badge } from '../../ui/display/badge.tsx';
import { Card } from '../../ui/display/card.tsx';
import { texts } from './manage-texts.ts';
import { PlanOptions } from './plan-options.tsx';
import { endDay, type Standing, standingOf } from './standing.ts';

const tones = { free: 'neutral', active: 'ok', past_due: 'danger', canceled: 'warn' } as const;

export function PlanDetails({ subscription }: { subscription: Subscription }) {
  const { tier, amount, interval } = subscription;
  const standing = standingOf(subscription);
  return (
    <Card title={texts.plan} aside={<Badge tone={tones[standing]}>{texts.standing[standing]}</Badge>}>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="display text-[28px] leading-none">{texts.names[tier]}</span>
        <span className="text-ink-2 tabular-nums">
          {interval ? texts.per[interval](formatExactBRL(amount)) : formatExactBRL(amount)}
        </span>
      </p>
      <News subscription={subscription} standing={standing} />
      <Facts subscription={subscription} standing={standing} />
      <PlanOptions isPaid={tier !== 'free'} standing={standing} />
    </Card>
  );
}

type PartProps = { subscription: Subscription; standing: Standing };

function News({ subscription, standing }: PartProps) {
  const { tier, status, grace_until, current_period_end } = subscription;
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {status === 'past_due' && (
        <Alert
          tone="warn"
          title={texts.overdue}
          line={grace_until && texts.overdueUntil(texts.names[tier], endDay(grace_until))}
        />
      )}
      {standing === 'canceled' && current_period_end && (
        <Alert
          tone="warn"
          title={texts.canceledUntil(endDay(current_period_end))}
          line={texts.canceledLine}
        />
      )}
      {standing === 'canceled' && !current_period_end && <Alert tone="info" title={texts.ended} />}
    </div>
  );
}

function Facts({ subscription, standing }: PartProps) {
  const { monthly_token_limit, current_period_end, next_token_reset, next_interval } = subscription;
  return (
    <dl className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3">
      {current_period_end && (
        <Fact name={standing === 'canceled' ? texts.end : texts.renewal} value={endDay(current_period_end)} />
      )}
      <Fact name={texts.tokens} value={formatNumber(monthly_token_limit)} />
      <Fact name={texts.tokenRenewal} value={writtenDay(dayOf(next_token_reset))} />
      {next_interval && <Fact name={texts.nextCharge} value={texts.charged[next_interval]} />}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="text-small text-ink-3">{name}</dt>
      <dd className="mt-0.5 font-medium tabular-nums">{value}</dd>
    </div>
  );
}
