/** Packs and prepaid plans, paid with Stripe's stand-in: by card, by Pix, late, twice, given back. */
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StandInPayment } from '../../../../test/payments/stripe-stand-in.ts';
import {
  type StripeTestServer,
  startStripeTestServer,
} from '../../../../test/payments/stripe-test-server.ts';
import { TEST_NOW } from '../../../../test/test-server.ts';
import { audit_entries } from '../../../db/tables/audit.ts';
import { subscriptions } from '../../../db/tables/payments.ts';
import { users } from '../../../db/tables/people.ts';
import { purchases, token_credits } from '../../../db/tables/plans.ts';
import { expireCredits } from '../../users/tokens/credits.ts';
import { planJobs } from '../jobs.ts';
import { noticePrepaidEnds } from './end-notices.ts';

const DAY_MS = 86_400_000;
const TOKENS = 1_000_000;
const AMOUNT = 9_900;
const PREPAID = 20_000;

let testServer: StripeTestServer;
let pack_id: number;
let prepaid_id: number;
let events = 0;
beforeAll(async () => {
  testServer = await startStripeTestServer({ env: { APP_URL: 'https://prosa.example' } });
  testServer.stripe.prices.set('price_pack', { unit_amount: AMOUNT });
  testServer.stripe.prices.set('price_once', { unit_amount: PREPAID });
  const root = testServer.as(await testServer.user({ role: 'superadmin' }));
  const pack = { name: 'Um milhão', tokens: TOKENS, amount: AMOUNT, stripe_price_id: 'price_pack' };
  pack_id = (await root.post('/packs', { ...pack, validity_days: 30 })).body.data.id;
  const price = { kind: 'prepaid', interval: 'month', amount: PREPAID, stripe_price_id: 'price_once' };
  const plan = { key: 'equipe', name: 'Equipe', tokens: 2_000_000, user_group_id: null, prices: [price] };
  prepaid_id = (await root.post('/plans', plan)).body.data.prices[0].id;
});
beforeEach(() => {
  testServer.stripe.be('none');
  testServer.clock.set(TEST_NOW);
});
afterAll(() => testServer.close());

type Person = { id: number; token: string };

const order = (fields: object = {}) => ({
  kind: 'pack',
  id: pack_id,
  success_url: 'https://prosa.example/subscription',
  cancel_url: 'https://prosa.example/subscription',
  ...fields,
});
const prepaid = () => order({ kind: 'prepaid', id: prepaid_id });
const send = (person: Person, fields: object = {}, headers: Record<string, string> = {}) =>
  testServer.as(person).post('/subscriptions/buy', order(fields), { headers });
/** Opens a checkout and returns its session at Stripe. */
async function open(person: Person, fields: object = {}): Promise<string> {
  const { status, body } = await send(person, fields);
  expect([status, body.detail]).toEqual([200, undefined]);
  return String(body.data.checkout_url).split('/').at(-1) ?? '';
}
const event = (type: string, object: object) => {
  events += 1;
  return { id: `evt_purchase_${events}`, object: 'event', type, data: { object } };
};
const sessionEvent = (type: string, session: string) =>
  event(`checkout.session.${type}`, { id: session, object: 'checkout.session', subscription: null });
const refundEvent = (session: string) =>
  event('charge.refunded', { id: 'ch_1', payment_intent: `pi_${session}` });
async function settle(session: string, payment: StandInPayment, type = 'completed') {
  testServer.stripe.settle(session, payment);
  const sent = sessionEvent(type, session);
  expect((await testServer.send(sent)).statusCode).toBe(200);
  return sent;
}
const CARD: StandInPayment = { status: 'succeeded', method: 'card' };
const personOf = async ({ id }: Person) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('nobody');
  return row;
};
const purchasesOf = async (person: Person) =>
  (await testServer.as(person).get('/subscriptions/purchases')).body.data;
const creditsOf = ({ id }: Person) =>
  testServer.context.db.select().from(token_credits).where(eq(token_credits.user_id, id));
