/** The plans that a new installation begins with. From then on plans are rows, which superadmins change. */
import { PLAN_GROUPS, TOKENS_PER_MONTH } from './limits.ts';

export const BILLING_INTERVALS = ['month', 'year'] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** `prepaid`: paid once for one interval, without a renewal. */
export const PRICE_KINDS = ['recurring', 'prepaid'] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

export const PURCHASE_KINDS = ['pack', 'prepaid'] as const;
export const PURCHASE_STATES = ['waiting', 'paid', 'expired', 'failed', 'refunded'] as const;
export const PAYMENT_METHODS = ['pix', 'card'] as const;

/** The key of the plan without a price, which everybody has who pays for no other. */
export const FREE_PLAN = 'free';

export type PlanSeed = {
  key: string;
  name: string;
  description: string;
  /** Null: not announced yet. */
  tokens: number | null;
  user_group_id: number;
  features: string[];
  popular: boolean;
  /** Amounts in cents of BRL. The ids of prices at the payment provider are configuration. */
  prices: { interval: BillingInterval; amount: number }[];
};

export const PLANS: readonly PlanSeed[] = [
  {
    key: FREE_PLAN,
    name: 'Free',
    description: 'Para conhecer a plataforma.',
    tokens: TOKENS_PER_MONTH.free,
    user_group_id: PLAN_GROUPS.free,
    features: ['Acesso básico à plataforma', 'Limite mensal de tokens', 'Suporte por e-mail'],
    popular: false,
    prices: [],
  },
  {
    key: 'plus',
    name: 'Plus',
    description: 'Para usar todos os dias.',
    tokens: TOKENS_PER_MONTH.plus,
    user_group_id: PLAN_GROUPS.plus,
    features: ['Acesso a mais de 500 agentes', 'Suporte prioritário'],
    popular: true,
    prices: [
      { interval: 'month', amount: 62_500 },
      { interval: 'year', amount: 600_000 },
    ],
  },
  {
    key: 'pro',
    name: 'Pro',
    description: 'Para limites sob medida.',
    tokens: null,
    user_group_id: PLAN_GROUPS.pro,
    features: ['Tudo do Plus', 'Limites sob medida'],
    popular: false,
    prices: [],
  },
];

/** The key of a plan: a word that stands in addresses and audits, and does not change. */
export const PLAN_KEY = /^[a-z0-9][a-z0-9_-]{0,39}$/;
