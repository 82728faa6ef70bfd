import { expect, test } from 'vitest';
import { planName, shownPlans, yearlySaving } from './shown-plans.ts';

const month = { interval: 'month', price_id: 'm', amount: 10_000 } as const;
const year = { interval: 'year', price_id: 'y', amount: 90_000 } as const;
const plus = { tier: 'plus', name: 'Plus', monthly_token_limit: 7, purchasable: true, user_group_id: 2 };

test('the saving of a year is computed from the prices', () => {
  expect(yearlySaving(shownPlans(undefined))).toBe(20);
  expect(yearlySaving([{ prices: [month, year] }])).toBe(25);
  expect(yearlySaving([{ prices: [month] }, { prices: [] }])).toBeNull();
  expect(yearlySaving([{ prices: [{ ...month }, { ...year, amount: 130_000 }] }])).toBeNull();
});

test('plans of the API count, and the usual prices stand where nothing is sold', () => {
  const [free, sold, pro, own] = shownPlans([
    { ...plus, prices: [month] },
    { ...plus, tier: 'equipe', name: 'Equipe', prices: [year] },
  ]);
  expect([free?.isSold, pro?.tier]).toEqual([true, 'pro']);
  expect(sold).toMatchObject({ monthly_token_limit: 7, prices: [month], isSold: true });
  expect(own).toMatchObject({ tier: 'equipe', name: 'Equipe', prices: [year] });
  const [, unsold] = shownPlans([{ ...plus, purchasable: false, prices: [] }]);
  expect(unsold).toMatchObject({ isSold: false, prices: [{ amount: 62_500 }, { amount: 600_000 }] });
});

test('a plan that is not in the catalogue is called by its tier', () => {
  expect([planName('plus'), planName('equipe')]).toEqual(['Plus', 'equipe']);
});
