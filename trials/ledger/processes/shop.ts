/** Packs and plans bought at Stripe's stand-in; every event of it reaches both processes, and more than once. */
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import Stripe from 'stripe';
import type { Database } from '../../../server/src/db/client.ts';
import { users } from '../../../server/src/db/tables/people.ts';
import { packs, token_credits } from '../../../server/src/db/tables/plans.ts';
import { openStripeStandIn } from '../../../server/test/payments/stripe-stand-in.ts';
import type { Person } from '../../support/people.ts';
import type { Chance } from '../../support/seeded-random.ts';
import type { ProcessPair } from './process-pair.ts';

const CLOSING = 503;
const SECRET = 'whsec_of_the_trial';
const MONTH = 'price_month';
const PACK = {
  name: 'Pacote',
  tokens: 7_000,
  amount: 9_900,
  validity_days: 25,
  stripe_price_id: 'price_pack',
};
const APP_URL = 'https://prosa.example';
const DAY_MS = 86_400_000;

export type Shop = Awaited<ReturnType<typeof openShop>>;

/** Opened before the processes, which take its address from `env`. */
export async function openShop(db: Database, chance: Chance) {
  const stripe = await openStripeStandIn();
  stripe.prices.set(PACK.stripe_price_id, { unit_amount: PACK.amount });
  const [pack] = await db.insert(packs).values(PACK).returning({ id: packs.id });
  if (!pack) throw new Error('no pack');
  /** The tokens that are paid for, by session. */
  const paid = new Map<string, number>();
  const plans = new Map<number, string>();
  let events = 0;

  /** Stripe sends an event until it is taken; here also when it was. */
  async function tell(pair: ProcessPair, type: string, object: object): Promise<void> {
    events += 1;
    const payload = JSON.stringify({ id: `evt_${events}`, object: 'event', type, data: { object } });
    const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: SECRET });
    const post = async () => {
      const response = await pair.send(async ({ url }) => {
        const taken = await fetch(`${url}/api/v1/subscriptions/webhook`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'stripe-signature': signature },
          body: payload,
        });
        // A process that is ending takes no event any more.
        if (taken.status === CLOSING) throw new Error('the webhook is closing');
        return taken;
      });
      if (response.status !== 200)
        throw new Error(`the webhook answered ${response.status}: ${await response.text()}`);
    };
    await Promise.all([post(), post(), post()]);
  }

  return {
    env: {
      APP_URL,
      STRIPE_SECRET_KEY: 'sk_test_of_the_trial',
      STRIPE_WEBHOOK_SECRET: SECRET,
      STRIPE_PRICE_PLUS_MONTH: MONTH,
      STRIPE_PRICE_PLUS_YEAR: 'price_year',
      STRIPE_API_BASE: stripe.url,
    },

    /** Returns the refusal's code; a third of what is bought is given back, in part or in whole. */
    async buyPack(pair: ProcessPair, person: Person): Promise<string | null> {
      const page = `${APP_URL}/subscription`;
      const order = { kind: 'pack', id: pack.id, success_url: page, cancel_url: page };
      const key = randomUUID();
      const response = await pair.send(({ url }) =>
        fetch(`${url}/api/v1/subscriptions/buy`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${person.token}`,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(order),
        }),
      );
      const body = JSON.parse(await response.text()) as { code?: string; data?: { checkout_url: string } };
      if (!body.data) return body.code ?? String(response.status);
      const session = body.data.checkout_url.split('/').at(-1) ?? '';
      stripe.settle(session, { status: 'succeeded', method: 'pix' });
      paid.set(session, PACK.tokens);
      await tell(pair, 'checkout.session.completed', { id: session, subscription: null });
      if (!chance.percent(33)) return null;
      const refunded = 1 + chance.below(PACK.amount);
      stripe.settle(session, { status: 'succeeded', method: 'pix', refunded });
      paid.set(session, Math.floor((PACK.tokens * (PACK.amount - refunded)) / PACK.amount));
      await tell(pair, 'charge.refunded', { id: 'ch_1', payment_intent: `pi_${session}` });
      return null;
    },

    /** A plan begins, fails, recovers or ends. Five million tokens would take the run too long to use up. */
    async changePlan(pair: ProcessPair, { id: user_id }: Person, token_limit: number): Promise<void> {
      const [user] = await db.select({ reference: users.reference }).from(users).where(eq(users.id, user_id));
      const known = stripe.subscriptions.get(plans.get(user_id) ?? '');
      const isOpen = known && known.status !== 'canceled';
      const now = new Date();
      const id = isOpen ? known.id : `sub_${randomUUID()}`;
      const status = isOpen ? chance.pick(['active', 'past_due', 'canceled', 'canceled'] as const) : 'active';
      const end = new Date(now.getTime() + 30 * DAY_MS);
      stripe.subscriptions.set(id, {
        ...(isOpen ? known : { id, price: MONTH, amount: 62_500, start: now, end }),
        customer: `cus_${user_id}`,
        status,
        ...(status === 'canceled' ? { ended_at: now } : {}),
        user_reference: user?.reference ?? '',
      });
      plans.set(user_id, id);
      await tell(pair, 'customer.subscription.updated', { id, customer: `cus_${user_id}` });
      if (status === 'active') await db.update(users).set({ token_limit }).where(eq(users.id, user_id));
    },

    /** Purchases whose credit is not what was paid for, and credits that nobody paid. */
    async wrongCredits(): Promise<string[]> {
      const sold = [...stripe.sessions.values()].filter(({ id }) => paid.has(String(id)));
      const tokensOf = new Map(
        sold.map(({ id, metadata }) => [
          (metadata as { purchase_id: string }).purchase_id,
          paid.get(String(id)) ?? 0,
        ]),
      );
      const credits = await db.select().from(token_credits);
      const found = new Map(credits.map((credit) => [credit.purchase_id, credit]));
      const missing = [...tokensOf.keys()].filter((id) => !found.has(id)).map((id) => `${id} has no credit`);
      const wrong = credits.flatMap(({ purchase_id, tokens, tokens_left }) => {
        const due = tokensOf.get(purchase_id ?? '');
        if (due === undefined) return [`${purchase_id} was not paid`];
        // Tokens that were used before the money was given back stay used.
        const isRight = tokens <= PACK.tokens && tokens === Math.max(due, tokens - tokens_left);
        return isRight ? [] : [`${purchase_id}: ${tokens} of ${due}`];
      });
      return [...missing, ...wrong];
    },
    sold: () => paid.size,
    close: () => stripe.close(),
  };
}
