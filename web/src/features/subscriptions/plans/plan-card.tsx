import { Check } from 'lucide-react';
import { useId } from 'react';
import { type BillingInterval, FREE_PLAN } from '#contract/plan-seeds.ts';
import type { Subscription } from '#contract/subscriptions.ts';
import { formatBRL, formatNumber } from '../../../lib/format.ts';
import { classes } from '../../../ui/classes.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { cardLook } from '../../../ui/display/card.tsx';
import { endDay, planState } from '../plan-state.ts';
import { hasPrice, type ShownPlan } from '../shown-plans.ts';
import { texts } from '../texts.ts';
import { cycleOf, offerOf } from './offer.ts';
import { PlanAction, type Ways } from './plan-action.tsx';

type PlanCardProps = Ways & {
  plan: ShownPlan;
  interval: BillingInterval;
  had: Subscription | undefined;
  /** Whether it is known yet what they have. */
  isKnown: boolean;
};

export function PlanCard({ plan, interval: chosen, had, isKnown, checkout, portal }: PlanCardProps) {
  const title = useId();
  const interval = cycleOf(plan, chosen);
  const { tier, name, popular } = plan;
  const offer = offerOf({ tier, hasPrice: hasPrice(plan) }, interval, had);
  return (
    <li
      aria-labelledby={title}
      className={classes(
        'grid grid-rows-[auto_1fr_auto] gap-4 p-6',
        popular
          ? 'rounded-card border-[1.5px] border-brand bg-surface shadow-2 lg:-my-2 lg:px-[26px] lg:py-8'
          : cardLook,
      )}
    >
      <div>
        <div className={classes('mb-3 flex h-[22px]', !popular && 'max-lg:hidden')}>
          {popular && <Badge tone="warn">{texts.popular}</Badge>}
        </div>
        <h2 id={title} className="mb-3 text-[26px]">
          {name}
        </h2>
        <Price plan={plan} interval={interval} />
      </div>
      <ul className="grid content-start gap-2.5">
        {featuresOf(plan).map((feature) => (
          <li key={feature} className="flex gap-2.5 text-[14.5px]">
            <Check aria-hidden="true" className="mt-0.5 text-brand" />
            {feature}
          </li>
        ))}
      </ul>
      <div className="grid gap-2.5">
        {isKnown && had && had.tier === tier && tier !== FREE_PLAN && <PlanNote had={had} />}
        <PlanAction
          plan={plan}
          offer={offer}
          interval={interval}
          isKnown={isKnown}
          checkout={checkout}
          portal={portal}
        />
      </div>
    </li>
  );
}

/** The tokens of the plan, and what else it brings. */
function featuresOf({ features, monthly_token_limit }: ShownPlan): string[] {
  const tokens = monthly_token_limit === null ? [] : [texts.tokens(roundTokens(monthly_token_limit))];
  return [...new Set([...tokens, ...features])];
}

const roundTokens = (count: number) =>
  count >= 1_000_000 && count % 1_000_000 === 0 ? texts.millions(count / 1_000_000) : formatNumber(count);

type PriceProps = Pick<PlanCardProps, 'plan' | 'interval'>;

function Price({ plan, interval }: PriceProps) {
  const recurring = plan.prices.find((each) => each.interval === interval);
  const price = recurring ?? plan.prepaid.find((each) => each.interval === interval);
  const isYear = interval === 'year';
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-1.5">
        <span className="display text-[34px] leading-none whitespace-nowrap">
          {price ? formatBRL(price.amount) : plan.tier === FREE_PLAN ? texts.free : texts.soon}
        </span>{' '}
        {price && (
          <span className="text-small text-ink-2">
            {recurring ? (isYear ? texts.perYear : texts.perMonth) : texts.once[interval]}
          </span>
        )}
      </p>
      <p className="mt-1.5 min-h-5 text-small text-ink-3 max-lg:empty:hidden">
        {price && isYear && texts.monthly(formatBRL(Math.round(price.amount / 12)))}
      </p>
    </>
  );
}

/** On the card of the plan they pay for: how long it goes on, and as what. */
function PlanNote({ had }: { had: Subscription }) {
  const words = wordsOf(had);
  return words && <p className="text-small text-ink-2">{words}</p>;
}

function wordsOf(had: Subscription): string | null {
  const { kind, status, grace_until, current_period_end, next_interval } = had;
  if (status === 'past_due') return grace_until && texts.overdueUntil(endDay(grace_until));
  if (!current_period_end) return null;
  const day = endDay(current_period_end);
  if (kind === 'prepaid') return texts.endsOn(day);
  if (planState(had) === 'canceled') return texts.canceledUntil(day);
  return next_interval ? texts.changesTo[next_interval](day) : texts.renewsOn(day);
}
