/** Payments by Stripe. The SDK is loaded at the first call, so that an installation without payments does not load it. */
import { createHash, randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { AppError } from '../../app-error.ts';
import type { Log } from '../log.ts';
import { readEvent } from './event.ts';
import type { Order, Payments } from './payments.ts';
import type { Price } from './price.ts';
import { EXPAND, providerSubscription } from './stripe-subscription.ts';

export type StripeSettings = {
  secret_key: string;
  webhook_secret: string;
  prices: Price[];
  /** Another address of the API, such as a simulator or a proxy. */
  api_base?: string | undefined;
};

/** The API version that the fields used here belong to. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 8_000;
const PER_PAGE = 100;
const expandInList = EXPAND.map((field) => `data.${field}`);

export function openStripe(settings: StripeSettings, log: Log): Payments {
  let loading: Promise<Stripe> | undefined;
  const load = async () => {
    const { default: StripeClient } = await import('stripe');
    return new StripeClient(settings.secret_key, {
      apiVersion: API_VERSION,
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 1,
      telemetry: false,
      ...(settings.api_base ? addressOf(settings.api_base) : {}),
    });
  };

  /** The provider's message is logged and does not reach the caller. */
  async function ask<T>(what: string, call: (stripe: Stripe) => Promise<T>): Promise<T> {
    loading ??= load();
    try {
      return await call(await loading);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { type, code, statusCode, requestId } = error as Partial<Stripe.errors.StripeError>;
      log.error({ what, type, code, status: statusCode, provider_request: requestId }, 'payments failed');
      throw new AppError('payments_away', { cause: error });
    }
  }

  return {
    prices: settings.prices,
    fake: null,

    openCustomer: (buyer, known) =>
      ask('customer', async (stripe) => {
        if (known && (await isThere(stripe, known))) return known;
        const { id } = await stripe.customers.create(
          {
            email: buyer.email,
            name: buyer.name,
            preferred_locales: ['pt-BR'],
            metadata: { user_id: String(buyer.user_id), user_reference: buyer.reference },
          },
          { idempotencyKey: keyOf('customer', buyer.reference, buyer.email, buyer.name, known ?? '') },
        );
        return required(id);
      }),

    openCheckout: (order) =>
      ask('checkout', async (stripe) => {
        const newest = newestOf(await listOpenSessions(stripe, order));
        const mine = newest && isFor(newest, order) ? newest : await createSession(stripe, order);
        // Two open pages could both be paid. The search follows the creation: of two concurrent requests the later
        // one sees both pages, and every request that sees both keeps the same one.
        const listed = await listOpenSessions(stripe, order);
        const open = listed.some(({ id }) => id === mine.id) ? listed : [mine, ...listed];
        const kept = newestOf(open) ?? mine;
        for (const { id } of open.filter((session) => session.id !== kept.id))
          await stripe.checkout.sessions.expire(id).catch(ignoreFinished);
        return { url: required((isFor(kept, order) ? kept : mine).url) };
      }),

    openPortal: (customer, return_url) =>
      ask('portal', async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({ customer, return_url, locale: 'pt-BR' });
        return { url: required(url) };
      }),

    readEvent: (bytes, signature, now) =>
      readEvent(bytes, { signature, secret: settings.webhook_secret, now }),

    find: (subscription_id) =>
      ask('subscription', async (stripe) => {
        const found = await stripe.subscriptions
          .retrieve(subscription_id, { expand: EXPAND })
          .catch(nullWhenMissing);
        return found?.id ? providerSubscription(found) : null;
      }),

    openOf: (customer) =>
      ask('subscriptions', async (stripe) => {
        const { data } = await stripe.subscriptions.list({ customer, expand: expandInList });
        return (data ?? []).map(providerSubscription).filter((bought) => bought !== null);
      }),

    async *listOpen() {
      let starting_after: string | undefined;
      do {
        const after = starting_after;
        const page = await ask('subscriptions', (stripe) =>
          stripe.subscriptions.list({
            limit: PER_PAGE,
            expand: expandInList,
            ...(after ? { starting_after: after } : {}),
          }),
        );
        for (const subscription of page.data) {
          const bought = providerSubscription(subscription);
          if (bought) yield bought;
        }
        starting_after = page.has_more ? page.data.at(-1)?.id : undefined;
      } while (starting_after);
    },

    end: (subscription_id) =>
      ask('cancel', async (stripe) => {
        const found = await stripe.subscriptions.retrieve(subscription_id).catch(nullWhenMissing);
        if (!found?.id || found.status === 'canceled' || found.status === 'incomplete_expired') return;
        await stripe.subscriptions.cancel(subscription_id);
      }),
  };
}

async function listOpenSessions(stripe: Stripe, { customer_id }: Order): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer: customer_id, status: 'open' });
  return data ?? [];
}

/** The newest page; within one second, the page that the provider lists first, because it lists newest first. */
const newestOf = (sessions: Stripe.Checkout.Session[]): Stripe.Checkout.Session | undefined =>
  sessions.toSorted((a, b) => b.created - a.created)[0];

async function createSession(stripe: Stripe, order: Order): Promise<Stripe.Checkout.Session> {
  const { buyer, price } = order;
  const metadata = {
    user_id: String(buyer.user_id),
    user_reference: buyer.reference,
    price_id: price.price_id,
  };
  return stripe.checkout.sessions.create(
    {
      mode: 'subscription',
      customer: order.customer_id,
      client_reference_id: String(buyer.user_id),
      line_items: [{ price: price.price_id, quantity: 1 }],
      success_url: order.success_url,
      cancel_url: order.cancel_url,
      locale: 'pt-BR',
      metadata,
      subscription_data: { metadata },
    },
    { idempotencyKey: keyOf('checkout', buyer.reference, order.key || randomUUID()) },
  );
}

const isFor = (session: Stripe.Checkout.Session, { price, success_url, cancel_url }: Order) =>
  session.metadata?.price_id === price.price_id &&
  session.success_url === success_url &&
  session.cancel_url === cancel_url;

async function isThere(stripe: Stripe, customer_id: string): Promise<boolean> {
  const found = await stripe.customers.retrieve(customer_id).catch(nullWhenMissing);
  return !!found?.id && !found.deleted;
}

/** The SDK accepts some malformed replies. */
function required(value: string | null | undefined): string {
  if (value) return value;
  throw new Error('the provider answered without what was asked for');
}

function nullWhenMissing(error: unknown): null {
  if ((error as Partial<Stripe.errors.StripeError>).statusCode === 404) return null;
  throw error;
}

/** The page was paid or has expired meanwhile. */
function ignoreFinished(error: unknown): void {
  const { statusCode } = error as Partial<Stripe.errors.StripeError>;
  if (statusCode !== 400 && statusCode !== 404) throw error;
}

/** Hashes an idempotency key, because the provider sees it. */
const keyOf = (...parts: string[]) =>
  `prosa-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;

function addressOf(base: string) {
  const { protocol, hostname, port } = new URL(base);
  const plain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (plain ? '80' : '443'),
    protocol: plain ? ('http' as const) : ('https' as const),
  };
}
