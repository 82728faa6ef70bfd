/** What happens without an event: grace that runs out, events that never came, accounts that are erased. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStripeHouse, type StripeHouse } from '../../../test/stripe-house.ts';
import { payment_events, subscriptions } from '../../db/tables/payments.ts';
import { users } from '../../db/tables/people.ts';
import { endSubscription } from './end-subscription.ts';
import { planJobs } from './jobs.ts';
import { reconcile } from './reconcile.ts';

let house: StripeHouse;
beforeAll(async () => {
  house = await openStripeHouse();
});
afterAll(() => house.close());

const DAY_MS = 86_400_000;
const rowOf = async (id: string) => {
  const [row] = await house.world.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
};
const groupOf = async ({ id }: { id: number }) => {
  const [row] = await house.world.db.select().from(users).where(eq(users.id, id));
  return [row?.user_group_id, row?.token_limit];
};
const quiet = { signed_in: false };

test('every night what no event told of is put right, and the rest is left alone (R-SUB-20)', async () => {
  const bought = await house.buyer(quiet);
  const ended = await house.buyer(quiet);
  const canceled = await house.buyer(quiet);
  const same = await house.buyer(quiet);
  for (const { events } of [ended, canceled, same]) await house.send(events.created);
  house.change(ended.subscription_id, { status: 'canceled' });
  house.change(canceled.subscription_id, { cancel_at_period_end: true });
  // More than one page of them, none of which is ours.
  for (let index = 0; index < 120; index += 1)
    house.stripe.subscriptions.set(`sub_foreign_${index}`, {
      id: `sub_foreign_${index}`,
      customer: 'cus_foreign',
      status: 'incomplete',
      price: 'price_foreign',
      amount: 1,
      start: new Date(),
      end: new Date(),
    });

  const event = {
    id: 'evt_long_ago',
    type: 'invoice.paid',
    received_at: new Date('2026-09-01T12:00:00.000Z'),
  };
  await house.world.db.insert(payment_events).values(event);
  house.stripe.calls.length = 0;
  await planJobs(house.world)['plans.reconcile']({});

  expect(await groupOf(bought.user)).toEqual([2, 5_000_000]);
  expect(await groupOf(ended.user)).toEqual([1, 100_000]);
  expect(await rowOf(canceled.subscription_id)).toMatchObject({ cancel_at_period_end: true });
  const lookedAt = house.stripe.calls.filter(({ path }) => path.startsWith('/v1/subscriptions/'));
  expect(new Set(lookedAt.map(({ path }) => path.split('/').at(-1)))).toEqual(
    new Set([bought, ended, canceled].map(({ subscription_id }) => subscription_id)),
  );
  expect(await reconcile(house.world)).toBe(0);
  expect(await house.world.db.$count(payment_events)).toBe(3);
});

test('a subscription that the provider does not know is left as it is: a wrong key ends nobody’s plan', async () => {
  const { user, subscription_id, events } = await house.buyer(quiet);
  await house.send(events.created);
  house.stripe.subscriptions.delete(subscription_id);
  expect(await reconcile(house.world)).toBe(1);
  expect(await groupOf(user)).toEqual([2, 5_000_000]);
  await house.world.db.delete(subscriptions).where(eq(subscriptions.id, subscription_id));
});

test('a failed payment leaves the plan open for seven days to the second; then the hourly job ends it (R-SUB-20)', async () => {
  const { user, subscription_id, events } = await house.buyer();
  await house.send(events.created);
  const failed = house.world.clock.now();
  house.change(subscription_id, { status: 'past_due' });
  await house.send(events.failed);
  // Heard of again, a day later: the grace began with the first word.
  house.clock.advance(DAY_MS);
  await house.send({ ...events.failed, id: 'evt_failed_again' });
  const lapse = planJobs(house.world)['plans.lapse'];
  house.clock.set(new Date(failed.getTime() + 7 * DAY_MS - 1));
  await lapse({});
  expect(await groupOf(user)).toEqual([2, 5_000_000]);
  house.clock.set(new Date(failed.getTime() + 7 * DAY_MS));
  await Promise.all(Array.from({ length: 20 }, () => lapse({})));
  expect(await groupOf(user)).toEqual([1, 100_000]);
  expect(await rowOf(subscription_id)).toMatchObject({
    status: 'past_due',
    ended_at: house.world.clock.now(),
  });
  // The provider still waits for the money: hearing so again changes nothing.
  await house.send(events.updated);
  expect(await groupOf(user)).toEqual([1, 100_000]);
  house.change(subscription_id, { status: 'active' });
  await house.send(events.paid);
  expect(await groupOf(user)).toEqual([2, 5_000_000]);
  house.clock.set(failed);
});

test('an account that is erased pays for nothing any more: its plan ends at the provider at once', async () => {
  const { user, subscription_id, events } = await house.buyer();
  await house.send(events.created);
  house.stripe.be('failing');
  await expect(endSubscription(house.world, user.id)).rejects.toMatchObject({ code: 'payments_away' });
  house.stripe.be('none');
  await endSubscription(house.world, user.id);
  expect(house.stripe.subscriptions.get(subscription_id)?.status).toBe('canceled');
  expect(await groupOf(user)).toEqual([1, 100_000]);
  // Paid a moment ago: no event has come yet.
  const ended = house.stripe.subscriptions.get(subscription_id);
  if (!ended) throw new Error('no such subscription');
  house.stripe.subscriptions.set('sub_unheard', { ...ended, id: 'sub_unheard', status: 'active' });
  await endSubscription(house.world, user.id);
  expect(house.stripe.subscriptions.get('sub_unheard')?.status).toBe('canceled');
  expect(await groupOf(user)).toEqual([1, 100_000]);
  const calls = house.stripe.calls.length;
  const ana = await house.user();
  await endSubscription(house.world, ana.id);
  expect(house.stripe.calls.length).toBe(calls);
});
