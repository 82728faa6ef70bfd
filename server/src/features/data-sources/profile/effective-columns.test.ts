import { expect, test } from 'vitest';
import { type EffectiveColumn, guessMoneyColumn } from './effective-columns.ts';
import { labelOf } from './labels.ts';

const money = (name: string) =>
  ({ name, label: labelOf(name), kind: 'money', hidden: false }) as EffectiveColumn;

test('R-TBL-40 the total beside its parts is the amount that «gastos» means', () => {
  expect(guessMoneyColumn(['vl_hotel', 'vl_refeicoes', 'vl_total'].map(money))).toBe('vl_total');
  expect(guessMoneyColumn(['vl_hotel', 'vl_refeicoes'].map(money))).toBe('vl_hotel');
});

test('R-TBL-40 what is paid back, and the price of a piece, is not the usual amount', () => {
  expect(guessMoneyColumn(['preco_unit', 'frete', 'vl_devolucao', 'vl_venda'].map(money))).toBe('vl_venda');
  expect(guessMoneyColumn(['estorno', 'valor_pago'].map(money))).toBe('valor_pago');
});

test('R-TBL-40 the amount of what the rows are is the usual one, and never the income of a family', () => {
  const amounts = ['renda_familiar', 'vl_mensalidade', 'vl_bolsa'].map(money);
  expect(guessMoneyColumn(amounts, 'bolsa')).toBe('vl_bolsa');
  expect(guessMoneyColumn(['renda_per_capita', 'vl_auxilio'].map(money), 'pedido')).toBe('vl_auxilio');
  expect(guessMoneyColumn(['vl_bolsa', 'vl_total'].map(money), 'bolsa')).toBe('vl_total');
});

test('R-TBL-40 an amount whose cells are the largest and the smallest is the whole of which the others are parts', () => {
  const cells = (name: string, [minimum, maximum]: [string, string], filled: number) =>
    ({ ...money(name), minimum, maximum, filled }) as EffectiveColumn;
  const bills = [
    cells('vl_iluminacao', ['9.00', '60.00'], 40),
    cells('vl_excesso', ['20.00', '900.00'], 12),
    cells('vl_conta', ['80.00', '70000.00'], 50),
  ];
  expect(guessMoneyColumn(bills)).toBe('vl_conta');
  // Neither is the whole where one has the largest and another the smallest cells.
  const repairs = [cells('vl_pecas', ['5.00', '900.00'], 50), cells('vl_servico', ['30.00', '400.00'], 50)];
  expect(guessMoneyColumn(repairs)).toBe('vl_pecas');
});
