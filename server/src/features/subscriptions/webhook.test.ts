/** Events of the provider: signed ones change plans, whatever their order; all others leave no trace. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  MONTH,
  type StripeTestServer,
  startStripeTestServer,
} from '../../../test/payments/stripe-test-server.ts';
import { openDatabase } from '../../db/client.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { payment_customers, payment_events, subscriptions } from '../../db/tables/payments.ts';
import { users } from '../../db/tables/people.ts';
import { syncSubscription } from './lifecycle/sync-subscription.ts';

let testServer: StripeTestServer;
beforeAll(async () => {
  testServer = await startStripeTestServer();
});
afterAll(() => testServer.close());

const personOf = async (id: number) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('nobody');
  return row;
};
const boughtBy = (user_id: number) =>
  testServer.context.db.select().from(subscriptions).where(eq(subscriptions.user_id, user_id));
const planOf = async (user: { token: string }) =>
  (await testServer.as(user).get('/subscriptions/my-subscription')).body.data;
const rows = async () => [
  await testServer.context.db.$count(payment_events),
  await testServer.context.db.$count(payment_customers),
  await testServer.context.db.$count(subscriptions),
];
const use = async (user_id: number, charged: number) => {
  await testServer.context.db.insert(token_entries).values({
    user_id,
    purpose: 'answer',
    model: 'local',
    input_tokens: charged,
    output_tokens: 0,
    charged,
    estimated: false,
    created_at: testServer.context.clock.now(),
  });
  await testServer.context.db.update(users).set({ token_used: charged }).where(eq(users.id, user_id));
};

describe('what is not signed by the provider', () => {
  test('is refused and leaves no row: forged, altered, stale, from the future, of another account, without a signature (R-SUB-20)', async () => {
    const { user, events } = await testServer.buyer();
    const before = await rows();
    const now = testServer.context.clock.now().getTime();
    const { created } = events;
    const replies = [
      await testServer.send(created, { secret: 'whsec_of_somebody_else' }),
      await testServer.send(created, { payload: JSON.stringify({ ...created, id: 'evt_altered' }) }),
      await testServer.send(created, { at: new Date(now - 301_000) }),
      await testServer.send(created, { at: new Date(now + 301_000) }),
    ];
    const bare = { method: 'POST', url: '/api/v1/subscriptions/webhook', payload: created } as const;
    for (const signature of ['', 't=1', 'v1=00', `t=${Math.floor(now / 1000)},v1=`, 't=x,v1=y'])
      replies.push(await testServer.app.inject({ ...bare, headers: { 'stripe-signature': signature } }));
    replies.push(await testServer.app.inject(bare));
    replies.push(await testServer.app.inject({ method: 'POST', url: bare.url }));

    for (const reply of replies)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'signature_invalid']);
    expect(await rows()).toEqual(before);
    expect((await planOf(user)).tier).toBe('free');
  });

  test('is accepted up to five minutes late', async () => {
    const { user, events } = await testServer.buyer();
    const at = new Date(testServer.context.clock.now().getTime() - 299_000);
    expect((await testServer.send(events.created, { at })).json()).toEqual({ received: true });
    expect((await planOf(user)).tier).toBe('plus');
  });

  test('is cut at 1 MB', async () => {
    const reply = await testServer.app.inject({
      method: 'POST',
      url: '/api/v1/subscriptions/webhook',
      headers: { 'content-type': 'application/octet-stream' },
      payload: Buffer.alloc(1024 * 1024 + 1),
    });
    expect([reply.statusCode, reply.json().code]).toEqual([413, 'payload_too_large']);
  });
});

describe('the first payment', () => {
  test('opens the plan: its group, its tokens, a new cycle with nothing used, once under twenty racers (R-SUB-20, R-SUB-23, R-SUB-24)', async () => {
    const { user, subscription_id, events } = await testServer.buyer({
      created_at: new Date('2026-10-31T15:00:00.000Z'),
    });
    // In this very instant: still what was before.
    await use(user.id, 90_000);
    const racers = Object.values(events)
      .slice(0, 4)
      .flatMap((event) => Array.from({ length: 5 }, () => testServer.send(event)));
    for (const reply of await Promise.all(racers)) expect(reply.statusCode).toBe(200);

    const person = await personOf(user.id);
    expect(person).toMatchObject({ user_group_id: 2, token_limit: 5_000_000, token_used: 0 });
    expect(person.token_anchor).toEqual(testServer.context.clock.now());
    expect(await planOf(user)).toEqual({
      id: subscription_id,
      tier: 'plus',
      plan_name: 'Plus',
      kind: 'recurring',
      status: 'active',
      cancel_at_period_end: false,
      interval: 'month',
      amount: 62_500,
      monthly_token_limit: 5_000_000,
      current_period_end: '2026-12-14T12:00:00.000Z',
      next_token_reset: '2026-12-14T03:00:00.000Z',
      grace_until: null,
      next_interval: null,
    });
    expect(await boughtBy(user.id)).toHaveLength(1);
    const told = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.person_reference, person.reference));
    expect(told.map(({ action }) => action)).toEqual(['subscription.activated']);
  });

  test('opens the plan once when two processes hear of it at the same time', async () => {
    const { user, subscription_id, events } = await testServer.buyer({ signed_in: false });
    const { payments } = testServer.context;
    if (!payments) throw new Error('no payments');
    const other = openDatabase(testServer.address, { max: 5 });
    const heard = { id: events.created.id, type: events.created.type, subscription_id, payer: null };
    const racers = Array.from({ length: 20 }, (_, index) => {
      const db = index % 2 ? other.db : testServer.context.db;
      return syncSubscription({ ...testServer.context, payments, db }, subscription_id, heard);
    });
    const outcomes = await Promise.all(racers);
    await other.close();
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
    const told = await testServer.context.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.person_reference, (await personOf(user.id)).reference));
    expect(told).toHaveLength(1);
  });

  test('counts although what it is of is not yet in force: nothing is given before it is paid', async () => {
    const { user, subscription_id, events } = await testServer.buyer({}, { status: 'incomplete' });
    await testServer.send(events.created);
    expect([(await planOf(user)).tier, (await boughtBy(user.id)).length]).toEqual(['free', 0]);
    testServer.change(subscription_id, { status: 'active' });
    await testServer.send(events.paid);
    expect((await planOf(user)).tier).toBe('plus');
  });

  test('moves who was in a group of their own, and the end leaves alone who was moved since (O-100)', async () => {
    const { user, subscription_id, events } = await testServer.buyer();
    await testServer.send(events.created);
    await testServer.context.db.update(users).set({ user_group_id: 3 }).where(eq(users.id, user.id));
    testServer.change(subscription_id, { status: 'canceled', ended_at: testServer.context.clock.now() });
    await testServer.send(events.deleted);
    expect(await personOf(user.id)).toMatchObject({ user_group_id: 3, token_limit: 5_000_000 });
    expect((await planOf(user)).tier).toBe('free');
  });
});

test('B22 the same events in all 24 orders, each twenty times, end in the same state (R-SUB-20)', async () => {
  const orders = permutations(['created', 'paid', 'updated', 'deleted'] as const);
  expect(orders).toHaveLength(24);
  const ends = [];
  for (const order of orders) {
    const { user, subscription_id, events } = await testServer.buyer({
      created_at: new Date('2026-10-31T15:00:00.000Z'),
      signed_in: false,
    });
    await testServer.send(events.checkout);
    await use(user.id, 500);
    testServer.change(subscription_id, { status: 'canceled', ended_at: testServer.context.clock.now() });
    for (const name of order) {
      const copies = Array.from({ length: 20 }, () => testServer.send(events[name]));
      for (const { statusCode } of await Promise.all(copies)) expect(statusCode).toBe(200);
    }
    const { user_group_id, token_limit, token_used, token_anchor } = await personOf(user.id);
    const [{ id: _, user_id: __, customer_id: ___, created_at: ____, ...row } = {} as never] = await boughtBy(
      user.id,
    );
    ends.push(JSON.stringify({ user_group_id, token_limit, token_used, token_anchor, ...row }));
    const kept = await testServer.context.db
      .select()
      .from(payment_events)
      .where(eq(payment_events.object_id, subscription_id));
    expect(kept).toHaveLength(5);
  }
  expect(new Set(ends).size).toBe(1);
  expect(JSON.parse(ends[0] ?? '')).toMatchObject({
    user_group_id: 1,
    token_limit: 100_000,
    token_used: 500,
    status: 'canceled',
    token_anchor: '2026-10-31T15:00:00.000Z',
    ended_at: testServer.context.clock.now().toISOString(),
  });
}, 60_000);

test('events that come while the plan lives end in its last state, whichever is looked at last', async () => {
  for (const order of permutations(['created', 'paid', 'updated', 'deleted'] as const).slice(0, 12)) {
    const { user, subscription_id, events } = await testServer.buyer({ signed_in: false });
    const states = [
      {},
      { cancel_at_period_end: true },
      { status: 'past_due' },
      { status: 'canceled' },
    ] as const;
    const sent = order.map((name, index) => {
      testServer.change(subscription_id, states[index] ?? {});
      // Not awaited: later events overtake earlier ones.
      return testServer.send(events[name]);
    });
    for (const { statusCode } of await Promise.all(sent)) expect(statusCode).toBe(200);
    const [row] = await boughtBy(user.id);
    expect([row?.status, (await personOf(user.id)).user_group_id]).toEqual(['canceled', 1]);
  }
});

describe('an event that cannot be carried out', () => {
  test('is answered as failed while the provider or the database is away, and counts when it comes again (B22)', async () => {
    const { user, events } = await testServer.buyer();
    for (const wrong of ['failing', 'gone'] as const) {
      testServer.stripe.be(wrong);
      const reply = await testServer.send(events.created);
      expect([reply.statusCode, reply.json().code]).toEqual([502, 'payments_away']);
      expect(reply.body).not.toContain('sk_test');
    }
    testServer.stripe.be('none');
    await testServer.context.db.execute('alter table payment_events rename to away');
    expect((await testServer.send(events.created)).statusCode).toBe(500);
    await testServer.context.db.execute('alter table away rename to payment_events');
    expect((await planOf(user)).tier).toBe('free');

    expect((await testServer.send(events.created)).statusCode).toBe(200);
    expect((await planOf(user)).tier).toBe('plus');
    expect(testServer.logs.join('')).not.toContain('sk_test');
  });

  test('is ignored when its price or its customer is not ours, or it is about something else, and says so in the log', async () => {
    const before = await rows();
    const strange = await testServer.buyer({}, { price: 'price_of_something_else' });
    await testServer.send(strange.events.created);
    const foreign = await testServer.buyer({}, { user_reference: '00000000-0000-4000-8000-000000000000' });
    await testServer.send(foreign.events.created);
    const nobody = await testServer.buyer({}, { user_reference: "'; drop table users; --" });
    await testServer.send({
      ...nobody.events.checkout,
      data: { object: { subscription: nobody.subscription_id } },
    });
    await testServer.send({
      id: 'evt_x',
      type: 'customer.subscription.updated',
      data: { object: { id: 'sub_x' } },
    });
    for (const other of [
      { id: 'evt_1', type: 'charge.succeeded', data: { object: { id: 'ch_1' } } },
      { id: 'evt_2', type: 'invoice.paid', data: { object: { id: 'in_of_nothing' } } },
      { id: 'evt_3', type: 'checkout.session.completed', data: { object: { id: 'cs_of_a_thing' } } },
      { nothing: true },
    ])
      expect((await testServer.send(other)).json()).toEqual({ received: true });
    expect(await rows()).toEqual(before);
    const said = testServer.logs.filter((line) => line.includes('a subscription was ignored')).join('');
    for (const why of ['unknown price', 'unknown customer', 'unknown to the provider'])
      expect(said).toContain(why);
  });

  test('of somebody whom only the checkout names is theirs (O-90)', async () => {
    const { user, subscription_id, events } = await testServer.buyer({}, { user_reference: '' });
    await testServer.send(events.created);
    expect((await planOf(user)).tier).toBe('free');
    const { object } = events.checkout.data;
    const named = { ...events.checkout, data: { object: { ...object, metadata: null } } };
    await testServer.send(named);
    expect((await planOf(user)).id).toBe(subscription_id);
    // A reference of another installation is never outweighed by a number that happens to be used here too.
    const other = await testServer.buyer({}, { user_reference: '' });
    const elsewhere = { user_reference: '00000000-0000-4000-8000-000000000000' };
    await testServer.send({
      ...other.events.checkout,
      data: { object: { ...other.events.checkout.data.object, metadata: elsewhere } },
    });
    expect((await planOf(other.user)).tier).toBe('free');
  });
});

test('a price that is configured no longer stays the plan of those who have it, and still ends', async () => {
  const { user, subscription_id, events } = await testServer.buyer();
  await testServer.send(events.created);
  await testServer.context.db
    .update(subscriptions)
    .set({ price_id: 'price_of_last_year' })
    .where(eq(subscriptions.id, subscription_id));
  testServer.change(subscription_id, { price: 'price_of_last_year', cancel_at_period_end: true });
  await testServer.send(events.updated);
  expect(await planOf(user)).toMatchObject({ tier: 'plus', cancel_at_period_end: true });
  testServer.change(subscription_id, { status: 'canceled' });
  await testServer.send(events.deleted);
  expect((await planOf(user)).tier).toBe('free');
  expect(MONTH).not.toBe('price_of_last_year');
});

test('a plan that changes at the period’s end says to what; either way of cancelling counts (R-SUB-20)', async () => {
  const { user, subscription_id, events } = await testServer.buyer();
  await testServer.send(events.created);
  testServer.change(subscription_id, { next_price: 'price_year' });
  await testServer.send(events.updated);
  expect(await planOf(user)).toMatchObject({ interval: 'month', next_interval: 'year' });
  testServer.change(subscription_id, { cancel_at: new Date('2026-12-14T12:00:00.000Z') });
  await testServer.send({ ...events.updated, id: 'evt_cancel_at' });
  expect(await planOf(user)).toMatchObject({ status: 'active', cancel_at_period_end: true });
});

test('a paid period that begins on another day begins the tokens’ cycle on that day, once (O-95)', async () => {
  const { user, subscription_id, events } = await testServer.buyer({
    created_at: new Date('2026-10-31T15:00:00.000Z'),
  });
  await testServer.send(events.created);
  const bought = testServer.context.clock.now();
  const DAY_MS = 86_400_000;
  try {
    // Monthly to yearly at once, on another day of the month.
    const start = new Date(bought.getTime() + 6 * DAY_MS);
    testServer.clock.set(start);
    await use(user.id, 90_000);
    const year = {
      price: 'price_year',
      amount: 600_000,
      start,
      end: new Date(start.getTime() + 365 * DAY_MS),
    };
    testServer.change(subscription_id, { ...year, status: 'past_due' });
    await testServer.send(events.updated);
    expect(await personOf(user.id)).toMatchObject({ token_used: 90_000, token_anchor: bought });
    testServer.change(subscription_id, { status: 'active' });
    await testServer.send(events.paid);
    expect(await personOf(user.id)).toMatchObject({ token_used: 0, token_anchor: start });
    expect(await boughtBy(user.id)).toMatchObject([{ interval: 'year', status: 'active' }]);

    testServer.clock.set(new Date(start.getTime() + 3_600_000));
    await use(user.id, 700);
    await testServer.send({ ...events.paid, id: 'evt_paid_again' });
    expect(await personOf(user.id)).toMatchObject({ token_used: 700, token_anchor: start });

    // The next year begins on the same day: its month renews as any other.
    const next = year.end;
    testServer.clock.set(new Date(next.getTime() + 3_600_000));
    testServer.change(subscription_id, { start: next, end: new Date(next.getTime() + 365 * DAY_MS) });
    await testServer.send({ ...events.paid, id: 'evt_paid_next' });
    expect(await personOf(user.id)).toMatchObject({ token_anchor: start });
  } finally {
    testServer.clock.set(bought);
  }
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