const planOf = async (person: Person) =>
  (await testServer.as(person).get('/subscriptions/my-subscription')).body.data;
/** Somebody who has used so much of the credit that this is left. */
async function leave(person: Person, tokens_left: number) {
  const own = eq(token_credits.user_id, person.id);
  await testServer.context.db.update(token_credits).set({ tokens_left }).where(own);
  await testServer.context.db.update(users).set({ token_credit: tokens_left }).where(eq(users.id, person.id));
}

describe('a checkout of something that is paid once', () => {
  test('is opened with the price, the person and the purchase, and lets Stripe choose the methods (R-MNY-14)', async () => {
    const ana = await testServer.user();
    const session = await open(ana);
    const created = testServer.stripe.calls.findLast(
      ({ method, path }) => method === 'POST' && path === '/v1/checkout/sessions',
    );
    const fields = Object.fromEntries(created?.fields ?? []);
    const [row] = await testServer.context.db.select().from(purchases).where(eq(purchases.user_id, ana.id));
    const { reference } = await personOf(ana);
    expect(fields).toMatchObject({
      mode: 'payment',
      'line_items[0][price]': 'price_pack',
      'payment_method_options[pix][expires_after_seconds]': '3600',
      'metadata[user_reference]': reference,
      'metadata[purchase_id]': row?.id,
      'payment_intent_data[metadata][purchase_id]': row?.id,
    });
    expect(Object.keys(fields).filter((name) => name.startsWith('payment_method_types'))).toEqual([]);
    expect(row).toMatchObject({
      state: 'waiting',
      amount: AMOUNT,
      tokens: TOKENS,
      provider_session: session,
    });
  });

  test('is the same one for the same key', async () => {
    const ana = await testServer.user();
    const headers = { 'idempotency-key': 'one pack' };
    const replies = await Promise.all([send(ana, {}, headers), send(ana, {}, headers)]);
    replies.push(await send(ana, {}, headers));
    expect(new Set(replies.map(({ body }) => body.data.checkout_url)).size).toBe(1);
    expect(await purchasesOf(ana)).toHaveLength(1);
  });

  test('leaves nothing behind while Stripe is away', async () => {
    const ana = await testServer.user();
    testServer.stripe.be('failing');
    expect((await send(ana)).body.code).toBe('payments_away');
    expect(await purchasesOf(ana)).toEqual([]);
  });

  test('is refused as the fourth that waits; an hour later, or given up, it is not', async () => {
    const ana = await testServer.user();
    const sessions = [await open(ana), await open(ana), await open(ana)];
    const { status, body } = await send(ana);
    expect([status, body.code, body.detail]).toEqual([
      409,
      'purchase_waiting',
      'Você já tem três compras aguardando pagamento.',
    ]);
    const [newest] = await purchasesOf(ana);
    const given = await testServer.as(ana).post(`/subscriptions/purchases/${newest.id}/abandon`);
    expect([given.status, given.body.data.state]).toEqual([200, 'expired']);
    const closed = sessions.filter((id) => testServer.stripe.sessions.get(id)?.status === 'expired');
    expect(closed).toHaveLength(1);
    await open(ana);
    testServer.clock.advance(3_600_001);
    await open(await signedInAgain(ana));
  });

  test.each([
    ['a pack that is not there', { id: 1_999_999 }, 'plan_unavailable'],
    ['a recurring price', { kind: 'prepaid', id: 1 }, 'plan_unavailable'],
    ['a way back to somewhere else', { success_url: 'https://evil.test/' }, 'foreign_address'],
  ])('is refused for %s', async (_, fields, code) => {
    expect((await send(await testServer.user(), fields)).body.code).toBe(code);
  });

  test('is refused in whole sentences without what to buy', async () => {
    const ana = testServer.as(await testServer.user());
    const { body } = await ana.post('/subscriptions/buy', {});
    expect(body.errors.map(({ message }: { message: string }) => message)).toContain(
      'Informe o que comprar: pack ou prepaid.',
    );
  });
});

