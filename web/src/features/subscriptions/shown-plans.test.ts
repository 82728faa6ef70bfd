import { expect, test } from 'vitest';
import { hasPrice, shownPlans, yearlySaving } from './shown-plans.ts';

const month = { interval: 'month', price_id: 'm', amount: 10_000 } as const;
const year = { interval: 'year', price_id: 'y', amount: 90_000 } as const;
const plus = {
  tier: 'plus',
  key: 'plus',
  name: 'Plus',
  monthly_token_limit: 7,
  purchasable: true,
  user_group_id: 2,
  features: [],
  popular: true,
  prepaid: [],
  prices: [],
  listed: [],
};

test('the saving of a year is computed from the prices', () => {
  expect(yearlySaving([{ prices: [month, year] }])).toBe(25);
  expect(yearlySaving([{ prices: [month] }, { prices: [] }])).toBeNull();
  expect(yearlySaving([{ prices: [{ ...month }, { ...year, amount: 130_000 }] }])).toBeNull();
});

test('the prices on sale count, and the listed ones stand where nothing is sold', () => {
  const [sold, unsold, soon] = shownPlans([
    { ...plus, prices: [month], listed: [month, year] },
    { ...plus, listed: [month, year] },
    plus,
  ]);
  expect([sold?.prices, unsold?.prices]).toEqual([[month], [month, year]]);
  expect([sold, unsold, soon].map((plan) => plan && hasPrice(plan))).toEqual([true, true, false]);
});

test('a plan that is paid once only has a price too', () => {
  const [plan] = shownPlans([{ ...plus, prepaid: [{ id: 3, interval: 'month', amount: 500 }] }]);
  expect(plan && hasPrice(plan)).toBe(true);
});
