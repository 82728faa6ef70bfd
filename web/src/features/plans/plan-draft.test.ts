import { expect, test } from 'vitest';
import type { Plan } from '#contract/plans.ts';
import { draftOf, errorsOf, formOf } from './plan-draft.ts';

const plus: Plan = {
  id: 2,
  key: 'plus',
  name: 'Plus',
  description: 'Para usar todos os dias.',
  tokens: 5_000_000,
  user_group_id: 2,
  features: ['Suporte prioritário'],
  popular: true,
  visible: true,
  position: 1,
  protected: true,
  subscribers: 3,
  version: 4,
  prices: [
    { id: 1, kind: 'recurring', interval: 'month', amount: 62_500, stripe_price_id: 'price_1', sold: true },
  ],
};

test('a plan that is opened and saved without a change stays as it is', () => {
  const {
    id: _,
    key: __,
    position: ___,
    protected: _p,
    subscribers: _s,
    version: _v,
    prices,
    ...fields
  } = plus;
  const [price] = prices.map(({ id: _id, sold: _sold, ...rest }) => rest);
  expect(formOf(draftOf(plus))).toEqual({ ...fields, prices: [price] });
  expect(errorsOf(draftOf(plus), false)).toBeNull();
});

test('what cannot be sent is said beside its field', () => {
  const draft = { ...draftOf(undefined), tokens: '12', features: 'x\n'.repeat(9) };
  const [first, ...others] = draft.prices;
  const wrong = first ? [{ ...first, amount: '1.25' }, ...others] : [];
  expect(errorsOf({ ...draft, prices: wrong }, true)).toEqual({
    name: 'Informe o nome.',
    key: expect.stringContaining('minúsculas'),
    tokens: expect.stringContaining('a partir de 1.000'),
    features: expect.stringContaining('no máximo 8'),
    prices: [expect.stringContaining('R$ 1,00'), null, null, null],
  });
});

test('blank tokens are to be announced, and a blank amount is not sold', () => {
  const draft = { ...draftOf(undefined), name: ' Equipe ', key: 'equipe', features: ' a \n\n b ' };
  expect(formOf(draft)).toMatchObject({ name: 'Equipe', tokens: null, features: ['a', 'b'], prices: [] });
});