describe('a pack', () => {
  test('paid by card gives its tokens at once, for its validity, and is audited (R-MNY-14)', async () => {
    const ana = await testServer.user();
    await settle(await open(ana), CARD);
    const person = await personOf(ana);
    expect(person.token_credit).toBe(TOKENS);
    const [purchase] = await purchasesOf(ana);
    expect(purchase).toMatchObject({
      kind: 'pack',
      name: 'Um milhão',
      state: 'paid',
      method: 'card',
      tokens: TOKENS,
      tokens_left: TOKENS,
      paid_at: TEST_NOW.toISOString(),
      expires_at: new Date(TEST_NOW.getTime() + 30 * DAY_MS).toISOString(),
      pay_url: null,
    });
    const told = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.person_reference, person.reference));
    expect(told.map(({ action }) => action)).toEqual(['pack.bought']);
  });

  test('by Pix waits until it is paid: complete and unpaid gives nothing (R-MNY-14)', async () => {
    const ana = await testServer.user();
    const session = await open(ana);
    const code_until = new Date(TEST_NOW.getTime() + 3_600_000);
    await settle(session, { status: 'requires_action', method: 'pix', code_until });
    const [waiting] = await purchasesOf(ana);
    expect(waiting).toMatchObject({
      state: 'waiting',
      method: 'pix',
      pay_until: code_until.toISOString(),
      pay_url: `https://pix.example/pi_${session}`,
    });
    expect((await personOf(ana)).token_credit).toBe(0);
    await settle(session, { status: 'succeeded', method: 'pix' }, 'async_payment_succeeded');
    expect((await purchasesOf(ana))[0]).toMatchObject({
      state: 'paid',
      method: 'pix',
      pay_until: null,
      pay_url: null,
    });
    expect((await personOf(ana)).token_credit).toBe(TOKENS);
  });

  test('by Pix that expires gives nothing; one that is paid all the same is believed (R-MNY-14)', async () => {
    const ana = await testServer.user();
    const session = await open(ana);
    await settle(session, { status: 'requires_payment_method', method: 'pix' }, 'async_payment_failed');
    expect((await purchasesOf(ana))[0].state).toBe('failed');
    expect((await personOf(ana)).token_credit).toBe(0);
    await settle(session, { status: 'succeeded', method: 'pix' }, 'async_payment_succeeded');
    expect((await purchasesOf(ana))[0].state).toBe('paid');
    expect((await personOf(ana)).token_credit).toBe(TOKENS);
  });

  test('whose code was shown is given up with the payment, and what was paid meanwhile stays bought', async () => {
    const ana = await testServer.user();
    const session = await open(ana);
    const code_until = new Date(TEST_NOW.getTime() + 3_600_000);
    await settle(session, { status: 'requires_action', method: 'pix', code_until });
    const [purchase] = await purchasesOf(ana);
    const path = `/subscriptions/purchases/${purchase.id}/abandon`;
    const eva = await testServer.user();
    expect((await testServer.as(eva).post(path)).body.code).toBe('purchase_not_found');
    expect((await testServer.as(ana).post(path)).body.data.state).toBe('expired');

    const paid = await open(ana);
    testServer.stripe.settle(paid, CARD);
    // Both were made at the same time by the fixed clock, so the list has them in any order.
    const other = (await purchasesOf(ana)).find(({ id }: { id: string }) => id !== purchase.id);
    expect(other.state).toBe('waiting');
    const { body } = await testServer.as(ana).post(`/subscriptions/purchases/${other.id}/abandon`);
    expect(body.data.state).toBe('paid');
    expect((await personOf(ana)).token_credit).toBe(TOKENS);
  });

  test('given back loses what is left, in proportion when a part is given back; used tokens stay used (R-MNY-14)', async () => {
    const ana = await testServer.user();
    const session = await open(ana);
    await settle(session, CARD);
    await leave(ana, 700_000);
    testServer.stripe.settle(session, { ...CARD, refunded: 3_333 });
    await testServer.send(refundEvent(session));
    // 1,000,000 × 6567 / 9900 is 663,333 tokens, of which 300,000 are used.
    expect((await personOf(ana)).token_credit).toBe(363_333);
    expect((await purchasesOf(ana))[0]).toMatchObject({ state: 'paid', refunded: 3_333 });
    await leave(ana, 10);
    testServer.stripe.settle(session, { ...CARD, refunded: AMOUNT });
    const last = refundEvent(session);
    for (const copy of [last, last, refundEvent(session), sessionEvent('completed', session)])
      await testServer.send(copy);
    expect((await personOf(ana)).token_credit).toBe(0);
    expect((await purchasesOf(ana))[0]).toMatchObject({ state: 'refunded', tokens_left: 0 });
  });

  test('of another person, of another amount or unknown gives nothing, and says so in the log', async () => {
    const ana = await testServer.user();
    const eva = await testServer.user();
    const session = await open(ana);
    const stored = testServer.stripe.sessions.get(session) ?? {};
    const { metadata } = stored as { metadata: Record<string, string> };
    const { reference } = await personOf(eva);
    testServer.stripe.settle(session, CARD);
    const paid = testServer.stripe.sessions.get(session) ?? {};
    const pretend = async (fields: object) => {
      testServer.stripe.sessions.set(session, { ...paid, ...fields });
      await testServer.send(sessionEvent('completed', session));
      expect((await personOf(ana)).token_credit + (await personOf(eva)).token_credit).toBe(0);
    };
    await pretend({ metadata: { ...metadata, user_reference: reference } });
    await pretend({ amount_total: 1 });
    await pretend({ currency: 'usd' });
    await testServer.send(sessionEvent('completed', 'cs_unknown'));
    for (const why of ['another person', 'another amount', 'unknown to the provider'])
      expect(testServer.logs.some((line) => line.includes(why))).toBe(true);
  });

  test('that is paid a second time gives nothing more, and superadmins see it among the sales', async () => {
    const ana = await testServer.user();
    const session = await open(ana);
    await settle(session, CARD);
    const first = testServer.stripe.sessions.get(session) ?? {};
    testServer.stripe.sessions.set('cs_second', { ...first, id: 'cs_second' });
    await settle('cs_second', { status: 'succeeded', method: 'pix' });
    await testServer.send(sessionEvent('completed', 'cs_second'));
    expect((await personOf(ana)).token_credit).toBe(TOKENS);
    const root = testServer.as(await testServer.user({ role: 'superadmin' }));
    const { body } = await root.get('/admin/purchases');
    const hers = body.data.filter(({ buyer }: { buyer: Person }) => buyer.id === ana.id);
    expect(hers.map((sale: Record<string, unknown>) => [sale.undelivered, sale.method]).toSorted()).toEqual([
      [false, 'card'],
      [true, 'pix'],
    ]);
    expect(hers[0].provider_url).toMatch(/^https:\/\/dashboard\.stripe\.com\/search\?query=cs_/);
    expect((await root.get('/admin/purchases', { query: { state: 'refunded' } })).body.data).not.toContain(
      ana.id,
    );
    const admin = testServer.as(await testServer.user({ role: 'admin' }));
    expect((await admin.get('/admin/purchases')).status).toBe(403);
  });

  test('whose events never came is found by the nightly comparison after an hour', async () => {
    const ana = await testServer.user();
    const session = await open(ana);
    testServer.stripe.settle(session, CARD);
    const forgotten = await open(ana);
    testServer.stripe.expire(forgotten);
    const run = () => planJobs(testServer.context)['plans.reconcile']({});
    await run();
    expect((await personOf(ana)).token_credit).toBe(0);
    testServer.clock.advance(3_601_000);
    await run();
    await run();
    expect((await personOf(ana)).token_credit).toBe(TOKENS);
    const states = (await purchasesOf(await signedInAgain(ana))).map(({ state }: { state: string }) => state);
    expect(states.toSorted()).toEqual(['expired', 'paid']);
  });

  test('ends with its validity', async () => {
    const ana = await testServer.user();
    await settle(await open(ana), CARD);
    testServer.clock.advance(30 * DAY_MS - 1);
    await expireCredits(testServer.context);
    expect((await personOf(ana)).token_credit).toBe(TOKENS);
    testServer.clock.advance(1);
    await expireCredits(testServer.context);
    expect((await personOf(ana)).token_credit).toBe(0);
    expect((await creditsOf(ana)).map(({ tokens_left }) => tokens_left)).toEqual([0]);
  });
});

