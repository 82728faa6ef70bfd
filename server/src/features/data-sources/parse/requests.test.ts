import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const bookings: AskedTable = {
  name: 'Reservas do camping',
  rows_word: { one: 'reserva', many: 'reservas' },
  date_column: 'dt_chegada',
  money_column: 'vl_total',
  main_column: 'hospede',
  columns: [
    column('hospede', 'text'),
    column('situacao', 'category', ['Paga', 'Cancelada', 'Pendente']),
    column('vl_total', 'money'),
    column('dt_chegada', 'date'),
  ],
};
const refusals = (question: string, table = bookings) =>
  parseQuestion(question, lexiconOf(table), { today: '2026-11-23', before: null }).refusals.join(' ');

test.each(['marca todas as reservas pendentes como pagas', 'cancela a reserva da Amanda pra mim'])(
  '«%s» asks for a change, which no table makes (R-TBL-62)',
  (question) => {
    expect(refusals(question)).toContain('não posso alterar nada');
  },
);

test('a service is not asked of a table (R-TBL-62)', () => {
  expect(refusals('quero que venham limpar as reservas pagas')).toContain('não posso pedir serviços');
  expect(refusals('quero que me diga quantas reservas pagas')).toBe('');
});

test('what belongs to the person who asks is in no table that is the same for everybody (R-TBL-62)', () => {
  expect(refusals('quero ver a minha reserva')).toContain('Não sei quem pergunta');
  expect(refusals('quero ver a minha reserva', { ...bookings, is_personal: true })).not.toContain(
    'quem pergunta',
  );
});
