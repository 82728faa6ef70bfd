/** Events of the provider: signed ones change plans, whatever their order; all others leave no trace. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MONTH, openStripeHouse, type StripeHouse } from '../../../test/stripe-house.ts';
import { openDatabase } from '../../db/client.ts';
import { audit_entries } from '../../db/tables/audit.ts';
import { token_entries } from '../../db/tables/chat.ts';
import { payment_customers, payment_events, subscriptions } from '../../db/tables/payments.ts';
import { users } from '../../db/tables/people.ts';
import { sync } from './sync.ts';

let house: StripeHouse;
beforeAll(async () => {
  house = await openStripeHouse();
});
afterAll(() => house.close());

const personOf = async (id: number) => {
  const [row] = await house.world.db.select().from(users).where(eq(users.id, id));
  if (!row) throw new Error('nobody');
  return row;
};
const boughtBy = (user_id: number) =>
  house.world.db.select().from(subscriptions).where(eq(subscriptions.user_id, user_id));
const planOf = async (user: { token: string }) =>
  (await house.as(user).get('/subscriptions/my-subscription')).body.data;
const rows = async () => [
  await house.world.db.$count(payment_events),
  await house.world.db.$count(payment_customers),
  await house.world.db.$count(subscriptions),
];
const use = async (user_id: number, charged: number) => {
  await house.world.db.insert(token_entries).values({
    user_id,
    purpose: 'answer',
    model: 'local',
    input_tokens: charged,
    output_tokens: 0,
    charged,
    estimated: false,
    created_at: house.world.clock.now(),
  });
  await house.world.db.update(users).set({ token_used: charged }).where(eq(users.id, user_id));
};

describe('what is not signed by the provider', () => {
  test('is refused and leaves no row: forged, altered, stale, from the future, of another account, without a signature (R-SUB-20)', async () => {
    const { user, events } = await house.buyer();
    const before = await rows();
    const now = house.world.clock.now().getTime();
    const { created } = events;
    const replies = [
      await house.send(created, { secret: 'whsec_of_somebody_else' }),
      await house.send(created, { payload: JSON.stringify({ ...created, id: 'evt_altered' }) }),
      await house.send(created, { at: new Date(now - 301_000) }),
      await house.send(created, { at: new Date(now + 301_000) }),
    ];
    const bare = { method: 'POST', url: '/api/v1/subscriptions/webhook', payload: created } as const;
    for (const signature of ['', 't=1', 'v1=00', `t=${Math.floor(now / 1000)},v1=`, 't=x,v1=y'])
      replies.push(await house.app.inject({ ...bare, headers: { 'stripe-signature': signature } }));
    replies.push(await house.app.inject(bare));
    replies.push(await house.app.inject({ method: 'POST', url: bare.url }));

    for (const reply of replies)
      expect([reply.statusCode, reply.json().code]).toEqual([400, 'signature_invalid']);
    expect(await rows()).toEqual(before);
    expect((await planOf(user)).tier).toBe('free');
  });

  test('is accepted up to five minutes late', async () => {
    const { user, events } = await house.buyer();
    const at = new Date(house.world.clock.now().getTime() - 299_000);
    expect((await house.send(events.created, { at })).json()).toEqual({ received: true });
    expect((await planOf(user)).tier).toBe('plus');
  });

  test('is cut at 1 MB', async () => {
    const reply = await house.app.inject({
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
    const { user, subscription_id, events } = await house.buyer({
      created_at: new Date('2026-10-31T15:00:00.000Z'),
    });
    // In this very instant: still what was before.
    await use(user.id, 90_000);
    const racers = Object.values(events)
      .slice(0, 4)
      .flatMap((event) => Array.from({ length: 5 }, () => house.send(event)));
    for (const reply of await Promise.all(racers)) expect(reply.statusCode).toBe(200);

    const person = await personOf(user.id);
    expect(person).toMatchObject({ user_group_id: 2, token_limit: 5_000_000, token_used: 0 });
    expect(person.token_anchor).toEqual(house.world.clock.now());
    expect(await planOf(user)).toEqual({
      id: subscription_id,
      tier: 'plus',
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
    const told = await house.world.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.person_reference, person.reference));
    expect(told.map(({ action }) => action)).toEqual(['subscription.activated']);
  });

  test('opens the plan once when two processes hear of it at the same time', async () => {
    const { user, subscription_id, events } = await house.buyer({ signed_in: false });
    const { payments } = house.world;
    if (!payments) throw new Error('no payments');
    const other = openDatabase(house.address, { max: 5 });
    const heard = { id: events.created.id, type: events.created.type, subscription_id, payer: null };
    const racers = Array.from({ length: 20 }, (_, index) => {
      const db = index % 2 ? other.db : house.world.db;
      return sync({ ...house.world, payments, db }, subscription_id, heard);
    });
    const outcomes = await Promise.all(racers);
    await other.close();
    expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
    const told = await house.world.db
      .select()
      .from(audit_entries)
      .where(eq(audit_entries.person_reference, (await personOf(user.id)).reference));
    expect(told).toHaveLength(1);
  });

  test('counts although what it is of is not yet in force: nothing is given before it is paid', async () => {
    const { user, subscription_id, events } = await house.buyer({}, { status: 'incomplete' });
    await house.send(events.created);
    expect([(await planOf(user)).tier, (await boughtBy(user.id)).length]).toEqual(['free', 0]);
    house.change(subscription_id, { status: 'active' });
    await house.send(events.paid);
    expect((await planOf(user)).tier).toBe('plus');
  });

  test('moves who was in a group of their own, and the end leaves alone who was moved since (O-100)', async () => {
    const { user, subscription_id, events } = await house.buyer();
    await house.send(events.created);
    await house.world.db.update(users).set({ user_group_id: 3 }).where(eq(users.id, user.id));
    house.change(subscription_id, { status: 'canceled', ended_at: house.world.clock.now() });
    await house.send(events.deleted);
    expect(await personOf(user.id)).toMatchObject({ user_group_id: 3, token_limit: 5_000_000 });
    expect((await planOf(user)).tier).toBe('free');
  });
});

test('B22 the same events in all 24 orders, each twenty times, end in the same state (R-SUB-20)', async () => {
  const orders = permutations(['created', 'paid', 'updated', 'deleted'] as const);
  expect(orders).toHaveLength(24);
  const ends = [];
  for (const order of orders) {
    const { user, subscription_id, events } = await house.buyer({
      created_at: new Date('2026-10-31T15:00:00.000Z'),
      signed_in: false,
    });
    await house.send(events.checkout);
    await use(user.id, 500);
    house.change(subscription_id, { status: 'canceled', ended_at: house.world.clock.now() });
    for (const name of order) {
      const copies = Array.from({ length: 20 }, () => house.send(events[name]));
      for (const { statusCode } of await Promise.all(copies)) expect(statusCode).toBe(200);
    }
    const { user_group_id, token_limit, token_used, token_anchor } = await personOf(user.id);
    const [{ id: _, user_id: __, customer_id: ___, created_at: ____, ...row } = {} as never] = await boughtBy(
      user.id,
    );
    ends.push(JSON.stringify({ user_group_id, token_limit, token_used, token_anchor, ...row }));
    const kept = await house.world.db
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
    ended_at: house.world.clock.now().toISOString(),
  });
}, 60_000);

test('events that come while the plan lives end in its last state, whichever is looked at last', async () => {
  for (const order of permutations(['created', 'paid', 'updated', 'deleted'] as const).slice(0, 12)) {
    const { user, subscription_id, events } = await house.buyer({ signed_in: false });
    const states = [
      {},
      { cancel_at_period_end: true },
      { status: 'past_due' },
      { status: 'canceled' },
    ] as const;
    const sent = order.map((name, index) => {
      house.change(subscription_id, states[index] ?? {});
      // Not awaited: later events overtake earlier ones.
      return house.send(events[name]);
    });
    for (const { statusCode } of await Promise.all(sent)) expect(statusCode).toBe(200);
    const [row] = await boughtBy(user.id);
    expect([row?.status, (await personOf(user.id)).user_group_id]).toEqual(['canceled', 1]);
  }
});

describe('an event that cannot be carried out', () => {
  test('is answered as failed while the provider or the database is away, and counts when it comes again (B22)', async () => {
    const { user, events } = await house.buyer();
    for (const wrong of ['failing', 'gone'] as const) {
      house.stripe.be(wrong);
      const reply = await house.send(events.created);
      expect([reply.statusCode, reply.json().code]).toEqual([502, 'payments_away']);
      expect(reply.body).not.toContain('sk_test');
    }
    house.stripe.be('none');
    await house.world.db.execute('alter table payment_events rename to away');
    expect((await house.send(events.created)).statusCode).toBe(500);
    await house.world.db.execute('alter table away rename to payment_events');
    expect((await planOf(user)).tier).toBe('free');

    expect((await house.send(events.created)).statusCode).toBe(200);
    expect((await planOf(user)).tier).toBe('plus');
    expect(house.logs.join('')).not.toContain('sk_test');
  });

  test('is ignored when its price or its customer is not ours, or it is about something else, and says so in the log', async () => {
    const before = await rows();
    const strange = await house.buyer({}, { price: 'price_of_something_else' });
    await house.send(strange.events.created);
    const foreign = await house.buyer({}, { user_reference: '00000000-0000-4000-8000-000000000000' });
    await house.send(foreign.events.created);
    const nobody = await house.buyer({}, { user_reference: "'; drop table users; --" });
    await house.send({
      ...nobody.events.checkout,
      data: { object: { subscription: nobody.subscription_id } },
    });
    await house.send({
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
      expect((await house.send(other)).json()).toEqual({ received: true });
    expect(await rows()).toEqual(before);
    const said = house.logs.filter((line) => line.includes('a subscription was ignored')).join('');
    for (const why of ['unknown price', 'unknown customer', 'unknown to the provider'])
      expect(said).toContain(why);
  });

  test('of somebody whom only the checkout names is theirs (O-90)', async () => {
    const { user, subscription_id, events } = await house.buyer({}, { user_reference: '' });
    await house.send(events.created);
    expect((await planOf(user)).tier).toBe('free');
    const { object } = events.checkout.data;
    const named = { ...events.checkout, data: { object: { ...object, metadata: null } } };
    await house.send(named);
    expect((await planOf(user)).id).toBe(subscription_id);
    // A reference of another installation is never outweighed by a number that happens to be used here too.
    const other = await house.buyer({}, { user_reference: '' });
    const elsewhere = { user_reference: '00000000-0000-4000-8000-000000000000' };
    await house.send({
      ...other.events.checkout,
      data: { object: { ...other.events.checkout.data.object, metadata: elsewhere } },
    });
    expect((await planOf(other.user)).tier).toBe('free');
  });
});

test('a price that is configured no longer stays the plan of those who have it, and still ends', async () => {
  const { user, subscription_id, events } = await house.buyer();
  await house.send(events.created);
  await house.world.db
    .update(subscriptions)
    .set({ price_id: 'price_of_last_year' })
    .where(eq(subscriptions.id, subscription_id));
  house.change(subscription_id, { price: 'price_of_last_year', cancel_at_period_end: true });
  await house.send(events.updated);
  expect(await planOf(user)).toMatchObject({ tier: 'plus', cancel_at_period_end: true });
  house.change(subscription_id, { status: 'canceled' });
  await house.send(events.deleted);
  expect((await planOf(user)).tier).toBe('free');
  expect(MONTH).not.toBe('price_of_last_year');
});

test('a plan that changes at the period’s end says to what; either way of cancelling counts (R-SUB-20)', async () => {
  const { user, subscription_id, events } = await house.buyer();
  await house.send(events.created);
  house.change(subscription_id, { next_price: 'price_year' });
  await house.send(events.updated);
  expect(await planOf(user)).toMatchObject({ interval: 'month', next_interval: 'year' });
  house.change(subscription_id, { cancel_at: new Date('2026-12-14T12:00:00.000Z') });
  await house.send({ ...events.updated, id: 'evt_cancel_at' });
  expect(await planOf(user)).toMatchObject({ status: 'active', cancel_at_period_end: true });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}