test('R-MNY-15 the same four events in all 24 orders, each twenty times, give one credit and end in the same state', async () => {
  const orders = permutations([
    'completed',
    'async_payment_succeeded',
    'async_payment_failed',
    'refund',
  ] as const);
  expect(orders).toHaveLength(24);
  const ends = new Set<string>();
  for (const order of orders) {
    const ana = await testServer.user();
    const session = await open(ana);
    // The Pix expired, was paid all the same, and a third was given back: only the provider's word at the end counts.
    testServer.stripe.settle(session, { status: 'succeeded', method: 'pix', refunded: 3_300 });
    for (const name of order) {
      const sent = name === 'refund' ? refundEvent(session) : sessionEvent(name, session);
      const copies = Array.from({ length: 20 }, () => testServer.send(sent));
      for (const { statusCode } of await Promise.all(copies)) expect(statusCode).toBe(200);
    }
    const [credit, ...others] = await creditsOf(ana);
    expect(others).toEqual([]);
    const [purchase] = await purchasesOf(ana);
    ends.add(
      JSON.stringify([
        (await personOf(ana)).token_credit,
        credit?.tokens_left,
        purchase.state,
        purchase.refunded,
      ]),
    );
  }
  expect([...ends]).toEqual([JSON.stringify([666_666, 666_666, 'paid', 3_300])]);
}, 120_000);

