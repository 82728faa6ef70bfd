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
    expect(openSubscription({})?.sells('price_desk_plus_month')).toBe(true);
    expect(openSubscription(PRODUCTION)).toBeNull();
  });

  test('at the provider once it is configured, which does not sell what the simulated one has made', () => {
    for (const env of [STRIPE, { ...STRIPE, ...PRODUCTION }]) {
      const payments = openSubscription(env);
      expect(payments?.fake).toBeNull();
      expect(['price_1', 'price_desk_plus_month'].map((id) => payments?.sells(id))).toEqual([true, false]);
    }
  });

  test('by nobody without the secret of the events: a payment that nobody hears of stops the start', () => {
    expect(() => parseEnv({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/STRIPE_WEBHOOK_SECRET é obrigatória/);
    expect(() => parseEnv({ ...STRIPE, STRIPE_API_BASE: 'stripe' })).toThrow(/STRIPE_API_BASE/);
  });
});
