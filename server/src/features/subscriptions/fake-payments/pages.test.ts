/** The simulated provider as a buyer uses it: pages, signed events over HTTP, a clock that is moved. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEV_TOKEN, startTestServer, type TestServer } from '../../../../test/test-server.ts';
import { desk_objects, payment_events } from '../../../db/tables/payments.ts';
import { users } from '../../../db/tables/people.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
  await testServer.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => testServer.close());

type Someone = { id: number; email: string; password: string; token: string };

const OWN = 'http://localhost:3000';
const ORDER = {
  price_id: 'price_desk_plus_month',
  success_url: `${OWN}/chat`,
  cancel_url: `${OWN}/subscription`,
  user_group_id: 2,
};
const WITH_TOKEN = { headers: { 'x-dev-token': DEV_TOKEN } };
const pathOf = (url: string) => new URL(url).pathname;
const checkoutOf = async (who: Someone, fields: object = {}) =>
  pathOf(
    (await testServer.as(who).post('/subscriptions/checkout', { ...ORDER, ...fields })).body.data
      .checkout_url,
  );
const portalOf = async (who: Someone) => {
  const body = { return_url: `${OWN}/subscription/manage` };
  return pathOf((await testServer.as(who).post('/subscriptions/billing-portal', body)).body.data.portal_url);
};
const wish = (path: string, value: string) => testServer.anyone().form(path, { wish: value });
const planOf = async (who: Someone) =>
  (await testServer.as(who).get('/subscriptions/my-subscription')).body.data;
const personOf = async ({ id }: Someone) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  return row;
};
/** Moves the clock, and signs in again: a sign-in does not outlive what is skipped. */
async function later<T extends Someone>(who: T, days: number): Promise<T> {
  expect((await testServer.anyone().form('/dev/desk/clock', { days: String(days) }, WITH_TOKEN)).status).toBe(
    303,
  );
  const { body } = await testServer
    .anyone()
    .form('/auth/login', { username: who.email, password: who.password });
  return { ...who, token: body.data.access_token };
}

