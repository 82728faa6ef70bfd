/** The limits of a group as they are typed, and what is sent of them. */
import type { GroupLimits, GroupLimitsForm } from '#contract/groups.ts';
import { formatNumber } from '../../../lib/format.ts';
import { formatAmount, withoutThousands } from '../../../lib/text/figures.ts';

export type LimitsDraft = {
  per_person: string;
  kind: GroupLimits['budget_kind'];
  amount: string;
  hard: boolean;
  notified: GroupLimits['notified'];
};

export const draftOf = (limits: GroupLimits): LimitsDraft => ({
  per_person: limits.tokens_per_person === null ? '' : formatNumber(limits.tokens_per_person),
  kind: limits.budget_kind,
  amount: limits.budget === null ? '' : amountWords(limits.budget_kind, limits.budget),
  hard: limits.hard,
  notified: limits.notified,
});

const amountWords = (kind: LimitsDraft['kind'], amount: number): string =>
  kind === 'brl'
    ? formatAmount(amount / 100, { minimumFractionDigits: 2, useGrouping: false })
    : formatNumber(amount);

/** Null for what is no whole number; marks between thousands are left out. */
export function tokensOf(typed: string): number | null {
  const digits = withoutThousands(typed);
  return /^\d{1,13}$/.test(digits) ? Number(digits) : null;
}

/** Cents; null for what is no amount of money. */
export function centsOf(typed: string): number | null {
  const found = /^(?:R\$\s*)?(\d{1,3}(?:\.\d{3})+|\d{1,10})(?:,(\d{1,2}))?$/.exec(typed.trim());
  if (!found) return null;
  const [, whole = '', cents = ''] = found;
  return Number(whole.replaceAll('.', '')) * 100 + Number(cents.padEnd(2, '0'));
}

export const budgetOf = ({ kind, amount }: Pick<LimitsDraft, 'kind' | 'amount'>): number | null =>
  kind === 'none' ? null : kind === 'brl' ? centsOf(amount) : tokensOf(amount);

/** Null where something typed cannot be sent. */
export function formOf(
  draft: LimitsDraft,
  { version }: Pick<GroupLimits, 'version'>,
): GroupLimitsForm | null {
  const isBlank = draft.per_person.trim() === '';
  const tokens_per_person = isBlank ? null : tokensOf(draft.per_person);
  const budget = budgetOf(draft);
  if ((!isBlank && tokens_per_person === null) || (draft.kind !== 'none' && !budget)) return null;
  const notify_user_ids = draft.notified.map(({ id }) => id);
  return { tokens_per_person, budget_kind: draft.kind, budget, hard: draft.hard, notify_user_ids, version };
}

/** The use of the month in the unit of a budget: tokens, or cents. */
export const usedIn = (kind: LimitsDraft['kind'], { month_tokens, month_cents }: GroupLimits): number =>
  kind === 'brl' ? month_cents : month_tokens;
