/** The person's plan: its state, dates, price and options. */
import { FREE_PLAN } from '#contract/plan-seeds.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { formatExactBRL, formatNumber } from '../../../lib/format.ts';
import { dayOf, writtenDay } from '../../../lib/text/day.ts';
import { Alert } from '../../../ui/display/alert.tsx';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/display/card.tsx';
import { endDay, type PlanState, planState } from '../plan-state.ts';
import { PlanOptions } from './plan-options.tsx';
import { texts } from './texts.ts';

const tones = { free: 'neutral', active: 'ok', past_due: 'danger', canceled: 'warn' } as const;

export function PlanDetails({ subscription }: { subscription: Subscription }) {
  const { tier, kind, plan_name, amount, interval } = subscription;
  const state = planState(subscription);
  return (
    <Card title={texts.plan} aside={<Badge tone={tones[state]}>{texts.state[state]}</Badge>}>
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="display text-[28px] leading-none">{plan_name}</span>
        <span className="text-ink-2 tabular-nums">
          {interval
            ? texts[kind === 'prepaid' ? 'once' : 'per'][interval](formatExactBRL(amount))
            : formatExactBRL(amount)}
        </span>
      </p>
      <News subscription={subscription} state={state} />
      <Facts subscription={subscription} state={state} />
      <PlanOptions isPaid={tier !== FREE_PLAN && kind === 'recurring'} state={state} />
    </Card>
  );
}

type PartProps = { subscription: Subscription; state: PlanState };

function News({ subscription, state }: PartProps) {
  const { plan_name, status, grace_until, current_period_end } = subscription;
  return (
    <div className="mt-4 grid gap-3 empty:hidden">
      {status === 'past_due' && (
        <Alert
          tone="warn"
          title={texts.overdue}
          line={grace_until && texts.overdueUntil(plan_name, endDay(grace_until))}
        />
      )}
      {state === 'canceled' && current_period_end && (
        <Alert
          tone="warn"
          title={texts.canceledUntil(endDay(current_period_end))}
          line={texts.canceledLine}
        />
      )}
      {state === 'canceled' && !current_period_end && <Alert tone="info" title={texts.ended} />}
    </div>
  );
}

function Facts({ subscription, state }: PartProps) {
  const { kind, monthly_token_limit, current_period_end, next_token_reset, next_interval } = subscription;
  return (
    <dl className="mt-5 grid grid-cols-2 gap-4 sm:grid-cols-3">
      {current_period_end && (
        <Fact
          name={state === 'canceled' || kind === 'prepaid' ? texts.end : texts.renewal}
          value={endDay(current_period_end)}
        />
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
