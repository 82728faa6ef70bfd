import { expect, test } from 'vitest';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

/** Names of columns that are values too, verbs of amounts, and values that begin with «não». */
const grants: AskedTable = {
  name: 'Bolsas de pesquisa',
  rows_word: { one: 'bolsa', many: 'bolsas' },
  date_column: 'data_concessao',
  money_column: 'valor_bolsa',
  is_money_guessed: true,
  main_column: 'projeto',
  columns: [
    column('numero', 'identifier'),
    column('projeto', 'text'),
    column('nome_tutor', 'category', ['Iara Campos', 'Otto Klein']),
    column('atendimento', 'category', ['Tutor', 'Secretaria', 'Site']),
    column('situacao', 'category', ['Renovada', 'Não renovada', 'Estornada']),
    column('parecer', 'category', ['Bolsista desistiu, vai mudar de curso', 'Sem ressalvas']),
    column('tipo_vaga', 'category', ['Útil', 'Reserva']),
    column('nota_bolsista', 'number'),
    column('atraso_min', 'number'),
    column('qtd_livros', 'number'),
    column('valor_bolsa', 'money'),
    column('valor_estorno', 'money'),
    column('data_concessao', 'date'),
    column('data_estorno', 'date'),
    column('logradouro', 'category', ['Rua Um', 'Rua Dois']),
    column('daysToRefund', 'number'),
  ],
};
const lexicon = lexiconOf(grants);
const ask = (question: string) => parseQuestion(question, lexicon, { today: '2026-11-23', before: null });

test.each([
  [
    'a participle after «valor» names the amount of its root and the day of it, and no state',
    'valor estornado em 2025',
    'sum valor_estorno / data_estorno between 2025-01-01|2025-12-31',
  ],
  [
    'a verb after «quanto» names the amount of its root',
    'quanto estornamos em 2025?',
    'sum valor_estorno / data_estorno between 2025-01-01|2025-12-31',
  ],
  [
    'without an amount, the participle is a state',
    'quantas bolsas estornadas?',
    'count / situacao in Estornada',
  ],
  [
    'a negated participle is the value that begins with «não»',
    'quantas bolsas não foram renovadas?',
    'count / situacao in Não renovada',
  ],
  [
    'after «qual» a noun is the column that it names, although it is a value of another one',
    'qual tutor tem mais bolsas?',
    'count / by nome_tutor / nome_tutor filled / order measure desc / limit 1',
  ],
  [
    'the worst of what nobody wants is the largest',
    'qual tutor tem a pior média de atraso?',
    'average atraso_min / by nome_tutor / nome_tutor filled / order measure desc / limit 1',
  ],
  [
    '«o número de» with a noun in the plural counts',
    'o número de bolsas renovadas',
    'count / situacao in Renovada',
  ],
  ['a street is called «via» too', 'quantas bolsas em cada via?', 'count / by logradouro'],
  [
    'a verb before a superlative narrows nothing',
    'qual tutor concentra o maior valor da bolsa?',
    'sum valor_bolsa / by nome_tutor / nome_tutor filled / order measure desc / limit 1',
  ],
  ['«somam» adds up', 'quanto somam as bolsas renovadas?', 'sum valor_bolsa / situacao in Renovada'],
  ['the plural of «útil»', 'quantas bolsas de vagas úteis?', 'count / tipo_vaga in Útil'],
  [
    'the days until an event, in English',
    'em média quantos dias levamos para estornar?',
    'average daysToRefund',
  ],
])('%s', (_, question, plan) => {
  const { refusals, plan: read } = ask(question);
  expect({ refusals, plan: planLine(read) }).toEqual({ refusals: [], plan });
});

test('the first word of a remark in a sentence names no such remark', () => {
  expect(ask('nota média dos bolsistas').plan.filters).toEqual([]);
});

test('a group that the table does not have is said, and not left out', () => {
  expect(ask('quantas bolsas em cada laboratório?').plan.group_by).toEqual([]);
  expect([
    ...ask('quantas bolsas em cada laboratório?').refusals,
    ...ask('quantas bolsas em cada laboratório?').texts,
  ]).not.toEqual([]);
});
