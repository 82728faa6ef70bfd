import type { Subscription } from '#contract/subscriptions.ts';
import { endDay, planState } from '../plan-state.ts';
import { texts } from '../texts.ts';

/** On the card of the plan they pay for: how long it goes on, and as what. */
export function PlanNote({ had }: { had: Subscription }) {
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
