/** The plans as data. Amounts in cents of BRL; the ids of prices at the payment provider are configuration. */
import { PLAN_GROUPS, TOKENS_PER_MONTH } from './limits.ts';

export const TIERS = ['free', 'plus', 'pro'] as const;
export type Tier = (typeof TIERS)[number];
export type BillingInterval = 'month' | 'year';

export type Plan = {
  tier: Tier;
  name: string;
  /** Null: not announced yet. */
  monthly_token_limit: number | null;
  purchasable: boolean;
  user_group_id: number;
  prices: { interval: BillingInterval; amount: number }[];
};

export const PLANS: readonly Plan[] = [
  {
    tier: 'free',
    name: 'Free',
    monthly_token_limit: TOKENS_PER_MONTH.free,
    purchasable: false,
    user_group_id: PLAN_GROUPS.free,
    prices: [],
  },
  {
    tier: 'plus',
    name: 'Plus',
    monthly_token_limit: TOKENS_PER_MONTH.plus,
    purchasable: true,
    user_group_id: PLAN_GROUPS.plus,
    prices: [
      { interval: 'month', amount: 62_500 },
      { interval: 'year', amount: 600_000 },
    ],
  },
  {
    tier: 'pro',
    name: 'Pro',
    monthly_token_limit: null,
    purchasable: false,
    user_group_id: PLAN_GROUPS.pro,
    prices: [],
  },
];
