/** Chooses the payment provider: Stripe, the simulated one, or none. */
import { createHmac } from 'node:crypto';
import type { Database } from '../../db/client.ts';
import type { Env } from '../../env.ts';
import { openFakePayments } from '../fake-payments/fake-provider.ts';
import type { Log } from '../log.ts';
import type { MovableClock } from '../movable-clock.ts';
import type { Queue } from '../queue.ts';
import type { Payments } from './payments.ts';
import { type PaymentSettings, paymentsKind } from './payments-kind.ts';
import { openStripe } from './stripe.ts';

type Settings = PaymentSettings & Pick<Env, 'STRIPE_WEBHOOK_SECRET' | 'STRIPE_API_BASE'>;

type Around = {
  db: Database;
  queue: Queue;
  log: Log;
  secret: string;
  webhook_url: () => string | null;
  /** Null where the clock may not be moved; then there are no simulated payments. */
  clock: MovableClock | null;
};

export function openPayments(env: Settings, around: Around): Payments | null {
  const { db, queue, log, clock, secret, webhook_url } = around;
  if (paymentsKind(env) === 'none') return null;
  if (env.STRIPE_SECRET_KEY) {
    return openStripe(
      {
        secret_key: env.STRIPE_SECRET_KEY,
        webhook_secret: env.STRIPE_WEBHOOK_SECRET ?? '',
        api_base: env.STRIPE_API_BASE,
      },
      log,
    );
  }
  if (!clock) return null;
  return openFakePayments({
    db,
    queue,
    clock,
    webhook_url,
    app_url: env.APP_URL,
    secret: env.STRIPE_WEBHOOK_SECRET ?? createHmac('sha256', secret).update('cash desk').digest('hex'),
  });
}
