/** The form of a plan as it is typed, and as the call takes it. */
import { PLAN_FEATURE_MAX, PLAN_FEATURES_MAX, PLAN_TOKENS_MAX } from '#contract/limits.ts';
import {
  BILLING_INTERVALS,
  type BillingInterval,
  PLAN_KEY,
  PRICE_KINDS,
  type PriceKind,
} from '#contract/plan-seeds.ts';
import type { Plan } from '#contract/plans.ts';
import { formatNumber } from '../../lib/format.ts';
import { texts as all } from './texts.ts';
import { centsOf, typedCents, wholeOf } from './typed.ts';

const texts = all.plans;

export type PriceDraft = {
  kind: PriceKind;
  interval: BillingInterval;
  amount: string;
  stripe_price_id: string;
  sold: boolean;
};

export type PlanDraft = {
  key: string;
  name: string;
  description: string;
  tokens: string;
  user_group_id: number | null;
  /** One a line. */
  features: string;
  popular: boolean;
  visible: boolean;
  prices: PriceDraft[];
};

const NEW_PLAN = {
  key: '',
  name: '',
  description: '',
  tokens: null,
  user_group_id: null,
  features: [],
  popular: false,
  visible: true,
  prices: [],
};

export function draftOf(plan: Pick<Plan, keyof typeof NEW_PLAN> = NEW_PLAN): PlanDraft {
  const { key, name, description, tokens, user_group_id, features, popular, visible } = plan;
  const prices = PRICE_KINDS.flatMap((kind) =>
    BILLING_INTERVALS.map((interval): PriceDraft => {
      const price = plan.prices.find((one) => one.kind === kind && one.interval === interval);
      return {
        kind,
        interval,
        amount: price ? typedCents(price.amount) : '',
        stripe_price_id: price?.stripe_price_id ?? '',
        sold: price?.sold ?? false,
      };
    }),
  );
  return {
    key,
    name,
    description,
    tokens: tokens === null ? '' : formatNumber(tokens),
    user_group_id,
    features: features.join('\n'),
    popular,
    visible,
    prices,
  };
}

export type DraftErrors = Partial<Record<'key' | 'name' | 'tokens' | 'features', string>> & {
  prices: (string | null)[];
};

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

const tokensOf = (text: string) => wholeOf(text, { min: 1_000, max: PLAN_TOKENS_MAX });

/** Null where everything can be sent. */
export function errorsOf(draft: PlanDraft, isNew: boolean): DraftErrors | null {
  const errors: DraftErrors = {
    prices: draft.prices.map(({ amount }) => (centsOf(amount) === undefined ? all.amountWrong : null)),
  };
  if (!draft.name.trim()) errors.name = all.nameMissing;
  if (isNew && !PLAN_KEY.test(draft.key)) errors.key = texts.keyWrong;
  if (tokensOf(draft.tokens) === undefined) errors.tokens = all.tokensWrong;
  const lines = linesOf(draft.features);
  if (lines.length > PLAN_FEATURES_MAX || lines.some((line) => line.length > PLAN_FEATURE_MAX))
    errors.features = texts.featuresWrong;
  const { prices, ...fields } = errors;
  return Object.keys(fields).length || prices.some((error) => error !== null) ? errors : null;
}

/** Without the key, which never changes. A price without an amount is not sold. */
export function formOf(draft: PlanDraft) {
  const { name, description, user_group_id, popular, visible } = draft;
  return {
    name: name.trim(),
    description: description.trim(),
    tokens: tokensOf(draft.tokens) ?? null,
    user_group_id,
    features: linesOf(draft.features),
    popular,
    visible,
    prices: draft.prices.flatMap(({ kind, interval, amount, stripe_price_id }) => {
      const cents = centsOf(amount);
      return cents
        ? [{ kind, interval, amount: cents, stripe_price_id: stripe_price_id.trim() || null }]
        : [];
    }),
  };
}