test('a plan lives: bought, changed to annual, a payment fails, is made good, canceled, ended (R-SUB-20, R-SUB-23, R-SUB-24, R-SUB-25, R-SUB-26, R-SUB-28, R-SUB-30, R-SUB-31, R-SUB-35)', async () => {
  let ana: Someone = await testServer.user({
    created_at: new Date('2026-10-31T15:00:00.000Z'),
    token_used: 0,
  });
  expect(await planOf(ana)).toMatchObject({ tier: 'free', next_token_reset: '2026-11-30T03:00:00.000Z' });

  const checkout = await checkoutOf(ana);
  const page = await testServer.anyone().get(checkout);
  expect(page.text).toContain('Assinar o plano Plus');
  expect(page.text).toMatch(/Pagar R\$\s625,00/);
  expect((await wish(checkout, 'refuse')).headers.location).toBe(checkout);
  expect((await testServer.anyone().get(checkout)).text).toContain('O cartão foi recusado.');
  expect((await planOf(ana)).tier).toBe('free');

  const payOpenInvoices = await wish(checkout, 'pay');
  expect([payOpenInvoices.status, payOpenInvoices.headers.location]).toEqual([303, ORDER.success_url]);
  expect(await planOf(ana)).toMatchObject({
    id: expect.stringMatching(/^sub_desk_/),
    tier: 'plus',
    status: 'active',
    interval: 'month',
    amount: 62_500,
    monthly_token_limit: 5_000_000,
    cancel_at_period_end: false,
    current_period_end: '2026-12-14T12:00:00.000Z',
    next_token_reset: '2026-12-14T03:00:00.000Z',
  });
  expect(await personOf(ana)).toMatchObject({ user_group_id: 2, token_limit: 5_000_000 });
  // Once more, in another tab.
  await wish(checkout, 'pay');
  expect((await testServer.as(ana).post('/subscriptions/checkout', ORDER)).status).toBe(409);

  const portal = await portalOf(ana);
  expect((await testServer.anyone().get(portal)).text).toContain('Mudar para anual');
  await wish(portal, 'year');
  expect(await planOf(ana)).toMatchObject({ interval: 'month', next_interval: 'year' });
  ana = await later(ana, 31);
  expect(await planOf(ana)).toMatchObject({
    interval: 'year',
    amount: 600_000,
    next_interval: null,
    current_period_end: '2027-12-14T12:00:00.000Z',
    // An annual plan renews its tokens every month all the same.
    next_token_reset: '2027-01-14T03:00:00.000Z',
  });
  expect((await testServer.anyone().get(portal)).text).toMatch(/R\$\s6\.000,00/);

  await wish(portal, 'refused');
  ana = await later(ana, 365);
  const overdue = await planOf(ana);
  expect(overdue).toMatchObject({ tier: 'plus', status: 'past_due' });
  expect(overdue.grace_until).toBe(
    new Date(testServer.context.clock.now().getTime() + 7 * 86_400_000).toISOString(),
  );
  expect(await personOf(ana)).toMatchObject({ user_group_id: 2, token_limit: 5_000_000 });
  await wish(portal, 'good');
  expect(await planOf(ana)).toMatchObject({ tier: 'plus', status: 'active', grace_until: null });

  await wish(portal, 'cancel');
  expect(await planOf(ana)).toMatchObject({ status: 'active', cancel_at_period_end: true });
  expect((await testServer.anyone().get(portal)).text).toContain('Cancelada: termina em 14/12/2028.');
  await wish(portal, 'resume');
  expect(await planOf(ana)).toMatchObject({ cancel_at_period_end: false });
  await wish(portal, 'cancel');
  ana = await later(ana, 366);
  const over = await planOf(ana);
  expect(over).toMatchObject({ tier: 'free', status: 'canceled', amount: 0, current_period_end: null });
  expect(over).not.toHaveProperty('id');
  expect(await personOf(ana)).toMatchObject({
    user_group_id: 1,
    token_limit: 100_000,
    token_anchor: new Date('2026-10-31T15:00:00.000Z'),
  });
  expect((await testServer.anyone().get(portal)).text).toContain('Não há assinatura em andamento.');
  // And again from the beginning.
  await wish(await checkoutOf(ana, { price_id: 'price_desk_plus_year' }), 'pay');
  expect(await planOf(ana)).toMatchObject({ tier: 'plus', status: 'active', interval: 'year' });
});

test('a payment that stays away ends the plan after seven days, and comes back with the payment (R-SUB-20)', async () => {
  let eva: Someone = await testServer.user();
  await wish(await checkoutOf(eva), 'pay');
  const portal = await portalOf(eva);
  await wish(portal, 'refused');
  eva = await later(eva, 31);
  expect(await planOf(eva)).toMatchObject({ tier: 'plus', status: 'past_due' });
  eva = await later(eva, 6);
  expect((await planOf(eva)).tier).toBe('plus');
  eva = await later(eva, 1);
  expect(await planOf(eva)).toMatchObject({ tier: 'free', status: 'canceled' });
  expect(await personOf(eva)).toMatchObject({ user_group_id: 1, token_limit: 100_000 });
  await wish(portal, 'good');
  expect(await planOf(eva)).toMatchObject({ tier: 'plus', status: 'active' });
  expect(await personOf(eva)).toMatchObject({ user_group_id: 2, token_limit: 5_000_000 });
});

