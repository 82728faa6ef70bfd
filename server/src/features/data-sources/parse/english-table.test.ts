/** Portuguese questions to tables whose columns and values are named in English or in codes. */
import { expect, test } from 'vitest';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { labelOf } from '../profile/labels.ts';
import { parseQuestion } from './parse-question.ts';
import { type AskedTable, lexiconOf } from './words/lexicon.ts';

const column = (
  name: string,
  kind: AskedTable['columns'][number]['kind'],
  values: string[] = [],
): AskedTable['columns'][number] => ({
  ...{ name, kind, label: labelOf(name), unit: null, synonyms: [], hidden: false, values },
});

const bookings = lexiconOf({
  name: 'Reservas',
  rows_word: { one: 'reserva', many: 'reservas' },
  date_column: 'created_at',
  money_column: 'amount',
  main_column: 'guest',
  columns: [
    column('guest', 'text'),
    column('status', 'category', ['paid', 'pending', 'refunded']),
    column('payment_method', 'category', ['credit_card', 'pix', 'cash']),
    column('channel', 'category', ['app', 'website', 'phone']),
    column('city', 'category', ['Natal', 'Olinda']),
    column('amount', 'money'),
    column('discount', 'money'),
    column('items_count', 'number'),
    column('min_quantity', 'number'),
    column('quantity', 'number'),
    column('is_gift', 'boolean', ['true', 'false']),
    column('gender', 'category', ['F', 'M']),
    column('priority', 'category', ['Alto', 'Baixo']),
    column('created_at', 'date'),
  ],
});

test.each([
  [
    'quantas reservas foram pagas no cartão de crédito?',
    'count / status in paid; payment_method in credit_card',
  ],
  ['quantas reservas reembolsadas pelo aplicativo?', 'count / status in refunded; channel in app'],
  [
    'qual a forma de pagamento mais usada?',
    'count / by payment_method / payment_method filled / order measure desc / limit 1',
  ],
  ['ticket médio por canal', 'average amount / by channel'],
  ['faturamento por cidade', 'sum amount / by city'],
  ['média de itens por reserva', 'average items_count'],
  ['quantas reservas são presente?', 'count / is_gift in true'],
  ['quantas mulheres fizeram reservas?', 'count / gender in F'],
  ['quantas reservas de alta prioridade?', 'count / priority in Alto'],
  ['reservas com mais de 3 unidades, quantas?', 'count / quantity > 3'],
])('R-TBL-19 «%s» is read as %s', (question, plan) => {
  const parsed = parseQuestion(question, bookings, { today: '2026-11-23', before: null });
  expect(parsed.refusals).toEqual([]);
  expect(parsed.texts).toEqual([]);
  expect(planLine(parsed.plan)).toBe(plan);
});
