/** Lessons of tables that the parser met for the first time: edits of the answer before, units of time, ordinals, parts of names. */
import { expect, test } from 'vitest';
import { askInTurn } from '../../../../test/tables/ask-in-turn.ts';
import { askedColumn as column } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const fuel: AskedTable = {
  name: 'Compras de combustível',
  rows_word: { one: 'compra', many: 'compras' },
  row_nouns: ['compras'],
  described: 'Compras de combustível da frota',
  date_column: 'dt_compra',
  money_column: 'vl_total',
  main_column: 'cupom',
  columns: [
    column('cupom', 'identifier'),
    column('combustivel', 'category', ['Etanol', 'Gasolina', 'Diesel S10']),
    column('cidade', 'category', ['Sobral', 'Crato', 'Icó']),
    column('posto', 'category', ['Posto Lua', 'Posto Sol', 'Posto Mar']),
    column('turma', 'category', ['1º ano', '9º ano']),
    column('litros', 'number'),
    column('perc_freq', 'number'),
    column('media_final', 'number'),
    column('vl_total', 'money'),
    column('dt_compra', 'date'),
  ],
};

const chain = (...questions: string[]) => askInTurn(fuel, ...questions);

const IN_2025 = 'dt_compra between 2025-01-01|2025-12-31';
const ETHANOL = 'quantos litros de etanol em 2025?';
const SPENT = 'total gasto no Crato em 2025';
const BY_STATION = 'total gasto no Crato por posto';

test.each([
  [ETHANOL, 'troca por gasolina', `sum litros / ${IN_2025}; combustivel in Gasolina`],
  [ETHANOL, 'troca etanol por diesel S10', `sum litros / ${IN_2025}; combustivel in Diesel S10`],
  [ETHANOL, 'muda para 2024', 'sum litros / combustivel in Etanol; dt_compra between 2024-01-01|2024-12-31'],
  [ETHANOL, 'inclui também a gasolina', `sum litros / ${IN_2025}; combustivel in Etanol|Gasolina`],
  [ETHANOL, 'quis dizer 2023', 'sum litros / combustivel in Etanol; dt_compra between 2023-01-01|2023-12-31'],
  [SPENT, 'ops, Sobral', `sum vl_total / ${IN_2025}; cidade in Sobral`],
  [SPENT, 'tira o ano', 'sum vl_total / cidade in Crato'],
  [SPENT, 'e sem o filtro de cidade?', `sum vl_total / ${IN_2025}`],
  [SPENT, 'todas as cidades', `sum vl_total / ${IN_2025}`],
  [SPENT, 'em todo o período', 'sum vl_total / cidade in Crato'],
  [BY_STATION, 'e o total?', 'sum vl_total / cidade in Crato'],
  [BY_STATION, 'e ao todo?', 'sum vl_total / cidade in Crato'],
  [
    BY_STATION,
    'lista os 2 piores',
    'sum vl_total / by posto / cidade in Crato; posto filled / order measure asc / limit 2',
  ],
  [
    BY_STATION,
    'qual teve menos?',
    'sum vl_total / by posto / cidade in Crato; posto filled / order measure asc / limit 1',
  ],
  [BY_STATION, 'ordena do menor pro maior', 'sum vl_total / by posto / cidade in Crato / order measure asc'],
  [BY_STATION, 'em ordem alfabética', 'sum vl_total / by posto / cidade in Crato / order group asc'],
  [
    'top 2 postos por valor',
    'e com menos?',
    'sum vl_total / by posto / posto filled / order measure asc / limit 2',
  ],
])('R-TBL-23 the answer before is changed: %s ▸ %s', (first, next, line) => {
  const { plan, refusals, texts } = chain(first, next);
  expect({ line: planLine(plan), refusals, texts }).toEqual({ line, refusals: [], texts: [] });
});

test.each([
  [ETHANOL, 'muda o combustível para gasolina'],
  [ETHANOL, 'inclui o Posto Lua'],
  [SPENT, 'e no total?'],
  ['total gasto em 2025', 'e o total?'],
])('R-TBL-23 what the answer before does not have is refused: %s ▸ %s', (first, next) => {
  expect(chain(first, next).refusals).not.toEqual([]);
});