test('R-MNY-15 states of the provider that come in all orders give one credit, and none before it is paid', async () => {
  const code_until = new Date(TEST_NOW.getTime() + 3_600_000);
  const states: StandInPayment[] = [
    { status: 'requires_action', method: 'pix', code_until },
    { status: 'requires_payment_method', method: 'pix' },
    { status: 'succeeded', method: 'pix' },
    { status: 'succeeded', method: 'pix', refunded: AMOUNT },
  ];
  for (const order of permutations(states)) {
    const ana = await testServer.user();
    const session = await open(ana);
    let isPaid = false;
    let isRefunded = false;
    for (const state of order) {
      isPaid ||= state.status === 'succeeded';
      isRefunded ||= state.refunded !== undefined;
      await settle(session, state);
      expect((await personOf(ana)).token_credit).toBe(isPaid && !isRefunded ? TOKENS : 0);
    }
    expect(await creditsOf(ana)).toHaveLength(1);
    expect((await purchasesOf(ana))[0].state).toBe('refunded');
  }
}, 120_000);

describe('a prepaid plan', () => {
  test('R-MNY-16 begins when it is paid, ends by itself, and e-mails say so seven days before and one', async () => {
    const ana = await testServer.user();
    await settle(await open(ana, prepaid()), CARD);
    const end = '2026-12-14T12:00:00.000Z';
    expect(await planOf(ana)).toMatchObject({
      tier: 'equipe',
      plan_name: 'Equipe',
      kind: 'prepaid',
      status: 'active',
      interval: 'month',
      amount: PREPAID,
      monthly_token_limit: 2_000_000,
      current_period_end: end,
      cancel_at_period_end: false,
    });
    expect((await personOf(ana)).token_limit).toBe(2_000_000);
    const portal = { return_url: 'https://prosa.example/subscription' };
    expect((await testServer.as(ana).post('/subscriptions/billing-portal', portal)).body.code).toBe(
      'no_paid_subscription',
    );

    const { email } = await personOf(ana);
    const mails = () =>
      testServer.mailbox.emails.filter(({ to, subject }) => to === email && subject.includes('termina em'));
    const at = async (time: string) => {
      testServer.clock.set(new Date(time));
      await noticePrepaidEnds(testServer.context);
      await noticePrepaidEnds(testServer.context);
      return mails().length;
    };
    expect(await at('2026-12-07T11:59:59.999Z')).toBe(0);
    expect(await at('2026-12-07T12:00:00.000Z')).toBe(1);
    expect(mails()[0]?.subject).toBe('Seu plano Equipe termina em 14/12/2026');
    expect(await at('2026-12-12T12:00:00.000Z')).toBe(1);
    expect(await at('2026-12-13T12:00:00.000Z')).toBe(2);

    testServer.clock.set(new Date(end));
    await planJobs(testServer.context)['plans.lapse']({});
    const [row] = await testServer.context.db
      .select()
      .from(subscriptions)
      .where(eq(subscriptions.user_id, ana.id));
    expect(row).toMatchObject({ status: 'canceled', kind: 'prepaid', ended_at: new Date(end) });
    expect(await personOf(ana)).toMatchObject({ token_limit: 100_000, user_group_id: 1 });
  });

  test('R-MNY-16 bought again adds to its end, is mailed about anew, and a refund takes its part off', async () => {
    const ana = await testServer.user();
    await settle(await open(ana, prepaid()), CARD);
    testServer.clock.set(new Date('2026-12-10T12:00:00.000Z'));
    await noticePrepaidEnds(testServer.context);
    const ana2 = await signedInAgain(ana);
    const second = await open(ana2, prepaid());
    await settle(second, CARD);
    await testServer.send(sessionEvent('completed', second));
    const row = async () => {
      const own = and(eq(subscriptions.user_id, ana.id));
      return (await testServer.context.db.select().from(subscriptions).where(own))[0];
    };
    expect(await row()).toMatchObject({
      current_period_end: new Date('2027-01-14T12:00:00.000Z'),
      end_notice_days: null,
    });
    testServer.stripe.settle(second, { ...CARD, refunded: PREPAID });
    await testServer.send(refundEvent(second));
    expect((await row())?.current_period_end).toEqual(new Date('2026-12-14T12:00:00.000Z'));
    expect((await planOf(ana2)).tier).toBe('equipe');
  });

  test('given back ends at once, and the group and the tokens with it', async () => {
    const ana = await testServer.user();
    const session = await open(ana, prepaid());
    await settle(session, CARD);
    testServer.stripe.settle(session, { ...CARD, refunded: PREPAID });
    await testServer.send(refundEvent(session));
    expect((await planOf(ana)).tier).toBe('free');
    expect((await personOf(ana)).token_limit).toBe(100_000);
  });

  test('is not sold beside a subscription, nor a subscription beside it', async () => {
    const { user, events: sent } = await testServer.buyer();
    await testServer.send(sent.created);
    expect((await send(user, prepaid())).body.code).toBe('already_subscribed');
    const ana = await testServer.user();
    await settle(await open(ana, prepaid()), CARD);
    const checkout = {
      price_id: 'price_month',
      success_url: 'https://prosa.example/chat',
      cancel_url: 'https://prosa.example/subscription',
    };
    const { body } = await testServer.as(ana).post('/subscriptions/checkout', checkout);
    expect(body.code).toBe('already_subscribed');
  });

  test('is left alone by the comparison of subscriptions, of which the provider knows nothing', async () => {
    const ana = await testServer.user();
    await settle(await open(ana, prepaid()), CARD);
    await planJobs(testServer.context)['plans.reconcile']({});
    expect((await planOf(ana)).tier).toBe('equipe');
  });
});

/** A sign-in does not outlive what the clock skips. */
async function signedInAgain(person: Person): Promise<Person> {
  const { email } = await personOf(person);
  const { body } = await testServer
    .anyone()
    .form('/auth/login', { username: email, password: 'uma senha boa' });
  return { id: person.id, token: body.data.access_token };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, place) =>
    permutations(items.filter((_, other) => other !== place)).map((rest) => [item, ...rest]),
  );
}