test('events go by HTTP, signed, once taken never again; what nobody took is sent again', async () => {
  const ana = await testServer.user();
  const checkout = await checkoutOf(ana);
  await testServer.context.db.execute('alter table payment_events rename to away');
  await wish(checkout, 'pay');
  expect((await planOf(ana)).tier).toBe('free');
  await testServer.context.db.execute('alter table away rename to payment_events');
  await testServer.anyone().form('/dev/desk/deliver', {}, WITH_TOKEN);
  expect((await planOf(ana)).tier).toBe('plus');
  expect((await testServer.anyone().get('/dev/desk', WITH_TOKEN)).text).toContain(
    'Todos os eventos foram entregues.',
  );
  const taken = await testServer.context.db.$count(payment_events);
  expect(await testServer.context.payments?.fake?.deliverWaiting()).toBe(0);
  expect(await testServer.context.db.$count(payment_events)).toBe(taken);
});

describe('the pages', () => {
  test('are written in Portuguese, load nothing, run nothing and hold texts as texts', async () => {
    const ana = await testServer.user();
    const email = `"<b>${ana.id}&'"@exemplo.com.br`;
    await testServer.context.db.update(users).set({ email }).where(eq(users.id, ana.id));
    const checkout = await checkoutOf(ana);
    for (const path of ['/dev/desk', checkout]) {
      const { status, text, headers } = await testServer.anyone().get(path, WITH_TOKEN);
      expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
      const policy = String(headers['content-security-policy']);
      expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'/);
      expect(policy).not.toMatch(/unsafe|\*/);
      expect(text).toContain('<html lang="pt-BR">');
      expect(text).not.toMatch(/<script|style=|<b>| on\w+=|https?:\/\/(?!localhost:3000)/);
    }
    expect(String((await testServer.anyone().get(checkout)).headers['content-security-policy'])).toContain(
      `form-action 'self' ${OWN}`,
    );
  });

  test('know nobody’s business without its address, and take no form of another site', async () => {
    const ana = await testServer.user();
    const checkout = await checkoutOf(ana);
    for (const path of ['/dev/desk/checkout/cs_desk_x', '/dev/desk/portal/bps_desk_x'])
      expect((await testServer.anyone().get(path)).status).toBe(404);
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'sec-fetch-site': site };
      const { status } = await testServer.anyone().form(checkout, { wish: 'pay' }, { headers });
      expect(status).toBe(403);
    }
    for (const fields of [{}, { wish: 'free' }, { wish: '__proto__' }])
      expect((await testServer.anyone().form(checkout, fields as Record<string, string>)).status).toBe(400);
    expect((await testServer.anyone().form('/dev/desk/clock', { days: '-1' }, WITH_TOKEN)).status).toBe(400);
    expect((await planOf(ana)).tier).toBe('free');
  });

  test('are not there for another machine, at a real provider and in production', async () => {
    const stranger = { headers: { ...WITH_TOKEN.headers, 'x-forwarded-for': '10.0.0.9' } };
    expect((await testServer.anyone().get('/dev/desk', stranger)).status).toBe(404);
    const live = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    for (const env of [live, { production: true }, { ...live, production: true }]) {
      const other = await startTestServer({ env });
      for (const path of ['/dev/desk', '/dev/desk/checkout/x', '/dev/desk/portal/x'])
        expect((await other.anyone().get(path, WITH_TOKEN)).status).toBe(404);
      const before = other.context.clock.now();
      for (const path of ['/dev/desk/clock', '/dev/desk/checkout/x', '/dev/desk/portal/x'])
        expect((await other.anyone().form(path, { days: '1', wish: 'pay' }, WITH_TOKEN)).status).toBe(404);
      expect(other.context.clock.now()).toEqual(before);
      expect(await other.context.db.$count(desk_objects)).toBe(0);
      await other.close();
    }
  });
});

test('two checkouts of one person: the older page can no longer be paid', async () => {
  const ana = await testServer.user();
  const older = await checkoutOf(ana);
  const newer = await checkoutOf(ana, { price_id: 'price_desk_plus_year' });
  expect((await testServer.anyone().get(older)).text).toContain('Esta página de pagamento expirou.');
  await wish(older, 'pay');
  expect((await planOf(ana)).tier).toBe('free');
  await wish(newer, 'pay');
  expect((await planOf(ana)).interval).toBe('year');
});