test.each([
  ['quantas compras do 9 ano?', 'count / turma in 9º ano'],
  ['quantas compras do 1o ano?', 'count / turma in 1º ano'],
  ['qual a frequência média?', 'average perc_freq'],
  ['quais postos venderam mais de 5 mil litros?', 'sum litros / by posto / posto filled / having 0 > 5000'],
  ['quais postos têm litros acima de 5 mil?', 'count / by posto / litros > 5000'],
])('R-TBL-15 ordinals, cut names of columns and sums of groups are understood: %s', (question, line) => {
  expect(planLine(chain(question).plan)).toBe(line);
});

test('R-TBL-22 a participle of a day offers the year of that day beside the year that the table gives', () => {
  const school = lexiconOf({
    ...fuel,
    rows_word: { one: 'matrícula', many: 'matrículas' },
    row_nouns: ['matrículas'],
    date_column: 'dt_matricula',
    columns: [column('nome', 'text'), column('dt_matricula', 'date'), column('ano_letivo', 'number')],
  });
  const asked = (question: string) =>
    parseQuestion(question, school, { today: '2026-11-23', before: null }).plan;
  const { filters, alternatives } = asked('quantos matriculados em 2026?');
  expect(filters).toEqual([{ column: 'ano_letivo', op: 'between', values: ['2026', '2026'] }]);
  expect(alternatives.map((other) => other.filters)).toEqual([
    [{ column: 'dt_matricula', op: 'between', values: ['2026-01-01', '2026-12-31'] }],
  ]);
  expect(asked('quantas matrículas em 2026?').alternatives).toEqual([]);
});

const care = lexiconOf({
  ...fuel,
  rows_word: { one: 'atendimento', many: 'atendimentos' },
  row_nouns: ['atendimentos'],
  columns: [
    column('id', 'identifier'),
    column('unidade', 'category', ['UBS Bela Vista', 'UBS Cohab']),
    column('tempo_espera_min', 'number'),
    column('prazo_dias', 'number'),
    column('dt_compra', 'date'),
  ],
});
const ofCare = (question: string) => parseQuestion(question, care, { today: '2026-11-23', before: null });

test.each([
  ['quantos esperaram mais de 2 horas?', 'count / tempo_espera_min > 120'],
  ['quantos com espera acima de 1,5 hora?', 'count / tempo_espera_min > 90'],
  ['quantos esperaram mais de 45 minutos?', 'count / tempo_espera_min > 45'],
  ['quantos com prazo acima de 2 semanas?', 'count / prazo_dias > 14'],
])('R-TBL-01 a time is compared in the unit of its column: %s', (question, line) => {
  expect(planLine(ofCare(question).plan)).toBe(line);
});

test('R-TBL-20 a word that is like a part of a name is no slip for that name', () => {
  expect(ofCare('quantas visitas?').plan.filters).toEqual([]);
  expect(ofCare('quantas visitas?').texts).toEqual(['visitas']);
  expect(planLine(ofCare('quantos na bela vissta?').plan)).toBe('count / unidade in UBS Bela Vista');
});

test.each([
  ['quantos de retorno?', 'count / tp_atend in R'],
  ['quantos de retorno ou urgência?', 'count / tp_atend in R|U'],
  ['quantas visitas domiciliares?', 'count / tp_atend in V'],
  ['quantas consultas em 2025?', `count / ${IN_2025}; tp_atend in C`],
])('R-TBL-19 the words that a description gives to codes stand for them: %s', (question, line) => {
  const coded = lexiconOf({
    ...fuel,
    rows_word: { one: 'atendimento', many: 'atendimentos' },
    row_nouns: ['atendimentos'],
    described: 'Atendimentos das unidades. tp_atend: C consulta, R retorno, U urgencia, V visita domiciliar',
    columns: [
      column('id', 'identifier'),
      column('tp_atend', 'category', ['C', 'R', 'U', 'V']),
      column('dt_compra', 'date'),
    ],
  });
  const { plan, texts, refusals } = parseQuestion(question, coded, { today: '2026-11-23', before: null });
  expect({ conditions: planLine(plan).split(' / ').toSorted(), texts, refusals }).toEqual({
    conditions: line.split(' / ').toSorted(),
    texts: [],
    refusals: [],
  });
});
