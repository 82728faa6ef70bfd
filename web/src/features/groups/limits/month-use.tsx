/** How much of a group's budget is used this month, and who used most. */
import type { GroupLimits } from '#contract/groups.ts';
import { formatExactBRL, formatNumber } from '../../../lib/format.ts';
import { ProgressBar } from '../../../ui/display/progress-bar.tsx';
import { percentOf } from '../../../ui/percent.ts';
import { texts as all } from '../texts.ts';

const texts = all.limits;

/** Tokens, or money, as the unit of the budget says. */
export const amountWords = (kind: GroupLimits['budget_kind'], amount: number): string =>
  kind === 'brl' ? formatExactBRL(amount) : texts.tokens(formatNumber(amount));

export function MonthUse({ limits }: { limits: GroupLimits }) {
  const { budget_kind, budget, used, month_tokens, month_cents, people } = limits;
  const hasBudget = budget_kind !== 'none' && budget !== null;
  const words = hasBudget
    ? texts.used(
        amountWords(budget_kind, used),
        amountWords(budget_kind, budget),
        Math.round(percentOf(used, budget)),
      )
    : texts.usedNone(formatNumber(month_tokens), formatExactBRL(month_cents));
  return (
    <div className="grid gap-2">
      <p className="text-small text-ink-2 tabular-nums">{words}</p>
      {hasBudget && (
        <ProgressBar label={texts.bar} value={used} max={budget} valueText={words} warnFrom={0.8} />
      )}
      {people && people.length > 0 && (
        <section aria-label={texts.byUse} className="mt-2">
          <h3 className="mb-1.5 text-control font-semibold">{texts.byUse}</h3>
          <ul className="grid gap-1">
            {people.map(({ id, name, percent }) => (
              <li key={id} className="flex justify-between gap-3 text-small tabular-nums">
                <span className="min-w-0 truncate">{name}</span>
                <span className="text-ink-2">{texts.percent(percent)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
