/** The kind of payments that an installation takes, as its settings say. */
import type { PaymentsKind } from '#contract/settings.ts';
import type { Env } from '../../env.ts';
import { isExposed } from '../../network-address.ts';

export type PaymentSettings = Pick<Env, 'STRIPE_SECRET_KEY' | 'APP_URL' | 'HOST' | 'production'>;

/** Payments are simulated only where no other machine reaches the product, so that colleagues never see them. */
export function paymentsKind(env: PaymentSettings): PaymentsKind {
  if (env.STRIPE_SECRET_KEY) return 'stripe';
  return env.production || isExposed(env) ? 'none' : 'desk';
}
