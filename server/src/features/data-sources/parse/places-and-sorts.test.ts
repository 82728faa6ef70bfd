import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const inspections: AskedTable = {
  name: 'vistorias_elevadores',
  rows_word: { one: 'vistoria', many: 'vistorias' },
  row_nouns: ['vistorias', 'elevadores'],
  described: 'vistorias_elevadores Vistorias de elevadores dos prédios públicos',
  date_column: 'dt_vistoria',
  money_column: null,
  main_column: 'predio',
  columns: [
    column('cod_vistoria', 'identifier'),
    column('predio', 'text', ['Fórum Des. Otávio Gama', 'Teatro Mun. Carlos Moura', 'Paço da Liberdade']),
    column('parecer_final', 'category', ['Aprovado', 'Reprovado']),
    column('dt_vistoria', 'date'),
    column('ruido_db', 'number'),
  ],
};

const ask = (...questions: string[]) => {
  const { plan, refusals, texts } = askInTurn(inspections, ...questions);
  return refusals.length > 0 || texts.length > 0 ? 'refused' : planLine(plan);
};

test.each([
  ['quantas vistorias no Teatro Carlos Moura?', 'count / predio in Teatro Mun. Carlos Moura'],
  ['quantas vistorias no Teatro Municipal Carlos Moura?', 'count / predio in Teatro Mun. Carlos Moura'],
  ['quantas vistorias no Fórum Otávio Gama?', 'count / predio in Fórum Des. Otávio Gama'],
])('«%s»: the abbreviation within a name need not be said (R-TBL-64)', (question, plan) => {
  expect(ask(question)).toBe(plan);
});

test.each([
  'Sou zeladora do Teatro Carlos Moura. Quantas vistorias de lá foram reprovadas?',
  'quantas vistorias do Teatro Carlos Moura foram reprovadas lá?',
])('«%s»: «lá» points to the place that is named (R-TBL-64)', (question) => {
  expect(ask(question)).toBe('count / predio in Teatro Mun. Carlos Moura; parecer_final in Reprovado');
});

test.each([
  'quantas vistorias de lá foram reprovadas?',
  'quantas vistorias foram reprovadas lá?',
  'quantas vistorias saíram dali reprovadas?',
  'quantas vistorias reprovadas nesse lugar?',
  'quantas delas foram reprovadas?',
  'sou o João da Silva Prado. Quantas vistorias de lá foram reprovadas?',
])('«%s» is refused where nothing says which place or rows are meant (R-TBL-64)', (question) => {
  expect(ask(question)).toBe('refused');
});

test('«lá» in a second question keeps the place of the first (R-TBL-64)', () => {
  expect(ask('quantas vistorias no Paço da Liberdade?', 'quantas vistorias de lá foram reprovadas?')).toBe(
    'count / predio in Paço da Liberdade; parecer_final in Reprovado',
  );
});

test('«lá no Paço» names its place after it (R-TBL-64)', () => {
  expect(ask('quantas vistorias teve lá no Paço da Liberdade?')).toBe('count / predio in Paço da Liberdade');
});

const gates: AskedTable = {
  name: 'acessos',
  rows_word: { one: 'revisão', many: 'revisões' },
  row_nouns: ['revisões'],
  described: 'acessos Revisões dos acessos ao terminal',
  date_column: 'dt_revisao',
  money_column: 'vl_revisao',
  main_column: 'nr_revisao',
  columns: [
    column('nr_revisao', 'identifier'),
    column('tp_acesso', 'category', ['Embarque', 'Serviço']),
    column('nota_campo', 'category', ['Portão emperrado, aberto à mão', 'Motor novo', 'Chave perdida']),
    column('obs', 'category', ['Trilho com areia', 'Sensor sem sinal', 'Vidro trincado na base', 'Chuva']),
    column('galpao', 'category', ['Galpão Norte', 'Galpão Sul']),
    column('dt_revisao', 'date'),
    column('vl_revisao', 'money'),
  ],
};

const askGates = (question: string) => {
  const { plan, refusals, texts } = askInTurn(gates, question);
  return refusals.length > 0 || texts.length > 0 ? 'refused' : planLine(plan);
};

test.each([
  ['valor médio por tipo de portão', 'refused'],
  ['quantas revisões do portão?', 'refused'],
  ['quantas revisões do vidro?', 'refused'],
  ['quantas revisões por tipo de acesso?', 'count / by tp_acesso'],
  ['quantas revisões no galpão norte?', 'count / galpao in Galpão Norte'],
])('«%s»: the first word of a sentence that somebody typed names no value (R-TBL-64)', (question, plan) => {
  expect(askGates(question)).toBe(plan);
});

test('short forms of names that end in a vowel are written out (R-TBL-64)', () => {
  expect(['tp_pto', 'dt_vcto', 'nr_docto'].map((name) => column(name, 'text').label)).toEqual([
    'Tipo de ponto',
    'Data de vencimento',
    'Número documento',
  ]);
});
