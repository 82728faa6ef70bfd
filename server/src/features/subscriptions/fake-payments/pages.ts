/** The pages of the simulated payment provider, while none is configured; `http/dev-access.ts` guards them. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  CHECKOUT_ACTIONS,
  CUSTOMER_ACTIONS,
  type FakePayments,
} from '../../../adapters/fake-payments/fake-payments.ts';
import type { AppContext } from '../../../app-context.ts';
import { AppError } from '../../../app-error.ts';
import { expireCredits } from '../../users/tokens/credits.ts';
import { expirePastDue } from '../lifecycle/expire-past-due.ts';
import { renewCycles } from '../lifecycle/renew-token-cycles.ts';
import type { SubscriptionContext } from '../lifecycle/sync-subscription.ts';
import { noticePrepaidEnds } from '../purchases/end-notices.ts';
import { type Html, paper, policy } from './html.ts';
import { checkoutView, overviewView, paymentView, portalView } from './views.ts';

type PagesContext = AppContext & SubscriptionContext;

const DAY_MS = 86_400_000;

const Id = z.object({ id: z.string().max(100) });
const Moved = z.object({ days: z.coerce.number().int().min(1).max(3_660) });
const AtCheckout = z.object({ wish: z.enum(CHECKOUT_ACTIONS) });
const AtPortal = z.object({ wish: z.enum(CUSTOMER_ACTIONS) });

/** Every customer, and the clock. */
export function showFakePayments(app: FastifyInstance, context: PagesContext): void {
  const { page, form } = pagesOn(app, context);
  page('/dev/desk', async (fake) => ({
    title: 'Caixa local',
    body: overviewView(await fake.overview()),
    returns: [],
  }));
  form('/dev/desk/clock', async (fake, request) => {
    await fake.moveClock(parsed(Moved, request.body).days * DAY_MS);
    await fake.deliverWaiting();
    // The daily and hourly jobs that the moved clock makes due.
    await expirePastDue(context);
    await renewCycles(context);
    await expireCredits(context);
    await noticePrepaidEnds(context);
    return '/dev/desk';
  });
  form('/dev/desk/deliver', async () => '/dev/desk');
}

/** A payment's and a customer's own page: nobody guesses its id. */
export function showPaymentPages(app: FastifyInstance, context: PagesContext): void {
  const { page, form } = pagesOn(app, context);
  const idOf = (request: FastifyRequest) => parsed(Id, request.params).id;

  page('/dev/desk/checkout/:id', async (fake, request) => {
    const shown = await fake.checkout(idOf(request));
    const { success_url, cancel_url, payment } = shown.checkout;
    const body = payment ? paymentView(shown, payment) : checkoutView(shown);
    return { title: 'Pagamento', body, returns: [success_url, cancel_url] };
  });
  form('/dev/desk/checkout/:id', async (fake, request) => {
    const id = idOf(request);
    const { wish } = parsed(AtCheckout, request.body);
    await fake.act(id, wish);
    const { checkout } = await fake.checkout(id);
    // As at a real provider, a card leads back and a Pix does not.
    return wish === 'pay' && checkout.status === 'complete' ? checkout.success_url : request.url;
  });

  page('/dev/desk/portal/:id', async (fake, request) => {
    const account = await fake.portal(idOf(request));
    return { title: 'Sua assinatura', body: portalView(account), returns: [account.return_url] };
  });
  form('/dev/desk/portal/:id', async (fake, request) => {
    await fake.change(idOf(request), parsed(AtPortal, request.body).wish);
    return request.url;
  });
}

type Shown = { title: string; body: Html; returns: string[] };

function pagesOn(app: FastifyInstance, { payments, env }: PagesContext) {
  /** The pages do not exist with a real provider and in production. */
  const requireFakePayments = (): FakePayments => {
    if (!payments?.fake || env.production) throw new AppError('not_found');
    return payments.fake;
  };
  return {
    page: (path: string, show: (fake: FakePayments, request: FastifyRequest) => Promise<Shown>) =>
      app.get(path, { schema: { hide: true } }, async (request, reply) => {
        const { title, body, returns } = await show(requireFakePayments(), request);
        return send(reply, title, body, returns);
      }),
    form: (path: string, act: (fake: FakePayments, request: FastifyRequest) => Promise<string>) =>
      app.post(path, { schema: { hide: true } }, async (request, reply) => {
        const fake = requireFakePayments();
        requireOwnForm(request);
        const next = await act(fake, request);
        await fake.deliverWaiting();
        return reply.header('cache-control', 'no-store').redirect(next, 303);
      }),
  };
}

/** A page of somebody else's that is open in the same browser must not pay. */
function requireOwnForm({ headers }: FastifyRequest): void {
  if (!['same-origin', 'none'].includes(String(headers['sec-fetch-site'] ?? 'none')))
    throw new AppError('forbidden');
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw new AppError('bad_request');
  return result.data;
}

function send(reply: FastifyReply, title: string, body: Html, returns: string[]): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('content-security-policy', policy(...returns))
    .send(paper(title, body));
}
