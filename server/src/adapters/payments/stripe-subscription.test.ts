import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { providerSubscription } from './stripe-subscription.ts';

const bought = (price: object, quantity?: number) =>
  providerSubscription({
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    items: {
      data: [
        { price: { id: 'price_1', ...price }, quantity, current_period_start: 1, current_period_end: 2 },
      ],
    },
  } as unknown as Stripe.Subscription);

test('a subscription is worth its price times its quantity, in cents of BRL', () => {
  expect(bought({ currency: 'brl', unit_amount: 4990 })).toMatchObject({ amount: 4990 });
  expect(bought({ currency: 'brl', unit_amount: 4990 }, 3)).toMatchObject({ amount: 14_970 });
});

test('the provider’s amount is taken in reais only', () => {
  expect(bought({ currency: 'usd', unit_amount: 4990 })).toMatchObject({ amount: null });
  expect(bought({ currency: 'brl', unit_amount: null })).toMatchObject({ amount: null });
});
