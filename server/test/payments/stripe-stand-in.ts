/** The few calls of Stripe's API that the product makes, on a port of this machine. Tests change what it knows. */
import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type StripeClient from 'stripe';

export type Call = {
  method: string;
  path: string;
  fields: URLSearchParams;
  idempotency_key: string | null;
  version: string | null;
};

export type StandInSubscription = {
  id: string;
  customer: string;
  status: StripeClient.Subscription.Status;
  price: string;
  amount: number;
  start: Date;
  end: Date;
  cancel_at_period_end?: boolean;
  cancel_at?: Date;
  next_price?: string;
  ended_at?: Date;
  user_reference?: string;
};

/** A price as it was made at Stripe by hand. */
export type StandInPrice = {
  unit_amount: number | null;
  currency?: string;
  recurring?: { interval: string; interval_count: number } | null;
  active?: boolean;
};

/** The payment of a checkout that is paid once. */
export type StandInPayment = {
  status: 'requires_payment_method' | 'requires_action' | 'succeeded' | 'canceled';
  method?: 'pix' | 'card' | 'boleto';
  code_until?: Date;
  refunded?: number;
};

type Answer = { status: number; body: object };
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
const missing = (what: string): Answer => ({
  status: 404,
  body: {
    error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${what}` },
  },
});
const idFor = (kind: string) => `${kind}_${randomBytes(8).toString('hex')}`;

export async function openStripeStandIn() {
  const customers = new Map<string, Record<string, unknown>>();
  const sessions = new Map<string, Record<string, unknown>>();
  const subscriptions = new Map<string, StandInSubscription>();
  const prices = new Map<string, StandInPrice>();
  const payments = new Map<string, StandInPayment>();
  const answered = new Map<string, Answer>();
  const calls: Call[] = [];
  let trouble: 'none' | 'failing' | 'gone' = 'none';
  let crowd = Promise.withResolvers<void>();
  let missing_in_crowd = 0;

  function answer({ method, path, fields }: Call): Answer {
    const [, , room = '', ...rest] = path.split('/');
    const [first = '', second = '', third = ''] = rest;
    const metadataOf = (prefix: string) =>
      Object.fromEntries(
        [...fields]
          .filter(([name]) => name.startsWith(`${prefix}[`))
          .map(([name, value]) => [name.slice(prefix.length + 1, -1), value]),
      );
    if (room === 'customers' && method === 'POST') {
      const id = idFor('cus');
      customers.set(id, { id, object: 'customer', email: fields.get('email') });
      return { status: 200, body: customers.get(id) ?? {} };
    }
    if (room === 'customers') {
      const found = customers.get(first);
      return found ? { status: 200, body: found } : missing('customer');
    }
    if (room === 'prices') {
      const price = prices.get(first);
      if (!price) return missing('price');
      const usual = { id: first, object: 'price', active: true, currency: 'brl', recurring: null };
      return { status: 200, body: { ...usual, ...price } };
    }
    if (room === 'payment_intents' && second === 'cancel') {
      const payment = payments.get(first);
      if (!payment) return missing('payment_intent');
      payments.set(first, { ...payment, status: 'canceled' });
      return { status: 200, body: { id: first, object: 'payment_intent', status: 'canceled' } };
    }
    if (room === 'checkout' && second !== '' && third === '') {
      const session = sessions.get(second);
      return session ? { status: 200, body: withPayment(session) } : missing('session');
    }
    if (room === 'checkout' && second === '' && fields.has('payment_intent')) {
      const data = [...sessions.values()]
        .filter(({ payment_intent }) => payment_intent === fields.get('payment_intent'))
        .map(withPayment);
      return { status: 200, body: { object: 'list', data, has_more: false } };
    }
    if (room === 'checkout' && second === '' && method === 'POST') {
      const customer = fields.get('customer') ?? '';
      if (!customers.has(customer)) return missing('customer');
      const id = idFor('cs');
      const mode = fields.get('mode');
      const price = prices.get(fields.get('line_items[0][price]') ?? '');
      sessions.set(id, {
        id,
        object: 'checkout.session',
        customer,
        mode,
        status: 'open',
        payment_status: 'unpaid',
        currency: price?.currency ?? 'brl',
        amount_total: price?.unit_amount ?? null,
        payment_intent: null,
        created: seconds(new Date()),
        url: `https://checkout.example/${id}`,
        success_url: fields.get('success_url'),
        cancel_url: fields.get('cancel_url'),
        client_reference_id: fields.get('client_reference_id'),
        metadata: metadataOf('metadata'),
      });
      return { status: 200, body: sessions.get(id) ?? {} };
    }
    if (room === 'checkout' && third === 'expire') {
      const session = sessions.get(second);
      if (!session) return missing('session');
      sessions.set(second, { ...session, status: 'expired', url: null });
      return { status: 200, body: sessions.get(second) ?? {} };
    }
    if (room === 'checkout') {
      const data = [...sessions.values()]
        .filter(
          (session) => session.customer === fields.get('customer') && session.status === fields.get('status'),
        )
        .reverse();
      return { status: 200, body: { object: 'list', data, has_more: false } };
    }
    if (room === 'billing_portal')
      return {
        status: 200,
        body: { id: idFor('bps'), url: `https://portal.example/${fields.get('customer')}` },
      };
    if (room === 'subscriptions' && first) {
      const found = subscriptions.get(first);
      if (!found) return missing('subscription');
      if (method === 'DELETE')
        subscriptions.set(first, { ...found, status: 'canceled', ended_at: found.start });
      return { status: 200, body: shown(subscriptions.get(first) ?? found) };
    }
    if (room === 'subscriptions') {
      const open = [...subscriptions.values()].filter(
        ({ status, customer }) =>
          status !== 'canceled' && (!fields.has('customer') || fields.get('customer') === customer),
      );
      const from = open.findIndex(({ id }) => id === fields.get('starting_after')) + 1;
      const data = open.slice(from, from + Number(fields.get('limit') ?? 10));
      return {
        status: 200,
        body: { object: 'list', data: data.map(shown), has_more: from + data.length < open.length },
      };
    }
    return missing('path');
  }

  /** With the payment as it is expanded on request. */
  function withPayment(session: Record<string, unknown>): Record<string, unknown> {
    const id = session.payment_intent;
    const payment = typeof id === 'string' ? payments.get(id) : undefined;
    if (!payment) return session;
    const { status, method, code_until, refunded } = payment;
    const isShown = status === 'requires_action' && code_until;
    const pix_display_qr_code = {
      expires_at: code_until && seconds(code_until),
      hosted_instructions_url: `https://pix.example/${String(id)}`,
    };
    return {
      ...session,
      payment_status: status === 'succeeded' ? 'paid' : 'unpaid',
      payment_intent: {
        id,
        object: 'payment_intent',
        status,
        next_action: isShown ? { type: 'pix_display_qr_code', pix_display_qr_code } : null,
        latest_charge:
          status === 'succeeded'
            ? { id: 'ch_1', amount_refunded: refunded ?? 0, payment_method_details: { type: method } }
            : null,
      },
    };
  }

  const server = createServer((request, response) => void take(request, response));
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '', 'http://stand.in');
    const fields = new URLSearchParams([
      ...url.searchParams,
      ...new URLSearchParams(String(Buffer.concat(chunks))),
    ]);
    const idempotency_key = (request.headers['idempotency-key'] as string | undefined) ?? null;
    const version = (request.headers['stripe-version'] as string | undefined) ?? null;
    const call = { method: request.method ?? '', path: url.pathname, fields, idempotency_key, version };
    calls.push(call);
    if (trouble === 'gone') return void response.destroy();
    if (missing_in_crowd > 0 && call.method === 'POST' && call.path === '/v1/checkout/sessions') {
      missing_in_crowd -= 1;
      if (missing_in_crowd === 0) crowd.resolve();
      await crowd.promise;
    }
    const before = request.method === 'POST' && idempotency_key ? answered.get(idempotency_key) : undefined;
    const failed = {
      status: 500,
      body: { error: { type: 'api_error', message: 'sk_test_secret leaks here' } },
    };
    const given = trouble === 'failing' ? failed : (before ?? answer(call));
    if (idempotency_key && given.status === 200) answered.set(idempotency_key, given);
    response.writeHead(given.status, { 'content-type': 'application/json', 'request-id': 'req_1' });
    response.end(JSON.stringify(given.body));
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    customers,
    sessions,
    subscriptions,
    prices,
    /** Completes the page of a checkout that is paid once; its payment becomes the given one. */
    settle(session_id: string, payment: StandInPayment) {
      const session = sessions.get(session_id);
      if (!session) throw new Error('no such session');
      const id = `pi_${session_id}`;
      payments.set(id, payment);
      sessions.set(session_id, { ...session, status: 'complete', url: null, payment_intent: id });
    },
    /** Closes the page of a checkout that was not used. */
    expire(session_id: string) {
      sessions.set(session_id, { ...sessions.get(session_id), status: 'expired', url: null });
    },
    /** The fault that it shows from now on. */
    be(wrong: 'none' | 'failing' | 'gone') {
      trouble = wrong;
    },
    /** The next checkouts are opened once so many of them have been asked for. */
    openTogether(count: number) {
      crowd = Promise.withResolvers();
      missing_in_crowd = count;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function shown(subscription: StandInSubscription): object {
  const { id, customer, status, price, amount, start, end, next_price } = subscription;
  const item = (price_id: string) => ({
    id: 'si_1',
    price: { id: price_id, unit_amount: amount, currency: 'brl' },
    quantity: 1,
  });
  return {
    id,
    object: 'subscription',
    customer,
    status,
    metadata: subscription.user_reference ? { user_reference: subscription.user_reference } : {},
    start_date: seconds(start),
    cancel_at_period_end: subscription.cancel_at_period_end ?? false,
    cancel_at: subscription.cancel_at ? seconds(subscription.cancel_at) : null,
    ended_at: subscription.ended_at ? seconds(subscription.ended_at) : null,
    items: {
      object: 'list',
      data: [{ ...item(price), current_period_start: seconds(start), current_period_end: seconds(end) }],
    },
    schedule: next_price
      ? {
          id: 'sub_sched_1',
          phases: [
            { start_date: seconds(start), end_date: seconds(end), items: [{ price }] },
            { start_date: seconds(end), end_date: seconds(end) + 1, items: [{ price: { id: next_price } }] },
          ],
        }
      : null,
  };
}
