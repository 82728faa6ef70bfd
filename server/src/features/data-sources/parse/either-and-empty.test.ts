import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column, titledColumn as titled } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const stays: AskedTable = {
  name: 'hospedagens',
  rows_word: { one: 'hospedagem', many: 'hospedagens' },
  row_nouns: ['hospedagens', 'pousada'],
  described: 'hospedagens Hospedagens de uma pousada',
  date_column: 'dt_entrada',
  money_column: 'vl_diarias',
  is_money_guessed: true,
  main_column: 'nm_hospede',
  columns: [
    column('nr_reserva', 'identifier'),
    column('nm_hospede', 'text'),
    titled('mun_resid', 'category', 'Município resid', ['São Paulo', 'Parati', 'Ubatuba']),
    titled('uf_resid', 'category', 'UF resid', ['SP', 'RJ', 'MG']),
    column('pais', 'category', ['Brasil', 'Argentina', 'Chile']),
    {
      ...titled('motivo_desist', 'category', 'Motivo da desistência', ['Doença', 'Chuva']),
      lacks: { empty: true, zero: false },
    },
    column('dt_entrada', 'date'),
    column('dt_saida', 'date'),
    titled('vl_diarias', 'money', 'Valor estada'),
    titled('vl_desconto', 'money', 'Valor desconto'),
    titled('vl_recebido', 'money', 'Valor recebido'),
  ],
};

const ask = (question: string) => {
  const { plan, refusals, texts } = askInTurn(stays, question);
  const others = plan.alternatives.map(({ text }) => text);
  return { line: planLine(plan), others, refused: refusals.length > 0 || texts.length > 0 };
};

test('a city that is called as its state is offered as the state too, beside people (R-TBL-64)', () => {
  expect(ask('quantos hóspedes de São Paulo?')).toEqual({
    ...{ line: 'count / mun_resid in São Paulo', others: ['UF resid SP'], refused: false },
  });
});

test('several amounts of the rows are readings, and a discount is none (R-TBL-64)', () => {
  expect(ask('qual o valor total das hospedagens de Parati?')).toEqual({
    ...{ line: 'sum vl_diarias / mun_resid in Parati', others: ['Valor recebido'], refused: false },
  });
});

test('what is counted by the noun of a column has something in it (R-TBL-64)', () => {
  expect(ask('quantas desistências não foram por chuva?').line).toBe(
    'count / motivo_desist filled; motivo_desist not_in Chuva',
  );
  expect(ask('quantas hospedagens não têm desistência por chuva?').line).not.toContain('filled');
});

test('«argentinas» are of the country in a column of countries (R-TBL-64)', () => {
  expect(ask('quantas hospedagens argentinas?').line).toBe('count / pais in Argentina');
  expect(ask('qual o percentual de hospedagens brasileiras?').line).toContain('pais in Brasil');
});

test('the time between two days is counted in days where hours are asked for, and never in minutes (R-TBL-64)', () => {
  const question = 'tempo médio entre a entrada e a saída, em';
  expect(ask(`${question} horas`).line).toBe(ask(`${question} dias`).line);
  expect(askInTurn(stays, `${question} minutos`).refusals).not.toEqual([]);
});

const loads: AskedTable = {
  ...stays,
  name: 'cargas',
  rows_word: { one: 'carga', many: 'cargas' },
  row_nouns: ['cargas'],
  described: 'cargas Cargas de uma transportadora',
  money_column: 'vl_frete',
  main_column: 'nm_dest',
  columns: [
    titled('nm_dest', 'text', 'Nome destino'),
    titled('cid_dest', 'category', 'Cidade destino', ['Santos', 'Betim']),
    titled('uf_dest', 'category', 'UF destino', ['SP', 'MG']),
    titled('vl_frete', 'money', 'Valor frete'),
    titled('vl_pedagio', 'money', 'Valor pedágio'),
  ],
};

test.each([
  ['quantas cargas com destino em Santos?', 'count / cid_dest in Santos'],
  ['quantas cargas com destino em SP?', 'count / uf_dest in SP'],
  ['quantas cargas com pedágio em SP?', 'count / vl_pedagio > 0; uf_dest in SP'],
])('«%s»: a column whose value stands behind it is not asked to be filled (R-TBL-64)', (question, line) => {
  expect(planLine(askInTurn(loads, question).plan)).toBe(line);
});
