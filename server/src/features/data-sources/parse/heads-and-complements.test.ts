import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column, titledColumn as titled } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import type { AskedTable } from './words/table-column.ts';

const landings: AskedTable = {
  name: 'pousos_2026',
  rows_word: { one: 'pouso', many: 'pousos' },
  row_nouns: ['pousos', 'aeronaves'],
  described: 'pousos_2026 Pousos de aeronaves no aeródromo municipal',
  date_column: 'dt_pouso',
  money_column: 'vl_tarifa',
  main_column: 'matricula',
  columns: [
    column('nr_pouso', 'identifier'),
    { ...column('matricula', 'text'), synonyms: ['aeronave'], repeats: true },
    titled('tp_aeronave', 'category', 'Tipo de aeronave', ['Monomotor', 'Bimotor', 'Helicóptero']),
    column('cod_hangar', 'category', ['H-01', 'H-02', 'H-03']),
    column('tp_hangar', 'category', ['Coberto', 'Aberto']),
    column('sit_pouso', 'category', ['Realizado', 'Abortado']),
    titled('st_seguro', 'category', 'Situação do seguro', ['Vigente', 'Vencido']),
    column('ag_carga', 'category', ['Albatroz Agência de Carga', 'Quero-Quero Cargas', 'Tuiuiú Logística']),
    column('portao', 'category', ['Portão de Carga', 'Portão de Passageiros']),
    column('produto', 'category', ['Pousada móvel', 'Peças']),
    column('dt_pouso', 'date'),
    column('vl_tarifa', 'money'),
  ],
};

const ask = (...questions: string[]) => {
  const { plan, refusals, texts } = askInTurn(landings, ...questions);
  return refusals.length > 0 || texts.length > 0 ? 'refused' : planLine(plan);
};

test.each([
  ['tarifa média por pouso', 'average vl_tarifa'],
  ['qual pouso teve a maior tarifa?', 'rows / order vl_tarifa desc / limit 1'],
  ['quantos pousos por situação?', 'count / by sit_pouso'],
  ['pousos por situação do seguro', 'count / by st_seguro'],
  ['pousos por hangar', 'count / by cod_hangar'],
  [
    'qual hangar teve mais pousos?',
    'count / by cod_hangar / cod_hangar filled / order measure desc / limit 1',
  ],
  ['pousos por tipo de hangar', 'count / by tp_hangar'],
  ['quantos hangares diferentes?', 'count_distinct cod_hangar'],
  ['qual aeronave mais pousou?', 'count / by matricula / matricula filled / order measure desc / limit 1'],
  ['quantas aeronaves diferentes pousaram?', 'count_distinct matricula'],
  ['pousos por aeronave', 'count / by matricula'],
  ['pousos por tipo de aeronave', 'count / by tp_aeronave'],
])('«%s»: the complement in the name of a column does not name it (R-TBL-64)', (question, plan) => {
  expect(ask(question)).toBe(plan);
});

test.each(['pousos por seguro', 'qual seguro tem mais pousos?'])(
  '«%s» is refused where the table knows only the state of such things (R-TBL-64)',
  (question) => {
    expect(ask(question)).toBe('refused');
  },
);

test.each([
  ['tarifa por agência', 'sum vl_tarifa / by ag_carga'],
  ['qual agência teve mais pousos?', 'count / by ag_carga / ag_carga filled / order measure desc / limit 1'],
  ['quantas agências diferentes?', 'count_distinct ag_carga'],
  ['pousos da Albatroz Agência de Carga', 'rows / ag_carga in Albatroz Agência de Carga'],
  ['quantos pousos no portão de passageiros?', 'count / portao in Portão de Passageiros'],
])('«%s»: a column wins over a piece of a value (R-TBL-64)', (question, plan) => {
  expect(ask(question)).toBe(plan);
});

test('what is counted is no complement in the name of a value (R-TBL-64)', () => {
  expect(ask('quantos passageiros desembarcaram em 2026?')).toBe('refused');
  expect(ask('tarifa média de cada pouso', 'e por agência?')).toBe('average vl_tarifa / by ag_carga');
});

test('a code may begin with one letter and a digit (R-TBL-64)', () => {
  expect(ask('qual foi o hangar do pouso P7-01234?')).toBe('rows / nr_pouso in P7-01234');
});

const courses: AskedTable = {
  name: 'oficinas_culturais',
  rows_word: { one: 'oficina', many: 'oficinas' },
  row_nouns: ['oficinas'],
  described: 'oficinas_culturais Oficinas culturais dos bairros',
  date_column: 'dt_oficina',
  money_column: null,
  main_column: 'nm_oficina',
  columns: [
    column('nm_oficina', 'text'),
    column('polo', 'category', ['Polo Leste', 'Polo Oeste']),
    column('nota_turma', 'number'),
    column('qtd_vagas', 'number'),
    column('dt_oficina', 'date'),
  ],
};

test.each([
  ['qual foi a maior turma do polo leste?', true],
  ['qual a média de turma por polo?', true],
  ['qual a maior nota da turma no polo leste?', false],
  ['qual polo foi melhor avaliado pela turma?', false],
])('«%s»: who gives a mark is not so much of anything (R-TBL-64)', (question, isRefused) => {
  const { plan, refusals, texts } = askInTurn(courses, question);
  expect(refusals.length + texts.length > 0).toBe(isRefused);
  expect(isRefused || JSON.stringify(plan).includes('nota_turma')).toBe(true);
});
