import { expect, test } from 'vitest';
import type { Plan } from '#contract/table-plan.ts';
import { askedColumn as column, titledColumn as titled } from '../../../../test/tables/asked-column.ts';
import { planLine } from '../../../../test/tables/plan-line.ts';
import { parseQuestion } from './parse-question.ts';
import { lexiconOf } from './words/lexicon.ts';
import type { AskedTable } from './words/table-column.ts';

const ferry: AskedTable = {
  name: 'Travessias da balsa',
  rows_word: { one: 'travessia', many: 'travessias' },
  row_nouns: ['travessias'],
  described: 'Travessias da balsa Travessias de veículos com a carga e o que se pagou',
  date_column: 'dt_partida',
  money_column: 'vl_liquido',
  main_column: 'passageiro',
  columns: [
    column('bilhete', 'identifier'),
    { ...column('passageiro', 'text'), repeats: true },
    titled('qtd_pessoas', 'number', 'Nº de pessoas'),
    column('porto', 'category', ['Ilha Grande', 'Angra']),
    titled('especie_carga', 'category', 'Espécie da carga', ['Areia', 'Brita']),
    titled('mes_ref', 'category', 'Mês de referência', ['08/2026', '09/2026']),
    titled('peso', 'number', 'Peso'),
    titled('sacas', 'number', 'Sacas'),
    titled('vl_bruto', 'money', 'Valor bruto'),
    titled('vl_liquido', 'money', 'Valor líquido'),
    titled('dt_partida', 'date', 'Data da partida'),
    titled('dt_prevista', 'date', 'Devolução prevista'),
    titled('dt_devolucao', 'date', 'Devolução'),
  ],
};
const lexicon = lexiconOf(ferry);
const ask = (question: string) => {
  const { plan, refusals } = parseQuestion(question, lexicon, { today: '2026-11-23', before: null });
  expect(refusals).toEqual([]);
  const others = plan.alternatives.map(({ filters, measures }) =>
    planLine({ ...plan, filters, measures: measures ?? plan.measures } as Plan),
  );
  return [planLine(plan), ...others];
};

test.each([
  ['qual o total de Angra?', ['count / porto in Angra']],
  ['qual o total da Angra?', ['count / porto in Angra', 'sum vl_liquido / porto in Angra']],
  ['valor das travessias de Angra', ['sum vl_liquido / porto in Angra', 'sum vl_bruto / porto in Angra']],
  [
    'quanto de areia foi levado?',
    ['sum peso / especie_carga in Areia', 'sum sacas / especie_carga in Areia'],
  ],
  [
    'quantas travessias em setembro de 2026?',
    ['count / dt_partida between 2026-09-01|2026-09-30', 'count / mes_ref in 09/2026'],
  ],
  [
    'quantos passageiros em Angra?',
    [
      'count_distinct passageiro / porto in Angra',
      'sum qtd_pessoas / porto in Angra',
      'count / porto in Angra',
    ],
  ],
  [
    'quantas travessias atrasadas?',
    ['count / dt_prevista < 2026-11-23; dt_devolucao empty', 'count / dt_prevista → dt_devolucao > 0'],
  ],
])('«%s» has the readings that are as likely (R-TBL-61)', (question, readings) => {
  expect(ask(question)).toEqual(readings);
});

test.each(['valor líquido de Angra', 'quantas travessias saíram de Angra?', 'peso total de Angra'])(
  '«%s» has one reading (R-TBL-61)',
  (question) => {
    expect(ask(question)).toHaveLength(1);
  },
);
