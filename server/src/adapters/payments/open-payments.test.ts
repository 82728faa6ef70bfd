import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';
import { parseEnv } from '../../env.ts';
import { openPayments } from './open-payments.ts';

let testServer: TestServer;
beforeAll(async () => {
  testServer = await startTestServer();
});
afterAll(() => testServer.close());

const clock = { now: () => new Date(), advance: async () => {} };
const openSubscription = (variables: Record<string, string>) =>
  openPayments(parseEnv(variables), { ...testServer.context, clock, webhook_url: () => null });
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const PRODUCTION = { NODE_ENV: 'production', JWT_SECRET: 'a secret for tests only, of more than 32 bytes' };

describe('payments are taken', () => {
  test('at the simulated provider while none is configured, and nowhere in production', () => {
    expect(openSubscription({})?.fake).not.toBeNull();
    expect(openSubscription({})?.prices.map(({ interval, amount }) => [interval, amount])).toEqual([
      ['month', 62_500],
      ['year', 600_000],
    ]);
    expect(openSubscription(PRODUCTION)).toBeNull();
  });

  test('at the provider once it is configured, for the prices that have an id there', () => {
    for (const env of [STRIPE, { ...STRIPE, ...PRODUCTION }]) {
      const payments = openSubscription({ ...env, STRIPE_PRICE_PLUS_YEAR: 'price_1' });
      expect(payments?.fake).toBeNull();
      expect(payments?.prices).toEqual([
        { price_id: 'price_1', tier: 'plus', interval: 'year', amount: 600_000 },
      ]);
    }
    expect(openSubscription(STRIPE)?.prices).toEqual([]);
  });

  test('by nobody without the secret of the events: a payment that nobody hears of stops the start', () => {
    expect(() => parseEnv({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/STRIPE_WEBHOOK_SECRET é obrigatória/);
    expect(() => parseEnv({ ...STRIPE, STRIPE_API_BASE: 'stripe' })).toThrow(/STRIPE_API_BASE/);
  });
});
