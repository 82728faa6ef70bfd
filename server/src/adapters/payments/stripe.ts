/** Payments by Stripe. The SDK is loaded at the first call, so that an installation without payments does not load it. */
import type Stripe from 'stripe';
import { AppError, filledDetail } from '../../app-error.ts';
import type { Log } from '../log.ts';
import { readEvent } from './event.ts';
import type { Payments } from './payments.ts';
import { FAKE_PRICE_PREFIX, priceWords } from './price.ts';
import {
  abandonSession,
  findSession,
  keyOf,
  nullWhenMissing,
  openPaymentPage,
  openSubscriptionPage,
  required,
} from './stripe-checkout.ts';
import { EXPAND, providerSubscription } from './stripe-subscription.ts';

export type StripeSettings = {
  secret_key: string;
  webhook_secret: string;
  /** Another address of the API, such as a simulator or a proxy. */
  api_base?: string | undefined;
};

/** The API version that the fields used here belong to. */
const API_VERSION = '2026-10-28.endive';
const TIMEOUT_MS = 8_000;
const PER_PAGE = 100;
const expandInList = EXPAND.map((field) => `data.${field}`);

export function openStripe(settings: StripeSettings, log: Log): Payments {
  const ask = asker(settings, log);
  return {
    fake: null,
    pageOf: (session_id) => `https://dashboard.stripe.com/search?query=${encodeURIComponent(session_id)}`,
    sells: (price_id) => !price_id.startsWith(FAKE_PRICE_PREFIX),
    readEvent: (bytes, signature, now) =>
      readEvent(bytes, { signature, secret: settings.webhook_secret, now }),
    ...pageCalls(ask),
    ...subscriptionCalls(ask),
  };
}

type Ask = <T>(what: string, call: (stripe: Stripe) => Promise<T>) => Promise<T>;

/** Calls Stripe. The provider's message is logged and does not reach the caller. */
function asker(settings: StripeSettings, log: Log): Ask {
  let loading: Promise<Stripe> | undefined;
  return async (what, call) => {
    loading ??= load(settings);
    try {
      return await call(await loading);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const { type, code, statusCode, requestId } = error as Partial<Stripe.errors.StripeError>;
      log.error({ what, type, code, status: statusCode, provider_request: requestId }, 'payments failed');
      throw new AppError('payments_away', { cause: error });
    }
  };
}

async function load({ secret_key, api_base }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe');
  return new StripeClient(secret_key, {
    apiVersion: API_VERSION,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
    ...(api_base ? addressOf(api_base) : {}),
  });
}

/** Prices, customers, and the pages on which they pay. */
const pageCalls = (ask: Ask) =>
  ({
    confirmPrice: (typed) => ask('price', (stripe) => confirmPrice(stripe, typed)),

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
      ask('checkout', async (stripe) => ({ url: await openSubscriptionPage(stripe, order) })),

    openPayment: (order) => ask('checkout', (stripe) => openPaymentPage(stripe, order)),
    findSession: (name) => ask('session', (stripe) => findSession(stripe, name)),
    abandonSession: (session_id) => ask('session', (stripe) => abandonSession(stripe, session_id)),

    openPortal: (customer, return_url) =>
      ask('portal', async (stripe) => {
        const { url } = await stripe.billingPortal.sessions.create({ customer, return_url, locale: 'pt-BR' });
        return { url: required(url) };
      }),
  }) satisfies Partial<Payments>;

const subscriptionCalls = (ask: Ask) =>
  ({
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
  }) satisfies Partial<Payments>;

type TypedPrice = Parameters<Payments['confirmPrice']>[0];

/** A price at Stripe is never changed, so what is read once stays true. */
async function confirmPrice(stripe: Stripe, typed: TypedPrice): Promise<string | null> {
  const { price_id, amount, interval } = typed;
  if (price_id === null) return null;
  const price = await stripe.prices.retrieve(price_id).catch(nullWhenMissing);
  const found = price?.id ? foundPrice(price) : 'desconhecido';
  const words = priceWords(amount, interval);
  if (found === words) return price_id;
  const detail = filledDetail('price_mismatch', { found, typed: words });
  throw new AppError('price_mismatch', { detail, errors: [{ field: 'prices', message: detail }] });
}

function foundPrice({ active, unit_amount, currency, recurring }: Stripe.Price): string {
  if (!active) return 'um preço arquivado';
  if (unit_amount === null) return 'um preço sem valor fixo';
  const every = recurring ? (recurring.interval_count === 1 ? recurring.interval : 'other') : null;
  return priceWords(unit_amount, every, currency.toUpperCase());
}

async function isThere(stripe: Stripe, customer_id: string): Promise<boolean> {
  const found = await stripe.customers.retrieve(customer_id).catch(nullWhenMissing);
  return !!found?.id && !found.deleted;
}

function addressOf(base: string) {
  const { protocol, hostname, port } = new URL(base);
  const plain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (plain ? '80' : '443'),
    protocol: plain ? ('http' as const) : ('https' as const),
  };
}
