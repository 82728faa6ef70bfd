/** Stripe's checkout pages: of subscriptions, and of what is paid once. */
import { createHash, randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import type { OneOffOrder, Order, PaymentSession, SessionName } from './payments.ts';

const PIX_SECONDS = 3_600;
const EXPAND = ['payment_intent.latest_charge'];

/** Returns the address of the customer's only open page for a subscription. */
export async function openSubscriptionPage(stripe: Stripe, order: Order): Promise<string> {
  const newest = newestOf(await listOpenSessions(stripe, order));
  const mine = newest && isFor(newest, order) ? newest : await createSubscriptionSession(stripe, order);
  // Two open pages could both be paid. The search follows the creation: of two concurrent requests the later
  // one sees both pages, and every request that sees both keeps the same one.
  const listed = await listOpenSessions(stripe, order);
  const open = listed.some(({ id }) => id === mine.id) ? listed : [mine, ...listed];
  const kept = newestOf(open) ?? mine;
  for (const { id } of open.filter((session) => session.id !== kept.id))
    await stripe.checkout.sessions.expire(id).catch(ignoreFinished);
  return required((isFor(kept, order) ? kept : mine).url);
}

/** The Dashboard decides the payment methods. Stripe shows a Pix on its own page and does not lead back by itself. */
export async function openPaymentPage(
  stripe: Stripe,
  order: OneOffOrder,
): Promise<{ url: string; session_id: string }> {
  const { price, purchase_id } = order;
  const metadata = { ...metadataOf(order), purchase_id };
  const { id, url } = await stripe.checkout.sessions.create(
    {
      ...sessionOf(order),
      mode: 'payment',
      line_items: [{ price: price.price_id, quantity: 1 }],
      payment_method_options: { pix: { expires_after_seconds: PIX_SECONDS } },
      metadata,
      payment_intent_data: { metadata },
    },
    { idempotencyKey: keyOf('payment', purchase_id) },
  );
  return { url: required(url), session_id: required(id) };
}

export async function findSession(stripe: Stripe, name: SessionName): Promise<PaymentSession | null> {
  if ('session_id' in name) {
    const found = await stripe.checkout.sessions
      .retrieve(name.session_id, { expand: EXPAND })
      .catch(nullWhenMissing);
    return found?.id ? paymentSession(found) : null;
  }
  const { data } = await stripe.checkout.sessions.list({
    payment_intent: name.payment_id,
    expand: EXPAND.map((field) => `data.${field}`),
  });
  const [found] = data ?? [];
  return found ? paymentSession(found) : null;
}

/** An open page is closed; a Pix whose code was shown is cancelled with its payment. */
export async function abandonSession(stripe: Stripe, session_id: string): Promise<void> {
  const found = await stripe.checkout.sessions.retrieve(session_id).catch(nullWhenMissing);
  if (found?.status === 'open') await stripe.checkout.sessions.expire(session_id).catch(ignoreFinished);
  if (found?.status === 'complete' && found.payment_status === 'unpaid' && found.payment_intent)
    await stripe.paymentIntents.cancel(idOf(found.payment_intent)).catch(ignoreFinished);
}

function paymentSession(session: Stripe.Checkout.Session): PaymentSession | null {
  if (session.mode !== 'payment') return null;
  const payment = objectOf(session.payment_intent);
  const charge = objectOf(payment?.latest_charge);
  const state = stateOf(session, payment);
  const code = pixCode(payment);
  return {
    id: session.id,
    ...namesIn(session.metadata),
    amount: session.currency === 'brl' ? session.amount_total : null,
    state,
    method: methodOf(charge?.payment_method_details?.type ?? (code ? 'pix' : '')),
    ...((state === 'waiting' && code) || NO_CODE),
    refunded: charge?.amount_refunded ?? 0,
  };
}

const namesIn = (metadata: Stripe.Metadata | null) => ({
  reference: metadata?.user_reference ?? null,
  purchase_id: metadata?.purchase_id ?? null,
});

const NO_CODE = { pay_until: null, pay_url: null };

const methodOf = (used: string) => (used === 'pix' || used === 'card' ? used : null);

function pixCode(payment: Stripe.PaymentIntent | null) {
  const code = payment?.next_action?.pix_display_qr_code;
  return (
    code && {
      pay_until: code.expires_at ? new Date(code.expires_at * 1_000) : null,
      pay_url: code.hosted_instructions_url ?? null,
    }
  );
}

/** Complete and unpaid: a Pix whose code was shown. Its payment says whether the code can still be paid. */
function stateOf(
  { status, payment_status }: Stripe.Checkout.Session,
  payment: Stripe.PaymentIntent | null,
): PaymentSession['state'] {
  if (payment_status === 'paid') return 'paid';
  if (status === 'expired') return 'expired';
  if (status !== 'complete') return 'waiting';
  if (payment?.status === 'requires_payment_method') return 'failed';
  return payment?.status === 'canceled' ? 'expired' : 'waiting';
}

async function listOpenSessions(stripe: Stripe, { customer_id }: Order): Promise<Stripe.Checkout.Session[]> {
  const { data } = await stripe.checkout.sessions.list({ customer: customer_id, status: 'open' });
  return (data ?? []).filter(({ mode }) => mode === 'subscription');
}

/** The newest page; within one second, the page that the provider lists first, because it lists newest first. */
const newestOf = (sessions: Stripe.Checkout.Session[]): Stripe.Checkout.Session | undefined =>
  sessions.toSorted((a, b) => b.created - a.created)[0];

async function createSubscriptionSession(stripe: Stripe, order: Order): Promise<Stripe.Checkout.Session> {
  const { buyer, price } = order;
  const metadata = metadataOf(order);
  return stripe.checkout.sessions.create(
    {
      ...sessionOf(order),
      mode: 'subscription',
      line_items: [{ price: price.price_id, quantity: 1 }],
      metadata,
      subscription_data: { metadata },
    },
    { idempotencyKey: keyOf('checkout', buyer.reference, order.key || randomUUID()) },
  );
}

const sessionOf = ({ customer_id, buyer, success_url, cancel_url }: Order | OneOffOrder) => ({
  customer: customer_id,
  client_reference_id: String(buyer.user_id),
  success_url,
  cancel_url,
  locale: 'pt-BR' as const,
});

const metadataOf = ({ buyer, price }: Order | OneOffOrder) => ({
  user_id: String(buyer.user_id),
  user_reference: buyer.reference,
  price_id: price.price_id,
});

const isFor = (session: Stripe.Checkout.Session, { price, success_url, cancel_url }: Order) =>
  session.metadata?.price_id === price.price_id &&
  session.success_url === success_url &&
  session.cancel_url === cancel_url;

/** The SDK accepts some malformed replies. */
export function required(value: string | null | undefined): string {
  if (value) return value;
  throw new Error('the provider answered without what was asked for');
}

export function nullWhenMissing(error: unknown): null {
  if ((error as Partial<Stripe.errors.StripeError>).statusCode === 404) return null;
  throw error;
}

/** The page was paid or has expired meanwhile. */
function ignoreFinished(error: unknown): void {
  const { statusCode } = error as Partial<Stripe.errors.StripeError>;
  if (statusCode !== 400 && statusCode !== 404) throw error;
}

/** Hashes an idempotency key, because the provider sees it. */
export const keyOf = (...parts: string[]) =>
  `prosa-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 40)}`;

const idOf = (named: string | { id: string }): string => (typeof named === 'string' ? named : named.id);
const objectOf = <T extends object>(named: string | T | null | undefined): T | null =>
  typeof named === 'object' ? (named ?? null) : null;
