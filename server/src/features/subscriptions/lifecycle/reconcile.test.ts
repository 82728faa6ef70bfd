/** Changes without an event: grace that runs out, events that never came, accounts that are erased. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type StripeTestServer,
  startStripeTestServer,
} from '../../../../test/payments/stripe-test-server.ts';
import { payment_events, subscriptions } from '../../../db/tables/payments.ts';
import { users } from '../../../db/tables/people.ts';
import { endSubscription } from '../end-subscription.ts';
import { planJobs } from '../jobs.ts';
import { reconcile } from './reconcile.ts';

let testServer: StripeTestServer;
beforeAll(async () => {
  testServer = await startStripeTestServer();
});
afterAll(() => testServer.close());

const DAY_MS = 86_400_000;
const rowOf = async (id: string) => {
  const [row] = await testServer.context.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
};
const groupOf = async ({ id }: { id: number }) => {
  const [row] = await testServer.context.db.select().from(users).where(eq(users.id, id));
  return [row?.user_group_id, row?.token_limit];
};
const quiet = { signed_in: false };

test('every night changes whose events were lost are applied, and the rest is left alone (R-SUB-20)', async () => {
  const bought = await testServer.buyer(quiet);
  const ended = await testServer.buyer(quiet);
  const canceled = await testServer.buyer(quiet);
  const same = await testServer.buyer(quiet);
  for (const { events } of [ended, canceled, same]) await testServer.send(events.created);
  testServer.change(ended.subscription_id, { status: 'canceled' });
  testServer.change(canceled.subscription_id, { cancel_at_period_end: true });
  // More than one page of them, none of which is ours.
  for (let index = 0; index < 120; index += 1)
    testServer.stripe.subscriptions.set(`sub_foreign_${index}`, {
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
  await testServer.context.db.insert(payment_events).values(event);
  testServer.stripe.calls.length = 0;
  await planJobs(testServer.context)['plans.reconcile']({});

  expect(await groupOf(bought.user)).toEqual([2, 5_000_000]);
  expect(await groupOf(ended.user)).toEqual([1, 100_000]);
  expect(await rowOf(canceled.subscription_id)).toMatchObject({ cancel_at_period_end: true });
  const lookedAt = testServer.stripe.calls.filter(({ path }) => path.startsWith('/v1/subscriptions/'));
  expect(new Set(lookedAt.map(({ path }) => path.split('/').at(-1)))).toEqual(
    new Set([bought, ended, canceled].map(({ subscription_id }) => subscription_id)),
  );
  expect(await reconcile(testServer.context)).toBe(0);
  expect(await testServer.context.db.$count(payment_events)).toBe(3);
});

test('a subscription that the provider does not know is left as it is: a wrong key ends nobody’s plan', async () => {
  const { user, subscription_id, events } = await testServer.buyer(quiet);
  await testServer.send(events.created);
  testServer.stripe.subscriptions.delete(subscription_id);
  expect(await reconcile(testServer.context)).toBe(1);
  expect(await groupOf(user)).toEqual([2, 5_000_000]);
  await testServer.context.db.delete(subscriptions).where(eq(subscriptions.id, subscription_id));
});

test('a failed payment leaves the plan open for seven days to the second; then the hourly job ends it (R-SUB-20)', async () => {
  const { user, subscription_id, events } = await testServer.buyer();
  await testServer.send(events.created);
  const failed = testServer.context.clock.now();
  testServer.change(subscription_id, { status: 'past_due' });
  await testServer.send(events.failed);
  // Heard of again, a day later: the grace began with the first word.
  testServer.clock.advance(DAY_MS);
  await testServer.send({ ...events.failed, id: 'evt_failed_again' });
  const expire = planJobs(testServer.context)['plans.lapse'];
  testServer.clock.set(new Date(failed.getTime() + 7 * DAY_MS - 1));
  await expire({});
  expect(await groupOf(user)).toEqual([2, 5_000_000]);
  testServer.clock.set(new Date(failed.getTime() + 7 * DAY_MS));
  await Promise.all(Array.from({ length: 20 }, () => expire({})));
  expect(await groupOf(user)).toEqual([1, 100_000]);
  expect(await rowOf(subscription_id)).toMatchObject({
    status: 'past_due',
    ended_at: testServer.context.clock.now(),
  });
  // The provider still waits for the money: hearing so again changes nothing.
  await testServer.send(events.updated);
  expect(await groupOf(user)).toEqual([1, 100_000]);
  testServer.change(subscription_id, { status: 'active' });
  await testServer.send(events.paid);
  expect(await groupOf(user)).toEqual([2, 5_000_000]);
  testServer.clock.set(failed);
});

test('an account that is erased pays for nothing any more: its plan ends at the provider at once', async () => {
  const { user, subscription_id, events } = await testServer.buyer();
  await testServer.send(events.created);
  testServer.stripe.be('failing');
  await expect(endSubscription(testServer.context, user.id)).rejects.toMatchObject({ code: 'payments_away' });
  testServer.stripe.be('none');
  await endSubscription(testServer.context, user.id);
  expect(testServer.stripe.subscriptions.get(subscription_id)?.status).toBe('canceled');
  expect(await groupOf(user)).toEqual([1, 100_000]);
  // Paid a moment ago: no event has come yet.
  const ended = testServer.stripe.subscriptions.get(subscription_id);
  if (!ended) throw new Error('no such subscription');
  testServer.stripe.subscriptions.set('sub_unheard', { ...ended, id: 'sub_unheard', status: 'active' });
  await endSubscription(testServer.context, user.id);
  expect(testServer.stripe.subscriptions.get('sub_unheard')?.status).toBe('canceled');
  expect(await groupOf(user)).toEqual([1, 100_000]);
  const calls = testServer.stripe.calls.length;
  const ana = await testServer.user();
  await endSubscription(testServer.context, ana.id);
  expect(testServer.stripe.calls.length).toBe(calls);
});
